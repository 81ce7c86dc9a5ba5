#include "models/network/symmetry/orbit_walk.hpp"

#include <fmt/format.h>

#include <numeric>

#include "models/base/error.hpp"

namespace dateline {

OrbitWalk::OrbitWalk(std::uint32_t nodes, const std::vector<Symmetry>& generators) : nodes_(nodes), children_(nodes) {
  for (const Symmetry& g : generators) {
    auto& image = generators_.emplace_back(nodes);
    auto& inverse = inverses_.emplace_back(nodes, nodes);  // nodes: not hit yet
    if (g.image.size() != nodes) throw InvariantError(fmt::format("{} is no permutation of the nodes", g.name));
    for (std::uint32_t v = 0; v < nodes; ++v) {
      image[v] = g.image[v].value();
      if (image[v] >= nodes || inverse[image[v]] != nodes) throw InvariantError(fmt::format("{} is no permutation of the nodes", g.name));
      inverse[image[v]] = v;
    }
  }
  std::vector<bool> seen(nodes, false);
  for (std::uint32_t r = 0; r < nodes; ++r) {
    if (seen[r]) continue;
    representatives_.emplace_back(r);
    seen[r] = true;
    std::vector<std::uint32_t> queue = {r};  // breadth first: shallow trees
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (std::uint32_t g = 0; g < generators_.size(); ++g) {
        const std::uint32_t to = generators_[g][queue[i]];
        if (seen[to]) continue;
        seen[to] = true;
        children_[queue[i]].push_back({to, g});
        queue.push_back(to);
      }
    }
  }
}

OrbitWalk::Automorphism OrbitWalk::identity() const {
  Automorphism map;
  map.image.resize(nodes_);
  std::iota(map.image.begin(), map.image.end(), 0U);
  map.inverse = map.image;
  return map;
}

OrbitWalk::Automorphism OrbitWalk::moved(const Automorphism& g, std::uint32_t generator) const {
  Automorphism map;
  map.image.resize(nodes_);
  map.inverse.resize(nodes_);
  for (std::uint32_t v = 0; v < nodes_; ++v) {
    map.image[v] = generators_[generator][g.image[v]];
    map.inverse[v] = g.inverse[inverses_[generator][v]];
  }
  return map;
}

}  // namespace dateline
