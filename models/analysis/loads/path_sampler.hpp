// Draws paths of an oblivious relation: what one packet crosses, each choice by the relation's weights. The statistical
// counterpart of Propagation (B. Towles, section on the bipartite graph). Choices are counter-based: the same (seed,
// source, destination, number) gives the same path always.
// Throws ConfigError for adaptive relations, for those that absorb messages, and for paths longer than any sensible one
// (4 N + 64 hops: it would go round for ever).
#pragma once

#include <cstdint>
#include <vector>

#include "models/network/relation/relation.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

struct PathSample {
  std::uint64_t paths = 0;  // per pair; 0: exact
  std::uint64_t seed = 1;
};

class PathSampler {
 public:
  PathSampler(const Topology& topology, const RoutingRelation& relation, std::uint64_t seed);
  // The channels of path `number` from `source` to `destination`, in order. Valid until the next call.
  const std::vector<ChannelId>& path(TerminalId source, TerminalId destination, std::uint64_t number);

 private:
  const Topology& topology_;
  const RoutingRelation& relation_;
  std::uint64_t mixed_seed_;
  Candidates candidates_;
  std::vector<ChannelId> path_;
};

// Hops of a path from terminal 0, averaged over some destinations: for estimates of cost.
[[nodiscard]] double mean_path_hops(const Topology& topology, const RoutingRelation& relation);

}  // namespace dateline
