// All products of some node maps, listed: for tests of what is computed from generators alone. For small groups.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "models/network/relation/relation.hpp"

namespace dateline::test {

using NodeMap = std::vector<std::uint32_t>;  // [v] is where node v goes

[[nodiscard]] inline NodeMap map_of(const Symmetry& symmetry) {
  NodeMap map;
  for (const NodeId v : symmetry.image) map.push_back(v.value());
  return map;
}

[[nodiscard]] inline Symmetry symmetry_of(const NodeMap& map, const char* name) {
  Symmetry symmetry{Symmetry::Kind::automorphism, name, {}};
  for (const std::uint32_t v : map) symmetry.image.emplace_back(v);
  return symmetry;
}

// The identity and all products of the generators.
[[nodiscard]] inline std::set<NodeMap> group_of(std::uint32_t nodes, const std::vector<Symmetry>& generators) {
  NodeMap identity;
  for (std::uint32_t v = 0; v < nodes; ++v) identity.push_back(v);
  std::set<NodeMap> group = {identity};
  std::vector<NodeMap> fresh = {identity};
  while (!fresh.empty()) {
    const NodeMap map = fresh.back();
    fresh.pop_back();
    for (const Symmetry& g : generators) {
      NodeMap product;
      for (const std::uint32_t v : map) product.push_back(g.image[v].value());
      if (group.insert(product).second) fresh.push_back(product);
    }
  }
  return group;
}

}  // namespace dateline::test
