#include "models/analysis/loads/channel_load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "models/analysis/loads/end_traffic.hpp"
#include "models/analysis/loads/propagation.hpp"
#include "models/analysis/loads/symmetry_check.hpp"
#include "models/base/error.hpp"
#include "models/base/numbers/exact_fraction.hpp"
#include "models/network/relation/route_graph.hpp"
#include "models/network/symmetry/orbits.hpp"
#include "models/network/topology/grid.hpp"

namespace dateline {
namespace {

using ExactSums = std::vector<ExactFraction>;

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
    const Bandwidth bandwidth = topology.channel(ChannelId(c)).bandwidth;
    const Rational relative = bandwidth == 1 ? result.load[c] : Rational(result.load[c] / to_rational(bandwidth));
    if (relative > result.gamma_max) {
      result.gamma_max = relative;
      result.busiest = ChannelId(c);
    }
  }
  if (demand > 0) result.mean_hops = total / demand;
  return result;
}

// `again`: messages injected again, per node; `stops`: those of them that were at the end of a segment.
void load_injection(const Topology& topology, const EndTraffic& traffic, const ExactSums& again, const Rational& stops, ChannelLoads& result) {
  result.absorbed = values(again);
  Rational total = 0;
  for (const Rational& amount : result.absorbed) total += amount;
  if (result.demand > 0) {
    result.mean_absorptions = (total - stops) / result.demand;
    result.mean_intermediate_stops = stops / result.demand;
  }
  for (std::uint32_t end = 0; end < traffic.ends().count(); ++end) {
    for (const TerminalId t : traffic.ends().terminals(end)) {
      const NodeId router = topology.router_of(t);
      const bool first = t == topology.terminals_of(router).front();
      const Rational injected = traffic.share(t) + (first ? result.absorbed[router.value()] : Rational(0));
      if (injected <= result.injection_max) continue;
      result.injection_max = injected;
      result.busiest_injection = router;
    }
  }
}

ChannelLoads exhaustive(const Topology& topology, const RoutingRelation& relation, const EndTraffic& traffic, bool alone) {
  const DemandColumns columns(traffic);
  ExactSums sums(topology.channels()), again(topology.nodes());
  ExactFraction stops;
  Propagation propagation(topology, relation, alone);
  for (std::uint32_t t = 0; t < traffic.ends().count(); ++t) {
    const DemandColumns::Column to = columns.to(t);
    if (to.sources.empty()) continue;
    for (const ChannelFlow& f : propagation.flow(to.destination, to.sources, to.amounts)) sums[f.channel.value()].add(f.amount);
    for (const NodeFlow& f : propagation.reinjections()) again[f.node.value()].add(f.amount);
    stops.add(propagation.intermediate_stops());
  }
  ChannelLoads result = finish(topology, values(sums), traffic.total());
  if (relation.absorbs()) load_injection(topology, traffic, again, stops.value(), result);
  return result;
}

// One destination of each orbit is walked, from all sources at once: its flows stand for those to all of its orbit.
// Orbits are of routers: with terminals distinguished there are no symmetries. What a router is sent under a pattern
// that every permutation of the terminals keeps is what it sends.
ChannelLoads by_orbits(const Topology& topology, const RoutingRelation& relation, const EndTraffic& traffic, const Orbits& orbits) {
  ExactSums sums(orbits.channel_orbits());
  Propagation propagation(topology, relation);
  for (const Orbits::Representative& representative : orbits.nodes()) {
    if (topology.terminals_of(representative.node).empty()) continue;
    std::vector<TerminalId> sources;
    std::vector<Rational> amounts;
    sources.reserve(topology.nodes());
    amounts.reserve(topology.nodes());
    for (Demand& d : traffic.row(representative.node.value())) {
      sources.push_back(d.destination);
      amounts.push_back(std::move(d.probability));
    }
    const TerminalId destination = topology.terminals_of(representative.node).front();
    ExactSums of_one(orbits.channel_orbits());
    for (const ChannelFlow& f : propagation.flow(destination, sources, amounts)) of_one[orbits.orbit_of(f.channel)].add(f.amount);
    for (std::uint32_t o = 0; o < sums.size(); ++o) sums[o].add(ExactFraction(Rational(of_one[o].value() * representative.orbit_size)));
  }
  ChannelLoads result;
  result.by_symmetry = true;
  result.demand = traffic.total();
  Rational total = 0;
  std::vector<Rational> load_of;  // per orbit: the same for all of its channels; bandwidths are 1
  for (std::uint32_t o = 0; o < sums.size(); ++o) {
    load_of.push_back(sums[o].value() / orbits.channel_orbit_size(o));
    total += sums[o].value();
  }
  result.load.reserve(topology.channels());
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    const std::uint32_t orbit = orbits.orbit_of(ChannelId(c));
    result.load.push_back(load_of[orbit]);
    if (!orbits.is_first(ChannelId(c)) || load_of[orbit] <= result.gamma_max) continue;
    result.gamma_max = load_of[orbit];
    result.busiest = ChannelId(c);
  }
  if (result.demand > 0) result.mean_hops = total / result.demand;
  return result;
}

// Crossings of sampled paths: sums per channel of load and of its variance.
class SampledSums {
 public:
  SampledSums(const Topology& topology, const RoutingRelation& relation, PathSample sample)
      : sampler_(topology, relation, sample.seed), paths_(sample.paths), load_(topology.channels()), variance_(topology.channels(), 0.0) {}

  // The packets that a pair sends; channels are counted under `name` (their orbit, or themselves).
  template <typename Name>
  void add_pair(TerminalId source, const Demand& demand, Name name) {
    std::map<std::uint32_t, std::pair<std::uint64_t, std::uint64_t>> crossings;  // sum and sum of squares over paths
    std::map<std::uint32_t, std::uint64_t> of_path;
    for (std::uint64_t i = 0; i < paths_; ++i) {
      of_path.clear();
      for (const ChannelId c : sampler_.path(source, demand.destination, i)) ++of_path[name(c)];
      for (const auto& [channel, count] : of_path) {
        crossings[channel].first += count;
        crossings[channel].second += count * count;
      }
    }
    const double p = to_double(demand.probability), n = static_cast<double>(paths_);
    for (const auto& [channel, sums] : crossings) {
      const double mean = static_cast<double>(sums.first) / n;
      variance_[channel] += p * p * (static_cast<double>(sums.second) / n - mean * mean) / (n - 1);
      load_[channel].add(ExactFraction(Rational(demand.probability * Rational(sums.first, paths_))));
    }
  }
  [[nodiscard]] Rational load(std::uint32_t name) const { return load_[name].value(); }
  [[nodiscard]] double variance(std::uint32_t name) const { return variance_[name]; }

 private:
  PathSampler sampler_;
  std::uint64_t paths_;
  ExactSums load_;
  std::vector<double> variance_;
};

// `orbits`: one router an orbit, its loads spread over the orbit's channels; null: every source.
ChannelLoads sampled(const Topology& topology, const RoutingRelation& relation, const EndTraffic& traffic, PathSample sample, const Orbits* orbits) {
  SampledSums sums(topology, relation, sample);
  const auto add_row = [&](std::uint32_t end, auto name) {
    for (const Demand& d : traffic.row(end)) sums.add_pair(traffic.ends().terminals(end).front(), d, name);
  };
  std::vector<Rational> load(topology.channels());
  std::vector<double> error(topology.channels());
  std::uint32_t sources = 1;  // translations move every source alike: all orbits have one size
  if (orbits != nullptr) {
    sources = orbits->nodes().front().orbit_size;
    for (const auto& r : orbits->nodes()) add_row(r.node.value(), [&](ChannelId c) { return orbits->orbit_of(c); });
  } else {
    for (std::uint32_t s = 0; s < traffic.ends().count(); ++s) add_row(s, [](ChannelId c) { return c.value(); });
  }
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    const std::uint32_t name = orbits != nullptr ? orbits->orbit_of(ChannelId(c)) : c;
    const Rational scale = orbits != nullptr ? Rational(sources, orbits->channel_orbit_size(name)) : Rational(1);
    load[c] = sums.load(name) * scale;
    error[c] = std::sqrt(std::max(0.0, sums.variance(name))) * to_double(scale);
  }
  ChannelLoads result = finish(topology, std::move(load), traffic.total());
  result.by_symmetry = orbits != nullptr;
  result.standard_error = std::move(error);
  return result;
}

// Of a lattice, and of sampled pairs, translations alone, which move every source alike; elsewhere all that the
// relation claims. None where bandwidths differ.
std::vector<Symmetry> symmetries_of(const Topology& topology, const RoutingRelation& relation, const TrafficPattern& pattern, bool use_symmetry,
                                    bool exact) {
  if (!use_symmetry || !pattern.permutation_invariant() || other_bandwidth(topology) != kNoChannel) return {};
  const bool lattice = topology.grid() != nullptr && topology.grid()->lattice();
  return !exact || lattice ? usable_translations(topology, relation) : usable_symmetries(topology, relation);
}

// `orbits`: of the symmetries that can be used, if there are any.
double cost_of(const Topology& topology, const RoutingRelation& relation, const TrafficPattern& pattern, const Orbits* orbits) {
  const double ends = WalkEnds(topology, relation).used();
  const double places = mean_places(topology, relation);
  if (orbits != nullptr) return static_cast<double>(orbits->nodes().size()) * ends * places;
  const bool one_to_one = pattern.row(TerminalId(0)).size() <= 1;
  return ends * (one_to_one ? places : std::min(ends * places, 2.0 * topology.channels()));
}

// Of the proof that the symmetries hold: its walks to a destination, each with the places of one that is walked here.
double check_cost(const Topology& topology, const RoutingRelation& relation, const std::vector<Symmetry>& symmetries) {
  const std::vector<TerminalId> sources = WalkEnds(topology, relation).representatives();
  const RouteGraph graph(topology, relation, sources.front(), sources);
  return symmetry_check_walks(topology, symmetries) * static_cast<double>(graph.places().size());
}

}  // namespace

double channel_load_cost(const Topology& topology, const RoutingRelation& relation, const TrafficPattern& pattern, bool use_symmetry) {
  const auto symmetries = symmetries_of(topology, relation, pattern, use_symmetry, true);
  if (symmetries.empty()) return cost_of(topology, relation, pattern, nullptr);
  const Orbits orbits(topology, symmetries);
  return cost_of(topology, relation, pattern, &orbits);
}

ChannelLoads channel_load(const Topology& topology, const RoutingRelation& relation, const TrafficPattern& pattern, const LoadOptions& options) {
  if (options.sample.paths == 1) throw ConfigError("loads", "sample", "1", "is too few for a standard error; allowed 2 or more");
  const bool exact = options.sample.paths == 0;
  const auto symmetries = symmetries_of(topology, relation, pattern, options.use_symmetry && !options.alone, exact);
  std::optional<Orbits> orbits;
  if (!symmetries.empty()) orbits.emplace(topology, symmetries);
  double cost = !exact ? 0 : cost_of(topology, relation, pattern, orbits ? &*orbits : nullptr);
  if (exact && orbits && cost <= options.budget) cost += check_cost(topology, relation, symmetries);
  if (cost > options.budget) {
    throw BudgetError(
        "loads", "topology", topology.name(),
        fmt::format("needs about {:.1e} steps for exact loads; the budget is {:.1e}; loads --sample-paths N estimates them from N paths a pair", cost,
                    options.budget));
  }
  const EndTraffic traffic(topology, relation, pattern);
  verify_symmetries(topology, relation, symmetries);
  if (!exact) return sampled(topology, relation, traffic, options.sample, orbits ? &*orbits : nullptr);
  return orbits ? by_orbits(topology, relation, traffic, *orbits) : exhaustive(topology, relation, traffic, options.alone);
}

}  // namespace dateline
