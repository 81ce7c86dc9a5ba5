// How far the tail of a packet alone in the network comes behind its head flit, over channels of different bandwidths;
// exactly, as the mean over the pattern (docs/reference/router-cycle.md, sections 1 and 3).
// Let k flits follow the head flit. Over a channel of bandwidth p/q a flit leaves floor(j q/p) cycles after the one j
// places before it at the earliest. What several channels hold back is held back by the slowest of them alone, since
// floor(a) + floor(b) <= floor(a + b): over a way whose slowest is s the tail is floor(k q_s/p_s) cycles behind.
// A head flit pays the routing delay r at every router that forwards it, and what is behind it catches up: of the
// spread u before a channel max(u - r, floor(k q/p)) is left behind it. Injection and ejection let a flit pass a cycle:
// u begins with k and is never below.
// A flit that waits for the place of the one d before it, d the depth of buffers, waits for its round trip; where that
// and r are d at most, the d flits between them take as long at any rate, and buffers hold nothing back (bounds.cpp).
// A packet that is absorbed on its way begins anew.
// Cost: the places of all walks, times the different spreads at a place (at most one a bandwidth where r = 0).
#pragma once

#include <cstdint>

#include "models/base/numbers/rational.hpp"
#include "models/network/relation/relation.hpp"
#include "models/network/topology/topology.hpp"
#include "models/network/traffic_pattern.hpp"

namespace dateline {

struct SpreadInput {
  std::uint64_t flits_behind;   // the head flit
  std::uint64_t routing_delay;  // cycles
  bool alone;                   // LoadOptions::alone
};

// Cycles, summed over the segments of a packet, the mean of all packets. Loads must be known (channel_load.hpp) and
// some source send; bandwidths are above 0 and at most 1.
[[nodiscard]] Rational mean_spread(const Topology& topology, const RoutingRelation& relation, const TrafficPattern& pattern,
                                   const SpreadInput& input);

}  // namespace dateline
