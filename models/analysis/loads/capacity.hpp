// What a topology can carry at best under uniform traffic: the load by which throughputs are normalised.
// Source: B. Towles, worst-case permutations; the load of uniform-self traffic under dimension order with split ties,
// in closed form: with one terminal a router, a torus ring of k nodes k/8 (k even) or (k^2-1)/(8k) (k odd), a mesh row
// k/4 or (k^2-1)/(4k), a hypercube 1/2; mixed radix: the largest.
#pragma once

#include <optional>

#include "models/base/numbers/rational.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

// Packets/cycle on the busiest channel at one packet/terminal/cycle: t times as much with t terminals at every router.
// None of what is no lattice, and where routers differ in their terminals.
[[nodiscard]] std::optional<Rational> capacity_load(const Topology& topology);

}  // namespace dateline
