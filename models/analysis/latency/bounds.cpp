#include "models/analysis/latency/bounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "models/base/error.hpp"
#include "models/network/relation/oblivious.hpp"

namespace dateline {
namespace {

// Of a message with so many hops and absorptions.
void set_latency(Bounds& bounds, const BoundsInput& input, const Rational& hops, const Rational& absorptions) {
  const int round_trip = input.channel_latency + input.router_pipeline + (input.credit_latency == 0 ? input.channel_latency : input.credit_latency);
  if (input.buffer_depth < round_trip) {
    bounds.why_missing =
        fmt::format("buffers below channel latency + pipeline + credit latency = {} flits have no closed zero-load latency", round_trip);
    return;
  }
  const int per_hop = input.channel_latency + input.routing_delay + input.router_pipeline;
  const Rational memory = input.router_pipeline + Rational(input.reinjection_delay) + input.packet_length + 1;
  bounds.zero_load_latency = hops * per_hop + absorptions * memory + input.packet_length + 1;
}

// A channel that carries so much at one flit/terminal/cycle.
void limit(Bounds& bounds, const Rational& carried, LoadLimit what) {
  if (carried == 0 || (bounds.sustainable && 1 / carried >= *bounds.sustainable)) return;
  bounds.sustainable = 1 / carried;
  bounds.limited_by = what;
}

void bound_loads(Bounds& bounds, const BoundsInput& input) {
  const ChannelLoads& loads = *bounds.loads;
  if (loads.demand == 0) {
    bounds.why_missing = "no source sends anything";
    return;
  }
  limit(bounds, loads.gamma_max, LoadLimit::channel);
  if (loads.gamma_max > 0) {
    bounds.ideal_throughput = 1 / loads.gamma_max;
    if (loads.mean_reinjections() > 0) bounds.ideal_throughput = std::min(*bounds.ideal_throughput, loads.injection_limit());
    bounds.busiest = loads.busiest;
  }
  set_latency(bounds, input, loads.mean_hops, loads.mean_reinjections());
}

void bound_splits(Bounds& bounds, const Topology& topology, const SplitGraph& graph, const BoundsInput& input) {
  if (graph.demand == 0) {
    bounds.why_missing = "no source sends anything";
    return;
  }
  bounds.split = split_bound(topology, graph);
  limit(bounds, bounds.split->lower, LoadLimit::channel);
  if (bounds.split->lower > 0) bounds.ideal_throughput = 1 / bounds.split->lower;
  if (graph.mean_hops) {
    set_latency(bounds, input, *graph.mean_hops, 0);
  } else {
    bounds.why_missing = "hops at zero load depend on the choice among routes: no closed zero-load latency";
  }
}

// Of an adaptive relation that absorbs messages: what they do alone.
void bound_alone(Bounds& bounds, const ChannelLoads& alone, const BoundsInput& input) {
  if (alone.demand == 0) {
    bounds.why_missing = "no source sends anything";
    return;
  }
  bounds.injection_estimate = alone.injection_limit();
  if (input.random_selection) {
    set_latency(bounds, input, alone.mean_hops, alone.mean_reinjections());
  } else {
    bounds.why_missing = "what a packet alone meets is known where it draws among free VCs (router.vc-selection=random) only";
  }
  bounds.why_missing += bounds.why_missing.empty() ? "" : "; ";
  bounds.why_missing += "no ideal throughput is known of an adaptive routing that absorbs packets on their paths";
}

void limit_ends(Bounds& bounds, const Topology& topology, const TrafficPattern& pattern, bool ejection_channels) {
  const std::uint32_t terminals = topology.terminals();
  Rational sent, received;
  for (std::uint32_t t = 0; t < terminals; ++t) sent = std::max(sent, pattern.share(TerminalId(t)));
  if (sent == 0) return;
  limit(bounds, sent, LoadLimit::injection);
  const std::vector<Rational> columns = ejection_channels ? pattern.columns(terminals) : std::vector<Rational>();
  for (const Rational& column : columns) received = std::max(received, column);
  limit(bounds, received, LoadLimit::ejection);
  if (!bounds.loads || bounds.loads->mean_reinjections() == 0) return;
  limit(bounds, bounds.loads->injection_max, LoadLimit::absorption);
  if (!ejection_channels) return;
  for (std::uint32_t v = 0; v < topology.nodes(); ++v) {
    if (topology.terminals_of(NodeId(v)).empty()) continue;
    const Rational leaving = columns[topology.terminals_of(NodeId(v)).front().value()] + bounds.loads->absorbed[v];
    limit(bounds, leaving, LoadLimit::absorption);
  }
}

}  // namespace

Bounds compute_bounds(const Topology& topology, const RoutingRelation& relation, const TrafficPattern& pattern, const BoundsInput& input,
                      double budget, double splits) {
  Bounds bounds;
  LoadOptions options;
  options.budget = budget;
  try {
    try {
      bounds.loads = channel_load(topology, relation, pattern, options);
      bound_loads(bounds, input);
    } catch (const AdaptiveError&) {
      if (relation.absorbs()) {
        options.alone = true;
        bound_alone(bounds, channel_load(topology, relation, pattern, options), input);
      } else if (splits == 0) {
        throw;
      } else {
        bound_splits(bounds, topology, split_graph(topology, relation, pattern, splits), input);
      }
    }
  } catch (const BudgetError& e) {
    bounds.why_missing = e.what();
    bounds.over_budget = true;
  } catch (const ConfigError& e) {
    bounds.why_missing = e.what();
  }
  limit_ends(bounds, topology, pattern, input.ejection_channels);
  return bounds;
}

}  // namespace dateline
