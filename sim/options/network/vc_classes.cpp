#include "sim/options/network/vc_classes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "models/analysis/loads/symmetry_check.hpp"
#include "models/network/relation/route_graph.hpp"
#include "models/network/relation/walk_ends.hpp"
#include "models/network/symmetry/orbits.hpp"
#include "models/network/topology/grid.hpp"

namespace dateline {
namespace {

// "0-2" of classes 0, 1 and 2; "0,2" where one between is not used.
std::string classes_text(std::uint32_t mask) {
  const bool run = (mask & (mask + 1)) == 0 && mask > 1;
  std::vector<int> classes;
  for (int c = 0; mask >> static_cast<unsigned>(c) != 0; ++c) {
    if ((mask >> static_cast<unsigned>(c) & 1U) != 0) classes.push_back(c);
  }
  return run ? fmt::format("0-{}", classes.back()) : fmt::format("{}", fmt::join(classes, ","));
}

}  // namespace

std::string classes_by_kind(const Topology& topology, const RoutingRelation& relation) {
  const std::vector<std::string> kinds = topology.kinds();
  if (kinds.size() < 2 || (topology.grid() != nullptr && topology.grid()->lattice())) return {};
  const WalkEnds ends(topology, relation);
  const std::vector<TerminalId> sources = ends.representatives();
  std::vector<std::uint32_t> used(kinds.size(), 0);
  RouteGraph graph(topology, relation);
  const Orbits orbits(topology, usable_symmetries(topology, relation));
  for (const Orbits::Representative& destination : orbits.nodes()) {
    ends.for_ends_at(destination.node, [&](std::uint32_t end) {
      graph.walk(ends.terminals(end).front(), sources);
      for (const RouteGraph::Place& place : graph.places()) {
        for (const RouteGraph::Hop& hop : graph.hops(place)) {
          if (hop.candidate.exit == Exit::channel) used[topology.channel(hop.candidate.channel).kind] |= hop.candidate.classes;
        }
      }
    });
  }
  std::vector<std::string> texts;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    if (used[kind] != 0) texts.push_back(fmt::format("{} {}", kinds[kind], classes_text(used[kind])));
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

}  // namespace dateline
