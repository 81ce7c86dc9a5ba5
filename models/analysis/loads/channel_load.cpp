#include "models/analysis/loads/channel_load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "models/analysis/loads/end_traffic.hpp"
#include "models/network/exact_fraction.hpp"
#include "models/analysis/loads/propagation.hpp"
#include "models/analysis/loads/symmetry_check.hpp"
#include "models/network/error.hpp"
#include "models/network/orbits.hpp"

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

ChannelLoads exhaustive(const Topology& topology, const RoutingRelation& relation, const EndTraffic& traffic) {
  const std::uint32_t ends = traffic.ends().count();
  std::vector<std::vector<std::uint32_t>> source_of(ends);  // per destination
  std::vector<std::vector<std::uint32_t>> value_of(ends);   // index into distinct, parallel
  std::vector<Rational> distinct;
  std::map<Rational, std::uint32_t> index_of;
  for (std::uint32_t s = 0; s < ends; ++s) {
    Rational previous = -1;
    std::uint32_t index = 0;
    for (const Demand& d : traffic.row(s)) {
      if (d.probability != previous) {
        previous = d.probability;
        const auto [it, added] = index_of.try_emplace(previous, static_cast<std::uint32_t>(distinct.size()));
        if (added) distinct.push_back(previous);
        index = it->second;
      }
      const std::uint32_t to = traffic.ends().of(d.destination);
      source_of[to].push_back(s);
      value_of[to].push_back(index);
    }
  }
  ExactSums sums(topology.channels());
  Propagation propagation(topology, relation);
  for (std::uint32_t t = 0; t < ends; ++t) {
    std::vector<TerminalId> sources;
    std::vector<Rational> amounts;
    for (std::size_t i = 0; i < source_of[t].size(); ++i) {
      sources.push_back(traffic.ends().terminals(source_of[t][i]).front());
      amounts.push_back(distinct[value_of[t][i]]);
    }
    if (sources.empty()) continue;
    for (const ChannelFlow& f : propagation.flow(traffic.ends().terminals(t).front(), sources, amounts)) sums[f.channel.value()].add(f.amount);
  }
  return finish(topology, values(sums), traffic.total());
}

// Orbits are of routers: with terminals told apart there are no symmetries.
ChannelLoads by_orbits(const Topology& topology, const RoutingRelation& relation, const EndTraffic& traffic, const Orbits& orbits) {
  ExactSums per_orbit(orbits.channel_orbits());
  Propagation propagation(topology, relation);
  for (const Orbits::Representative& representative : orbits.nodes()) {
    ExactSums sums(topology.channels());
    for (const Demand& d : traffic.row(representative.node.value())) {
      const TerminalId source = topology.terminals_of(representative.node).front();
      for (const ChannelFlow& f : propagation.flow(d.destination, {source}, {d.probability})) sums[f.channel.value()].add(f.amount);
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
  ChannelLoads result = finish(topology, std::move(load), traffic.total());
  result.by_symmetry = true;
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

std::vector<Symmetry> symmetries_of(const Topology& topology, const RoutingRelation& relation, const TrafficPattern& pattern, bool use_symmetry) {
  return use_symmetry ? usable_translations(topology, relation, pattern) : std::vector<Symmetry>{};
}

}  // namespace

double channel_load_cost(const Topology& topology, const RoutingRelation& relation, const TrafficPattern& pattern, bool use_symmetry) {
  const double ends = WalkEnds(topology, relation).count();
  const double places = mean_places(topology, relation);
  const auto symmetries = symmetries_of(topology, relation, pattern, use_symmetry);
  if (!symmetries.empty()) return static_cast<double>(Orbits(topology, symmetries).nodes().size()) * ends * places;
  const bool one_to_one = pattern.row(TerminalId(0)).size() <= 1;
  return ends * (one_to_one ? places : std::min(ends * places, 2.0 * topology.channels()));
}

ChannelLoads channel_load(const Topology& topology, const RoutingRelation& relation, const TrafficPattern& pattern, const LoadOptions& options) {
  if (options.sample.paths == 1) throw ConfigError("loads", "sample", "1", "is too few for a standard error; allowed 2 or more");
  const bool exact = options.sample.paths == 0;
  const double cost = !exact ? 0 : channel_load_cost(topology, relation, pattern, options.use_symmetry);
  if (cost > options.budget) {
    throw ConfigError(
        "loads", "topology", topology.name(),
        fmt::format("needs about {:.1e} steps for exact loads; the budget is {:.1e}; loads --sample N estimates them from N paths a pair", cost,
                    options.budget));
  }
  const EndTraffic traffic(topology, relation, pattern);
  const auto symmetries = symmetries_of(topology, relation, pattern, options.use_symmetry);
  verify_symmetries(topology, relation, symmetries);
  if (!exact) {
    if (symmetries.empty()) return sampled(topology, relation, traffic, options.sample, nullptr);
    const Orbits orbits(topology, symmetries);
    return sampled(topology, relation, traffic, options.sample, &orbits);
  }
  if (!symmetries.empty()) return by_orbits(topology, relation, traffic, Orbits(topology, symmetries));
  return exhaustive(topology, relation, traffic);
}

}  // namespace dateline
