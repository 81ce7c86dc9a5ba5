#include "models/analysis/loads/symmetry_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "models/base/error.hpp"
#include "models/base/numbers/random.hpp"
#include "models/network/faults/fault_map.hpp"
#include "models/network/relation/oblivious.hpp"
#include "models/network/relation/route_graph.hpp"
#include "models/network/symmetry/orbits.hpp"

namespace dateline {
namespace {

constexpr std::uint32_t kExhaustiveNodes = 256;
constexpr std::uint32_t kSampledPairs = 10'000;
constexpr std::uint64_t kPrime = (std::uint64_t{1} << 61U) - 1;

std::uint64_t plus(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t sum = a + b;
  return sum >= kPrime ? sum - kPrime : sum;
}

std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;  // 2^61 = 1 mod p
  return plus(static_cast<std::uint64_t>(product & kPrime), static_cast<std::uint64_t>(product >> 61U));
}

std::uint64_t inverse(std::uint64_t a) {
  std::uint64_t result = 1;
  for (std::uint64_t power = kPrime - 2; power > 0; power >>= 1U) {
    if ((power & 1U) != 0) result = times(result, a);
    a = times(a, a);
  }
  return result;
}

using Numbers = std::vector<std::uint64_t>;

class Fingerprints {
 public:
  Fingerprints(const Topology& topology, const RoutingRelation& relation) : topology_(topology), graph_(topology, relation) {
    for (std::uint32_t v = 0; v < topology.nodes(); ++v) {
      if (!topology.terminals_of(NodeId(v)).empty()) sources_.push_back(topology.terminals_of(NodeId(v)).front());
    }
  }

  // Routers with terminals.
  [[nodiscard]] std::uint32_t sources() const { return static_cast<std::uint32_t>(sources_.size()); }
  // Per set of channel numbers and source router: sum over channels of flow times number, mod p; nothing of a
  // destination without terminals, to which no flow leads.
  std::vector<Numbers> to(NodeId destination, const std::vector<const Numbers*>& sets) {
    if (topology_.terminals_of(destination).empty()) return std::vector<Numbers>(sets.size());
    std::vector<Numbers> at_source(sets.size(), Numbers(topology_.nodes(), 0));
    graph_.walk(topology_.terminals_of(destination).front(), sources_);
    const auto& order = graph_.topological_order();
    if (order.empty()) {
      throw ConfigError("loads", "routing", graph_.routing(),
                        fmt::format("may send a head flit to node {} round for ever; loads are not defined", destination.value()));
    }
    if (graph_.loses()) {
      throw ConfigError("loads", "routing", graph_.routing(),
                        fmt::format("absorbs packets to node {} on their way; loads are not defined", destination.value()));
    }
    std::vector<Numbers> at_place(sets.size(), Numbers(graph_.places().size(), 0));
    for (auto it = order.rbegin(); it != order.rend(); ++it) add_up(*it, sets, at_place);
    for (const RouteGraph::Start& s : graph_.starts()) {
      const std::uint64_t probability = times(s.weight % kPrime, inverse_of(s.total_weight));
      for (std::size_t k = 0; k < sets.size(); ++k) {
        auto& sum = at_source[k][topology_.router_of(s.source).value()];
        sum = plus(sum, times(probability, at_place[k][s.place]));
      }
    }
    return at_source;
  }

 private:
  void add_up(std::uint32_t index, const std::vector<const Numbers*>& sets, std::vector<Numbers>& at_place) {
    const RouteGraph::Place& place = graph_.places()[index];
    refuse_adaptive("loads", graph_.routing(), place.total_weight);
    const std::uint64_t inverse_total = inverse_of(place.total_weight);
    for_each_route(graph_.hops(place), [&](const RouteGraph::Hop& hop) {
      if (hop.to >= graph_.places().size()) return;
      const bool crosses = hop.candidate.exit == Exit::channel;
      const std::uint64_t probability = times(hop.candidate.weight % kPrime, inverse_total);
      for (std::size_t k = 0; k < sets.size(); ++k) {
        const std::uint64_t onward = plus(crosses ? (*sets[k])[hop.candidate.channel.value()] : 0, at_place[k][hop.to]);
        at_place[k][index] = plus(at_place[k][index], times(probability, onward));
      }
    });
  }

  std::uint64_t inverse_of(std::uint64_t total) {
    if (total == 1) return 1;
    const auto [it, added] = inverses_.try_emplace(total, 0);
    if (added) it->second = inverse(total % kPrime);
    return it->second;
  }

  const Topology& topology_;
  RouteGraph graph_;
  std::vector<TerminalId> sources_;  // one of each router
  std::unordered_map<std::uint64_t, std::uint64_t> inverses_;
};

[[noreturn]] void refuse(const Symmetry& map, std::uint32_t from, std::uint32_t to) {
  throw InvariantError(
      fmt::format("the relation claims a symmetry it does not have: {}; it changes the routing from node {} to {}", map.name, from, to));
}

// A claim is not trusted to be a map of the nodes onto themselves.
bool is_permutation(const Topology& topology, const Symmetry& map) {
  std::vector<bool> taken(topology.nodes(), false);
  bool right = map.image.size() == topology.nodes();
  for (std::size_t v = 0; right && v < map.image.size(); ++v) {
    const std::uint32_t to = map.image[v].value();
    right = to < topology.nodes() && !taken[to];
    if (right) taken[to] = true;
  }
  return right;
}

// r_{g(c)} per channel c.
Numbers moved(const Topology& topology, const Symmetry& map, const Numbers& numbers) {
  Numbers result(numbers.size());
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    const ChannelId image = Orbits::image_of(topology, ChannelId(c), map);
    if (topology.channel(image).bandwidth != topology.channel(ChannelId(c)).bandwidth) {
      throw InvariantError(fmt::format("the relation claims a symmetry it does not have: {}; it changes a bandwidth", map.name));
    }
    result[c] = numbers[image.value()];
  }
  return result;
}

std::uint32_t sampled_destinations(std::uint32_t sources) { return (kSampledPairs + sources - 1) / sources; }

// So many, and what the maps take one to before others are drawn: then images are among them, and fewer walks are made.
std::vector<NodeId> drawn_destinations(const Topology& topology, const std::vector<Symmetry>& symmetries, std::uint32_t count) {
  std::vector<bool> taken(topology.nodes(), false);
  std::vector<NodeId> destinations;
  const auto take = [&](NodeId t) {
    if (taken[t.value()] || destinations.size() == count || topology.terminals_of(t).empty()) return;
    taken[t.value()] = true;
    destinations.push_back(t);
  };
  for (std::uint64_t i = 1; destinations.size() < count; ++i) {
    std::size_t next = destinations.size();
    take(NodeId(static_cast<std::uint32_t>(scale_bits(mix(i), topology.nodes()))));
    for (; next < destinations.size(); ++next) {
      const NodeId t = destinations[next];
      for (const Symmetry& map : symmetries) take(map.image[t.value()]);
    }
  }
  return destinations;
}

void compare(const Symmetry& map, std::uint32_t to, const Numbers& here, const Numbers& at_image) {
  if (here.size() != at_image.size()) refuse(map, to, to);  // one has terminals, the other none
  for (std::uint32_t s = 0; s < here.size(); ++s) {
    if (here[s] != at_image[map.image[s].value()]) refuse(map, s, to);
  }
}

}  // namespace

std::vector<Symmetry> usable_symmetries(const Topology& topology, const RoutingRelation& relation) {
  if (relation.by_terminal() || relation.absorbs()) return {};
  if (relation.faults() != nullptr && !relation.faults()->none()) return {};
  auto symmetries = relation.symmetries();
  if (topology.one_terminal_a_router()) return symmetries;
  const auto moves_terminals = [&](const Symmetry& map) {
    return is_permutation(topology, map) && !keeps_terminals(topology, map);  // what is none is to be refused
  };
  symmetries.erase(std::remove_if(symmetries.begin(), symmetries.end(), moves_terminals), symmetries.end());
  return symmetries;
}

std::vector<Symmetry> usable_translations(const Topology& topology, const RoutingRelation& relation) {
  auto symmetries = usable_symmetries(topology, relation);
  symmetries.erase(std::remove_if(symmetries.begin(), symmetries.end(), [](const Symmetry& s) { return s.kind != Symmetry::Kind::translation; }),
                   symmetries.end());
  return symmetries;
}

double symmetry_check_walks(const Topology& topology, const std::vector<Symmetry>& symmetries) {
  if (symmetries.empty()) return 0;
  std::uint32_t sources = 0;
  for (std::uint32_t v = 0; v < topology.nodes(); ++v) sources += topology.terminals_of(NodeId(v)).empty() ? 0 : 1;
  if (sources <= kExhaustiveNodes) return sources;
  return static_cast<double>(sampled_destinations(sources)) * static_cast<double>(1 + symmetries.size());
}

std::vector<VerifiedSymmetry> verify_symmetries(const Topology& topology, const RoutingRelation& relation, const std::vector<Symmetry>& symmetries) {
  if (symmetries.empty()) return {};
  const std::uint32_t nodes = topology.nodes();
  Numbers numbers(topology.channels());
  for (std::uint32_t c = 0; c < topology.channels(); ++c) numbers[c] = mix(c) % kPrime;
  std::vector<Numbers> moved_numbers;
  moved_numbers.reserve(symmetries.size());
  std::vector<const Numbers*> sets = {&numbers};
  if (relation.by_terminal()) throw InvariantError("symmetries of routers say nothing of a relation that distinguishes terminals");
  for (const Symmetry& map : symmetries) {
    if (!is_permutation(topology, map)) {
      throw InvariantError(fmt::format("the relation claims a symmetry it does not have: {}; it is no permutation of the nodes", map.name));
    }
    moved_numbers.push_back(moved(topology, map, numbers));
    sets.push_back(&moved_numbers.back());
  }
  Fingerprints fingerprints(topology, relation);
  const std::uint32_t sources = fingerprints.sources();
  const bool exhaustive = sources <= kExhaustiveNodes;
  std::uint64_t pairs = std::uint64_t{sources} * sources;
  if (exhaustive) {
    std::vector<std::vector<Numbers>> all;  // [destination][set][source]
    all.reserve(nodes);
    for (std::uint32_t t = 0; t < nodes; ++t) all.push_back(fingerprints.to(NodeId(t), sets));
    for (std::size_t g = 0; g < symmetries.size(); ++g) {
      for (std::uint32_t t = 0; t < nodes; ++t) compare(symmetries[g], t, all[t][g + 1], all[symmetries[g].image[t].value()][0]);
    }
  } else {
    const std::vector<NodeId> destinations = drawn_destinations(topology, symmetries, sampled_destinations(sources));
    pairs = std::uint64_t{destinations.size()} * sources;
    std::unordered_map<std::uint32_t, Numbers> known;  // by destination
    std::vector<std::vector<Numbers>> here;
    for (const NodeId t : destinations) {
      here.push_back(fingerprints.to(t, sets));
      known.emplace(t.value(), here.back().front());
    }
    const auto at = [&](NodeId t) -> const Numbers& {
      const auto [it, missing] = known.try_emplace(t.value());
      if (missing) it->second = std::move(fingerprints.to(t, {&numbers}).front());
      return it->second;
    };
    for (std::size_t i = 0; i < destinations.size(); ++i) {
      for (std::size_t g = 0; g < symmetries.size(); ++g) {
        compare(symmetries[g], destinations[i].value(), here[i][g + 1], at(symmetries[g].image[destinations[i].value()]));
      }
    }
  }
  std::vector<VerifiedSymmetry> verified;
  for (const Symmetry& map : symmetries) verified.push_back({map.name, pairs, exhaustive});
  return verified;
}

}  // namespace dateline
