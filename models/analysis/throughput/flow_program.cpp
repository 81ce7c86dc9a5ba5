#include "models/analysis/throughput/flow_program.hpp"

#include <algorithm>

#include "models/analysis/optimal/exact_routing.hpp"
#include "models/base/error.hpp"

namespace dateline {

FlowProgram::FlowProgram(const FlowProblem& problem) : problem_(problem), scale_(whole_scale(problem.demands())) {
  build_graph();
  split_ = split_program(problem.topology(), graph_, SplitAim::largest_factor, problem.bandwidth_unit());
}

void FlowProgram::build_graph() {
  const Topology& topology = problem_.topology();
  for (std::size_t d = 0; d < problem_.demands().size(); ++d) {
    const FlowDemand& demand = problem_.demands()[d];
    const auto first = static_cast<std::uint32_t>(d * topology.nodes());
    for (std::uint32_t v = 0; v < topology.nodes(); ++v) {
      SplitGraph::Place place{static_cast<std::uint32_t>(graph_.hops.size()), 0, 0};
      for (const ChannelId c : problem_.leaving(NodeId(v))) {
        if (!problem_.open(d, c)) continue;
        const NodeId to = topology.channel(c).to;
        graph_.hops.push_back({c, to == demand.destination ? SplitGraph::kDelivered : first + to.value(), 0});
        ++place.hops;
      }
      graph_.places.push_back(place);
    }
    for (std::size_t i = 0; i < demand.sources.size(); ++i) {
      graph_.starts.push_back({first + demand.sources[i].value(), Rational(demand.amounts[i] * scale_)});
    }
  }
}

bool FlowProgram::solve(std::uint64_t pivots) {
  solution_ = solve_linear_program(split_.program, pivots, SimplexMethod::primal);
  if (solution_.status == LinearSolution::Status::infeasible) throw InvariantError("a concurrent flow without a solution");
  return solution_.status == LinearSolution::Status::optimal;
}

double FlowProgram::theta() const { return solution_.x[split_.gamma] * to_double(scale_) * problem_.bandwidth_unit(); }

std::vector<double> FlowProgram::prices() const {
  std::vector<double> prices(problem_.topology().channels(), 0);
  for (std::uint32_t c = 0; c < prices.size(); ++c) {
    if (split_.row[c] != SplitProgram::kNoRow) prices[c] = std::max(0.0, -solution_.row_price[split_.row[c]]);
  }
  return prices;
}

bool FlowProgram::refine(int digits) {
  constexpr double kSimple = 1e-9;
  constexpr int kRounds[kDigits] = {0, 4, 12};
  x_.clear();
  if (digits == 0) {
    for (const double x : solution_.x) x_.push_back(simplest_fraction(x, kSimple));
    return true;
  }
  const auto refined = refine_solution(split_.program, solution_, {}, kRounds[digits]);
  if (!refined) return false;
  for (const Rational& x : refined->x) x_.push_back(refined->error == 0 ? x : simplest_fraction(x, refined->error));
  return true;
}

std::vector<Rational> FlowProgram::flow(std::size_t demand) const {
  std::vector<Rational> flow(problem_.topology().channels());
  const std::uint32_t nodes = problem_.topology().nodes();
  for (std::size_t p = demand * nodes; p < (demand + 1) * nodes; ++p) {
    const SplitGraph::Place& place = graph_.places[p];
    for (std::uint32_t h = place.first_hop; h < place.first_hop + place.hops; ++h) {
      const Rational& x = x_[split_.column[h]];
      if (x > 0) flow[graph_.hops[h].channel.value()] = x;
    }
  }
  return flow;
}

}  // namespace dateline
