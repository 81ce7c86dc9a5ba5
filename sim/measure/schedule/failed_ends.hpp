// Which terminals are at nodes that have failed, in the course of a run. Cost: O(1) a cycle and a question.
#pragma once

#include <vector>

#include "sim/measure/schedule/rank_failures.hpp"

namespace dateline {

class FailedEnds {
 public:
  // Ascending, the first from the beginning; none: nothing fails in the course of the run.
  explicit FailedEnds(std::vector<FailedTerminals> changes) : changes_(std::move(changes)) {}

  [[nodiscard]] bool ever() const { return !changes_.empty(); }
  // Cycle `now` begins; whether something fails in it, or is repaired.
  bool begin(Cycle now) {
    const std::size_t before = next_;
    while (next_ < changes_.size() && changes_[next_].from <= now) ++next_;
    return next_ != before;
  }
  [[nodiscard]] bool failed(TerminalId terminal) const { return next_ > 0 && changes_[next_ - 1].failed[terminal.value()] != 0; }
  // Whether the others know that it has.
  [[nodiscard]] bool known(TerminalId terminal) const { return next_ > 0 && changes_[next_ - 1].knows(terminal); }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [changes, next] = *this;
    static_cast<void>(changes);
    archive(next);
  }

 private:
  std::vector<FailedTerminals> changes_;
  std::size_t next_ = 0;
};

}  // namespace dateline
