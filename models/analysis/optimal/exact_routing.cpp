#include "models/analysis/optimal/exact_routing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "models/analysis/optimal/flow_paths.hpp"
#include "models/base/error.hpp"

namespace dateline {
namespace {

constexpr std::uint64_t kUnits = std::uint64_t{1} << 20;
const Integer kLargestDenominator = Integer(1) << 62;

// From above and below: 0 <= low <= high, the simplest fraction in between.
Rational simplest_between(const Rational& low, const Rational& high) {
  const Integer whole = numerator(low) / denominator(low);
  if (whole == low) return whole;
  if (whole + 1 <= high) return whole + 1;
  return whole + 1 / simplest_between(1 / (high - whole), 1 / (low - whole));
}

Integer common_denominator(const RoutingOrbits& orbits, const std::vector<Rational>& flow, const Topology& topology, NodeId source,
                           NodeId destination) {
  Integer common = 1;
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    common = lcm(common, denominator(flow[orbits.flow(source, destination, ChannelId(c))]));
  }
  return common;
}

bool travels(const Topology& topology, const RoutingOrbits::Pair& pair) {
  return pair.source != pair.destination && terminal_pairs(topology, pair.source, pair.destination) > 0;
}

// One unit of flow from end to end of every pair, and no monstrous denominators.
bool conserved(const Topology& topology, const RoutingOrbits& orbits, const std::vector<Rational>& flow) {
  for (const RoutingOrbits::Pair& pair : orbits.pair_representatives()) {
    if (!travels(topology, pair)) continue;
    std::vector<Rational> surplus(topology.nodes());
    for (std::uint32_t c = 0; c < topology.channels(); ++c) {
      const Rational& f = flow[orbits.flow(pair.source, pair.destination, ChannelId(c))];
      surplus[topology.channel(ChannelId(c)).from.value()] += f;
      surplus[topology.channel(ChannelId(c)).to.value()] -= f;
    }
    surplus[pair.source.value()] -= 1;
    surplus[pair.destination.value()] += 1;
    if (std::any_of(surplus.begin(), surplus.end(), [](const Rational& s) { return s != 0; })) return false;
    if (common_denominator(orbits, flow, topology, pair.source, pair.destination) > kLargestDenominator) return false;
  }
  return true;
}

std::vector<Rational> simple_fractions(const std::vector<std::uint32_t>& columns, const std::vector<double>& x, double tolerance) {
  std::vector<Rational> values;
  values.reserve(columns.size());
  for (const std::uint32_t column : columns) {
    values.push_back(column == RoutingProgram::kNoColumn ? Rational(0) : simplest_fraction(x[column], tolerance));
  }
  return values;
}

std::vector<Rational> simple_fractions(const std::vector<std::uint32_t>& columns, const RefinedSolution& refined) {
  std::vector<Rational> values;
  values.reserve(columns.size());
  for (const std::uint32_t column : columns) {
    const bool none = column == RoutingProgram::kNoColumn;
    values.push_back(none ? Rational(0) : refined.error == 0 ? refined.x[column] : simplest_fraction(refined.x[column], refined.error));
  }
  return values;
}

std::vector<Rational> rounded_flows(const Topology& topology, const RoutingOrbits& orbits, const RoutingProgram& program,
                                    const std::vector<double>& x) {
  std::vector<Rational> flow(orbits.flows());
  for (const RoutingOrbits::Pair& pair : orbits.pair_representatives()) {
    if (!travels(topology, pair)) continue;
    std::vector<double> approximate;
    for (std::uint32_t c = 0; c < topology.channels(); ++c) {
      const std::uint32_t column = program.flow[orbits.flow(pair.source, pair.destination, ChannelId(c))];
      approximate.push_back(column == RoutingProgram::kNoColumn ? 0 : x[column]);
    }
    const std::vector<std::uint64_t> units = whole_units(topology, pair.source, pair.destination, approximate, kUnits);
    struct Mean {
      Integer sum = 0, count = 0;
    };
    std::map<std::uint32_t, Mean> means;  // over the channels alike for this pair
    for (std::uint32_t c = 0; c < topology.channels(); ++c) {
      Mean& mean = means[orbits.flow(pair.source, pair.destination, ChannelId(c))];
      mean.sum += units[c];
      mean.count += 1;
    }
    for (const auto& [orbit, mean] : means) flow[orbit] = Rational(mean.sum, mean.count * kUnits);
  }
  return flow;
}

// Raises prices to those of feasible duals and returns the largest sum over a focus channel.
Rational proven_gamma(const Topology& topology, const RoutingOrbits& orbits, const std::vector<Rational>& flow, std::vector<Rational> price) {
  using Side = RoutingOrbits::Side;
  if (price.empty()) return 0;
  for (std::uint32_t f = 0; f < orbits.flows(); ++f) {
    if (flow[f] == 0) continue;
    const RoutingOrbits::Triple t = orbits.flow_representative(f);
    const std::uint32_t u = orbits.price(Side::source, t.source, t.channel);
    const std::uint32_t v = orbits.price(Side::destination, t.destination, t.channel);
    const Rational missing = flow[f] - price[u] - price[v];
    if (missing > 0) price[u] += u == v ? Rational(missing / 2) : missing;
  }
  Rational largest = 0;
  for (const ChannelId c : orbits.channel_representatives()) {
    Rational sum = 0;
    for (std::uint32_t v = 0; v < topology.nodes(); ++v) {
      const Rational both = price[orbits.price(Side::source, NodeId(v), c)] + price[orbits.price(Side::destination, NodeId(v), c)];
      sum += both * topology.terminals_of(NodeId(v)).size();
    }
    largest = std::max(largest, Rational(sum / to_rational(topology.channel(c).bandwidth)));
  }
  return largest;
}

}  // namespace

Rational simplest_fraction(const Rational& x, const Rational& tolerance) {
  if (x <= tolerance) return 0;
  return simplest_between(x - tolerance, x + tolerance);
}

Rational simplest_fraction(double x, double tolerance) { return simplest_fraction(exact_value(x), exact_value(tolerance)); }

ExactRouting exact_routing(const Topology& topology, const RoutingOrbits& orbits, const RoutingProgram& program, const std::vector<double>& x,
                           const std::optional<Rational>& limit, const Refine& refine) {
  constexpr double kFinest = 1e-12;
  constexpr int kRounds[] = {2, 5};  // digits for denominators of about 2^40, of 2^62 and more
  ExactRouting exact;
  for (const double tolerance : {1e-9, 1e-10, 1e-11, kFinest}) {
    exact.flow = simple_fractions(program.flow, x, tolerance);
    if (!conserved(topology, orbits, exact.flow)) continue;
    exact.gamma = proven_gamma(topology, orbits, exact.flow, simple_fractions(program.price, x, tolerance));
    if (!limit || exact.gamma <= *limit) return exact;
  }
  for (const int rounds : kRounds) {
    const auto refined = refine ? refine(rounds) : std::nullopt;
    if (!refined) break;
    exact.flow = simple_fractions(program.flow, *refined);
    if (!conserved(topology, orbits, exact.flow)) continue;
    exact.gamma = proven_gamma(topology, orbits, exact.flow, simple_fractions(program.price, *refined));
    if (!limit || exact.gamma <= *limit) return exact;
  }
  exact.rounded = true;
  exact.flow = rounded_flows(topology, orbits, program, x);
  exact.gamma = proven_gamma(topology, orbits, exact.flow, simple_fractions(program.price, x, kFinest));
  return exact;
}

PathTable path_table(const Topology& topology, const RoutingOrbits& orbits, const std::vector<Rational>& flow, bool relative) {
  const std::uint32_t n = topology.nodes();
  PathTable table;
  table.relative = relative;
  for (std::uint32_t s = 0; s < (relative ? 1 : n); ++s) {
    for (std::uint32_t d = 0; d < n; ++d) {
      const Integer common = common_denominator(orbits, flow, topology, NodeId(s), NodeId(d));
      if (common > kLargestDenominator) throw InvariantError(fmt::format("flow {} -> {} has denominator {}", s, d, common.str()));
      std::vector<std::uint64_t> units;
      for (std::uint32_t c = 0; c < topology.channels(); ++c) {
        const Rational share = flow[orbits.flow(NodeId(s), NodeId(d), ChannelId(c))] * common;
        units.push_back(static_cast<std::uint64_t>(numerator(share)));
      }
      table.paths.push_back(decompose_flow(topology, NodeId(s), NodeId(d), std::move(units)));
    }
  }
  return table;
}

}  // namespace dateline
