// Verifies the symmetries that a relation claims: a map g of nodes keeps the routing if gamma_c(i, j) =
// gamma_{g(c)}(g(i), g(j)) for every channel c and pair (i, j) of nodes with terminals (B. Towles, section on
// symmetry), and bandwidths too.
// All sources of a destination are compared at once by fingerprints: to every channel belongs a fixed random number r_c
// below the prime p = 2^61 - 1, and sum over c of gamma_c(i, j) r_c mod p, propagated backwards over the places, must
// equal the sum with r_{g(c)} of the image pair.
// Two different flows agree with probability 1 / p a pair (Schwartz and Zippel), so "verified" is wrong about once in
// 10^18 pairs.
// Networks of up to 256 nodes: every pair. Larger ones: all sources of seeded destinations and their images, at least
// 10,000 different pairs for each map.
// Cost: O(maps x destinations x places) at most. Throws InvariantError naming a symmetry that does not hold, and
// ConfigError as Propagation does.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/network/relation/relation.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

struct VerifiedSymmetry {
  std::string name;
  std::uint64_t pairs;  // that were compared
  bool exhaustive;      // all there are
};

// The symmetries that the relation claims and that analysis can use: none where something has failed (a claim is one of
// the whole network, and takes nodes that live to failed ones), or where the relation distinguishes terminals or
// absorbs messages; and only those that take routers to routers with as many terminals. To be verified before use.
[[nodiscard]] std::vector<Symmetry> usable_symmetries(const Topology& topology, const RoutingRelation& relation);
// The translations among them.
[[nodiscard]] std::vector<Symmetry> usable_translations(const Topology& topology, const RoutingRelation& relation);

// Destinations that verify_symmetries walks to, from all sources each: for estimates of cost.
[[nodiscard]] double symmetry_check_walks(const Topology& topology, const std::vector<Symmetry>& symmetries);

std::vector<VerifiedSymmetry> verify_symmetries(const Topology& topology, const RoutingRelation& relation, const std::vector<Symmetry>& symmetries);

}  // namespace dateline
