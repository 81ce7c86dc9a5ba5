#include "sim/core/switch_allocation/output_arbitration.hpp"

namespace dateline {

void pick_oldest(MachineParts& p, std::size_t count) {
  const Fields& fields = p.numbering.fields();
  SwitchStage::WordPick* const picks = p.switches.words();
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t picked = 0;
    std::uint64_t rest = picks[i].lanes;
    picks[i].at_or_after = p.store.words()[picks[i].first / 64].at_or_after;
    for (std::uint64_t tops = fields.tops(rest); tops != 0; tops &= tops - 1) {
      const std::uint64_t field = fields.whole(tops & ~(tops - 1));
      picked |= oldest_lane(
          rest & field, picks[i].first, [&](VcId vc) { return p.store.worms(vc).holder; }, p.messages);
    }
    picks[i].lanes = picked;
  }
}

void pick_by_priority(MachineParts& p, std::size_t count) {
  SwitchStage::WordPick* const picks = p.switches.words();
  const auto message_of = [&](VcId vc) { return p.store.worms(vc).holder; };
  for (std::size_t i = 0; i < count; ++i) {
    picks[i].lanes = lanes_of_highest_priority(picks[i].lanes, picks[i].first, p.numbering.fields(), message_of, p.messages);
  }
  pick_in_turn(p, count);
}

}  // namespace dateline
