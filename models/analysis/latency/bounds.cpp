#include "models/analysis/latency/bounds.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/network/error.hpp"

namespace dateline {

Bounds compute_bounds(const Topology& topology, const RoutingRelation& relation, const TrafficPattern& pattern, const BoundsInput& input,
                      double budget) {
  Bounds bounds;
  try {
    LoadOptions options;
    options.budget = budget;
    bounds.loads = channel_load(topology, relation, pattern, options);
  } catch (const BudgetError& e) {
    bounds.why_missing = e.what();
    bounds.over_budget = true;
    return bounds;
  } catch (const ConfigError& e) {
    bounds.why_missing = e.what();
    return bounds;
  }
  const ChannelLoads& loads = *bounds.loads;
  if (loads.demand == 0) {
    bounds.why_missing = "no source sends anything";
    return bounds;
  }
  if (loads.gamma_max > 0) {
    bounds.ideal_throughput = 1 / loads.gamma_max;
    if (loads.mean_absorptions > 0) bounds.ideal_throughput = std::min(*bounds.ideal_throughput, loads.injection_limit());
    bounds.busiest = loads.busiest;
  }
  const int round_trip = input.channel_latency + input.router_pipeline + (input.credit_latency == 0 ? input.channel_latency : input.credit_latency);
  if (input.buffer_depth >= round_trip) {
    const int per_hop = input.channel_latency + input.routing_delay + input.router_pipeline;
    const Rational memory = input.router_pipeline + Rational(input.reinjection_delay) + input.message_length + 1;
    bounds.zero_load_latency = loads.mean_hops * per_hop + loads.mean_absorptions * memory + input.message_length + 1;
  } else {
    bounds.why_missing =
        fmt::format("buffers below channel-latency + router-pipeline + credit-latency = {} places have no closed zero-load latency", round_trip);
  }
  return bounds;
}

}  // namespace dateline
