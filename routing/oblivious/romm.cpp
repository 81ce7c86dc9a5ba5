#include "routing/oblivious/romm.hpp"

#include "routing/oblivious/claimed_symmetries.hpp"
#include "routing/oblivious/shorter_way.hpp"

namespace dateline {
namespace {

std::uint32_t longest(const CubeTopology& topology, int d) {
  return topology.kind() == CubeTopology::Kind::torus ? topology.radix(d) / 2 : topology.radix(d) - 1;
}

}  // namespace

Romm::Romm(const CubeTopology& topology, TieRule tie_rule) : TwoPhase(topology, longest, Directions::follow_from_place), tie_rule_(tie_rule) {}

TwoPhase::Odds Romm::odds(int d, std::uint32_t at, std::uint32_t to) const {
  const Way way = shorter_way(topology(), d, at, to, tie_rule_);
  const std::uint64_t hops = hops_along(topology(), d, at, to, way != Way::minus);
  switch (way) {
    case Way::plus:
      return {{1, 0}, {hops, 0}};
    case Way::minus:
      return {{0, 1}, {0, hops}};
    case Way::either:
      break;
  }
  // Split: of the h + 1 coordinates on either side one is the source's. Union: of k = 2h coordinates one is the
  // source's, and one, at distance h, is reached either way with 1/2.
  if (tie_rule_ == TieRule::union_) return {{1, 1}, {2 * hops - 1, 2 * hops - 1}, true};
  return {{1, 1}, {hops, hops}};
}

std::vector<Symmetry> Romm::symmetries() const { return claims(topology(), tie_rule_, Dimensions::alike); }

}  // namespace dateline
