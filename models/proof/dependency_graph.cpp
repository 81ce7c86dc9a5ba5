#include "models/proof/dependency_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "models/base/error.hpp"
#include "models/base/numbers/random.hpp"
#include "models/proof/dependency_sets.hpp"
#include "models/proof/escape_dependencies.hpp"
#include "models/proof/header_graph.hpp"
#include "models/proof/jump_dependencies.hpp"
#include "models/proof/line_walks.hpp"
#include "models/proof/orbit_walks.hpp"
#include "models/proof/reflection/reflected_walks.hpp"

namespace dateline {
namespace {

constexpr const char* kAcyclic = "the channel-dependency graph is acyclic";
constexpr const char* kEscapesAcyclic = "the extended dependency graph of the escape channels is acyclic (Duato)";

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

struct Walked {
  HeaderGraph* graph;
  std::vector<TerminalId> destinations;
};

// Those of all graphs.
HopReader::Escapes escapes_of(const std::vector<Walked>& walks) {
  HopReader::Escapes escapes = walks.front().graph->escapes();
  for (const Walked& walk : walks) {
    const HopReader::Escapes& more = walk.graph->escapes();
    for (std::size_t c = 0; c < more.classes.size(); ++c) escapes.classes[c] |= more.classes[c];
    escapes.everywhere = escapes.everywhere && more.everywhere;
  }
  return escapes;
}

// The escapes' extended dependencies decide; returns a cycle among them, empty if there is none.
std::vector<std::uint32_t> prove_by_escapes(const std::vector<Walked>& walks, const HopReader::Escapes& all, int classes, DeadlockProof& proof) {
  EscapeDependencies dependencies(all.classes, classes);
  for (const Walked& walk : walks) {
    for (const TerminalId t : walk.destinations) {
      walk.graph->walk(t);
      dependencies.add(*walk.graph);
    }
  }
  const Digraph escapes = dependencies.take();
  auto cycle = escapes.shortest_cycle();
  proof.deadlock_free = proof.by_escape = cycle.empty();
  proof.dependencies = escapes.edges();
  proof.reason = cycle.empty() ? kEscapesAcyclic : "the extended dependency graph of the escape channels has a cycle";
  return cycle;
}

// Classes of all VCs that are no escapes.
std::vector<std::uint16_t> others_than(const std::vector<std::uint16_t>& escapes, std::uint32_t channels, int classes) {
  std::vector<std::uint16_t> others(escapes.size(), 0);
  for (std::uint32_t c = 0; c < channels; ++c) others[c] = static_cast<std::uint16_t>(((1U << static_cast<unsigned>(classes)) - 1) & ~escapes[c]);
  return others;
}

// The VCs of a cycle, in order.
struct CycleOfVcs {
  const std::vector<std::uint32_t>& vertices;
  std::uint32_t classes;
  [[nodiscard]] ClassedChannel at(std::size_t i) const {
    const std::uint32_t v = vertices[i % vertices.size()];
    return {ChannelId(v / classes), VcClass(static_cast<std::uint8_t>(v % classes))};
  }
};

bool asks_for(const HeaderGraph& graph, const HeaderPlaceRecord& place, const ClassedChannel& vc) {
  const auto hops = graph.hops(place);
  return std::any_of(hops.begin(), hops.end(),
                     [&](const PlaceHop& h) { return h.channel == vc.channel && (h.classes >> vc.vc_class.value() & 1U) != 0; });
}

// Notes which VCs of the cycle a header goes over that held the VC before, and then asks for the VC after.
void note_ways_through(const HeaderGraph& graph, const CycleOfVcs& cycle, std::vector<bool>& goes) {
  const std::size_t length = cycle.vertices.size();
  for (const HeaderPlaceRecord& place : graph.places()) {
    for (std::size_t i = 0; i < length; ++i) {
      const ClassedChannel before = cycle.at(i + length - 1), own = cycle.at(i);
      if (goes[i] || place.in != before.channel || (place.held >> before.vc_class.value() & 1U) == 0) continue;
      for (const PlaceHop& hop : graph.hops(place)) {
        if (hop.channel != own.channel || (hop.classes >> own.vc_class.value() & 1U) == 0) continue;
        goes[i] = goes[i] || asks_for(graph, graph.places()[hop.to], cycle.at(i + 1));
      }
    }
  }
}

// Where in the cycle a walk goes on as another packet: at a VC, no escape, that no one header goes over; else at any.
ClassedChannel jump_in(const std::vector<Walked>& walks, const CycleOfVcs& cycle, const HopReader::Escapes& escapes) {
  std::vector<bool> goes(cycle.vertices.size(), false);
  for (const Walked& walk : walks) {
    for (const TerminalId t : walk.destinations) {
      walk.graph->walk(t);
      note_ways_through(*walk.graph, cycle, goes);
    }
  }
  std::optional<ClassedChannel> jump, any;
  for (std::size_t i = 0; i < goes.size(); ++i) {
    const ClassedChannel vc = cycle.at(i);
    if ((escapes.classes[vc.channel.value()] >> vc.vc_class.value() & 1U) != 0) continue;
    if (!any) any = vc;
    if (!jump && !goes[i]) jump = vc;
  }
  return jump ? *jump : any.value_or(cycle.at(0));
}

// Of VCs reused by place: the escapes' dependencies with jumps decide; returns a cycle among them.
std::vector<std::uint32_t> prove_with_jumps(const std::vector<Walked>& walks, const HopReader::Escapes& all, std::uint32_t channels, int classes,
                                            DeadlockProof& proof) {
  JumpDependencies dependencies(all.classes, others_than(all.classes, channels, classes), classes);
  for (const Walked& walk : walks) {
    for (const TerminalId t : walk.destinations) {
      walk.graph->walk(t);
      dependencies.add(*walk.graph);
    }
  }
  JumpDependencies::Found found = dependencies.find();
  proof.deadlock_free = proof.by_escape = found.cycle.empty();
  proof.dependencies = found.dependencies;
  proof.reason = found.cycle.empty() ? "no cycle of dependencies contains an escape channel, with jumps from packet to packet in VCs reused by place"
                                     : "a cycle of dependencies contains an escape channel, by a jump in a VC reused by place: a head flit behind "
                                       "another packet there waits for that packet's ways";
  return found.cycle;
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

// What all walks hold and ask for decides; `number` of VC classes.
void decide(const std::vector<Walked>& walks, const DependencySets& dependencies, const Topology& topology, int number, VcReuse reuse,
            DeadlockProof& proof) {
  const HopReader::Escapes escapes = escapes_of(walks);
  const Digraph full = dependencies.digraph();
  proof.dependencies = full.edges();
  const std::vector<std::uint32_t> full_cycle = full.shortest_cycle();
  auto cycle = full_cycle;
  proof.deadlock_free = cycle.empty();
  proof.reason = cycle.empty() ? kAcyclic : "the channel-dependency graph has a cycle";
  if (!cycle.empty() && any_escape(escapes)) {
    if (escapes.everywhere) {
      cycle = prove_by_escapes(walks, escapes, number, proof);
    } else {
      proof.reason = "the dependency graph has a cycle, and some place offers no escape channel";
    }
  }
  const auto classes = static_cast<std::uint32_t>(number);
  const bool by_reuse = proof.by_escape;  // what fails from here on does by the rule of reuse
  if (by_reuse && reuse == VcReuse::place) cycle = prove_with_jumps(walks, escapes, topology.channels(), number, proof);
  if (by_reuse && reuse == VcReuse::tail) {
    cycle = full_cycle;
    proof.deadlock_free = proof.by_escape = false;
    proof.dependencies = full.edges();
    proof.reason = "the channel-dependency graph has a cycle, and a head flit that is given a full VC has lost its escape channel";
  }
  const CycleOfVcs vcs{cycle, classes};
  if (!cycle.empty() && by_reuse) proof.jump = jump_in(walks, vcs, escapes);
  for (std::size_t i = 0; i < cycle.size(); ++i) proof.cycle.push_back(vcs.at(i));
}

DeadlockProof prove(const Topology& topology, const RoutingRelation& relation, const std::vector<TerminalId>& destinations, VcReuse reuse) {
  DeadlockProof proof;
  HeaderGraph graph(topology, relation);
  DependencySets dependencies(topology, relation.classes());
  count_pairs(WalkEnds(topology, relation), destinations, proof);
  walk_all(destinations, graph, dependencies, proof);
  decide({{&graph, destinations}}, dependencies, topology, relation.classes(), reuse, proof);
  return proof;
}

// Of a graph without a cycle, but for what headers do: pairs that are delivered, hops, whether routing is adaptive.
DeadlockProof acyclic_proof(const Topology& topology, const RoutingRelation& relation, const DependencySets& dependencies, const Digraph& full) {
  DeadlockProof proof;
  const WalkEnds ends(topology, relation);
  count_pairs(ends, ends.representatives(), proof);
  proof.deadlock_free = true;
  proof.reason = kAcyclic;
  proof.vertices = dependencies.used();
  proof.dependencies = full.edges();
  return proof;
}

// From a line of each dimension, where the relation goes dimension by dimension; none, unless that is all acyclic.
std::optional<DeadlockProof> from_lines(const Topology& topology, const RoutingRelation& relation) {
  DependencySets dependencies(topology, relation.classes());
  const std::optional<LineWalks> lines = walk_lines(topology, relation, dependencies);
  if (!lines) return {};
  const Digraph full = dependencies.digraph();
  if (!full.shortest_cycle().empty()) return {};
  DeadlockProof proof = acyclic_proof(topology, relation, dependencies, full);
  proof.delivered_pairs = proof.pairs;
  proof.delivered_self_pairs = proof.self_pairs;
  const Rational each = topology.terminals() / topology.nodes();  // terminals of a router
  if (proof.pairs > 0) proof.mean_hops = lines->hops * each * each / proof.pairs;
  proof.adaptive = lines->adaptive;
  return proof;
}

// From the walks to one destination of every orbit of reflections, where the relation goes alike; none, unless that
// proves it.
std::optional<DeadlockProof> prove_by_reflections(const Topology& topology, const RoutingRelation& relation, VcReuse reuse) {
  if (reuse == VcReuse::place || reuse == VcReuse::tail) return {};
  DependencySets dependencies(topology, relation.classes());
  const std::optional<ReflectedWalks> walks = walk_reflections(topology, relation, dependencies);
  if (!walks) return {};
  DeadlockProof proof;
  const Digraph full = dependencies.digraph();
  proof.by_escape = !full.acyclic();
  if (proof.by_escape && !walks->escape_dependencies) return {};
  const WalkEnds ends(topology, relation);
  count_pairs(ends, ends.representatives(), proof);
  proof.deadlock_free = true;
  proof.reason = proof.by_escape ? kEscapesAcyclic : kAcyclic;
  proof.vertices = dependencies.used();
  proof.dependencies = proof.by_escape ? *walks->escape_dependencies : full.edges();
  proof.delivered_pairs = walks->delivered_pairs;
  proof.delivered_self_pairs = walks->delivered_self_pairs;
  if (proof.pairs > 0) proof.mean_hops = walks->hops / proof.pairs;
  proof.adaptive = walks->adaptive;
  proof.absorptions.most_hops = walks->most_hops;
  return proof;
}

// The same from one destination of every orbit of the relation's symmetries, where its graph is acyclic.
std::optional<DeadlockProof> prove_by_orbits(const Topology& topology, const RoutingRelation& relation) {
  DependencySets dependencies(topology, relation.classes());
  const std::optional<OrbitWalks> walks = walk_orbits(topology, relation, dependencies);
  if (!walks) return {};
  const Digraph full = dependencies.digraph();
  if (!full.acyclic()) return {};
  DeadlockProof proof = acyclic_proof(topology, relation, dependencies, full);
  proof.delivered_pairs = walks->delivered_pairs;
  proof.delivered_self_pairs = walks->delivered_self_pairs;
  if (proof.pairs > 0) proof.mean_hops = walks->hops / proof.pairs;
  proof.adaptive = walks->adaptive;
  return proof;
}

// Start states that are drawn, of the headers to one destination; 0: each source has a few.
double drawn_starts(const Topology& topology, const RoutingRelation& relation) {
  const std::vector<TerminalId> all = WalkEnds(topology, relation).representatives();
  double starts = 0;
  for (const TerminalId t : all) {
    const auto count = relation.start_count({t, all.front(), topology.router_of(t), topology.router_of(all.front())});
    if (count > 1) starts += static_cast<double>(count);
  }
  return starts;
}

void refuse_many_classes(const Topology& topology, const RoutingRelation& relation) {
  if (relation.classes() <= kMaxVcs) return;
  throw ConfigError("verify", "topology", topology.name(),
                    fmt::format("needs {} VC classes with this routing; at most {} can be distinguished", relation.classes(), kMaxVcs));
}

}  // namespace

ProofSize proof_size(const Topology& topology, const RoutingRelation& relation) {
  const double places = static_cast<double>(topology.channels()) * relation.classes(), starts = drawn_starts(topology, relation);
  const std::optional<std::uint64_t> orbits = orbit_walks(topology, relation);
  const double destinations = orbits ? static_cast<double>(*orbits) : WalkEnds(topology, relation).used();
  return {destinations * (places + starts), starts > 0 ? "destinations x (channels x classes + start states)" : "destinations x channels x classes"};
}

Rational DeadlockProof::zero_load_latency(std::uint64_t length) const {
  const Rational stops = absorptions.faults() + absorptions.by(AbsorptionRule::intermediate);
  return mean_hops + (1 + (pairs > 0 ? stops / pairs : Rational(0))) * (length + 1);
}

std::optional<DeadlockProof> prove_by_lines(const Topology& topology, const RoutingRelation& relation, double most) {
  if (!goes_by_lines(topology, relation) || lines_size(topology, relation) > most) return {};
  refuse_many_classes(topology, relation);
  return from_lines(topology, relation);
}

DeadlockProof prove_deadlock_freedom(const Topology& topology, const RoutingRelation& relation, VcReuse reuse) {
  refuse_many_classes(topology, relation);
  if (std::optional<DeadlockProof> by_lines = from_lines(topology, relation)) return *std::move(by_lines);
  if (std::optional<DeadlockProof> by_reflections = prove_by_reflections(topology, relation, reuse)) return *std::move(by_reflections);
  if (std::optional<DeadlockProof> by_orbits = prove_by_orbits(topology, relation)) return *std::move(by_orbits);
  return prove(topology, relation, WalkEnds(topology, relation).representatives(), reuse);
}

DeadlockProof prove_changes(const Topology& topology, const std::vector<const RoutingRelation*>& relations, VcReuse reuse) {
  refuse_many_classes(topology, *relations.front());
  DeadlockProof proof = prove_deadlock_freedom(topology, *relations.front());
  DependencySets dependencies(topology, relations.front()->classes());
  std::vector<std::unique_ptr<HeaderGraph>> graphs;
  std::vector<Walked> walks;
  for (const RoutingRelation* relation : relations) {
    if (relation != relations.front()) {
      const DeadlockProof own = prove_deadlock_freedom(topology, *relation);
      proof.undelivered_later += own.pairs - own.delivered_pairs + own.self_pairs - own.delivered_self_pairs;
    }
    graphs.push_back(std::make_unique<HeaderGraph>(topology, *relation));
    for (const RoutingRelation* other : relations) {
      if (other != relation) graphs.back()->also(*other);
    }
    walks.push_back({graphs.back().get(), WalkEnds(topology, *relation).representatives()});
    for (const TerminalId t : walks.back().destinations) {
      graphs.back()->walk(t);
      dependencies.add(*graphs.back());
    }
  }
  proof.vertices = dependencies.used();
  proof.by_escape = false;
  decide(walks, dependencies, topology, relations.front()->classes(), reuse, proof);
  return proof;
}

DeadlockProof sample_deadlock_freedom(const Topology& topology, const RoutingRelation& relation, std::uint64_t pairs, VcReuse reuse) {
  refuse_many_classes(topology, relation);
  const WalkEnds ends(topology, relation);
  const auto all = ends.representatives();
  std::uint64_t senders = 0;
  for (const TerminalId t : all) senders += ends.terminals(ends.of(t)).size();
  const std::uint64_t each = std::max<std::uint64_t>(senders, 2) - 1;
  const std::uint64_t count = std::max<std::uint64_t>(pairs / each, 1);
  if (count >= all.size()) return prove(topology, relation, all, reuse);
  DeadlockProof proof = prove(topology, relation, drawn(all, count), reuse);
  proof.sampled = true;
  proof.all_pairs = senders * (senders - 1);
  return proof;
}

}  // namespace dateline
