#include "models/analysis/worst_case/sample_error.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace dateline {

double sampled_load_error(const Topology& topology, const RoutingRelation& relation, const PairLoads& loads, PathSample sample, ChannelId channel,
                          const std::vector<TerminalId>& permutation) {
  // Per pair (index of the representative, destination), the channels whose crossings its paths stand for; channels repeat.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<ChannelId>> channels_of;
  loads.walk().for_all([&](NodeId node, std::uint32_t representative, const OrbitWalk::Automorphism& map) {
    const std::uint32_t destination = map.inverse[permutation[node.value()].value()];
    channels_of[{representative, destination}].push_back(loads.image(channel, map.inverse));
  });
  PathSampler sampler(topology, relation, sample.seed);
  std::vector<std::uint32_t> stands_for(topology.channels(), 0);
  const double paths = static_cast<double>(sample.paths);
  double variance = 0;
  for (const auto& [pair, channels] : channels_of) {
    for (const ChannelId c : channels) ++stands_for[c.value()];
    double sum = 0, squares = 0;
    for (std::uint64_t i = 0; i < sample.paths; ++i) {
      double crossings = 0;
      for (const ChannelId c : sampler.path(loads.walk().representatives()[pair.first], NodeId(pair.second), i)) crossings += stands_for[c.value()];
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
