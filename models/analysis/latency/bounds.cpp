#include "models/analysis/latency/bounds.hpp"

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
    bounds.busiest = loads.busiest;
  }
  if (input.buffer_depth >= 2 * input.channel_latency) {
    bounds.zero_load_latency = loads.mean_hops * (input.channel_latency + input.routing_delay) + input.message_length + 1;
  } else {
    bounds.why_missing = "buffers below 2 x channel-latency have no closed zero-load latency";
  }
  return bounds;
}

}  // namespace dateline
