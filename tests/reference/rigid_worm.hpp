// Rigid-worm model M1 on a hypercube: a worm of M flits moves as a unit, one channel per cycle, or stays as it is.
// Source: reference micro-model of Hou, Wang, Ku and Hsu (TPDS 2001), table 1. Message = 1 header flit + B bytes, M = B
// + 1.
// One injection and one ejection channel per node, each exclusive and costing one cycle; minimal paths by a rule on
// turns: a header asks for all dimensions that break no turn and after which it can still finish, and takes the lowest
// that is free. The default is e-cube: dimensions corrected in ascending order.
// A channel is free for another header in the cycle after the one in which the tail left its buffer (period M + 1 when
// saturated).
// Contention: first come, first served by arrival at the router; same cycle: lower input dimension first, injection
// last.
// Uncontended completion over D dimensions: M + D + 1.
// Cost O(cycles x nodes). Throws std::invalid_argument (not a permutation, size, length) and std::runtime_error (no
// progress).
#pragma once

#include <cstdint>
#include <vector>

namespace dateline::reference {

// May a message that came to `node` by dimension `from` leave by dimension `to`?
using WormTurns = bool (*)(std::uint32_t node, int from, int to);
[[nodiscard]] inline bool ascending_turns(std::uint32_t /*node*/, int from, int to) { return to > from; }

// Every node x sends one message of length flits to permutation[x], all generated in cycle 0; fixed points send
// nothing.
// Returns by source the completion cycle: 1 + the cycle in which the tail crosses the ejection channel; 0 for a fixed
// point.
[[nodiscard]] std::vector<long long> rigid_packet_completions(int dimensions, const std::vector<int>& permutation, int length,
                                                              WormTurns may_turn = ascending_turns);

}  // namespace dateline::reference
