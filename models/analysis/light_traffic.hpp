// Light-traffic slope: how fast the mean latency rises from its zero-load value L0. With lambda messages/node/cycle of M flits,
//   L = L0 + lambda M^2 Kbar + O(lambda^2),   Kbar = sum over flows f, g of (p_f / demand) p_g P(a path of f and a path of g share a channel),
// a flow being a source, a destination and its probability p; the paths of f and g are drawn independently, g = f is included, and flows of one
// source always share: the injection channel. Under uniform traffic with one path a pair: flows that share a channel with a random flow, over N - 1.
// Source: a pair argument; two worms whose headers reach a fairly shared channel tau cycles apart, |tau| < M, each lose M - |tau| cycles, and the sum
// of M - |tau| over all tau is M^2. (Headers of the same cycle lose M - 1/2: noticed with messages of one or two flits only, whose slope is smaller.)
// Holds while worms share channels and never wait for VCs: two VCs for every hop (checked), round-robin channels, Poisson sources, ideal ejection,
// buffers that stream, bandwidth 1 (checked), and paths that meet in one stretch (dimension order; paths that meet again are counted once). Routing
// delay and channel latency do not matter. Cost: the crossings of all flows to list them, then for every path of one source per orbit of nodes the
// flows on its channels; 8 bytes a crossing. Throws ConfigError: adaptive routing, too few VCs, more paths a pair than allowed, work beyond the
// budget, nobody sends.
#pragma once

#include <cstdint>

#include "models/network/rational.hpp"
#include "models/network/relation.hpp"
#include "models/network/topology.hpp"
#include "models/network/traffic_pattern.hpp"

namespace dateline {

struct LightTrafficOptions {
  int vcs = 4;                              // per channel; VC v serves class floor(v classes / vcs)
  std::uint32_t path_limit = 16;            // paths of one pair
  std::size_t crossing_limit = 20'000'000;  // channels of all paths of all flows, kept in memory
  double budget = 2e9;                      // flows looked at
  bool use_symmetry = true;
};

// Kbar, exact; the latency rises by M Kbar cycles for each flit/node/cycle of load.
[[nodiscard]] Rational light_traffic_slope(const Topology& topology, const RoutingRelation& relation, const TrafficPattern& pattern,
                                           const LightTrafficOptions& options);

}  // namespace dateline
