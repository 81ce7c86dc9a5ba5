#include "models/analysis/adaptive/split_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/analysis/adaptive/alone_cost.hpp"
#include "models/analysis/adaptive/merged_places.hpp"
#include "models/analysis/loads/end_traffic.hpp"
#include "models/base/error.hpp"
#include "models/network/relation/route_graph.hpp"

namespace dateline {
namespace {

struct Column {  // what is sent to one destination
  std::vector<TerminalId> sources;
  std::vector<Rational> amounts;
};

[[noreturn]] void refuse_size(const Topology& topology, double limit) {
  throw BudgetError("bounds", "topology", topology.name(),
                    fmt::format("needs more than {:.1e} for the bound over all splits, counted as flows x steps to follow them", limit));
}

void check_paths(const RoutingRelation& relation, const RouteGraph& walked) {
  const char* why = nullptr;
  if (walked.topological_order().empty() && !walked.places().empty()) why = "may send a head flit round for ever";
  if (walked.loses()) why = "absorbs packets for good";
  if (why == nullptr) return;
  throw ConfigError("bounds", "routing", relation.name(),
                    fmt::format("{} on its way to node {}: no bound is known", why, walked.destination().value()));
}

// Of a relation that may absorb packets, and does so where something has failed.
void refuse_absorptions(const RoutingRelation& relation, const RouteGraph& walked) {
  for (const RouteGraph::Place& place : walked.places()) {
    for (const RouteGraph::Hop& hop : walked.hops(place)) {
      if (hop.candidate.exit != Exit::absorb) continue;
      throw ConfigError("bounds", "routing", relation.name(), "absorbs packets on their paths: no bound is known");
    }
  }
}

// Every step of a flow counts, so there are fewer flows than the root of the limit.
std::vector<Column> columns_of(const Topology& topology, const EndTraffic& traffic, const SplitLimits& limits, std::uint64_t& flows) {
  const double most = std::max(std::sqrt(limits.product), limits.steps);
  std::vector<Column> columns(traffic.ends().count());
  for (std::uint32_t s = 0; s < columns.size(); ++s) {
    for (const Demand& d : traffic.row(s)) {
      if (d.probability == 0) continue;
      Column& to = columns[traffic.ends().of(d.destination)];
      to.sources.push_back(traffic.ends().terminals(s).front());
      to.amounts.push_back(d.probability);
      if (static_cast<double>(++flows) > most) refuse_size(topology, limits.product);
    }
  }
  return columns;
}

// Over the injection channel of its router, where that is of this terminal alone.
std::uint32_t injected(const Topology& topology, TerminalId source, std::uint32_t place, SplitGraph& graph) {
  const NodeId from = topology.router_of(source);
  if (graph.injections == 0 || topology.terminals_of(from).size() != 1) return place;
  graph.places.push_back({static_cast<std::uint32_t>(graph.hops.size()), 1, 1});
  graph.hops.push_back({ChannelId(topology.channels() + from.value()), place, 1});
  graph.steps += 2;
  return static_cast<std::uint32_t>(graph.places.size()) - 1;
}

// What packets alone in the network meet in the mean: the sum over all starts so far; none: it depends on a choice.
struct AloneMean {
  AloneCost cost;
  std::optional<Rational> sum = Rational(0);
  void add(const Rational& amount, std::uint32_t place) {
    const std::optional<Rational>& met = cost.of(place);
    sum = sum && met ? std::optional(Rational(*sum + amount * *met)) : std::nullopt;
  }
  [[nodiscard]] std::optional<Rational> over(const Rational& demand) const {
    return sum && demand > 0 ? std::optional(Rational(*sum / demand)) : sum;
  }
};

void add_starts(const Topology& topology, const RouteGraph& walked, const Column& column, const MergedPlaces& merged, std::vector<AloneMean>& means,
                SplitGraph& graph) {
  std::size_t source = 0;
  const auto& starts = walked.starts();
  for (std::size_t s = 0; s < starts.size(); ++s) {
    if (s > 0 && starts[s].source != starts[s - 1].source) ++source;
    const Rational amount = column.amounts[source] * Rational(starts[s].weight, starts[s].total_weight);
    for (AloneMean& mean : means) mean.add(amount, starts[s].place);
    const std::uint32_t place = merged.of(starts[s].place);
    if (place == SplitGraph::kDelivered) continue;  // it crosses nothing
    graph.starts.push_back({injected(topology, starts[s].source, place, graph), amount});
  }
}

}  // namespace

SplitGraph split_graph(const Topology& topology, const RoutingRelation& relation, const TrafficPattern& pattern, const SplitLimits& limits,
                       const std::vector<int>& crossing) {
  const EndTraffic traffic(topology, relation, pattern);
  SplitGraph graph;
  const bool absorbs = relation.absorbs() && limits.absorbs;
  if (absorbs) {
    graph.injections = topology.nodes();
    graph.injected_at_once = limits.nic_ports;
  }
  const std::vector<Column> columns = columns_of(topology, traffic, limits, graph.flows);
  graph.demand = traffic.total();
  RouteGraph walked(topology, relation);
  MergedPlaces merged(walked, graph, topology.channels());
  std::vector<AloneMean> means;  // of hops, and of cycles
  if (!absorbs) means.push_back({AloneCost(walked)});
  if (!absorbs && !crossing.empty()) means.push_back({AloneCost(walked, crossing)});
  for (std::uint32_t t = 0; t < columns.size(); ++t) {
    if (columns[t].sources.empty()) continue;
    walked.walk(traffic.ends().terminals(t).front(), columns[t].sources);
    check_paths(relation, walked);
    if (relation.absorbs() && !limits.absorbs) refuse_absorptions(relation, walked);
    merged.add();
    for (AloneMean& mean : means) mean.cost.find();
    add_starts(topology, walked, columns[t], merged, means, graph);
    // As many more for the destinations that are left, where they are about alike: no need to walk what will be
    // refused.
    const double steps = static_cast<double>(graph.steps), all = steps * static_cast<double>(columns.size()) / (t + 1.0);
    if (all > limits.steps && steps * static_cast<double>(graph.flows) > limits.product) refuse_size(topology, limits.product);
  }
  if (!means.empty()) graph.mean_hops = means.front().over(graph.demand);
  if (means.size() > 1) graph.mean_cycles = means.back().over(graph.demand);
  return graph;
}

}  // namespace dateline
