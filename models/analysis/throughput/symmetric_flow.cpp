#include "models/analysis/throughput/symmetric_flow.hpp"

#include <algorithm>
#include <map>

#include "models/analysis/optimal/exact_routing.hpp"
#include "models/analysis/optimal/refined_solution.hpp"
#include "models/analysis/throughput/price_bound.hpp"
#include "models/base/error.hpp"
#include "models/network/symmetry/channel_images.hpp"

namespace dateline {
namespace {

// Orbits of 0..items-1 under maps of them, numbered by their first members; items that are `left_out` have none.
template <typename Image, typename LeftOut>
std::uint32_t label_orbits(std::vector<std::uint32_t>& label, std::uint32_t none, std::size_t maps, Image image, LeftOut left_out) {
  std::vector<std::size_t> open;
  std::uint32_t orbits = 0;
  for (std::size_t first = 0; first < label.size(); ++first) {
    if (label[first] != none || left_out(first)) continue;
    label[first] = orbits;
    open.assign(1, first);
    while (!open.empty()) {
      const std::size_t item = open.back();
      open.pop_back();
      for (std::size_t m = 0; m < maps; ++m) {
        const std::size_t other = image(m, item);
        if (label[other] != none) continue;
        label[other] = orbits;
        open.push_back(other);
      }
    }
    ++orbits;
  }
  return orbits;
}

}  // namespace

SymmetricFlow::SymmetricFlow(const FlowProblem& problem) : problem_(problem), scale_(whole_scale(problem.demands())) {
  label_flows(demand_symmetries(problem));
}

void SymmetricFlow::label_flows(const std::vector<RouterMap>& maps) {
  const Topology& topology = problem_.topology();
  const std::uint32_t channels = topology.channels();
  const ChannelImages images(topology);
  std::vector<std::vector<std::uint32_t>> channel(maps.size()), demand(maps.size());
  std::map<std::uint32_t, std::uint32_t> demand_to;  // router -> demand
  for (std::uint32_t d = 0; d < problem_.demands().size(); ++d) demand_to[problem_.demands()[d].destination.value()] = d;
  for (std::size_t m = 0; m < maps.size(); ++m) {
    for (std::uint32_t c = 0; c < channels; ++c) channel[m].push_back(images.of(ChannelId(c), maps[m]).value());
    for (const FlowDemand& of : problem_.demands()) demand[m].push_back(demand_to.at(maps[m][of.destination.value()]));
  }
  channel_orbit_.assign(channels, kNoFlow);
  const std::uint32_t orbits = label_orbits(
      channel_orbit_, kNoFlow, maps.size(), [&](std::size_t m, std::size_t c) { return channel[m][c]; },
      [&](std::size_t c) { return !problem_.usable(ChannelId(static_cast<std::uint32_t>(c))); });
  channels_alike_.assign(orbits, 0);
  for (const std::uint32_t orbit : channel_orbit_) {
    if (orbit != kNoFlow) ++channels_alike_[orbit];
  }
  label_.assign(problem_.demands().size() * channels, kNoFlow);
  flows_ = label_orbits(
      label_, kNoFlow, maps.size(),
      [&](std::size_t m, std::size_t item) { return std::size_t{demand[m][item / channels]} * channels + channel[m][item % channels]; },
      [&](std::size_t item) { return !problem_.open(item / channels, ChannelId(static_cast<std::uint32_t>(item % channels))); });
}

void SymmetricFlow::build() {
  const Topology& topology = problem_.topology();
  for (std::uint32_t f = 0; f < flows_; ++f) program_.add_column(0, kUnbounded, 0);
  const std::uint32_t theta = program_.add_column(0, kUnbounded, -1);
  const auto add = [&](std::uint32_t row, const std::map<std::uint32_t, double>& terms) {
    for (const auto& [column, value] : terms) {
      if (value != 0) program_.entries.push_back({row, column, value});
    }
  };
  std::vector<std::uint8_t> bounded(channels_alike_.size(), 0);
  load_row_.assign(channels_alike_.size(), 0);
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    const std::uint32_t orbit = channel_orbit_[c];
    if (orbit == kNoFlow || bounded[orbit] != 0) continue;
    bounded[orbit] = 1;
    std::map<std::uint32_t, double> terms;
    for (std::size_t d = 0; d < problem_.demands().size(); ++d) {
      if (label(d, ChannelId(c)) != kNoFlow) terms[label(d, ChannelId(c))] += 1;
    }
    load_row_[orbit] = program_.add_row(-kUnbounded, to_double(to_rational(topology.channel(ChannelId(c)).bandwidth)) / problem_.bandwidth_unit());
    add(load_row_[orbit], terms);
  }
  std::map<std::map<std::uint32_t, double>, std::uint32_t> known;  // rows that are alike say the same
  for (std::size_t d = 0; d < problem_.demands().size(); ++d) {
    const FlowDemand& demand = problem_.demands()[d];
    std::size_t next = 0;  // source
    for (std::uint32_t v = 0; v < topology.nodes(); ++v) {
      Rational asked = 0;
      if (next < demand.sources.size() && demand.sources[next] == NodeId(v)) asked = demand.amounts[next++] * scale_;
      if (NodeId(v) == demand.destination) continue;
      std::map<std::uint32_t, double> terms;
      for (const ChannelId c : problem_.leaving(NodeId(v))) {
        if (label(d, c) != kNoFlow) terms[label(d, c)] += 1;
      }
      for (const ChannelId c : problem_.arriving(NodeId(v))) {
        if (label(d, c) != kNoFlow) terms[label(d, c)] -= 1;
      }
      terms[theta] = -to_double(asked);
      if (!known.emplace(terms, 0).second) continue;
      const std::uint32_t row = program_.add_row(0, 0);
      add(row, terms);
      conservation_.push_back({row, std::move(asked)});
    }
  }
}

std::vector<double> SymmetricFlow::prices(const LinearSolution& solution) const {
  std::vector<double> prices;
  for (const std::uint32_t orbit : channel_orbit_) {
    prices.push_back(orbit == kNoFlow ? 0 : std::max(0.0, -solution.row_price[load_row_[orbit]]) / channels_alike_[orbit]);
  }
  return prices;
}

// What flows carry: none if they are not conserved.
std::optional<Rational> SymmetricFlow::carried(const std::vector<Rational>& x) const {
  std::vector<Rational> sums(program_.rows.size());
  for (const LinearProgram::Entry& e : program_.entries) {
    if (e.column != flows_) sums[e.row] += x[e.column] * exact_value(e.value);
  }
  for (const Conservation& of : conservation_) {
    if (sums[of.row] != of.asked * x[flows_]) return std::nullopt;
  }
  Rational most = 0;
  for (std::uint32_t c = 0; c < problem_.topology().channels(); ++c) {
    if (channel_orbit_[c] == kNoFlow) continue;
    most = std::max(most, Rational(sums[load_row_[channel_orbit_[c]]] / to_rational(problem_.topology().channel(ChannelId(c)).bandwidth)));
  }
  if (most == 0) return std::nullopt;
  return Rational(x[flows_] * scale_ / most);
}

SymmetricFlow::Value SymmetricFlow::solve(std::uint64_t pivots) {
  build();
  const LinearSolution solution = solve_linear_program(program_, pivots, SimplexMethod::primal);
  if (solution.status == LinearSolution::Status::infeasible) throw InvariantError("a concurrent flow without a solution");
  pivots_ = solution.pivots;
  Value value;
  if (solution.status != LinearSolution::Status::optimal) return value;
  constexpr double kMeets = 1e-9, kSimple = 1e-9;
  const double theta = solution.x[flows_] * to_double(scale_) * problem_.bandwidth_unit();
  for (const auto& whole : whole_prices(prices(solution))) {
    const auto bound = price_bound(problem_, whole);
    if (bound && (!value.upper || *bound < *value.upper)) value.upper = bound;
    if (value.upper && to_double(*value.upper) <= theta * (1 + kMeets)) break;
  }
  std::vector<Rational> x;
  for (const double flow : solution.x) x.push_back(simplest_fraction(flow, kSimple));
  value.lower = carried(x);
  if (value.lower) best_ = x;
  for (const int rounds : {4, 12}) {
    if (value.lower && value.lower == value.upper) break;
    const auto refined = refine_solution(program_, solution, {}, rounds);
    if (!refined) break;
    for (std::size_t j = 0; j < x.size(); ++j) x[j] = refined->error == 0 ? refined->x[j] : simplest_fraction(refined->x[j], refined->error);
    const auto more = carried(x);
    if (!more || (value.lower && *more <= *value.lower)) continue;
    value.lower = more;
    best_ = x;
  }
  return value;
}

std::vector<Rational> SymmetricFlow::flow(std::size_t demand) const {
  std::vector<Rational> flow(problem_.topology().channels());
  for (std::uint32_t c = 0; c < flow.size(); ++c) {
    const std::uint32_t orbit = label(demand, ChannelId(c));
    if (orbit != kNoFlow && best_[orbit] > 0) flow[c] = best_[orbit];
  }
  return flow;
}

}  // namespace dateline
