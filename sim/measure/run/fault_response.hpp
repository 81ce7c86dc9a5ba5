// What failures do to a run, one by one: the packets that each took out of the network, those that its channels had
// taken when routers came to know of it among them, and how long it took until the routing that it called for was in
// use and no more packets were outstanding than before it - generated, and neither delivered nor lost for good.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/base/ids.hpp"

namespace dateline {

struct FailureResponse {
  Cycle at = 0;
  Cycle known = 0;                      // from when on: no recovery before
  std::uint64_t lost = 0;               // packets, sent again or not
  std::uint64_t outstanding = 0;        // packets, before it
  std::optional<Cycle> recovered = {};  // cycles; none: the run ended before
  template <typename Archive>
  void io(Archive& archive) {
    auto& [cycle, noticed, taken, before, after] = *this;
    archive(cycle, noticed, taken, before, after);
  }
};

class FaultResponse {
 public:
  // `known`: the cycle from which on routers know of it, or it works again.
  void failed(Cycle at, Cycle known, std::uint64_t lost, std::uint64_t outstanding) {
    failures_.push_back({at, known, lost, outstanding, std::nullopt});
    open_.push_back(failures_.size() - 1);
  }
  // What a failure that is known from cycle `now` on had taken.
  void noticed(Cycle now, std::uint64_t lost);
  // Whether some failure is not over yet: look() is to be called before every cycle.
  [[nodiscard]] bool watching() const { return !open_.empty(); }
  void look(Cycle now, std::uint64_t outstanding);
  [[nodiscard]] const std::vector<FailureResponse>& failures() const { return failures_; }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [all, unrecovered] = *this;
    archive(all, unrecovered);
  }

 private:
  std::vector<FailureResponse> failures_;
  std::vector<std::size_t> open_;  // of failures_
};

}  // namespace dateline
