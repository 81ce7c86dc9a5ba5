// Light-traffic slope: how fast the mean latency rises from its zero-load value L0. With lambda messages/terminal/cycle
// of M flits,
//   L = L0 + lambda M^2 Kbar + O(lambda^2),   Kbar = sum over flows f, g of (p_f / demand) p_g P(a path of f and a path of g share a channel),
// a flow being a source, a destination and its probability p; the paths are drawn independently, g = f is included, and
// flows of one source always share: the injection channel. Where packets leave by an ejection channel those of one
// destination always share that. Uniform traffic, one path a pair: the flows that share a channel with a random flow,
// over N - 1.
// Source: a pair argument. Two worms whose headers reach a fairly shared channel tau cycles apart, |tau| < M, lose M -
// |tau| cycles each; the sum over all tau is M^2. (Headers of one cycle lose M - 1/2 on average: M^2 - 1/2 is exact,
// and below 4 flits the formula is refused.)
// Holds while worms share channels and never wait for VCs: two VCs for every hop (checked), round-robin channels,
// Poisson sources, buffers of 2 x channel latency (checked), no routing delay (checked: flits gathered behind a
// waiting header make up for part of the loss), bandwidth 1 and one injection channel a terminal (checked), and
// paths that meet in one stretch, as those of dimension order do; paths that meet again are counted once.
// Cost: all crossings of all flows are listed, 8 bytes each; then, for every path of the terminals of one router an
// orbit, the flows on its channels.
// Throws ConfigError: a checked condition fails, adaptive routing, more paths a pair than allowed, work beyond the
// limits, no source sends.
#pragma once

#include <cstdint>

#include "models/analysis/latency/bounds.hpp"
#include "models/base/numbers/rational.hpp"
#include "models/network/relation/relation.hpp"
#include "models/network/topology/topology.hpp"
#include "models/network/traffic_pattern.hpp"

namespace dateline {

struct LightTrafficOptions {
  BoundsInput machine{1, 0, 2, 32};
  int vcs = 4;                              // per channel; VC v serves class floor(v classes / vcs)
  std::uint32_t path_limit = 16;            // paths of one pair
  std::size_t crossing_limit = 30'000'000;  // channels of all paths of all flows, kept in memory
  double budget = 2e9;                      // flows examined
  bool use_symmetry = true;
};

// Kbar, exact; the latency rises by M Kbar cycles for each flit/terminal/cycle of load.
[[nodiscard]] Rational light_traffic_slope(const Topology& topology, const RoutingRelation& relation, const TrafficPattern& pattern,
                                           const LightTrafficOptions& options);

}  // namespace dateline
