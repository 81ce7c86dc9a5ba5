// Exact channel loads: the expected number of packets per cycle over every channel when each source sends one packet
// per cycle by the pattern. Probability is propagated over the places a header can reach, for one destination at a
// time, so equal states merge. A source is a terminal; where a relation looks at routers only the pattern is summed by
// routers (end_traffic.hpp).
// Source: B. Towles, worst-case permutations, section on channel load; gamma_max = 1 / ideal throughput (W. Dally and
// B. Towles, 2004).
// Units: packets/cycle per channel at an offered load of one packet/terminal/cycle; equal to flits/cycle at one
// flit/terminal/cycle.
// Where every permutation keeps the pattern and the relation claims symmetries (of a cube: translations), one
// destination per orbit of nodes is walked, from all sources at once; the claims are verified first
// (symmetry_check.hpp). Sampled: the mean over seeded paths of every pair, or of the pairs of one source an orbit, and
// its standard error. Cost: O(N x places per destination), or orbits x places per destination (estimated as orbits x N
// x hops) and what the symmetry check takes, N x places up to 256 nodes.
// A message that is absorbed on its way is injected again: its later segments load channels too, and it loads the
// injection channel of the node where that happens (not when sampled: such relations are refused).
// Throws ConfigError for adaptive relations, BudgetError where `budget` would be passed.
#pragma once

#include <cstdint>
#include <vector>

#include "models/analysis/loads/path_sampler.hpp"
#include "models/base/numbers/rational.hpp"
#include "models/network/relation/relation.hpp"
#include "models/network/topology/topology.hpp"
#include "models/network/traffic_pattern.hpp"

namespace dateline {

struct ChannelLoads {
  std::vector<Rational> load;  // per channel
  Rational demand;             // sum over sources of their shares
  Rational gamma_max;          // the largest load / bandwidth
  ChannelId busiest;           // the first channel that has it
  Rational mean_hops;          // per packet; 0 if no source sends
  // Where messages are absorbed on their way, a packet, 0 elsewhere: how often by a fault, and how often at the end of
  // a segment; both together at each node, none elsewhere; and what a terminal injects at most, its own messages and,
  // the first of its router, those injected again there.
  Rational mean_absorptions, mean_intermediate_stops;
  [[nodiscard]] Rational mean_reinjections() const { return mean_absorptions + mean_intermediate_stops; }
  std::vector<Rational> absorbed;  // per node
  Rational injection_max;
  NodeId busiest_injection;
  // What a terminal can inject at most, in flits/cycle: 1, less where it injects others' messages again.
  [[nodiscard]] Rational injection_limit() const { return mean_reinjections() > 0 && injection_max > 1 ? 1 / injection_max : Rational(1); }
  bool by_symmetry = false;
  std::vector<double> standard_error;  // per channel, if sampled; else empty
};

struct LoadOptions {
  bool use_symmetry = true;
  double budget = 1e18;  // places to walk, estimated beforehand; exact loads only
  // of an adaptive relation: what messages load each of which is alone in the network; exact only
  bool alone = false;
  PathSample sample;  // 2 or more paths a pair: loads are estimated, with standard errors; none: exact
};

[[nodiscard]] ChannelLoads channel_load(const Topology& topology, const RoutingRelation& relation, const TrafficPattern& pattern,
                                        const LoadOptions& options = {});

// An estimate of the places that channel_load would walk; what the budget is compared with.
[[nodiscard]] double channel_load_cost(const Topology& topology, const RoutingRelation& relation, const TrafficPattern& pattern, bool use_symmetry);

}  // namespace dateline
