// The rule of arbitration (RouterConfig::output_arbitration), in one place: which of the packets that ask for an output
// or an input port comes first. Where the rule ranks several alike, the pointer's turn decides between them.
#pragma once

#include <type_traits>

#include "sim/core/state/layout/vc_numbering.hpp"
#include "sim/core/state/packet/packet_pool.hpp"

namespace dateline {

template <OutputArbitration kRule>
using Rule = std::integral_constant<OutputArbitration, kRule>;

// Calls by(Rule<rule>()): a loop over requests is compiled for each rule.
template <typename By>
auto with_rule(OutputArbitration rule, By by) {
  switch (rule) {
    case OutputArbitration::oldest:
      return by(Rule<OutputArbitration::oldest>());
    case OutputArbitration::priority:
      return by(Rule<OutputArbitration::priority>());
    case OutputArbitration::round_robin:
      break;
  }
  return by(Rule<OutputArbitration::round_robin>());
}

// Below 0: `a` comes before `b`; 0: the rule ranks them alike.
template <OutputArbitration kRule>
[[nodiscard]] int compare(PacketId a, PacketId b, const PacketPool& packets) {
  if constexpr (kRule == OutputArbitration::oldest) return packets.older(a, b) ? -1 : 1;
  if constexpr (kRule == OutputArbitration::priority) return packets[b].order.priority - packets[a].order.priority;
  return 0;  // round-robin
}

// What a word's fields pick among the foremost, and their pointers after it; a rule that ranks no two alike needs none.
template <OutputArbitration kRule>
[[nodiscard]] FieldTurn take_turn(Rule<kRule> /*rule*/, const Fields& fields, std::uint64_t foremost, std::uint64_t at_or_after) {
  if constexpr (kRule == OutputArbitration::oldest) return {foremost, at_or_after};
  return fields.take_turn(foremost, at_or_after);
}

// Those of `vcs` (not empty; bits of any unsigned type) before which no other comes; the packet of bit v is
// packet_of(v).
template <OutputArbitration kRule, typename Bits, typename PacketOf>
[[nodiscard]] Bits foremost_of(Rule<kRule> /*rule*/, Bits vcs, PacketOf packet_of, const PacketPool& packets) {
  if (kRule == OutputArbitration::round_robin || (vcs & (vcs - 1)) == 0) return vcs;
  Bits best = vcs & ~(vcs - 1);
  PacketId first = packet_of(lowest_bit(best));
  for (Bits rest = vcs & (vcs - 1); rest != 0; rest &= rest - 1) {
    const PacketId packet = packet_of(lowest_bit(rest));
    const int order = compare<kRule>(packet, first, packets);
    if (order > 0) continue;
    best = (order < 0 ? 0 : best) | (rest & ~(rest - 1));
    first = packet;
  }
  return best;
}

// The same on every channel of the word that begins at VC number `first`; the packet of a VC is packet_of(vc).
template <OutputArbitration kRule, typename PacketOf>
[[nodiscard]] std::uint64_t foremost(Rule<kRule> rule, std::uint64_t vcs, std::uint32_t first, const Fields& fields, PacketOf packet_of,
                                     const PacketPool& packets) {
  if (kRule == OutputArbitration::round_robin) return vcs;
  const auto packet = [&](std::uint32_t bit) { return packet_of(VcId(first + bit)); };
  std::uint64_t all = 0;
  for (std::uint64_t tops = fields.tops(vcs); tops != 0; tops &= tops - 1) {
    all |= foremost_of(rule, vcs & fields.whole(tops & ~(tops - 1)), packet, packets);
  }
  return all;
}

}  // namespace dateline
