// Phase 3: every channel that can move picks one of its VCs, all channels of a word (64 VC numbers) at once. A VC can
// move if a flit waits for it and a place is free; round-robin picks the first such VC at or after the channel's
// pointer, which then moves behind it.
#pragma once

#include <algorithm>

#include "sim/core/state/external_ports.hpp"
#include "sim/core/state/tile.hpp"

namespace dateline {

// Words in which some channel can move, ended by a word without lanes. Returns their number.
template <typename Observer>
std::size_t collect_movable(MachineParts& p, Observer& observer) {
  SwitchStage::WordPick* out = p.switches.words();
  const VcWord* const words = p.store.words().data();
  p.store.for_each_live_word([&](std::uint32_t w) {
    const std::uint64_t movable = words[w].avail & words[w].space;
    const std::uint64_t own = Observer::kOpen ? movable & ~p.open->own_lanes(w) : movable;
    out->lanes = own;
    out->first = w * 64;
    out += own != 0 ? 1 : 0;
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

// Round-robin: the pointers move with the pick, and are kept as they were for a pick that is not granted (per-port
// crossbar).
inline void pick_in_turn(MachineParts& p, std::size_t count) {
  const Fields fields = p.numbering.fields();
  VcWord* const words = p.store.words().data();
  SwitchStage::WordPick* const picks = p.switches.words();
  for (std::size_t i = 0; i < count; ++i) {
    VcWord& word = words[picks[i].first / 64];
    picks[i].at_or_after = word.at_or_after;
    const FieldTurn turn = fields.take_turn(picks[i].lanes, word.at_or_after);
    picks[i].lanes = turn.picked;
    word.at_or_after = turn.at_or_after;
  }
}

// The bit of that VC among `lanes` (not empty), of the word that begins at VC number `first`, whose message is oldest.
template <typename MessageOf>
[[nodiscard]] std::uint64_t oldest_lane(std::uint64_t lanes, std::uint32_t first, MessageOf message_of, const MessagePool& messages) {
  std::uint64_t best = lanes & ~(lanes - 1);
  for (std::uint64_t rest = lanes & (lanes - 1); rest != 0; rest &= rest - 1) {
    const auto message = [&](std::uint64_t lane) { return message_of(VcId(first + static_cast<std::uint32_t>(__builtin_ctzll(lane)))); };
    if (messages.older(message(rest), message(best))) best = rest & ~(rest - 1);
  }
  return best;
}

// Those of `lanes` (of any channels of a word) whose messages have the highest priority among them on their channel.
template <typename MessageOf>
[[nodiscard]] std::uint64_t lanes_of_highest_priority(std::uint64_t lanes, std::uint32_t first, const Fields& fields, MessageOf message_of,
                                                      const MessagePool& messages) {
  std::uint64_t highest = 0;
  for (std::uint64_t tops = fields.tops(lanes); tops != 0; tops &= tops - 1) {
    std::uint64_t best = 0;
    int best_priority = -1;
    for (std::uint64_t rest = lanes & fields.whole(tops & ~(tops - 1)); rest != 0; rest &= rest - 1) {
      const std::uint64_t lane = rest & ~(rest - 1);
      const int priority = messages[message_of(VcId(first + static_cast<std::uint32_t>(__builtin_ctzll(lane))))].order.priority;
      if (priority > best_priority) best = 0;
      if (priority >= best_priority) best |= lane;
      best_priority = std::max(priority, best_priority);
    }
    highest |= best;
  }
  return highest;
}

// By age: the VC whose message is oldest.
void pick_oldest(MachineParts& p, std::size_t count);
// By priority: in turn among the VCs whose messages have the highest.
void pick_by_priority(MachineParts& p, std::size_t count);

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
  if (p.config.channel_arbitration == ChannelArbitration::round_robin) {
    pick_in_turn(p, words);
  } else if (p.config.channel_arbitration == ChannelArbitration::oldest) {
    pick_oldest(p, words);
  } else {
    pick_by_priority(p, words);
  }
  return list_picks(p, words);
}

}  // namespace dateline
