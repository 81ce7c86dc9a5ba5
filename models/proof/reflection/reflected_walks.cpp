#include "models/proof/reflection/reflected_walks.hpp"

#include <algorithm>

#include "models/proof/line_walks.hpp"
#include "models/proof/reflection/reflected_escapes.hpp"
#include "models/proof/reflection/reflections.hpp"

namespace dateline {
namespace {

std::uint16_t all_classes(const std::vector<std::uint16_t>& escapes) {
  std::uint16_t all = 0;
  for (const std::uint16_t classes : escapes) all = static_cast<std::uint16_t>(all | classes);
  return all;
}

// Per channel, with those of all reflections.
std::vector<std::uint16_t> with_images(std::vector<std::uint16_t> escapes, const Reflections& reflections) {
  for (int d = 0; d < reflections.dimensions(); ++d) {
    for (std::uint32_t c = 0; c < reflections.topology().channels(); ++c) {
      const ChannelId image = reflections.image(ChannelId(c), d);
      if (image.value() > c) escapes[c] = escapes[image.value()] = static_cast<std::uint16_t>(escapes[c] | escapes[image.value()]);
    }
  }
  return escapes;
}

// `classes` are escapes on every channel on which headers use them.
bool escapes_are(std::uint16_t classes, const std::vector<std::uint16_t>& escapes, const DependencySets& dependencies, std::uint32_t channels) {
  for (std::uint32_t c = 0; c < channels; ++c) {
    if (escapes[c] != (dependencies.held(ChannelId(c)) & classes)) return false;
  }
  return true;
}

bool absorbs_none(const Journeys& journeys) {
  const auto zero = [](const ExactFraction& f) { return f.is_zero(); };
  const Journeys::Expected& sum = journeys.sum();
  return std::all_of(sum.by_rule.begin(), sum.by_rule.end(), zero) && zero(sum.met) && journeys.most_absorptions() == 0;
}

}  // namespace

std::optional<ReflectedWalks> walk_reflections(const Topology& topology, const RoutingRelation& relation, DependencySets& dependencies) {
  const bool lattice = topology.grid() != nullptr && topology.grid()->lattice();
  if (!lattice || !relation.by_reflection() || !equal_terminals(topology) || relation.faults() != nullptr || relation.by_terminal()) return {};
  const Reflections reflections(topology);
  try_reflections(reflections, relation);
  ReflectedWalks found;
  HeaderGraph graph(topology, relation);
  std::optional<ReflectedEscapes> escapes;
  std::uint16_t classes = 0;
  // The highest first: to a destination in the middle headers use all classes there are.
  for (std::uint32_t v = topology.nodes(); v-- > 0;) {
    if (reflections.to_first(NodeId(v)) != 0) continue;
    const bool begins = found.delivered_self_pairs == 0;
    graph.walk(topology.terminals_of(NodeId(v)).front());
    if (graph.goes_round() || (relation.absorbs() && !absorbs_none(graph.journeys()))) return {};
    dependencies.add(graph);
    if (begins) classes = all_classes(graph.escapes().classes);
    if (begins && classes != 0) escapes.emplace(reflections, classes, relation.classes());
    if (escapes && (!graph.escapes().everywhere || !escapes->add(graph))) escapes.reset();
    const std::uint64_t orbit = reflections.orbit(reflections.fixing(NodeId(v)));
    found.delivered_pairs += orbit * graph.arrivals().pairs();
    found.delivered_self_pairs += orbit * graph.arrivals().self_pairs();
    found.hops += graph.arrivals().expected_hops() * Rational(orbit);
    if (relation.absorbs()) found.most_hops = std::max(found.most_hops, graph.journeys().most_hops());
  }
  found.adaptive = graph.adaptive();
  for (int d = 0; d < reflections.dimensions(); ++d) {
    dependencies.unite([&](ChannelId c) { return reflections.image(c, d); }, [&](Port p) { return reflections.image(p, d); });
  }
  if (escapes && escapes_are(classes, with_images(graph.escapes().classes, reflections), dependencies, topology.channels())) {
    found.escape_dependencies = escapes->acyclic();
  }
  return found;
}

}  // namespace dateline
