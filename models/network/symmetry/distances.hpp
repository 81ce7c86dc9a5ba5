// Distances: the fewest channels of a way. Between all terminals they are walked from one router of every orbit of the
// topology's automorphisms, which Orbits verifies.
// Cost: O(channels) a router that is walked from.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "models/base/numbers/rational.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

inline constexpr std::uint32_t kUnreached = 0xffffffffU;
// From a router to every other; kUnreached where no way leads.
[[nodiscard]] std::vector<std::uint32_t> hops_from(const Topology& topology, NodeId router);

struct Distances {
  std::uint32_t diameter;  // the largest between routers that have terminals
  Rational mean;           // from a terminal to all others; 0 between two of one router
};
// The topology is strongly connected. `progress` is called with the part that is done, before every walk.
[[nodiscard]] Distances distances(const Topology& topology, const std::function<void(double part)>& progress = {});

}  // namespace dateline
