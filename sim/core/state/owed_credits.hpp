// Credits that modules at external nodes owe: a flit has left the buffer of a VC, and the module has not given its
// place back. Below 0: a router that gives credits early (RouterInterface::gives_credits_early) gave one for a flit
// that is still to be sent. Written by the node where the buffer is.
#pragma once

#include "sim/core/state/layout/id_vector.hpp"
#include "sim/core/state/layout/vc_numbering.hpp"

namespace dateline {

class OwedCredits {
 public:
  static constexpr Cycle kPatience = 1000;

  explicit OwedCredits(std::uint32_t vcs) : due_(vcs, 0), least_(vcs, 0), changed_(vcs, 0) {}

  [[nodiscard]] int due(VcId vc) const { return due_[vc]; }
  // One credit of `vc` may come before its flit is sent, from now on.
  void allow_early(VcId vc) { least_[vc] = -1; }
  [[nodiscard]] bool may_return(VcId vc) const { return due_[vc] > least_[vc]; }
  // No credit is owed.
  [[nodiscard]] bool none() const { return all_ == 0; }
  void flit_left(VcId vc, Cycle now) {
    if (due_[vc]++ < 0) return;
    if (due_[vc] == 1) changed_[vc] = now;
    ++all_;
  }
  void returned(VcId vc, Cycle now) {
    if (due_[vc]-- > 0) --all_;
    changed_[vc] = now;
  }
  [[nodiscard]] bool overdue(Cycle now, VcId vc) const { return due_[vc] > 0 && now - changed_[vc] >= kPatience; }
  // When the last credit came; if one is due, when the first of those left or the last came.
  [[nodiscard]] Cycle changed(VcId vc) const { return changed_[vc]; }
  void forgive(VcId vc) {
    if (due_[vc] > 0) all_ -= static_cast<std::uint64_t>(due_[vc]);
    due_[vc] = 0;
  }

 private:
  IdVector<VcId, std::int16_t> due_;
  IdVector<VcId, std::int8_t> least_;
  IdVector<VcId, Cycle> changed_;
  std::uint64_t all_ = 0;
};

}  // namespace dateline
