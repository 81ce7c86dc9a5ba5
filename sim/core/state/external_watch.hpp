// Whether anything moves in a network with external nodes: noted in every cycle; and what stands in the buffers of
// these nodes: examined every now and then (external/progress_checks.hpp).
#pragma once

#include "sim/core/state/layout/id_vector.hpp"
#include "sim/core/state/layout/vc_numbering.hpp"

namespace dateline {

class ExternalWatch {
 public:
  static constexpr Cycle kLook = 512, kNone = ~Cycle{0};

  // The flit at the front of a buffer, as long as none leaves it.
  struct Stand {
    Cycle since = kNone;      // the first look that found it there; kNone: none stands
    std::uint32_t looks = 0;  // at which it could move
  };

  explicit ExternalWatch(std::uint32_t vcs) : stands_(vcs) {}

  // Notes whether anything moves in this cycle. True every now and then, when it is time to look.
  [[nodiscard]] bool progress(Cycle now, bool moves) {
    if (moves) moved_ = now;
    if (now < look_) return false;
    look_ = now + kLook;
    return true;
  }
  [[nodiscard]] Cycle still_for(Cycle now) const { return now - moved_; }
  [[nodiscard]] Stand& stand(VcId vc) { return stands_[vc]; }
  [[nodiscard]] const Stand& stand(VcId vc) const { return stands_[vc]; }
  // The network has changed: other packets may be at the fronts.
  void forget() { stands_.assign(stands_.size(), {}); }

 private:
  Cycle moved_ = 0, look_ = 0;
  IdVector<VcId, Stand> stands_;
};

}  // namespace dateline
