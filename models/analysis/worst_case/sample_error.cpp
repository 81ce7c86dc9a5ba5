#include "models/analysis/worst_case/sample_error.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace dateline {

double sampled_load_error(const Topology& topology, const RoutingRelation& relation, const PairLoads& loads, PathSample sample, ChannelId channel,
                          const std::vector<TerminalId>& permutation) {
  // Per pair (index of the representative, end of the destination), the channels whose crossings its paths stand for;
  // channels repeat.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<ChannelId>> channels_of;
  const WalkEnds& ends = loads.ends();
  loads.for_all([&](std::uint32_t end, std::uint32_t representative, const OrbitWalk::Automorphism& map) {
    const ChannelId origin = loads.image(channel, map.inverse);
    for (const TerminalId source : ends.terminals(end)) {
      channels_of[{representative, ends.image(ends.of(permutation[source.value()]), map.inverse)}].push_back(origin);
    }
  });
  PathSampler sampler(topology, relation, sample.seed);
  std::vector<std::uint32_t> stands_for(topology.channels(), 0);
  const double paths = static_cast<double>(sample.paths);
  double variance = 0;
  for (const auto& [pair, channels] : channels_of) {
    for (const ChannelId c : channels) ++stands_for[c.value()];
    const TerminalId to = ends.terminals(pair.second).front();
    double sum = 0, squares = 0;
    for (std::uint64_t i = 0; i < sample.paths; ++i) {
      double crossings = 0;
      for (const ChannelId c : sampler.path(loads.representatives()[pair.first], to, i)) crossings += stands_for[c.value()];
      sum += crossings;
      squares += crossings * crossings;
    }
    const double mean = sum / paths;
    variance += std::max(0.0, squares / paths - mean * mean) / (paths - 1);
    for (const ChannelId c : channels) stands_for[c.value()] = 0;
  }
  return std::sqrt(variance);
}

}  // namespace dateline
