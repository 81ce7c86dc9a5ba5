#include "models/analysis/latency/bounds.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/network/error.hpp"
#include "models/network/oblivious.hpp"

namespace dateline {
namespace {

// Of a message with so many hops and absorptions.
void set_latency(Bounds& bounds, const BoundsInput& input, const Rational& hops, const Rational& absorptions) {
  const int round_trip = input.channel_latency + input.router_pipeline + (input.credit_latency == 0 ? input.channel_latency : input.credit_latency);
  if (input.buffer_depth < round_trip) {
    bounds.why_missing =
        fmt::format("buffers below channel-latency + router-pipeline + credit-latency = {} places have no closed zero-load latency", round_trip);
    return;
  }
  const int per_hop = input.channel_latency + input.routing_delay + input.router_pipeline;
  const Rational memory = input.router_pipeline + Rational(input.reinjection_delay) + input.message_length + 1;
  bounds.zero_load_latency = hops * per_hop + absorptions * memory + input.message_length + 1;
}

void bound_loads(Bounds& bounds, const BoundsInput& input) {
  const ChannelLoads& loads = *bounds.loads;
  if (loads.demand == 0) {
    bounds.why_missing = "no source sends anything";
    return;
  }
  if (loads.gamma_max > 0) {
    bounds.ideal_throughput = 1 / loads.gamma_max;
    if (loads.mean_absorptions > 0) bounds.ideal_throughput = std::min(*bounds.ideal_throughput, loads.injection_limit());
    bounds.busiest = loads.busiest;
  }
  set_latency(bounds, input, loads.mean_hops, loads.mean_absorptions);
}

void bound_splits(Bounds& bounds, const Topology& topology, const SplitGraph& graph, const BoundsInput& input) {
  if (graph.demand == 0) {
    bounds.why_missing = "no source sends anything";
    return;
  }
  bounds.split = split_bound(topology, graph);
  if (bounds.split->lower > 0) bounds.ideal_throughput = 1 / bounds.split->lower;
  if (graph.mean_hops) {
    set_latency(bounds, input, *graph.mean_hops, 0);
  } else {
    bounds.why_missing = "hops at zero load depend on the choice among routes: no closed zero-load latency";
  }
}

}  // namespace

Bounds compute_bounds(const Topology& topology, const RoutingRelation& relation, const TrafficPattern& pattern, const BoundsInput& input,
                      double budget, double splits) {
  Bounds bounds;
  try {
    try {
      LoadOptions options;
      options.budget = budget;
      bounds.loads = channel_load(topology, relation, pattern, options);
      bound_loads(bounds, input);
    } catch (const AdaptiveError&) {
      if (splits == 0) throw;
      bound_splits(bounds, topology, split_graph(topology, relation, pattern, splits), input);
    }
  } catch (const BudgetError& e) {
    bounds.why_missing = e.what();
    bounds.over_budget = true;
  } catch (const ConfigError& e) {
    bounds.why_missing = e.what();
  }
  return bounds;
}

}  // namespace dateline
