#include "models/analysis/optimal/found_table.hpp"

#include <algorithm>
#include <iterator>

#include "models/analysis/optimal/exact_routing.hpp"
#include "models/analysis/optimal/routing_orbits.hpp"
#include "models/network/symmetry/orbits.hpp"
#include "models/network/topology/cube.hpp"
#include "models/network/topology/grid.hpp"

namespace dateline {

bool translations_reach_all(const Topology& topology, const std::vector<Symmetry>& automorphisms) {
  if (topology.grid() == nullptr || !topology.grid()->cyclic()) return false;
  std::vector<Symmetry> moves;
  std::copy_if(automorphisms.begin(), automorphisms.end(), std::back_inserter(moves),
               [&](const Symmetry& s) { return s.kind == Symmetry::Kind::translation && keeps_terminals(topology, s); });
  return Orbits(topology, moves).nodes().size() == 1;
}

std::optional<Rational> as_limit(double gamma) {
  constexpr double kNear = 1e-8;
  const Rational simple = simplest_fraction(gamma, kNear);
  return denominator(simple) < 10'000 ? std::optional(simple) : std::nullopt;
}

Rational mean_hops(const Topology& topology, const PathTable& table) {
  Rational sum = 0;
  std::uint64_t pairs = 0;
  for (std::size_t pair = 0; pair < table.paths.size(); ++pair) {
    const auto source = static_cast<std::uint32_t>(pair / topology.nodes()), destination = static_cast<std::uint32_t>(pair % topology.nodes());
    const std::uint64_t of_terminals = terminal_pairs(topology, NodeId(source), NodeId(destination));
    Integer weight = 0, hops = 0;
    for (const WeightedPath& path : table.paths[pair]) {
      weight += path.weight;
      hops += Integer(path.weight) * path.channels.size();
    }
    pairs += of_terminals;
    if (weight > 0) sum += Rational(hops * of_terminals, weight);
  }
  return pairs == 0 ? sum : Rational(sum / pairs);
}

}  // namespace dateline
