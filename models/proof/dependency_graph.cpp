#include "models/proof/dependency_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "models/network/error.hpp"
#include "models/network/random.hpp"
#include "models/proof/dependency_sets.hpp"
#include "models/proof/escape_dependencies.hpp"
#include "models/proof/header_graph.hpp"

namespace dateline {
namespace {

bool any_escape(const HopReader::Escapes& escapes) {
  return std::any_of(escapes.classes.begin(), escapes.classes.end(), [](std::uint16_t classes) { return classes != 0; });
}

void take_journeys(const Journeys& journeys, Absorptions& all) {
  for (std::size_t rule = 0; rule < Journeys::kRules; ++rule) {
    if (!journeys.sum().by_rule[rule].is_zero()) all.by_rule[rule] += journeys.sum().by_rule[rule].value();
  }
  if (!journeys.sum().met.is_zero()) all.met += journeys.sum().met.value();
  all.last_resort_pairs += journeys.last_resort_pairs();
  all.most = std::max(all.most, journeys.most_absorptions());
  all.most_hops = std::max(all.most_hops, journeys.most_hops());
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
    if (graph.arrivals().counts_hops()) take_journeys(graph.journeys(), proof.absorptions);
    if (graph.arrivals().counts_hops()) hops += graph.arrivals().expected_hops();
  }
  if (graph.arrivals().counts_hops() && proof.pairs > 0) proof.mean_hops = hops / proof.pairs;
  if (!graph.arrivals().counts_hops()) proof.absorptions = {};
  proof.adaptive = graph.adaptive();
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

// Sources times destinations, but for pairs of a terminal with itself, which are counted apart.
void count_pairs(const WalkEnds& ends, const std::vector<TerminalId>& destinations, DeadlockProof& proof) {
  std::uint64_t senders = 0;
  for (std::uint32_t end = 0; end < ends.count(); ++end) senders += ends.terminals(end).size();
  for (const TerminalId t : destinations) proof.self_pairs += ends.terminals(ends.of(t)).size();
  proof.pairs = proof.self_pairs * (senders - 1);
}

// Some of the destinations, drawn, ascending; every one to which the same number of pairs leads.
std::vector<TerminalId> drawn(std::vector<TerminalId> destinations, std::uint64_t count) {
  for (std::uint64_t i = 0; i < count; ++i) {
    std::swap(destinations[i], destinations[i + scale_bits(mix(i), destinations.size() - i)]);
  }
  destinations.resize(count);
  std::sort(destinations.begin(), destinations.end());
  return destinations;
}

DeadlockProof prove(const Topology& topology, const RoutingRelation& relation, const std::vector<TerminalId>& destinations) {
  DeadlockProof proof;
  HeaderGraph graph(topology, relation);
  DependencySets dependencies(topology, relation.classes());
  count_pairs(WalkEnds(topology, relation), destinations, proof);
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

void refuse_many_classes(const Topology& topology, const RoutingRelation& relation) {
  if (relation.classes() <= kMaxVcs) return;
  throw ConfigError("verify", "topology", topology.name(),
                    fmt::format("needs {} VC classes with this routing; at most {} can be told apart", relation.classes(), kMaxVcs));
}

}  // namespace

double proof_size(const Topology& topology, const RoutingRelation& relation) {
  return static_cast<double>(WalkEnds(topology, relation).used()) * topology.channels() * relation.classes();
}

Rational DeadlockProof::zero_load_latency(std::uint64_t length) const {
  const Rational stops = absorptions.faults() + absorptions.by(AbsorptionRule::intermediate);
  return mean_hops + (1 + (pairs > 0 ? stops / pairs : Rational(0))) * (length + 1);
}

DeadlockProof prove_deadlock_freedom(const Topology& topology, const RoutingRelation& relation) {
  refuse_many_classes(topology, relation);
  return prove(topology, relation, WalkEnds(topology, relation).representatives());
}

DeadlockProof sample_deadlock_freedom(const Topology& topology, const RoutingRelation& relation, std::uint64_t pairs) {
  refuse_many_classes(topology, relation);
  const WalkEnds ends(topology, relation);
  const auto all = ends.representatives();
  std::uint64_t senders = 0;
  for (const TerminalId t : all) senders += ends.terminals(ends.of(t)).size();
  const std::uint64_t each = std::max<std::uint64_t>(senders, 2) - 1;
  const std::uint64_t count = std::max<std::uint64_t>(pairs / each, 1);
  if (count >= all.size()) return prove(topology, relation, all);
  DeadlockProof proof = prove(topology, relation, drawn(all, count));
  proof.sampled = true;
  return proof;
}

}  // namespace dateline
