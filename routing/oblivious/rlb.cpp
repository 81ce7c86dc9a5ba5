#include "routing/oblivious/rlb.hpp"

#include <numeric>

#include "models/base/error.hpp"
#include "routing/oblivious/claimed_symmetries.hpp"
#include "routing/oblivious/shorter_way.hpp"

namespace dateline {
namespace {

std::uint32_t longest(const CubeTopology& topology, int d) { return topology.radix(d) - 1; }

}  // namespace

Rlb::Rlb(const CubeTopology& topology) : TwoPhase(topology, longest, Directions::remembered) {
  if (topology.kind() != CubeTopology::Kind::torus) throw ConfigError("rlb", "topology", topology.name(), "has no rings; allowed: torus");
  for (int d = 0; d < topology.dimensions(); ++d) {
    const std::uint64_t k = topology.radix(d);
    std::vector<Odds>& of_ring = odds_.emplace_back(k);
    for (std::uint64_t f = 1; f < k; ++f) {
      // + has f hops and is drawn with (k - f) / k, - has b = k - f hops and f / k. No hop in phase 1: 1 of f + 1 and
      // of b + 1.
      const std::uint64_t b = k - f;
      Odds& o = of_ring[f];
      o.stay = {b * (b + 1), f * (f + 1)};
      o.go = {f * o.stay[0], b * o.stay[1]};
      const std::uint64_t common = std::gcd(o.stay[0], o.stay[1]);
      for (std::uint64_t* w : {&o.stay[0], &o.stay[1], &o.go[0], &o.go[1]}) *w /= common;
    }
  }
}

TwoPhase::Odds Rlb::odds(int d, std::uint32_t at, std::uint32_t to) const {
  return odds_[static_cast<std::size_t>(d)][hops_along(topology(), d, at, to, true)];
}

std::vector<Symmetry> Rlb::symmetries() const { return claims(topology(), TieRule::split, Dimensions::alike); }

}  // namespace dateline
