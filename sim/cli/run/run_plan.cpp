#include "sim/cli/run/run_plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "models/base/numbers/rational.hpp"
#include "models/base/text/counted.hpp"
#include "models/base/text/parse.hpp"
#include "sim/cli/run/steady_state.hpp"
#include "sim/core/layout/channel_rates.hpp"
#include "sim/core/layout/ugal_bias.hpp"
#include "sim/options/run_settings.hpp"
#include "traffic/patterns/mapped_traffic.hpp"
#include "traffic/patterns/surviving.hpp"
#include "traffic/schedules/workload.hpp"
#include "traffic/traces/trace_reader.hpp"

namespace dateline {
namespace {

constexpr std::string_view kPermutation = "permutation:", kStreams = "streams:";

RouterConfig router_config(const RunSettings& settings) {
  const RouterSettings& router = settings.router;
  RouterConfig c;
  c.vcs = *settings.network.vcs;
  router.numbers.give(c);
  c.channel_latency = router.channel_latency->all;
  c.nic_ports = *router.nic_ports;
  c.injection_vcs = static_cast<int>(router.injection_vcs->number.value_or(static_cast<std::uint64_t>(c.vcs)));
  c.credit_latency = static_cast<int>(router.credit_latency->number.value_or(0));
  c.source = *router.source;
  c.crossbar = *router.crossbar;
  c.allocation = *router.switch_allocator;
  if (c.allocation.kind != SwitchAllocation::Kind::one_pass && c.crossbar != Crossbar::per_port) {
    router.switch_allocator.refuse("has no meaning with router.crossbar=per-vc; allowed: one-pass");
  }
  c.vc_reuse = *router.vc_reuse;
  c.ejection = *router.ejection;
  c.vc_allocation = *router.vc_allocator;
  if (router.vc_arbitration.has()) c.vc_arbitration = *router.vc_arbitration;
  c.output_arbitration = *router.output_arbitration;
  c.selection = *router.vc_selection;
  if (router.ugal_bias->number) c.ugal_bias = static_cast<int>(*router.ugal_bias->number);
  c.ugal_occupancy = *router.ugal_occupancy;
  c.reinjection_delay = settings.absorption.delay.value_or(c.reinjection_delay);
  c.absorb_limit = settings.absorption.limit.value_or(c.absorb_limit);
  c.seed = *settings.seed;
  if (settings.external.has()) c.stall_limit = settings.external->stall.value_or(c.stall_limit);
  c.count_channels = settings.out.channels.has() || settings.window.windows.has() || settings.energy.has();
  c.count_granted = false;  // but where a verdict needs them
  return c;
}

std::optional<RequestReplyOptions> request_reply(const Setting<std::string>& workload) {
  if (!workload.has() || workload->rfind(RequestReplyOptions::kName, 0) != 0) return std::nullopt;
  return RequestReplyOptions::parse(workload.source(), *workload);
}

bool has_streams(const TrafficSettings& settings) { return settings.traffic.has() && settings.traffic->rfind(kStreams, 0) == 0; }

// A command that looks for a load has no window of its own.
void take_window(RunConfig& r, const WindowSettings& settings) {
  if (!settings.cycles.has()) return;
  const bool detect = settings.warmup->word == "detect";
  if (settings.cycles->number) {
    r.cycles = *settings.cycles->number;
  } else {
    constexpr const char* kRule = "is auto beside {}, which needs to know the window; allowed there: a number";
    if (settings.windows.has()) settings.cycles.refuse(fmt::format(kRule, "windows"));
    if (settings.until_ci.has()) settings.cycles.refuse(fmt::format(kRule, "until-ci"));
    if (detect) settings.warmup.refuse("is detect beside cycles=auto, whose end is not known; allowed: cycles, auto");
    r.decide.emplace();
  }
  if (settings.windows.has()) {
    r.windows = *settings.windows;
    if (r.windows > r.cycles) settings.windows.refuse(fmt::format("are more than the {} cycles of the window", r.cycles));
  }
  r.warmup = settings.warmup->number.value_or(r.cycles / 10);
}

// Of --deliveries N: so many, the first of them discarded.
void take_deliveries(RunConfig& r, const WindowSettings& settings) {
  r.protocol = RunConfig::Protocol::messages;
  r.messages = *settings.deliveries;
  if (settings.warmup->word == "detect") settings.warmup.refuse("is detect beside deliveries; allowed there: 0..deliveries-1 | auto");
  r.warmup_messages = settings.warmup->number.value_or(r.messages / 10);
  if (r.warmup_messages >= r.messages) settings.warmup.refuse(fmt::format("not in 0..{}", r.messages - 1));
}

// `load`: none for a workload.
RunConfig run_config(const RunSettings& settings, const std::optional<Rational>& load, const std::optional<RequestReplyOptions>& requests,
                     bool streams) {
  using Protocol = RunConfig::Protocol;
  const TrafficSettings& traffic = settings.traffic;
  RunConfig r;
  const PacketLengths lengths = traffic.packet_length.value_or(PacketLengths(r.packet_length));
  if (lengths.one()) {
    r.packet_length = lengths.shortest();
  } else {
    r.length_mix = lengths;
  }
  r.seed = *settings.seed;
  r.pair_latency = settings.out.pair_latency.has();
  r.retransmit = traffic.retransmit.get();
  if ((requests && !requests->batch) || streams) {
    if (settings.window.deliveries.has()) settings.window.deliveries.refuse("has no meaning beside requests and replies, or streams");
    if (settings.window.warmup->word == "detect") settings.window.warmup.refuse("is not there yet beside requests and replies, or streams");
    take_window(r, settings.window);
    if (r.decide && requests) settings.window.cycles.refuse("is auto beside requests and replies, which have no verdict; allowed there: 1..10^15");
    return r;
  }
  if (!load) {
    r.protocol = Protocol::workload;
    return r;
  }
  const ValueSource injection = traffic.injection.source();
  r.injection = parse_injection(injection, *traffic.injection, lengths.mean());
  check_injection(injection, *traffic.injection, r.injection, *load, lengths.mean());
  if (r.injection.kind == Injection::bernoulli && *load > lengths.mean()) {
    traffic.load.refuse("is above a packet/terminal/cycle, the most that injection=bernoulli offers; allowed beyond it: poisson, periodic");
  }
  r.exact_rate = *load / lengths.mean();
  r.rate = to_double(*r.exact_rate);
  if (settings.window.deliveries.has()) {
    take_deliveries(r, settings.window);
  } else {
    take_window(r, settings.window);
  }
  return r;
}

std::vector<std::string> workload_names() {
  std::vector<std::string> names = {"permutation:NAME", "lcc:X", std::string(RequestReplyOptions::kName) + "..."};
  for (const auto& list : {schedule_names(), trace_names()}) names.insert(names.end(), list.begin(), list.end());
  return names;
}

// Without the variants of one: "all-reduce".
std::vector<std::string> workload_families() {
  std::vector<std::string> families;
  for (const std::string& name : workload_names()) {
    const std::size_t colon = name.find(':');
    const bool variant = colon != std::string::npos && name[colon + 1] >= 'a' && name[colon + 1] <= 'z' && name.back() != '.';
    const std::string family = variant ? name.substr(0, colon) : name;
    if (std::find(families.begin(), families.end(), family) == families.end()) families.push_back(family);
  }
  return families;
}

WorkloadKind workload_kind(const Setting<std::string>& workload) {
  if (!workload.has()) return WorkloadKind::none;
  const std::string& text = *workload;
  if (begins_with_one(text, one_shot_beginnings())) return WorkloadKind::one_shot;
  if (begins_with_one(text, {std::string(RequestReplyOptions::kName)})) return WorkloadKind::request_reply;
  if (begins_with_one(text, trace_beginnings())) return WorkloadKind::trace;
  if (begins_with_one(text, schedule_beginnings())) return WorkloadKind::schedule;
  workload.refuse(fmt::format("{}; allowed: {}", unknown_name(text, workload_names()), fmt::join(workload_families(), " | ")));
}

void check_bandwidth(const RunSettings& settings, const Topology& topology) {
  if (other_bandwidth(topology) == kNoChannel) return;
  const Channel* fastest = nullptr;
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    const Channel& channel = topology.channel(ChannelId(c));
    if (fastest == nullptr || to_rational(channel.bandwidth) > to_rational(fastest->bandwidth)) fastest = &channel;
    if (channel.bandwidth.denominator() <= ChannelRates::kMostCycles) continue;
    settings.network.topology.refuse(fmt::format("has channel {}->{} of bandwidth {}; a run takes fractions whose lower number is {} at most",
                                                 channel.from.value(), channel.to.value(), to_string(channel.bandwidth), ChannelRates::kMostCycles));
  }
  if (to_rational(fastest->bandwidth) <= 1) return;
  const std::string largest = to_string(fastest->bandwidth);
  settings.network.topology.refuse(
      fmt::format("has channel {}->{} of bandwidth {}; a channel carries one flit a cycle at most: take {} as the unit, "
                  "and divide all bandwidths by it",
                  fastest->from.value(), fastest->to.value(), largest, largest));
}

void check_absorption(const AbsorptionSettings& settings, const NetworkObjects& network) {
  if (network.relation->absorbs()) return;
  const std::string rule = fmt::format("has no use with routing {}: it absorbs no packet", network.options.routing);
  if (settings.delay.has()) settings.delay.refuse(rule);
  if (settings.limit.has()) settings.limit.refuse(rule);
}

void check_pairs(const RunSettings& settings, const Topology& topology) {
  if (!settings.out.pair_latency.has() || topology.terminals() <= PairLatency::kMostTerminals) return;
  settings.out.pair_latency.refuse(fmt::format("is for at most {} terminals; the network has {}", PairLatency::kMostTerminals, topology.terminals()));
}

void check_nic_ports(const RunSettings& settings, const Topology& topology, int nic_ports) {
  for (std::uint32_t v = 0; v < topology.nodes(); ++v) {
    const int terminals = static_cast<int>(topology.terminals_of(NodeId(v)).size());
    if (topology.ports() + terminals * nic_ports <= kMaxPorts || terminals == 0 || nic_ports == 1) continue;
    settings.router.nic_ports.refuse(fmt::format("is too many at router {} with {} network ports and {}; allowed 1..{}", v, topology.ports(),
                                                 counted(static_cast<std::uint64_t>(terminals), "terminal"),
                                                 std::max(1, (kMaxPorts - topology.ports()) / terminals)));
  }
}

void check_memory(const RunSettings& settings, const Topology& topology, const RouterConfig& config) {
  constexpr double kShellPerRouter = 2000;  // a SystemC module with its ports and names, measured: 1,500
  constexpr double kShellPerChannel = 200;  // its link and bindings
  const double terminals = topology.terminals();
  const double pairs = settings.out.pair_latency.has() ? terminals * terminals * static_cast<double>(PairLatency::kBytesPerPair) : 0.0;
  const double needed = static_cast<double>(CompiledNetwork::estimated_bytes(topology.terminals(), topology.channels(), config)) +
                        kShellPerRouter * topology.nodes() + kShellPerChannel * topology.channels() + pairs;
  const double available = available_memory();
  if (needed > available) {
    settings.network.topology.refuse(
        fmt::format("is too large for memory: needs about {}, available are {}", readable_bytes(needed), readable_bytes(available)));
  }
}

// What is wrong with a permutation or communication by name is said of the option that the user gave.
std::unique_ptr<TrafficPattern> workload(const RunPlan& plan, const Topology& topology) {
  try {
    return make_traffic(plan.traffic, topology, plan.fixed_points);
  } catch (const ConfigError& error) {
    const std::string_view said = error.what();
    const std::size_t before = plan.traffic.rfind(kPermutation, 0) == 0 ? kPermutation.size() : 0;
    const std::string start = "traffic: traffic=" + printable(std::string_view(plan.traffic).substr(before));
    if (said.substr(0, start.size()) != start) throw;
    const std::string_view rule = said.substr(start.size());
    throw ConfigError(plan.network.command, "workload", plan.traffic, rule.substr(std::min(rule.find_first_not_of(", "), rule.size())));
  }
}

// Priorities are named by streams and used by output arbitration: none without the other.
void check_priorities(const RunSettings& settings, const RunPlan& plan) {
  const bool named = std::any_of(plan.streams.begin(), plan.streams.end(), [](const StreamSpec& s) { return s.priority.has_value(); });
  const bool used = plan.machine.output_arbitration == OutputArbitration::priority;
  if (used && !named)
    settings.router.output_arbitration.refuse("has no use without priorities; allowed beside --traffic streams:FILE with priority=P in it");
  if (named && !used) settings.traffic.traffic.refuse("names priorities, which only --router.output-arbitration priority uses");
}

// For routings that weigh hops alone.
void take_bias(const RouterSettings& settings, RouterConfig& machine, const NetworkObjects& network) {
  if (network.relation->weighs_hops()) {
    machine = with_bias(machine, Wiring::of(*network.topology));
    return;
  }
  constexpr const char* kRule = "is for routings ugal and par; allowed: {}";
  if (settings.ugal_bias->number) settings.ugal_bias.refuse(fmt::format(kRule, "auto"));
  const UgalOccupancy occupancy = RouterConfig().ugal_occupancy;
  if (*settings.ugal_occupancy != occupancy) settings.ugal_occupancy.refuse(fmt::format(kRule, name_of(occupancy)));
}

}  // namespace

RunPlan run_plan(const RunSettings& settings, const std::optional<Rational>& load) {
  const TrafficSettings& traffic = settings.traffic;
  const bool streams = !load && has_streams(traffic);  // of a command that takes no load
  if (streams && traffic.workload.has()) traffic.traffic.refuse(fmt::format("has no meaning with workload={}", printable(*traffic.workload)));
  RunPlan plan;
  plan.network = network_options(settings, settings.network, &traffic, &settings.router);
  plan.machine = router_config(settings);
  plan.load = load;
  if (!load && !traffic.workload.has() && !streams) {
    if (!traffic.load.has()) throw ConfigError(settings.command, "load", "is missing; give --load (flits/terminal/cycle, or packets: 0.01pkt)");
    plan.load = offered_load(traffic.load, *traffic.packet_length, *settings.router.nic_ports);
  }
  plan.requests = request_reply(traffic.workload);
  plan.run = run_config(settings, plan.load, plan.requests, streams);
  take_steady_state(settings.window, plan);
  if (streams) plan.streams = read_streams(traffic.traffic.source(), traffic.traffic->substr(kStreams.size()));
  check_priorities(settings, plan);
  plan.traffic = traffic.workload.has() && !plan.requests ? *traffic.workload : *traffic.traffic;
  plan.workload = workload_kind(traffic.workload);
  plan.machine.report_sent = plan.workload == WorkloadKind::schedule;
  if (traffic.fixed_points.has()) plan.fixed_points = fixed_points(traffic.fixed_points, plan.traffic);
  plan.prove = *settings.prove;
  plan.proof_store = settings.proof_store.get();
  plan.progress = *settings.progress;
  return plan;
}

void check_network(const RunSettings& settings, RunPlan& plan, const NetworkObjects& network) {
  check_bandwidth(settings, *network.topology);
  check_vcs(settings.network.vcs, settings.network, network);
  check_absorption(settings.absorption, network);
  take_bias(settings.router, plan.machine, network);
  check(plan.machine, settings.command);
  check_pairs(settings, *network.topology);
  check_nic_ports(settings, *network.topology, plan.machine.nic_ports);
  check_memory(settings, *network.topology, plan.machine);
}

void check_length(const RunSettings& settings, const RunPlan& plan, const TrafficPattern& pattern, std::uint32_t terminals) {
  if (plan.run.protocol != RunConfig::Protocol::messages) return;
  Rational shares = 0;
  for (std::uint32_t t = 0; t < terminals; ++t) shares += pattern.share(TerminalId(t));
  const double cycles = static_cast<double>(plan.run.messages) / (plan.run.rate * to_double(shares));
  if (shares == 0 || cycles <= static_cast<double>(kLongestRun)) return;
  settings.window.deliveries.refuse(
      fmt::format("would take about {:.0e} cycles at this load; a run takes at most {:.0e}", cycles, 1.0 * kLongestRun));
}

std::unique_ptr<TrafficPattern> make_pattern(const RunPlan& plan, const NetworkObjects& network, const FaultMap* faults) {
  if (!plan.load && !plan.requests) return surviving(mapped(workload(plan, *network.topology), network.places), faults);
  return make_pattern(plan.traffic, network, plan.fixed_points, faults);
}

}  // namespace dateline
