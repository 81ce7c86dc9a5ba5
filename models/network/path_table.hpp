// An oblivious routing given as paths: for every pair of nodes, weighted paths; a packet takes one with probability weight / sum of the pair.
// A relative table holds the paths of source 0 only; those of source s are the same moved along by the translation that takes node 0 to s
// (torus and hypercube). Pairs of a node with itself have no paths.
#pragma once

#include <cstdint>
#include <vector>

#include "models/network/ids.hpp"

namespace dateline {

struct WeightedPath {
  std::uint64_t weight = 1;         // at least 1
  std::vector<ChannelId> channels;  // from source to destination, each beginning where the one before ends
};

struct PathTable {
  bool relative = false;
  std::vector<std::vector<WeightedPath>> paths;  // [destination] if relative, else [source x N + destination]
};

}  // namespace dateline
