// Adaptiveness: of all minimal paths of a pair, the share that some message may take under a relation, meant over
// ordered pairs of different nodes. A path is its channels; weights and VC classes do not count. 1: fully adaptive.
// Source: C. Glass and L. Ni, The turn model, 1992 (S_p / S_f).
// None where it says nothing: some path is not minimal, something has failed, a router has other than one terminal, or
// the work, destinations x channels x classes, is more than kMostAdaptivenessSteps.
// A header's states are followed together (two draws may lead over one path), so that no path counts twice.
// Cost: O(N x places x candidates), each with a lookup.
#pragma once

#include <optional>

#include "models/base/numbers/rational.hpp"
#include "models/network/relation/relation.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

inline constexpr double kMostAdaptivenessSteps = 1 << 20;

[[nodiscard]] std::optional<Rational> adaptiveness(const Topology& topology, const RoutingRelation& relation);

}  // namespace dateline
