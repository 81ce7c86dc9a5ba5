#include "models/analysis/channel_load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "models/analysis/exact_fraction.hpp"
#include "models/network/error.hpp"
#include "models/network/orbits.hpp"
#include "models/network/random.hpp"
#include "models/network/route_graph.hpp"

namespace dateline {
namespace {

using ExactSums = std::vector<ExactFraction>;

struct SourceShare {
  NodeId source;
  Rational probability;
};

// Calls add(channel, flow) for every part of the flow of `sources` towards one destination.
template <typename Add>
void propagate(const Topology& topology, const RoutingRelation& relation, NodeId destination, const std::vector<SourceShare>& sources, Add add) {
  std::vector<NodeId> nodes;
  nodes.reserve(sources.size());
  for (const SourceShare& s : sources) nodes.push_back(s.source);
  const RouteGraph graph(topology, relation, destination, nodes);
  const auto order = graph.topological_order();
  if (order.empty() && !graph.places().empty()) {
    throw ConfigError("loads", "routing", fmt::format("to node {}", destination.value()), "may send a header round for ever; loads are not defined");
  }
  ExactSums flow(graph.places().size());
  std::size_t i = 0;
  for (const RouteGraph::Start& start : graph.starts()) {
    while (sources[i].source != start.source) ++i;
    flow[start.place].add(ExactFraction(sources[i].probability).scaled(start.weight, start.total_weight));
  }
  for (const std::uint32_t index : order) {
    const RouteGraph::Place& place = graph.places()[index];
    if (place.total_weight == 0) {
      throw ConfigError("loads", "routing", fmt::format("at node {}", place.at.node.value()),
                        "is adaptive; channel loads are defined for oblivious routing only");
    }
    for (const RouteGraph::Hop* hop = graph.begin(place); hop != graph.end(place); ++hop) {
      bool first_of_route = true;
      for (const RouteGraph::Hop* other = graph.begin(place); other != hop; ++other) {
        first_of_route = first_of_route && other->candidate.route != hop->candidate.route;
      }
      if (!first_of_route || hop->candidate.exit != Exit::channel) continue;
      const ExactFraction part = flow[index].scaled(hop->candidate.weight, place.total_weight);
      flow[hop->to].add(part);
      add(hop->candidate.channel, part);
    }
  }
}

auto add_to(ExactSums& sums) {
  return [&sums](ChannelId channel, const ExactFraction& part) { sums[channel.value()].add(part); };
}

std::vector<Rational> values(const ExactSums& sums) {
  std::vector<Rational> values;
  values.reserve(sums.size());
  for (const ExactFraction& sum : sums) values.push_back(sum.value());
  return values;
}

ChannelLoads finish(const Topology& topology, std::vector<Rational> load, const Rational& demand) {
  ChannelLoads result;
  result.load = std::move(load);
  result.demand = demand;
  Rational total = 0;
  for (std::uint32_t c = 0; c < result.load.size(); ++c) {
    total += result.load[c];
    const Rational& bandwidth = topology.channel(ChannelId(c)).bandwidth;
    const Rational relative = bandwidth == 1 ? result.load[c] : Rational(result.load[c] / bandwidth);
    if (relative > result.gamma_max) {
      result.gamma_max = relative;
      result.busiest = ChannelId(c);
    }
  }
  if (demand > 0) result.mean_hops = total / demand;
  return result;
}

ChannelLoads exhaustive(const Topology& topology, const RoutingRelation& relation, const TrafficPattern& pattern) {
  std::vector<std::vector<std::uint32_t>> source_of(topology.nodes());  // per destination
  std::vector<std::vector<std::uint32_t>> value_of(topology.nodes());   // index into distinct, parallel
  std::vector<Rational> distinct;
  std::map<Rational, std::uint32_t> index_of;
  Rational demand = 0;
  for (std::uint32_t s = 0; s < topology.nodes(); ++s) {
    Rational previous = -1;
    std::uint32_t index = 0;
    for (const Demand& d : pattern.row(NodeId(s))) {
      if (d.probability != previous) {
        previous = d.probability;
        const auto [it, added] = index_of.try_emplace(previous, static_cast<std::uint32_t>(distinct.size()));
        if (added) distinct.push_back(previous);
        index = it->second;
      }
      source_of[d.destination.value()].push_back(s);
      value_of[d.destination.value()].push_back(index);
    }
    demand += pattern.share(NodeId(s));
  }
  ExactSums sums(topology.channels());
  for (std::uint32_t t = 0; t < topology.nodes(); ++t) {
    std::vector<SourceShare> sources;
    for (std::size_t i = 0; i < source_of[t].size(); ++i) sources.push_back({NodeId(source_of[t][i]), distinct[value_of[t][i]]});
    if (!sources.empty()) propagate(topology, relation, NodeId(t), sources, add_to(sums));
  }
  return finish(topology, values(sums), demand);
}

ChannelLoads by_orbits(const Topology& topology, const RoutingRelation& relation, const TrafficPattern& pattern, const Orbits& orbits) {
  ExactSums per_orbit(orbits.channel_orbits());
  Rational demand = 0;
  for (std::uint32_t s = 0; s < topology.nodes(); ++s) demand += pattern.share(NodeId(s));
  for (const Orbits::Representative& representative : orbits.nodes()) {
    ExactSums sums(topology.channels());
    for (const Demand& d : pattern.row(representative.node)) {
      propagate(topology, relation, d.destination, {{representative.node, d.probability}}, add_to(sums));
    }
    for (std::uint32_t c = 0; c < topology.channels(); ++c) {
      if (sums[c].is_zero()) continue;
      per_orbit[orbits.orbit_of(ChannelId(c))].add(ExactFraction(Rational(sums[c].value() * representative.orbit_size)));
    }
  }
  const auto totals = values(per_orbit);
  std::vector<Rational> load(topology.channels());
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    const std::uint32_t orbit = orbits.orbit_of(ChannelId(c));
    load[c] = totals[orbit] / orbits.channel_orbit_size(orbit);
  }
  ChannelLoads result = finish(topology, std::move(load), demand);
  result.by_symmetry = true;
  return result;
}

std::vector<Symmetry> usable_symmetries(const RoutingRelation& relation, const TrafficPattern& pattern, bool use_symmetry) {
  if (!use_symmetry || !pattern.translation_invariant()) return {};
  auto symmetries = relation.symmetries();
  symmetries.erase(std::remove_if(symmetries.begin(), symmetries.end(), [](const Symmetry& s) { return s.kind != Symmetry::Kind::translation; }),
                   symmetries.end());
  return symmetries;
}

// Whether `map` takes the flow of every one of some pairs to the flow of the mapped pair: all pairs of a small network, else a seeded sample.
bool keeps_routing(const Topology& topology, const RoutingRelation& relation, const Symmetry& map) {
  constexpr std::uint32_t kPairs = 400;
  const std::uint64_t nodes = topology.nodes();
  const bool all = nodes * nodes <= kPairs;
  for (std::uint64_t i = 0; i < (all ? nodes * nodes : kPairs); ++i) {
    const std::uint64_t drawn = all ? i : scale_bits(mix(i), nodes * nodes);
    const NodeId from(static_cast<std::uint32_t>(drawn / nodes)), to(static_cast<std::uint32_t>(drawn % nodes));
    const auto flow = [&](NodeId source, NodeId destination, bool mapped) {
      std::map<std::uint32_t, Rational> parts;
      propagate(topology, relation, destination, {{source, 1}},
                [&](ChannelId c, const ExactFraction& part) { parts[(mapped ? Orbits::image_of(topology, c, map) : c).value()] += part.value(); });
      return parts;
    };
    if (flow(from, to, true) != flow(map.image[from.value()], map.image[to.value()], false)) return false;
  }
  return true;
}

// Places a header passes on its way from node 0, averaged over some destinations.
double mean_places(const Topology& topology, const RoutingRelation& relation) {
  constexpr std::uint32_t kSamples = 16;
  double places = 0;
  for (std::uint32_t i = 0; i < kSamples; ++i) {
    const NodeId to(static_cast<std::uint32_t>(scale_bits(mix(i), topology.nodes())));
    places += static_cast<double>(RouteGraph(topology, relation, to, {NodeId(0)}).places().size());
  }
  return places / kSamples;
}

}  // namespace

double channel_load_cost(const Topology& topology, const RoutingRelation& relation, const TrafficPattern& pattern, bool use_symmetry) {
  const double nodes = topology.nodes();
  const double places = mean_places(topology, relation);
  const auto symmetries = usable_symmetries(relation, pattern, use_symmetry);
  if (!symmetries.empty()) return static_cast<double>(Orbits(topology, symmetries).nodes().size()) * nodes * places;
  const bool one_to_one = pattern.row(NodeId(0)).size() <= 1;
  return nodes * (one_to_one ? places : std::min(nodes * places, 2.0 * topology.channels()));
}

ChannelLoads channel_load(const Topology& topology, const RoutingRelation& relation, const TrafficPattern& pattern, const LoadOptions& options) {
  const double cost = channel_load_cost(topology, relation, pattern, options.use_symmetry);
  if (cost > options.budget) {
    throw ConfigError("loads", "topology", topology.name(),
                      fmt::format("needs about {:.1e} steps for exact loads; the budget is {:.1e}", cost, options.budget));
  }
  const auto symmetries = usable_symmetries(relation, pattern, options.use_symmetry);
  for (const Symmetry& s : symmetries) {
    if (!keeps_routing(topology, relation, s)) throw InvariantError("the relation claims a symmetry it does not have: " + s.name);
  }
  if (!symmetries.empty()) return by_orbits(topology, relation, pattern, Orbits(topology, symmetries));
  return exhaustive(topology, relation, pattern);
}

}  // namespace dateline
