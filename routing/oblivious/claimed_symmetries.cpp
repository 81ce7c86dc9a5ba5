#include "routing/oblivious/claimed_symmetries.hpp"

#include <iterator>
#include <utility>

#include "models/network/topology/cube_symmetries.hpp"

namespace dateline {

std::vector<Symmetry> claims(const CubeTopology& topology, TieRule tie_rule, Dimensions dimensions) {
  const bool torus = topology.kind() == CubeTopology::Kind::torus;
  std::vector<Symmetry> claimed = translations(topology, torus && tie_rule == TieRule::parity);
  const auto claim = [&](std::vector<Symmetry> more) { std::move(more.begin(), more.end(), std::back_inserter(claimed)); };
  claim(reflections(topology, tie_rule == TieRule::parity ? 1 : 0, torus && tie_rule == TieRule::plus));
  if (dimensions == Dimensions::alike) claim(dimension_swaps(topology));
  return claimed;
}

}  // namespace dateline
