// Phase 3: every channel that can move picks one of its VCs, all channels of a word (64 VC numbers) at once. A VC can
// move if a flit waits for it and a slot is free; round-robin picks the first such VC at or after the channel's
// pointer, which then moves behind it.
#pragma once

#include "sim/core/switch_allocation/arbitration.hpp"
#include "sim/core/switch_allocation/switch_allocation_view.hpp"

namespace dateline {

// Words in which some channel can move, ended by a word without VCs. Returns their number. `kRates`: some channels have
// bandwidths below 1, and those that rest are left out.
template <bool kRates, typename Observer>
std::size_t collect_movable(SwitchAllocationView p, Observer& observer) {
  const SwitchState::Words out = p.switches().words();
  std::size_t count = 0;
  const VcWord* const words = p.store().words().data();
  p.store().for_each_live_word([&](std::uint32_t w) {
    const std::uint64_t movable = words[w].avail & words[w].space;
    std::uint64_t own = Observer::kExternal ? movable & ~p.external()->own_vcs(w) : movable;
    if constexpr (kRates) own &= ~p.rates().resting(w);
    out.vcs[count] = own;
    out.first[count] = w * 64;
    count += own != 0 ? 1 : 0;
    if constexpr (Observer::kActive) {
      const unsigned shift = p.numbering().shift();
      const Fields& fields = p.numbering().fields();
      for (std::uint64_t tops = fields.tops(words[w].avail) & ~fields.tops(movable); tops != 0; tops &= tops - 1) {
        observer.flit_blocked(p.now(), ChannelId((w * 64 + static_cast<std::uint32_t>(__builtin_ctzll(tops))) >> shift));
      }
    }
  });
  out.vcs[count] = 0;
  return count;
}
template <typename Observer>
std::size_t collect_movable(SwitchAllocationView p, Observer& observer) {
  if (!p.rates().used()) return collect_movable<false>(p, observer);
  p.rates().wake(p.now());
  return collect_movable<true>(p, observer);
}

// Each channel picks in turn among the VCs that the rule of arbitration puts first. The pointers move with the pick;
// `kMayLose` (per-port crossbar): they are kept as they were for a pick that is not granted.
template <bool kMayLose, OutputArbitration kRule>
inline void pick_in_turn(Rule<kRule> rule, SwitchAllocationView p, std::size_t count) {
  const Fields fields = p.numbering().fields();
  VcWord* const words = p.store().words().data();
  const SwitchState::Words movable = p.switches().words();
  const auto packet_of = [&](VcId vc) { return p.store().packets(vc).holder; };
  for (std::size_t i = 0; i < count; ++i) {
    VcWord& word = words[movable.first[i] / 64];
    if constexpr (kMayLose) movable.pointers_before[movable.first[i] / 64] = word.at_or_after;
    const std::uint64_t vcs = foremost(rule, movable.vcs[i], movable.first[i], fields, packet_of, p.packets());
    const FieldTurn turn = take_turn(rule, fields, vcs, word.at_or_after);
    movable.vcs[i] = turn.picked;
    word.at_or_after = turn.at_or_after;
  }
}
// The same by the configured rule.
void pick_by_rule(SwitchAllocationView p, std::size_t count);

// Calls visit(VC number) for the VCs of `count` words, ascending; a word without VCs ends them. The step to the next
// word is arithmetic: no predictor knows which VC is a word's last.
template <typename Visit>
void for_each_vc(const std::uint64_t* words, const std::uint32_t* first, std::size_t count, Visit visit) {
  std::size_t word = 0;
  std::uint64_t vcs = words[0];
  while (word != count) {
    visit(first[word] + lowest_bit(vcs));
    vcs &= vcs - 1;
    const std::uint64_t last = vcs == 0 ? 1 : 0;
    word += last;
    vcs |= words[word] & (std::uint64_t{0} - last);
  }
}

// The picked VCs as VC numbers, ascending, ended by SwitchState::kEnd. Returns their number.
inline std::size_t list_picks(SwitchAllocationView p, std::size_t count) {
  std::uint32_t* pick = p.switches().granted_vcs();
  const SwitchState::Words words = p.switches().words();
  for_each_vc(words.vcs, words.first, count, [&](std::uint32_t vc) { *pick++ = vc; });
  *pick = SwitchState::kEnd;
  return static_cast<std::size_t>(pick - p.switches().granted_vcs());
}

// Words in which some channel has a pick, ended by a word without VCs. Returns their number.
template <bool kMayLose, typename Observer>
std::size_t arbitrate_outputs(SwitchAllocationView p, Observer& observer) {
  const std::size_t words = collect_movable(p, observer);
  if (p.config().output_arbitration == OutputArbitration::round_robin) {
    pick_in_turn<kMayLose>(Rule<OutputArbitration::round_robin>(), p, words);
  } else {
    pick_by_rule(p, words);
  }
  return words;
}

}  // namespace dateline
