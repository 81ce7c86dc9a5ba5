#include "models/analysis/latency/mean_spread.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "models/analysis/loads/end_traffic.hpp"
#include "models/base/numbers/exact_fraction.hpp"
#include "models/network/relation/route_graph.hpp"

namespace dateline {
namespace {

class Spreads {
 public:
  Spreads(const Topology& topology, const RoutingRelation& relation, const SpreadInput& input) : graph_(topology, relation), input_(input) {
    for (std::uint32_t c = 0; c < topology.channels(); ++c) {
      const Bandwidth b = topology.channel(ChannelId(c)).bandwidth;
      const Integer held = Integer(input.flits_behind) * Integer(b.denominator()) / Integer(b.numerator());
      held_back_.push_back(static_cast<std::uint64_t>(held));
    }
  }
  // Adds what the packets to one destination have: a spread times how many have it.
  void add(const DemandColumns::Column& column) {
    graph_.walk(column.destination, column.sources);
    if (input_.alone) graph_.choose_alone();
    at_.assign(graph_.places().size(), {});
    place_sources(column.amounts);
    for (const std::uint32_t index : graph_.topological_order()) {
      const RouteGraph::Place& place = graph_.places()[index];
      for (const auto& had : at_[index]) {
        for_each_route(graph_.hops(place), [&](const RouteGraph::Hop& hop) {
          pass(hop, had.first, had.second.scaled(hop.candidate.weight, place.total_weight));
        });
      }
      at_[index].clear();
    }
  }
  [[nodiscard]] const Rational& sum() const { return sum_; }

 private:
  void place_sources(const std::vector<Rational>& amounts) {
    const auto& starts = graph_.starts();
    std::size_t i = 0;
    for (std::size_t s = 0; s < starts.size(); ++s) {
      if (s > 0 && starts[s].source != starts[s - 1].source) ++i;
      at_[starts[s].place][input_.flits_behind].add(ExactFraction(amounts[i]).scaled(starts[s].weight, starts[s].total_weight));
    }
  }
  void pass(const RouteGraph::Hop& hop, std::uint64_t spread, const ExactFraction& amount) {
    if (amount.is_zero()) return;
    if (hop.candidate.exit == Exit::channel) {
      const std::uint64_t caught_up = std::min(spread, input_.routing_delay);
      at_[hop.to][std::max(spread - caught_up, held_back_[hop.candidate.channel.value()])].add(amount);
      return;
    }
    sum_ += Rational(spread) * amount.value();
    if (hop.to < at_.size()) at_[hop.to][input_.flits_behind].add(amount);
  }

  RouteGraph graph_;
  SpreadInput input_;
  std::vector<std::uint64_t> held_back_;                    // per channel: cycles between head flit and tail, over it alone
  std::vector<std::map<std::uint64_t, ExactFraction>> at_;  // per place: by spread, the packets that come there with it
  Rational sum_;
};

}  // namespace

Rational mean_spread(const Topology& topology, const RoutingRelation& relation, const TrafficPattern& pattern, const SpreadInput& input) {
  const EndTraffic traffic(topology, relation, pattern);
  const DemandColumns columns(traffic);
  Spreads spreads(topology, relation, input);
  for (std::uint32_t end = 0; end < traffic.ends().count(); ++end) {
    const DemandColumns::Column column = columns.to(end);
    if (!column.sources.empty()) spreads.add(column);
  }
  return spreads.sum() / traffic.total();
}

}  // namespace dateline
