#include "sim/core/switch_allocation/output_arbitration.hpp"

namespace dateline {

void pick_oldest(SwitchAllocationView p, std::size_t count) {
  const Fields& fields = p.numbering().fields();
  SwitchState::WordPick* const granted_vcs = p.switches().words();
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t picked = 0;
    std::uint64_t rest = granted_vcs[i].vcs;
    granted_vcs[i].at_or_after = p.store().words()[granted_vcs[i].first / 64].at_or_after;
    for (std::uint64_t tops = fields.tops(rest); tops != 0; tops &= tops - 1) {
      const std::uint64_t field = fields.whole(tops & ~(tops - 1));
      picked |= oldest_vc(
          rest & field, granted_vcs[i].first, [&](VcId vc) { return p.store().packets(vc).holder; }, p.packets());
    }
    granted_vcs[i].vcs = picked;
  }
}

void pick_by_priority(SwitchAllocationView p, std::size_t count) {
  SwitchState::WordPick* const granted_vcs = p.switches().words();
  const auto packet_of = [&](VcId vc) { return p.store().packets(vc).holder; };
  for (std::size_t i = 0; i < count; ++i) {
    granted_vcs[i].vcs = vcs_of_highest_priority(granted_vcs[i].vcs, granted_vcs[i].first, p.numbering().fields(), packet_of, p.packets());
  }
  pick_in_turn(p, count);
}

}  // namespace dateline
