#include "models/proof/orbit_walks.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "models/base/numbers/random.hpp"
#include "models/network/faults/fault_map.hpp"
#include "models/network/relation/symmetric_classes.hpp"
#include "models/network/symmetry/channel_images.hpp"
#include "models/network/symmetry/orbits.hpp"

namespace dateline {
namespace {

constexpr std::uint64_t kTried = 2;  // destinations, for each symmetry

using NodeMap = std::vector<std::uint32_t>;

std::vector<Symmetry> claimed(const Topology& topology, const RoutingRelation& relation) {
  if (dynamic_cast<const SymmetricClasses*>(&relation) == nullptr || relation.by_terminal() || relation.absorbs()) return {};
  if (relation.faults() != nullptr && !relation.faults()->none()) return {};
  std::vector<Symmetry> symmetries = relation.symmetries();
  symmetries.erase(std::remove_if(symmetries.begin(), symmetries.end(), [&](const Symmetry& s) { return !keeps_terminals(topology, s); }),
                   symmetries.end());
  return symmetries;
}

// First routers of the orbits that have terminals, and how many are in each.
std::vector<Orbits::Representative> destinations_of(const Topology& topology, const Orbits& orbits) {
  std::vector<Orbits::Representative> list = orbits.nodes();
  list.erase(std::remove_if(list.begin(), list.end(), [&](const auto& r) { return topology.terminals_of(r.node).empty(); }), list.end());
  return list;
}

std::vector<ChannelId> channel_map(const Topology& topology, const ChannelImages& images, const NodeMap& map) {
  std::vector<ChannelId> channels;
  channels.reserve(topology.channels());
  for (std::uint32_t c = 0; c < topology.channels(); ++c) channels.push_back(images.of(ChannelId(c), map));
  return channels;
}

std::vector<ChannelId> twice(const std::vector<ChannelId>& map) {
  std::vector<ChannelId> squared;
  squared.reserve(map.size());
  for (const ChannelId c : map) squared.push_back(map[c.value()]);
  return squared;
}

// The walk to one router, what its headers hold and ask for kept apart.
struct Tried {
  DependencySets dependencies;
  std::uint64_t pairs, self_pairs;
  Rational hops;
};

Tried walk_apart(const Topology& topology, const RoutingRelation& relation, NodeId destination, HeaderGraph& graph) {
  graph.walk(topology.terminals_of(destination).front());
  Tried tried{DependencySets(topology, relation.classes()), graph.arrivals().pairs(), graph.arrivals().self_pairs(), 0};
  tried.dependencies.add(graph);
  if (!graph.goes_round()) tried.hops = graph.arrivals().expected_hops();
  return tried;
}

void try_symmetry(const Symmetry& symmetry, const std::vector<ChannelId>& channels, const Topology& topology, const RoutingRelation& relation,
                  NodeId destination, const Tried& here, HeaderGraph& graph) {
  const NodeId image = symmetry.image[destination.value()];
  const Tried there = walk_apart(topology, relation, image, graph);
  DependencySets moved(topology, relation.classes());
  static_cast<void>(moved.add_images(here.dependencies, channels));
  if (moved == there.dependencies && here.pairs == there.pairs && here.self_pairs == there.self_pairs && here.hops == there.hops) return;
  throw InvariantError(fmt::format("{}: {} does not take the headers to node {} to those to node {}, against its claim", relation.name(),
                                   symmetry.name, destination.value(), image.value()));
}

std::vector<NodeId> drawn_destinations(const Topology& topology) {
  std::vector<NodeId> drawn;
  for (std::uint64_t i = 0; drawn.size() < kTried; ++i) {
    const TerminalId t(static_cast<std::uint32_t>(scale_bits(mix(i), topology.terminals())));
    drawn.push_back(topology.router_of(t));
  }
  return drawn;
}

// With all images under the group that the maps generate: a map, then its square, until nothing is new; and once more
// by each map.
void close(const std::vector<std::vector<ChannelId>>& maps, DependencySets& dependencies) {
  bool grows = true;
  while (grows) {
    grows = false;
    for (std::vector<ChannelId> map : maps) {
      for (; dependencies.add_images(dependencies, map); map = twice(map)) grows = true;
    }
  }
}

}  // namespace

std::optional<std::uint64_t> orbit_walks(const Topology& topology, const RoutingRelation& relation) {
  const std::vector<Symmetry> symmetries = claimed(topology, relation);
  if (symmetries.empty()) return {};
  const std::uint64_t walks = destinations_of(topology, Orbits(topology, symmetries)).size() + kTried * (1 + symmetries.size());
  return walks < topology.nodes() ? std::optional(walks) : std::nullopt;
}

std::optional<OrbitWalks> walk_orbits(const Topology& topology, const RoutingRelation& relation, DependencySets& dependencies) {
  if (!orbit_walks(topology, relation)) return {};
  const std::vector<Symmetry> symmetries = claimed(topology, relation);
  const ChannelImages images(topology);
  std::vector<std::vector<ChannelId>> maps;
  for (const Symmetry& s : symmetries) {
    NodeMap map;
    for (const NodeId v : s.image) map.push_back(v.value());
    maps.push_back(channel_map(topology, images, map));
  }
  HeaderGraph graph(topology, relation);
  for (const NodeId t : drawn_destinations(topology)) {
    const Tried here = walk_apart(topology, relation, t, graph);
    if (graph.goes_round()) return {};
    for (std::size_t g = 0; g < symmetries.size(); ++g) try_symmetry(symmetries[g], maps[g], topology, relation, t, here, graph);
  }
  OrbitWalks all;
  for (const auto& [node, orbit] : destinations_of(topology, Orbits(topology, symmetries))) {
    graph.walk(topology.terminals_of(node).front());
    if (graph.goes_round()) return {};
    dependencies.add(graph);
    all.delivered_pairs += orbit * graph.arrivals().pairs();
    all.delivered_self_pairs += orbit * graph.arrivals().self_pairs();
    all.hops += graph.arrivals().expected_hops() * Rational(orbit);
  }
  all.adaptive = graph.adaptive();
  close(maps, dependencies);
  return all;
}

}  // namespace dateline
