#include "sim/cli/run/run_theory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "models/base/error.hpp"
#include "models/network/symmetry/distances.hpp"
#include "sim/cli/network/proof_store.hpp"
#include "sim/cli/output/load_report.hpp"
#include "sim/options/network/network_proof.hpp"

namespace dateline {
namespace {

bool all_of_one_flit(const RunPlan& plan) {
  const bool streams = std::all_of(plan.streams.begin(), plan.streams.end(), [](const StreamSpec& s) { return s.lengths.longest() == 1; });
  if (!plan.streams.empty() && plan.workload == WorkloadKind::none) return streams;
  if (plan.requests) return streams && plan.requests->request == 1 && plan.requests->reply == 1;
  return streams && plan.own_lengths() && lengths_of(plan.run).longest() == 1;
}

}  // namespace

VcReuse reuse_of(const RunPlan& plan) {
  return plan.machine.vc_reuse == VcReuse::place && all_of_one_flit(plan) ? VcReuse::whole : plan.machine.vc_reuse;
}

Bounds bounds_of(const Topology& topology, const RoutingRelation& relation, const TrafficPattern& pattern, const RunPlan& plan, double splits,
                 double part) {
  const RouterConfig& machine = plan.machine;
  BoundsInput input;
  input.channel_latency = machine.channel_latency;
  input.credit_latency = machine.credit_latency;
  input.routing_delay = machine.routing_delay;
  input.router_pipeline = machine.router_pipeline;
  input.delivery_delay = delivery_delay(machine);
  input.reinjection_delay = machine.absorption.delay;
  input.buffer_depth = machine.buffer_depth;
  input.random_selection = machine.selection == Selection::random;
  input.nic_ports = machine.nic_ports;
  input.ejection_channels = machine.ejection == Ejection::channel;
  input.packet_length = lengths_of(plan.run).mean();
  input.lengths_differ = !lengths_of(plan.run).one();
  Bounds bounds = compute_bounds(topology, relation, pattern, input, kRunBoundsBudget * part, splits);
  if (!plan.streams.empty()) bounds.zero_load_latency.reset();  // each has one of its own
  if (machine.link_errors != nullptr && bounds.zero_load_latency) {
    bounds.zero_load_latency.reset();
    bounds.why_missing += bounds.why_missing.empty() ? "" : "; ";
    bounds.why_missing += "channels that err have no zero-load latency here; the throughput is that without errors";
  }
  return bounds;
}

Cycle longest_flight(const Topology& topology, const RouterConfig& machine, std::uint32_t length) {
  Cycle slowest = 1;  // a flit
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    slowest = std::max<Cycle>(slowest, topology.channel(ChannelId(c)).bandwidth.cycles());
  }
  const auto latency = static_cast<Cycle>(latency_range(topology, machine.channel_latency).largest);
  const Cycle hop = latency + slowest + static_cast<Cycle>(machine.routing_delay) + static_cast<Cycle>(machine.router_pipeline);
  return (2 * Cycle{distances(topology).diameter} + 2) * hop + length * slowest;
}

namespace {

NearChannels near_busiest(const ChannelLoads& loads) {
  NearChannels near;
  const double most = to_double(loads.gamma_max);
  for (const Rational& load : loads.load) near.count(to_double(load) / most);
  return near;
}

// The bound of an adaptive relation is one on channels together: the dearest has so small a part of all prices.
NearChannels priced(const SplitBound& split) {
  NearChannels near;
  const auto dearest = std::max_element(split.prices.begin(), split.prices.end());
  if (dearest != split.prices.end() && *dearest > 0) near.count(1, to_double(Rational(1 / *dearest)));
  return near;
}

// A bound that is over injection channels too, or of prices that no program found, says what is too much, not how close
// the network's busiest channels are to that.
bool is_limit_alone(const SplitBound& split, const NetworkObjects& network) { return network.relation->absorbs() || !split.exact(); }

// Where absorbed messages fill the injection channel a node sends nothing of its own: its queue shows that, as it does
// any lack of injection. Where they fill an ejection channel the network has to hold what is too much.
bool absorbed_at_ejection(const Bounds& bounds) {
  return bounds.limited_by == LoadLimit::absorption && *bounds.sustainable * bounds.loads->injection_max != 1;
}

}  // namespace

namespace {

// RunTheory::crossing. What bandwidths below 1 add is left out: it only makes the network look fuller than it is.
std::vector<double> crossing_of(const NetworkObjects& network, const RouterConfig& machine) {
  std::vector<double> cycles;
  if (!network.relation->weighs_hops()) return cycles;
  for (std::uint32_t c = 0; c < network.topology->channels(); ++c) {
    const Channel& channel = network.topology->channel(ChannelId(c));
    cycles.push_back(latency_of(channel, machine.channel_latency) + machine.routing_delay + machine.router_pipeline);
  }
  return cycles;
}

}  // namespace

// At the bound itself arrivals at random pile up without end, if slowly; only others may be sustained.
RunTheory theory_of(const Bounds& bounds, const Rational& load, const RunConfig& config, const NetworkObjects& network, const RouterConfig& machine) {
  RunTheory theory;
  theory.crossing = crossing_of(network, machine);
  if (bounds.zero_load_latency) theory.zero_load_latency = to_double(*bounds.zero_load_latency);
  if (!bounds.sustainable) return theory;
  theory.load_over_bound = to_double(Rational(load / *bounds.sustainable));
  theory.overloaded = load > *bounds.sustainable;
  theory.at_bound = load == *bounds.sustainable && config.details.at_random;
  if (!bounds.ideal_throughput || (bounds.split && is_limit_alone(*bounds.split, network))) return theory;
  const bool ends = bounds.limited_by == LoadLimit::ejection || absorbed_at_ejection(bounds);
  theory.load_over_channels = ends ? *theory.load_over_bound : to_double(Rational(load / *bounds.ideal_throughput));
  theory.load_over_network = ends || !bounds.loads ? theory.load_over_channels : to_double(Rational(load * bounds.loads->gamma_max));
  if (!ends && bounds.loads) theory.near = near_busiest(*bounds.loads);
  if (!ends && bounds.split) theory.near = priced(*bounds.split);
  return theory;
}

namespace {

// Cycles in which a source that is neither overloaded by x nor far below it shows: work of dispersion 1 that comes in
// messages of one flit takes 32 / x^2 cycles of a busy channel.
double longest_look(double x, const OfferedWork& work) { return 32 * work.mean_length * work.dispersion / (x * x); }

struct Rates {
  double least = 0, mean = 0;  // messages a cycle, of the sources that send
};
Rates rates_of(const OfferedWork& work, const TrafficPattern& pattern, std::uint32_t terminals) {
  Rates rates;
  double sum = 0;
  std::uint32_t senders = 0;
  for (std::uint32_t t = 0; t < terminals; ++t) {
    const double rate = work.rate * to_double(pattern.share(TerminalId(t)));
    if (rate <= 0) continue;
    rates.least = senders++ == 0 ? rate : std::min(rates.least, rate);
    sum += rate;
  }
  rates.mean = senders == 0 ? 0 : sum / senders;
  return rates;
}

}  // namespace

DecisionPlan plan_of_run(const RunConfig& config, const TrafficPattern& pattern, std::uint32_t terminals) {
  DecisionPlan plan;
  const OfferedWork work = offered_work(config, pattern, terminals);
  const Rates rates = rates_of(work, pattern, terminals);
  const double few = rates.mean > 0 ? 16 / rates.mean : 0;
  plan.first = config.warmup + config.cycles;
  plan.last = std::max(2 * plan.first, static_cast<Cycle>(std::max(longest_look(plan.rule.overload, work), few)));
  return plan;
}

// A fine probe ends a bracket: close below its knee a load is to be called saturated seldom, not only far below, and a
// network that collapses late, as some do with short messages, is to have the time to.
constexpr double kFine = 0.05, kFineFirst = 1 << 14, kFineLast = 1 << 16;

DecisionPlan plan_of_probe(double x, const RunConfig& config, const TrafficPattern& pattern, std::uint32_t terminals) {
  DecisionPlan plan;
  const OfferedWork work = offered_work(config, pattern, terminals);
  const Rates rates = rates_of(work, pattern, terminals);
  const bool fine = x <= kFine;
  plan.rule = {x, fine ? x * 2 / 3 : x, fine ? 0.001 : 0.01};
  plan.last = static_cast<Cycle>(std::max(longest_look(std::min(x, kFine), work), fine ? kFineLast : 0));
  const double first = std::max({32 * work.mean_length, rates.least > 0 ? 8 / rates.least : 0, fine ? kFineFirst : 0});
  plan.first = std::min(plan.last / 2, static_cast<Cycle>(std::min(first, 1e15)));  // sustained by two looks
  return plan;
}

std::string proof_before(const RunPlan& plan, const NetworkObjects& network, const std::vector<ChangedNetwork>& changes) {
  const KeptVerdicts kept = plan.prove == ProofMode::always ? KeptVerdicts::replaced : KeptVerdicts::trusted;
  return proof_before({plan.network.command, plan.prove, plan.machine.vc_reuse, reuse_of(plan), plan.machine.absorption.limit}, network, changes,
                      [&](const NetworkObjects& of, VcReuse reuse) { return proved(of, reuse, plan.proof_store, kept); });
}

}  // namespace dateline
