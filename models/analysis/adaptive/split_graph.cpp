#include "models/analysis/adaptive/split_graph.hpp"

#include <fmt/format.h>

#include <cmath>

#include "models/analysis/adaptive/alone_hops.hpp"
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

// Every step of a flow counts, so there are fewer flows than the root of the limit.
std::vector<Column> columns_of(const Topology& topology, const EndTraffic& traffic, double limit, std::uint64_t& flows) {
  std::vector<Column> columns(traffic.ends().count());
  for (std::uint32_t s = 0; s < columns.size(); ++s) {
    for (const Demand& d : traffic.row(s)) {
      if (d.probability == 0) continue;
      Column& to = columns[traffic.ends().of(d.destination)];
      to.sources.push_back(traffic.ends().terminals(s).front());
      to.amounts.push_back(d.probability);
      if (static_cast<double>(++flows) > std::sqrt(limit)) refuse_size(topology, limit);
    }
  }
  return columns;
}

void add_starts(const RouteGraph& walked, const Column& column, const MergedPlaces& merged, const AloneHops& alone, SplitGraph& graph) {
  std::size_t source = 0;
  const auto& starts = walked.starts();
  for (std::size_t s = 0; s < starts.size(); ++s) {
    if (s > 0 && starts[s].source != starts[s - 1].source) ++source;
    const Rational amount = column.amounts[source] * Rational(starts[s].weight, starts[s].total_weight);
    const std::optional<Rational>& hops = alone.of(starts[s].place);
    graph.mean_hops = graph.mean_hops && hops ? std::optional(Rational(*graph.mean_hops + amount * *hops)) : std::nullopt;
    const std::uint32_t place = merged.of(starts[s].place);
    if (place != SplitGraph::kDelivered) graph.starts.push_back({place, amount});  // the others cross nothing
  }
}

}  // namespace

SplitGraph split_graph(const Topology& topology, const RoutingRelation& relation, const TrafficPattern& pattern, double limit) {
  if (relation.absorbs()) throw ConfigError("bounds", "routing", relation.name(), "absorbs packets on their paths: no bound is known");
  const EndTraffic traffic(topology, relation, pattern);
  SplitGraph graph;
  const std::vector<Column> columns = columns_of(topology, traffic, limit, graph.flows);
  graph.demand = traffic.total();
  graph.mean_hops = 0;
  RouteGraph walked(topology, relation);
  MergedPlaces merged(walked, graph);
  AloneHops alone(walked);
  for (std::uint32_t t = 0; t < columns.size(); ++t) {
    if (columns[t].sources.empty()) continue;
    walked.walk(traffic.ends().terminals(t).front(), columns[t].sources);
    check_paths(relation, walked);
    merged.add();
    alone.find();
    add_starts(walked, columns[t], merged, alone, graph);
    if (static_cast<double>(graph.steps) * static_cast<double>(graph.flows) > limit) refuse_size(topology, limit);
  }
  if (graph.mean_hops && graph.demand > 0) graph.mean_hops = Rational(*graph.mean_hops / graph.demand);
  return graph;
}

}  // namespace dateline
