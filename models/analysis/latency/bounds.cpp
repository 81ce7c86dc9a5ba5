#include "models/analysis/latency/bounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "models/analysis/adaptive/averaged_bound.hpp"
#include "models/analysis/latency/mean_spread.hpp"
#include "models/analysis/loads/ejection_load.hpp"
#include "models/analysis/loads/end_traffic.hpp"
#include "models/analysis/loads/propagation.hpp"
#include "models/analysis/throughput/simple_bound.hpp"
#include "models/base/error.hpp"
#include "models/network/faults/fault_map.hpp"
#include "models/network/relation/oblivious.hpp"
#include "models/network/relation/walk_ends.hpp"

namespace dateline {
namespace {

constexpr std::uint64_t kMostSpacing = 1'000'000'000;  // cycles from flit to flit

// What bounds are asked of.
struct Question {
  const Topology& topology;
  const RoutingRelation& relation;
  const TrafficPattern& pattern;
  const BoundsInput& input;
  LoadOptions options;
};

// What packets meet on their way, in the mean; `loads`: null where a choice among routes is left, and only their hops
// and the `cycles` of their head flits on channels are known, the latter where all ways take as many.
struct Way {
  Rational hops, absorptions;
  const ChannelLoads* loads;
  std::optional<Rational> cycles = std::nullopt;
};

// Cycles that a flit takes longer over a channel than its latency: it is there when the last of the 1/bandwidth that it
// takes is over.
int serialiser(const Channel& channel) {
  return static_cast<int>(channel.bandwidth.cycles()) - 1;
}

// Cycles that a head flit spends on each channel, its serialiser included.
std::vector<int> crossing(const Topology& topology, int channel_latency) {
  std::vector<int> cycles;
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    const Channel& channel = topology.channel(ChannelId(c));
    cycles.push_back(latency_of(channel, channel_latency) + serialiser(channel));
  }
  return cycles;
}

// The part of the packets that cross no channel: handed over where they begin.
Rational part_without_hops(const Question& question) {
  const EndTraffic traffic(question.topology, question.relation, question.pattern);
  Rational sum = 0;
  Candidates candidates;
  for (std::uint32_t end = 0; end < traffic.ends().count(); ++end) {
    if (traffic.ends().terminals(end).empty()) continue;
    const TerminalId from = traffic.ends().terminals(end).front();
    const NodeId node = question.topology.router_of(from);
    for (const Demand& demand : traffic.row(end)) {
      if (question.topology.router_of(demand.destination) != node) continue;
      std::uint64_t none = 0, all = 0;
      for (const StartState& start : question.relation.start_between({from, demand.destination, node, node})) {
        candidates.clear();
        question.relation.next(node, kNoChannel, node, start.state, candidates);
        all += start.weight;
        if (candidates.front().exit == Exit::deliver) none += start.weight;
      }
      sum += demand.probability * Rational(none, all);
    }
  }
  return sum / traffic.total();
}

class ZeroLoad {
 public:
  ZeroLoad(const Question& question, const Way& way) : question_(question), topology_(question.topology), input_(question.input), way_(way) {
    for (std::uint32_t c = 0; c < topology_.channels(); ++c) bandwidths_.insert(to_rational(topology_.channel(ChannelId(c)).bandwidth));
  }
  // None: `why` says why.
  std::optional<Rational> latency(std::string& why) const {
    for (const Rational& b : bandwidths_) {
      if (b <= 1 && denominator(b) / numerator(b) < Integer(kMostSpacing)) continue;
      why = fmt::format("channels of bandwidth {} have no zero-load latency: no router sends so fast, or so slowly", to_string(b));
      return std::nullopt;
    }
    if (input_.delivery_delay > 0 && std::any_of(bandwidths_.begin(), bandwidths_.end(), [](const Rational& b) { return b != 1; })) {
      why = "a delay of delivery beside channels of other bandwidths than 1 has no closed zero-load latency";
      return std::nullopt;
    }
    const int places = round_trip() + (alike() ? 0 : input_.routing_delay);
    if (input_.buffer_depth < places) {
      why = fmt::format(
          "buffers below channel latency (with what bandwidth adds) + pipeline + credit latency{} = {} flits have no closed zero-load latency",
          alike() || input_.routing_delay == 0 ? "" : " + routing delay", places);
      return std::nullopt;
    }
    const std::optional<Rational> channels = channel_cycles();
    if (!channels) {
      why = "latencies or bandwidths of the channels differ, and the choice among routes decides which a packet meets";
      return std::nullopt;
    }
    const std::optional<Rational> tails = tail_cycles(why);
    if (!tails) return std::nullopt;
    const Rational memory = input_.router_pipeline + Rational(input_.reinjection_delay) + 2;
    return Rational(*channels + way_.hops * (input_.routing_delay + input_.router_pipeline) + way_.absorptions * memory + input_.delivery_delay +
                    *tails + 2);
  }

 private:
  [[nodiscard]] bool alike() const { return bandwidths_.size() <= 1; }
  // The longest of any channel: from the cycle in which a flit takes a place behind it to that in which the place can
  // be taken again.
  [[nodiscard]] int round_trip() const {
    int longest = 0;
    for (std::uint32_t c = 0; c < topology_.channels(); ++c) {
      const Channel& channel = topology_.channel(ChannelId(c));
      const int there = latency_of(channel, input_.channel_latency), back = input_.credit_latency == 0 ? there : input_.credit_latency;
      longest = std::max(longest, there + serialiser(channel) + input_.router_pipeline + back);
    }
    return longest;
  }
  // That the head flit spends on channels, their serialisers included; none: the hops do not tell.
  [[nodiscard]] std::optional<Rational> channel_cycles() const {
    const LatencyRange latencies = latency_range(topology_, input_.channel_latency);
    if (latencies.least == latencies.largest && alike()) {
      return way_.hops * (latencies.least + (topology_.channels() == 0 ? 0 : serialiser(topology_.channel(ChannelId(0)))));
    }
    if (way_.loads == nullptr) return alike() ? way_.cycles : std::nullopt;  // tails depend on all bandwidths of a way
    const std::vector<int> cycles = crossing(topology_, input_.channel_latency);
    Rational sum = 0;
    for (std::uint32_t c = 0; c < topology_.channels(); ++c) sum += way_.loads->load[c] * cycles[c];
    return Rational(sum / way_.loads->demand);
  }
  // From the head flit to the tail, over all segments of a packet.
  [[nodiscard]] std::optional<Rational> tail_cycles(std::string& why) const {
    const Rational behind = input_.packet_length - 1;
    const bool one_length = denominator(behind) == 1 && !input_.lengths_differ;
    // Then the spread is as many times that of two flits.
    const bool whole = std::all_of(bandwidths_.begin(), bandwidths_.end(), [](const Rational& b) { return numerator(b) == 1; }) &&
                       (alike() || input_.routing_delay == 0);
    if (!one_length && !whole) {
      why = alike() || input_.routing_delay == 0
                ? "packets of several lengths over fractional bandwidths have no closed zero-load latency"
                : "packets of several lengths over channels of different bandwidths have none beside a routing delay";
      return std::nullopt;
    }
    if (alike()) {
      const Rational spacing = bandwidths_.empty() ? Rational(1) : 1 / *bandwidths_.begin();
      const Rational spread = whole ? Rational(behind * spacing) : Rational(numerator(behind * spacing) / denominator(behind * spacing));
      const Rational home = spacing == 1 ? Rational(0) : part_without_hops(question_);  // their flits follow each other
      return Rational((1 + way_.absorptions - home) * spread + home * behind);
    }
    const double cost = channel_load_cost(topology_, question_.relation, question_.pattern, false);
    if (cost * static_cast<double>(bandwidths_.size()) > question_.options.budget) {
      why = "the zero-load latency over channels of different bandwidths would take too many steps";
      return std::nullopt;
    }
    const auto flits = static_cast<std::uint64_t>(whole ? Integer(1) : numerator(behind));
    const SpreadInput input = {flits, static_cast<std::uint64_t>(input_.routing_delay), question_.options.alone};
    const Rational spread = mean_spread(topology_, question_.relation, question_.pattern, input);
    return whole ? Rational(behind * spread) : spread;
  }

  const Question& question_;
  const Topology& topology_;
  const BoundsInput& input_;
  const Way& way_;
  std::set<Rational> bandwidths_;
};

void set_latency(Bounds& bounds, const Question& question, const Way& way) {
  bounds.zero_load_latency = ZeroLoad(question, way).latency(bounds.why_missing);
}

// A channel that carries so much at one flit/terminal/cycle.
void limit(Bounds& bounds, const Rational& carried, LoadLimit what) {
  if (carried == 0 || (bounds.sustainable && 1 / carried >= *bounds.sustainable)) return;
  bounds.sustainable = 1 / carried;
  bounds.limited_by = what;
}

void bound_loads(Bounds& bounds, const Question& question) {
  const ChannelLoads& loads = *bounds.loads;
  if (loads.demand == 0) {
    bounds.why_missing = "no source sends anything";
    return;
  }
  limit(bounds, loads.gamma_max, LoadLimit::channel);
  if (loads.gamma_max > 0) {
    bounds.ideal_throughput = 1 / loads.gamma_max;
    if (loads.mean_reinjections() > 0) bounds.ideal_throughput = std::min(*bounds.ideal_throughput, bounds.injection_limit());
    bounds.busiest = loads.busiest;
  }
  set_latency(bounds, question, {loads.mean_hops, loads.mean_reinjections(), &loads});
}

// Of a relation that weighs hops: packets alone weigh empty buffers.
void set_latency_alone(Bounds& bounds, Question question) {
  const double ends = WalkEnds(question.topology, question.relation).used();
  if (ends * ends * mean_places(question.topology, question.relation) > question.options.budget) {
    bounds.why_missing = "the zero-load latency would take too many steps";
    return;
  }
  question.options.alone = true;
  const ChannelLoads alone = channel_load(question.topology, question.relation, question.pattern, question.options);
  if (alone.demand != 0) set_latency(bounds, question, {alone.mean_hops, 0, &alone});
}

// Under faults graphs that are too large for the linear program have the bound of averaged prices, up to a tenth as
// many steps as it takes of flows x steps.
constexpr double kProductPerStep = 10;

SplitLimits split_limits(const Question& question, double splits) {
  SplitLimits limits(splits);
  limits.nic_ports = question.input.nic_ports;
  const FaultMap* const faults = question.relation.faults();
  limits.absorbs = faults != nullptr && !faults->none();
  if (limits.absorbs) limits.steps = splits / kProductPerStep;
  return limits;
}

// What the network allows under faults, whatever the paths; none: it is too large, or nothing is sent between routers.
std::optional<SimpleBound> network_bound(const Question& question, double splits) {
  constexpr double kProductPerPair = 2, kMostPairs = 2e7;  // of routers and channels; about 100 ns each
  const Topology& topology = question.topology;
  const FaultMap* const faults = question.relation.faults();
  const double pairs = static_cast<double>(topology.nodes()) * topology.channels();
  if (faults == nullptr || faults->none() || pairs > std::min(kMostPairs, splits / kProductPerPair)) return std::nullopt;
  std::vector<FlowDemand> demands = flow_demands(topology, faults, question.pattern);
  if (demands.empty()) return std::nullopt;
  return simple_bound(FlowProblem(topology, faults, std::move(demands), FlowPaths::any));
}

void take(Bounds& bounds, SplitBound split) {
  limit(bounds, split.lower, LoadLimit::channel);
  if (split.lower > 0) bounds.ideal_throughput = 1 / split.lower;
  bounds.split = std::move(split);
}

// Of splits that are too large to follow: no paths do better than all.
void bound_by_network(Bounds& bounds, const Question& question, double splits) {
  const std::optional<SimpleBound> network = network_bound(question, splits);
  if (!network) return;
  SplitBound split;
  Rational bandwidth = 0;
  for (const ChannelId c : network->priced) bandwidth += to_rational(question.topology.channel(c).bandwidth);
  split.lower = 1 / network->theta;
  split.prices.resize(question.topology.channels());
  for (const ChannelId c : network->priced) split.prices[c.value()] = 1 / bandwidth;
  take(bounds, std::move(split));
}

SplitGraph graph_of(Bounds& bounds, const Question& question, double splits, const std::vector<int>& crossing) {
  try {
    return split_graph(question.topology, question.relation, question.pattern, split_limits(question, splits), crossing);
  } catch (const BudgetError&) {
    bound_by_network(bounds, question, splits);
    throw;
  }
}

SplitBound bound_of(const SplitGraph& graph, const Question& question, double splits) {
  if (static_cast<double>(graph.flows) * static_cast<double>(graph.steps) <= splits) return split_bound(question.topology, graph);
  const std::optional<SimpleBound> network = network_bound(question, splits);
  return averaged_bound(question.topology, graph, splits, network ? network->priced : std::vector<ChannelId>());
}

// Throws BudgetError: the splits are too large. Then `bounds` may have what the network allows.
void bound_splits(Bounds& bounds, const Question& question, double splits) {
  const LatencyRange latencies = latency_range(question.topology, question.input.channel_latency);
  const bool several = latencies.least != latencies.largest;
  const SplitGraph graph =
      graph_of(bounds, question, splits, several ? crossing(question.topology, question.input.channel_latency) : std::vector<int>());
  if (graph.demand == 0) {
    bounds.why_missing = "no source sends anything";
    return;
  }
  take(bounds, bound_of(graph, question, splits));
  if (question.relation.absorbs()) return;  // its latency is known already, if at all
  if (graph.mean_hops) {
    set_latency(bounds, question, {*graph.mean_hops, 0, nullptr, graph.mean_cycles});
  } else if (!bounds.zero_load_latency && bounds.why_missing.empty()) {
    bounds.why_missing = "hops at zero load depend on the choice among routes: no closed zero-load latency";
  }
}

// Of an adaptive relation that absorbs messages: what they do alone; and what no split gets below, where it is small
// enough.
void bound_alone(Bounds& bounds, const Question& question, const ChannelLoads& alone, double splits) {
  if (alone.demand == 0) {
    bounds.why_missing = "no source sends anything";
    return;
  }
  bounds.injection_estimate = bounds.most_offered * alone.injection_limit();
  if (question.input.random_selection) {
    set_latency(bounds, question, {alone.mean_hops, alone.mean_reinjections(), &alone});
  } else {
    bounds.why_missing = "what a packet alone meets is known where it draws among free VCs (router.vc-selection=random) only";
  }
  if (splits > 0) {
    try {
      bound_splits(bounds, question, splits);
      return;
    } catch (const BudgetError&) {
      if (bounds.split) {  // what packets do that are alone is a split, too
        bounds.split->upper = std::max(alone.gamma_max, Rational(alone.injection_max / question.input.nic_ports));
        return;
      }
    }
  }
  bounds.why_missing += bounds.why_missing.empty() ? "" : "; ";
  bounds.why_missing +=
      "of an adaptive routing that absorbs packets on their paths an ideal throughput is computed where its program is small enough";
}

// By the busiest ejection channel, `received` being the most that a terminal is sent. Where the last channels of
// packets are not known, or the walks would be too many, its K channels are taken to share it evenly: a bound as well.
Rational ejected(const Bounds& bounds, const Question& question, const Rational& received) {
  const int nic_ports = question.input.nic_ports;
  const Rational even = received / nic_ports;
  if (nic_ports == 1 || !bounds.loads) return even;
  return std::max(even, busiest_ejection(question.topology, question.relation, question.pattern, nic_ports, bounds.loads->by_symmetry,
                                         question.options.budget)
                            .value_or(even));
}

void limit_ends(Bounds& bounds, const Question& question) {
  const Topology& topology = question.topology;
  const TrafficPattern& pattern = question.pattern;
  const bool ejection_channels = question.input.ejection_channels;
  const int nic_ports = question.input.nic_ports;
  const std::uint32_t terminals = topology.terminals();
  Rational sent, received;
  for (std::uint32_t t = 0; t < terminals; ++t) sent = std::max(sent, pattern.share(TerminalId(t)));
  if (sent == 0) return;
  limit(bounds, sent / nic_ports, LoadLimit::injection);
  const std::vector<Rational> columns = ejection_channels ? pattern.columns(terminals) : std::vector<Rational>();
  for (const Rational& column : columns) received = std::max(received, column);
  if (ejection_channels) limit(bounds, ejected(bounds, question, received), LoadLimit::ejection);
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
  Question question{topology, relation, pattern, input, {}};
  question.options.budget = budget;
  try {
    try {
      bounds.loads = channel_load(topology, relation, pattern, question.options);
      bound_loads(bounds, question);
    } catch (const AdaptiveError&) {
      if (relation.absorbs()) {
        question.options.alone = true;
        bound_alone(bounds, question, channel_load(topology, relation, pattern, question.options), splits);
      } else {
        if (relation.weighs_hops()) set_latency_alone(bounds, question);
        if (splits == 0) throw;
        bound_splits(bounds, question, splits);
      }
    }
  } catch (const BudgetError& e) {
    bounds.why_missing = e.what();
    bounds.over_budget = true;
  } catch (const ConfigError& e) {
    bounds.why_missing = e.what();
  }
  limit_ends(bounds, question);
  return bounds;
}

}  // namespace dateline
