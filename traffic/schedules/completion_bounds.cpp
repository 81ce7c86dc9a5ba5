#include "traffic/schedules/completion_bounds.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/analysis/adaptive/split_bound.hpp"
#include "models/base/error.hpp"
#include "models/network/relation/oblivious.hpp"
#include "traffic/patterns/fewest_hops.hpp"
#include "traffic/schedules/demand_traffic.hpp"
#include "traffic/schedules/event_order.hpp"
#include "traffic/schedules/costs/reduce_cost.hpp"

namespace dateline {
namespace {

constexpr std::uint64_t kFar = std::uint64_t{1} << 60U;  // cycles; later than any run ends, and far from 2^64

// Per pair of terminals that the schedule uses; empty beyond the budget.
PairWays ways_of_pairs(const Topology& topology, const RoutingRelation& relation, const CompletionInput& input,
                       const std::vector<PlacedSchedule>& schedules, double budget) {
  std::vector<TerminalPair> pairs;
  for (const PlacedSchedule& placed : schedules) {
    const Schedule& schedule = *placed.schedule;
    const std::vector<TerminalId>& places = *placed.places;
    for (std::uint32_t i = 0; i < schedule.size(); ++i) {
      if (schedule[i].kind() == OperationKind::recv) pairs.push_back({places[schedule[schedule[i].partner].rank], places[schedule[i].rank]});
    }
  }
  return fewest_hops(topology, relation, std::move(pairs), input.channel_latency, budget);
}

// The longest chain, by repetitions: those of a rank follow each other, and messages never lead back.
class LongestChain {
 public:
  LongestChain(const PlacedSchedule& placed, const CompletionInput& input, const PairWays& ways)
      : schedule_(*placed.schedule),
        places_(*placed.places),
        input_(input),
        ways_(ways),
        start_(schedule_.size()),
        base_(schedule_.ranks(), 0),
        next_base_(schedule_.ranks(), 0) {}

  // Nothing where it takes more steps than the budget.
  std::optional<std::uint64_t> run(double budget) {
    double steps = 0;
    std::vector<std::uint32_t> open;
    for (std::uint64_t repetition = 0; repetition < schedule_.repeat(); ++repetition) {
      for (std::uint32_t i = 0; i < schedule_.size(); ++i) start_[i] = base_[schedule_[i].rank];
      walk_events(
          schedule_, open, [&](std::uint32_t i) { started(i); }, [&](std::uint32_t i) { ended(i); });
      const std::optional<std::uint64_t> step = common_step();
      base_ = next_base_;
      if (step) return after(schedule_.repeat() - 1 - repetition, *step);
      if ((steps += static_cast<double>(schedule_.size())) > budget) return std::nullopt;
    }
    return latest();
  }

 private:
  [[nodiscard]] std::uint64_t latest() const { return *std::max_element(base_.begin(), base_.end()); }
  [[nodiscard]] std::uint64_t after(std::uint64_t repetitions, std::uint64_t step) const {
    return step != 0 && repetitions > (kFar - latest()) / step ? kFar : latest() + repetitions * step;
  }
  // By how much this repetition ends later than the one before, if that is the same for all ranks: then it is so for
  // all repetitions to come, as nothing but these ends goes into them.
  [[nodiscard]] std::optional<std::uint64_t> common_step() const {
    std::optional<std::uint64_t> step;
    for (std::uint32_t rank = 0; rank < schedule_.ranks(); ++rank) {
      if (schedule_.begin(rank) == schedule_.begin(rank + 1)) continue;
      const std::uint64_t own = next_base_[rank] - base_[rank];
      if (step && *step != own) return std::nullopt;
      step = own;
    }
    return step.value_or(0);
  }
  void reach(std::uint32_t i, std::uint64_t from, bool on_start) {
    for (const Follower follower : schedule_.followers(i)) {
      if ((follower.on_start != 0) == on_start) start_[follower.operation] = std::max(start_[follower.operation], from);
    }
  }
  void started(std::uint32_t i) { reach(i, start_[i] + 1, true); }
  // Cycles in which the injection channels of a terminal take all flits of a message, at the least.
  [[nodiscard]] std::uint64_t crossing(std::uint64_t bytes) const {
    const std::uint64_t flits = input_.sizes.flits(bytes), ports = std::min(input_.nic_ports, input_.sizes.packets(bytes));
    return std::max((flits + ports - 1) / ports, std::min<std::uint64_t>(flits, input_.sizes.packet_length));
  }
  // Over one way, the last channel carries all flits, from the cycle on in which the first header is there.
  [[nodiscard]] std::uint64_t latency(PairWay way, std::uint64_t bytes) const {
    const std::uint64_t flits = way.only && way.hops > 0 ? way.passing(input_.sizes.flits(bytes), input_.routing_delay) : crossing(bytes);
    const std::uint64_t alone = way.cycles + way.hops * input_.per_router + 1;
    if (way.only || input_.side_by_side == 0 || input_.sizes.packets(bytes) == 1) return alone + flits;
    return std::max(alone + flits - way.hops * input_.side_by_side, alone + input_.sizes.packet_length);
  }
  [[nodiscard]] std::uint64_t adding(const Operation& recv) const {
    return recv.reduces != 0 && input_.reduce_cost != 0 ? reduce_cycles(input_.reduce_cost, recv.amount) : 0;
  }
  void ended(std::uint32_t i) {
    const Operation& o = schedule_[i];
    std::uint64_t end = start_[i];
    if (o.kind() == OperationKind::compute) end += o.amount;
    if (o.kind() == OperationKind::send) end += input_.send_overhead + crossing(o.amount);
    if (o.kind() == OperationKind::recv) end = std::max(end, start_[o.partner]) + input_.receive_overhead + adding(o);
    end = std::min(end, kFar);
    next_base_[o.rank] = std::max(next_base_[o.rank], end);
    reach(i, end, false);
    if (o.kind() != OperationKind::send) return;
    const PairWay way = ways_.at({places_[o.rank], places_[schedule_[o.partner].rank]});
    start_[i] += input_.send_overhead + latency(way, o.amount);
  }

  const Schedule& schedule_;
  const std::vector<TerminalId>& places_;
  const CompletionInput& input_;
  const PairWays& ways_;
  std::vector<std::uint64_t> start_;             // per operation: the first cycle in which it can start; of an ended send: after its message
  std::vector<std::uint64_t> base_, next_base_;  // per rank: the first cycle of this repetition, the next
};

// What the busiest ejection channel carries; nothing where there are none.
Rational busiest_ejection(const Topology& topology, const TrafficPattern& demand, const CompletionInput& input) {
  Rational most = 0;
  if (!input.ejection_channels) return most;
  for (const Rational& column : demand.columns(topology.terminals())) most = std::max(most, Rational(column / input.nic_ports));
  return most;
}

// What the busiest channel carries, injection channels included, relative to what the source sends that sends most. Of
// an adaptive relation, however it chooses.
Rational busiest_share(const Topology& topology, const RoutingRelation& relation, const TrafficPattern& demand, std::uint64_t nic_ports,
                       double budget) {
  try {
    LoadOptions options;
    options.budget = budget;
    const ChannelLoads loads = channel_load(topology, relation, demand, options);
    return std::max(loads.gamma_max, Rational((loads.mean_absorptions > 0 ? loads.injection_max : Rational(1)) / nic_ports));
  } catch (const AdaptiveError&) {
    return std::max(split_bound(topology, split_graph(topology, relation, demand, kShortSplits)).lower, Rational(1, nic_ports));
  }
}

// Into `bounds`, and of each schedule into `paths`; why there is none. The ways of all pairs take memory: they end with
// it.
std::string find_critical_path(CompletionBounds& bounds, const Topology& topology, const RoutingRelation& relation,
                               const std::vector<PlacedSchedule>& schedules, const CompletionInput& input, double budget,
                               std::vector<std::uint64_t>* paths) {
  const PairWays ways = ways_of_pairs(topology, relation, input, schedules, budget);
  const bool silent = std::all_of(schedules.begin(), schedules.end(), [](const PlacedSchedule& s) { return s.schedule->messages() == 0; });
  if (ways.empty() && !silent) return fmt::format("the hops of all messages take more than {:.0e} steps", budget);
  std::uint64_t longest = 0;
  for (std::size_t i = 0; i < schedules.size(); ++i) {
    const std::optional<std::uint64_t> own = LongestChain(schedules[i], input, ways).run(budget);
    if (!own) return fmt::format("the critical path through all repetitions takes more than {:.0e} steps", budget);
    if (paths != nullptr) (*paths)[i] = *own;
    longest = std::max(longest, *own);
  }
  bounds.critical_path = longest;
  return "";
}

}  // namespace

std::optional<double> CompletionBounds::larger() const {
  if (!critical_path && !bandwidth) return std::nullopt;
  return std::max(critical_path ? static_cast<double>(*critical_path) : 0.0, bandwidth ? to_double(*bandwidth) : 0.0);
}

CompletionBounds completion_bounds(const Topology& topology, const RoutingRelation& relation, const Schedule& schedule, const CompletionInput& input,
                                   double budget) {
  return completion_bounds(topology, relation, std::vector<PlacedSchedule>{{&schedule, &input.places}}, input, budget);
}

CompletionBounds completion_bounds(const Topology& topology, const RoutingRelation& relation, const std::vector<PlacedSchedule>& schedules,
                                   const CompletionInput& input, double budget, std::vector<std::uint64_t>* paths) {
  CompletionBounds bounds;
  const auto over = [&](const std::string& why) {
    bounds.why_missing += (bounds.why_missing.empty() ? "" : "; ") + why;
    bounds.over_budget = true;
  };
  if (paths != nullptr) paths->assign(schedules.size(), 0);
  const std::string why = find_critical_path(bounds, topology, relation, schedules, input, budget, paths);
  if (!why.empty()) over(why);
  const DemandTraffic demand(schedules, input.sizes, topology.terminals());
  if (demand.scale() == 0) {
    bounds.bandwidth = 0;
    return bounds;
  }
  try {
    const Rational share = busiest_share(topology, relation, demand, input.nic_ports, budget);
    bounds.bandwidth = std::max(share, busiest_ejection(topology, demand, input)) * Rational(demand.scale());
  } catch (const BudgetError& e) {
    over(e.what());
  } catch (const ConfigError& e) {
    bounds.why_missing += (bounds.why_missing.empty() ? "" : "; ") + std::string(e.what());
  }
  return bounds;
}

}  // namespace dateline
