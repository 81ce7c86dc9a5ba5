#include "models/analysis/latency/bounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "models/base/error.hpp"
#include "models/network/relation/oblivious.hpp"

namespace dateline {
namespace {

constexpr std::uint64_t kMostSpacing = 1'000'000'000;  // cycles from flit to flit

// What a message meets on its way, in the mean; `loads`: null where only the number of hops is known.
struct Way {
  Rational hops, absorptions;
  const ChannelLoads* loads;
};

// Cycles that its header spends on channels, the serialisers of bandwidth b included; none: the hops do not tell.
std::optional<Rational> channel_cycles(const Topology& topology, const BoundsInput& input, const Way& way, int serialiser) {
  const LatencyRange latencies = latency_range(topology, input.channel_latency);
  if (latencies.least == latencies.largest) return way.hops * (latencies.least + serialiser);
  if (way.loads == nullptr) return std::nullopt;
  Rational cycles = 0;
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    cycles += way.loads->load[c] * (latency_of(topology.channel(ChannelId(c)), input.channel_latency) + serialiser);
  }
  return Rational(cycles / way.loads->demand);
}

// Cycles between the first and the last flit of a message over channels of one bandwidth; none: the mean length does
// not tell.
std::optional<Rational> spread(const BoundsInput& input, Bandwidth bandwidth) {
  const Rational all = (input.packet_length - 1) * bandwidth.denominator() / bandwidth.numerator();
  if (bandwidth.numerator() == 1) return all;
  if (denominator(input.packet_length) != 1 || input.lengths_differ) return std::nullopt;
  return Rational(numerator(all) / denominator(all));
}

void set_latency(Bounds& bounds, const Topology& topology, const BoundsInput& input, const Way& way) {
  const Bandwidth bandwidth = topology.channels() == 0 ? Bandwidth() : topology.channel(ChannelId(0)).bandwidth;
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    if (topology.channel(ChannelId(c)).bandwidth == bandwidth) continue;
    bounds.why_missing = "channels of different bandwidths have no closed zero-load latency";
    return;
  }
  if (bandwidth.numerator() > bandwidth.denominator() || bandwidth.denominator() / bandwidth.numerator() >= kMostSpacing) {
    bounds.why_missing =
        fmt::format("channels of bandwidth {} have no zero-load latency: no router sends so fast, or so slowly", to_string(bandwidth));
    return;
  }
  const auto serialiser = static_cast<int>((bandwidth.denominator() + bandwidth.numerator() - 1) / bandwidth.numerator()) - 1;
  const int longest = latency_range(topology, input.channel_latency).largest;
  const int round_trip = longest + serialiser + input.router_pipeline + (input.credit_latency == 0 ? longest : input.credit_latency);
  if (input.buffer_depth < round_trip) {
    bounds.why_missing =
        fmt::format("buffers below channel latency + pipeline + credit latency = {} flits have no closed zero-load latency", round_trip);
    return;
  }
  const std::optional<Rational> channels = channel_cycles(topology, input, way, serialiser), flits = spread(input, bandwidth);
  if (!channels || !flits) {
    bounds.why_missing = channels ? "packets of several lengths over fractional bandwidths have no closed zero-load latency"
                                  : "latencies of the channels differ, and the choice among routes decides which a packet meets";
    return;
  }
  const Rational memory = input.router_pipeline + Rational(input.reinjection_delay) + *flits + 2;
  bounds.zero_load_latency = *channels + way.hops * (input.routing_delay + input.router_pipeline) + way.absorptions * memory + *flits + 2;
}

// A channel that carries so much at one flit/terminal/cycle.
void limit(Bounds& bounds, const Rational& carried, LoadLimit what) {
  if (carried == 0 || (bounds.sustainable && 1 / carried >= *bounds.sustainable)) return;
  bounds.sustainable = 1 / carried;
  bounds.limited_by = what;
}

void bound_loads(Bounds& bounds, const Topology& topology, const BoundsInput& input) {
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
  set_latency(bounds, topology, input, {loads.mean_hops, loads.mean_reinjections(), &loads});
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
    set_latency(bounds, topology, input, {*graph.mean_hops, 0, nullptr});
  } else {
    bounds.why_missing = "hops at zero load depend on the choice among routes: no closed zero-load latency";
  }
}

// Of an adaptive relation that absorbs messages: what they do alone.
void bound_alone(Bounds& bounds, const Topology& topology, const ChannelLoads& alone, const BoundsInput& input) {
  if (alone.demand == 0) {
    bounds.why_missing = "no source sends anything";
    return;
  }
  bounds.injection_estimate = alone.injection_limit();
  if (input.random_selection) {
    set_latency(bounds, topology, input, {alone.mean_hops, alone.mean_reinjections(), &alone});
  } else {
    bounds.why_missing = "what a packet alone meets is known where it draws among free VCs (router.vc-selection=random) only";
  }
  bounds.why_missing += bounds.why_missing.empty() ? "" : "; ";
  bounds.why_missing += "no ideal throughput is known of an adaptive routing that absorbs packets on their paths";
}

void limit_ends(Bounds& bounds, const Topology& topology, const TrafficPattern& pattern, bool ejection_channels, int nic_ports) {
  const std::uint32_t terminals = topology.terminals();
  Rational sent, received;
  for (std::uint32_t t = 0; t < terminals; ++t) sent = std::max(sent, pattern.share(TerminalId(t)));
  if (sent == 0) return;
  limit(bounds, sent / nic_ports, LoadLimit::injection);
  const std::vector<Rational> columns = ejection_channels ? pattern.columns(terminals) : std::vector<Rational>();
  for (const Rational& column : columns) received = std::max(received, column);
  limit(bounds, received / nic_ports, LoadLimit::ejection);
  if (!bounds.loads || bounds.loads->mean_reinjections() == 0) return;
  limit(bounds, bounds.loads->injection_max / nic_ports, LoadLimit::absorption);
  if (!ejection_channels) return;
  for (std::uint32_t v = 0; v < topology.nodes(); ++v) {
    if (topology.terminals_of(NodeId(v)).empty()) continue;
    const Rational leaving = columns[topology.terminals_of(NodeId(v)).front().value()] + bounds.loads->absorbed[v];
    limit(bounds, leaving / nic_ports, LoadLimit::absorption);
  }
}

}  // namespace

Bounds compute_bounds(const Topology& topology, const RoutingRelation& relation, const TrafficPattern& pattern, const BoundsInput& input,
                      double budget, double splits) {
  Bounds bounds;
  bounds.most_offered = input.nic_ports;
  LoadOptions options;
  options.budget = budget;
  try {
    try {
      bounds.loads = channel_load(topology, relation, pattern, options);
      bound_loads(bounds, topology, input);
    } catch (const AdaptiveError&) {
      if (relation.absorbs()) {
        options.alone = true;
        bound_alone(bounds, topology, channel_load(topology, relation, pattern, options), input);
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
  limit_ends(bounds, topology, pattern, input.ejection_channels, input.nic_ports);
  return bounds;
}

}  // namespace dateline
