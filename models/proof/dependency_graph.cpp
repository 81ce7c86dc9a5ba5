#include "models/proof/dependency_graph.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/network/error.hpp"
#include "models/proof/dependency_sets.hpp"
#include "models/proof/escape_dependencies.hpp"
#include "models/proof/header_graph.hpp"

namespace dateline {
namespace {

bool any_escape(const HopReader::Escapes& escapes) {
  return std::any_of(escapes.classes.begin(), escapes.classes.end(), [](std::uint16_t classes) { return classes != 0; });
}

// Walks all destinations; what the headers of each may hold and ask for goes into `dependencies`.
void walk_all(const std::vector<TerminalId>& destinations, HeaderGraph& graph, DependencySets& dependencies, DeadlockProof& proof) {
  Rational hops = 0;
  for (const TerminalId t : destinations) {
    graph.walk(t);
    dependencies.add(graph);
    if (!graph.goes_round()) {
      proof.delivered_pairs += graph.arrivals().pairs();
      proof.delivered_self_pairs += graph.arrivals().self_pairs();
    }
    if (graph.arrivals().counts_hops()) hops += graph.arrivals().expected_hops();
  }
  if (graph.arrivals().counts_hops() && proof.pairs > 0) proof.mean_hops = hops / proof.pairs;
  proof.vertices = dependencies.used();
}

// The escapes' extended dependencies decide; returns a cycle among them, empty if there is none.
std::vector<std::uint32_t> prove_by_escapes(const std::vector<TerminalId>& destinations, HeaderGraph& graph, int classes, DeadlockProof& proof) {
  EscapeDependencies dependencies(graph.escapes().classes, classes);
  for (const TerminalId t : destinations) {
    graph.walk(t);
    dependencies.add(graph);
  }
  const Digraph escapes = dependencies.take();
  auto cycle = escapes.shortest_cycle();
  proof.deadlock_free = proof.by_escape = cycle.empty();
  proof.dependencies = escapes.edges();
  proof.reason = cycle.empty() ? "the extended dependency graph of the escape channels is acyclic (Duato)"
                               : "the extended dependency graph of the escape channels has a cycle";
  return cycle;
}

DeadlockProof prove(const Topology& topology, const RoutingRelation& relation) {
  DeadlockProof proof;
  HeaderGraph graph(topology, relation);
  DependencySets dependencies(topology, relation.classes());
  const auto destinations = WalkEnds(topology, relation).representatives();
  proof.self_pairs = relation.faults() == nullptr ? topology.terminals() : relation.faults()->healthy_terminals();
  proof.pairs = proof.self_pairs * (proof.self_pairs - 1);
  walk_all(destinations, graph, dependencies, proof);
  const Digraph full = dependencies.digraph();
  proof.dependencies = full.edges();
  auto cycle = full.shortest_cycle();
  proof.deadlock_free = cycle.empty();
  proof.reason = cycle.empty() ? "the channel-dependency graph is acyclic" : "the channel-dependency graph has a cycle";
  if (!cycle.empty() && any_escape(graph.escapes())) {
    if (graph.escapes().everywhere) {
      cycle = prove_by_escapes(destinations, graph, relation.classes(), proof);
    } else {
      proof.reason = "the dependency graph has a cycle, and some place offers no escape channel";
    }
  }
  const auto classes = static_cast<std::uint32_t>(relation.classes());
  for (const std::uint32_t v : cycle) {
    proof.cycle.push_back({ChannelId(v / classes), VcClass(static_cast<std::uint8_t>(v % classes))});
  }
  return proof;
}

}  // namespace

double proof_size(const Topology& topology, const RoutingRelation& relation) {
  return static_cast<double>(WalkEnds(topology, relation).used()) * topology.channels() * relation.classes();
}

DeadlockProof prove_deadlock_freedom(const Topology& topology, const RoutingRelation& relation) {
  if (relation.classes() > kMaxVcs) {
    throw ConfigError("verify", "topology", topology.name(),
                      fmt::format("needs {} VC classes with this routing; at most {} can be told apart", relation.classes(), kMaxVcs));
  }
  return prove(topology, relation);
}

}  // namespace dateline
