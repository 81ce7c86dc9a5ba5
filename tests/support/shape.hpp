// A cube-family network as the tests see it: name and distances from the definition alone, with no code of the
// simulator.
// Coordinates: index = x0 + k0 (x1 + k1 (...)), x0 the lowest dimension. A hypercube has radix 2 in every dimension.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/network/topology/cube.hpp"

namespace dateline::test {

struct Shape {
  CubeTopology::Kind kind;
  std::vector<std::uint32_t> radices;

  [[nodiscard]] std::string name() const;  // "torus:4x3", "hypercube:6"
  [[nodiscard]] std::uint32_t nodes() const;
  [[nodiscard]] std::uint32_t hops(std::uint32_t from, std::uint32_t to) const;  // of a shortest way
};

[[nodiscard]] Shape torus(std::vector<std::uint32_t> radices);
[[nodiscard]] Shape mesh(std::vector<std::uint32_t> radices);
[[nodiscard]] Shape hypercube(std::size_t dimensions);

}  // namespace dateline::test
