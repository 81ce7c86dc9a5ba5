#include "tests/support/oracles/pair_flow.hpp"

#include <set>
#include <stdexcept>

#include "models/network/relation/route_graph.hpp"

namespace dateline::test {

std::vector<Rational> pair_flow(const Topology& topology, const RoutingRelation& relation, NodeId source, NodeId destination) {
  const RouteGraph graph(topology, relation, TerminalId(destination.value()), {TerminalId(source.value())});
  const auto order = graph.topological_order();
  if (order.empty()) throw std::logic_error("a header can go round");
  std::vector<Rational> flow(graph.places().size()), load(topology.channels());
  for (const RouteGraph::Start& s : graph.starts()) flow[s.place] += Rational(s.weight, s.total_weight);
  for (const std::uint32_t i : order) {
    const RouteGraph::Place& place = graph.places()[i];
    std::set<std::uint32_t> routes;
    for (const RouteGraph::Hop& hop : graph.hops(place)) {
      if (place.total_weight == 0) throw std::logic_error("the relation is adaptive");
      if (hop.candidate.exit != Exit::channel || !routes.insert(hop.candidate.route).second) continue;
      const Rational part = flow[i] * Rational(hop.candidate.weight, place.total_weight);
      load[hop.candidate.channel.value()] += part;
      flow[hop.to] += part;
    }
  }
  return load;
}

}  // namespace dateline::test
