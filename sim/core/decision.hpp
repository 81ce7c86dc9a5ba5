// Phase 3: every channel that can move picks one of its VCs, all channels of a word (64 VC numbers) at once. A VC can move if a flit waits for it and
// a place is free; round-robin picks the first such VC at or after the channel's pointer, which then moves behind it.
#pragma once

#include "sim/core/machine_parts.hpp"

namespace dateline {

// Words in which some channel can move, ended by a word without lanes. Returns their number.
template <typename Observer>
std::size_t collect_movable(MachineParts& p, Observer& observer) {
  SwitchStage::WordPick* out = p.switches.words();
  const VcWord* const words = p.store.words().data();
  p.store.for_each_live_word([&](std::uint32_t w) {
    const std::uint64_t movable = words[w].avail & words[w].space;
    out->lanes = movable;
    out->first = w * 64;
    out += movable != 0 ? 1 : 0;
    if constexpr (Observer::kActive) {
      const unsigned shift = p.numbering.shift();
      const Fields& fields = p.numbering.fields();
      for (std::uint64_t tops = fields.tops(words[w].avail) & ~fields.tops(movable); tops != 0; tops &= tops - 1) {
        observer.flit_blocked(p.now, ChannelId((w * 64 + static_cast<std::uint32_t>(__builtin_ctzll(tops))) >> shift));
      }
    }
  });
  out->lanes = 0;
  return static_cast<std::size_t>(out - p.switches.words());
}

// Round-robin: the pointers move with the pick, and are kept as they were for a pick that is not granted (per-port crossbar).
inline void pick_in_turn(MachineParts& p, std::size_t count) {
  const Fields fields = p.numbering.fields();
  VcWord* const words = p.store.words().data();
  SwitchStage::WordPick* const picks = p.switches.words();
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t movable = picks[i].lanes;
    VcWord& word = words[picks[i].first / 64];
    picks[i].at_or_after = word.at_or_after;
    const std::uint64_t later = movable & word.at_or_after;
    const std::uint64_t eligible = later | (movable & ~fields.whole(fields.tops(later)));
    const std::uint64_t tops = fields.tops(movable);
    const std::uint64_t below = eligible - fields.lows(tops);  // per field: the bits below its lowest set bit, and what is above that bit
    const std::uint64_t picked = eligible & ~below;
    const std::uint64_t upto = picked | (picked - fields.lows(tops));
    picks[i].lanes = picked;
    word.at_or_after = (word.at_or_after & ~fields.whole(tops)) | (fields.whole(tops) & ~upto);
  }
}

// By age: the VC whose message is oldest.
void pick_oldest(MachineParts& p, std::size_t count);

// The picked lanes as VC numbers, ascending, ended by SwitchStage::kEnd. Returns their number.
inline std::size_t list_picks(MachineParts& p, std::size_t count) {
  std::uint32_t* pick = p.switches.picks();
  const SwitchStage::WordPick* word = p.switches.words();
  const SwitchStage::WordPick* const end = word + count;
  std::uint64_t lanes = word->lanes;
  while (word != end) {  // the step to the next word is arithmetic: nobody can predict which lane is a word's last
    *pick++ = word->first + static_cast<std::uint32_t>(__builtin_ctzll(lanes));
    lanes &= lanes - 1;
    const std::uint64_t last = lanes == 0 ? 1 : 0;
    word += last;
    lanes |= word->lanes & (std::uint64_t{0} - last);
  }
  *pick = SwitchStage::kEnd;
  return static_cast<std::size_t>(pick - p.switches.picks());
}

// Returns the number of picks.
template <typename Observer>
std::size_t decide(MachineParts& p, Observer& observer) {
  const std::size_t words = collect_movable(p, observer);
  if (p.config.channel_arbitration == ChannelArbitration::oldest) {
    pick_oldest(p, words);
  } else {
    pick_in_turn(p, words);
  }
  return list_picks(p, words);
}

}  // namespace dateline
