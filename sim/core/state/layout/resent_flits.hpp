// What a link that tries again (link_retry.hpp) sends besides every flit once: each try that errs, and the flits that
// follow it until its answer comes, which the far end throws away unread.
// Flit i, first tried in cycle A_i and sent to effect in S_i = A_i + R e_i, has e_i tries in vain, in A_i + R k for k <
// e_i. Behind each of them flits i + 1, i + 2, ... are sent, one per 1 / bandwidth, as soon as they have crossed the
// switch and fewer than `window` flits are without an answer, and broken off R cycles after the try.
// Source: as there; the second machine (tests/reference/reference_link.hpp) sends every copy.
// Cost: of a flit on a link that is late, of each flit with errors before it that is not through, O(window).
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/ids.hpp"

namespace dateline {

class ResentFlits {
 public:
  struct Link {
    Cycle round_trip;
    std::int64_t p, q;  // bandwidth
    std::uint64_t window, replay;
  };
  explicit ResentFlits(const Link& link) : link_(link), last_(2 * link.window + link.replay) {}

  // The next flit: it crosses the switch in cycle `crossed` and is first tried in `tried`, from which on the wire is
  // busy for `wire` / p cycles; `errors` tries of it are in vain.
  void take(Cycle crossed, Cycle tried, std::int64_t wire, std::uint64_t errors);
  // Before cycle `now`: what the link holds is gone.
  void renew(Cycle now);
  // In cycles before `end`, none of which is yet to come for a flit that crosses the switch.
  [[nodiscard]] std::uint64_t before(Cycle end) const { return all_ - from(end); }

  template <typename Archive>
  void io(Archive& archive) {
    auto& [link, last, taken, renewed, all] = *this;
    static_cast<void>(link);
    archive(last, taken, renewed, all);
  }

 private:
  struct Flit {
    Cycle crossed = 0, tried = 0;
    std::int64_t wire = 0;
    std::uint64_t errors = 0;
    template <typename Archive>
    void io(Archive& archive) {
      auto& [over, first, busy, wrong] = *this;
      archive(over, first, busy, wrong);
    }
  };
  [[nodiscard]] const Flit& flit(std::uint64_t i) const { return last_[i % last_.size()]; }
  [[nodiscard]] Cycle through(const Flit& flit) const { return flit.tried + link_.round_trip * flit.errors; }
  // How many tries of a flit in vain are before cycle `now`.
  [[nodiscard]] std::uint64_t tries_before(const Flit& flit, Cycle now) const;
  // How many flits follow at once behind a try that is not the first.
  [[nodiscard]] std::uint64_t most_behind() const;
  template <typename Visit>
  void behind(std::uint64_t i, std::uint64_t tries, Visit visit) const;
  template <typename Visit>
  void pending(std::uint64_t end, Cycle now, Visit visit) const;
  [[nodiscard]] std::uint64_t from(Cycle end) const;

  Link link_;
  std::vector<Flit> last_;  // flit i at i modulo the size
  std::uint64_t taken_ = 0, renewed_ = 0;
  std::uint64_t all_ = 0;  // those to come of the flits taken among them
};

}  // namespace dateline
