#include "sim/cli/run/run_plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "models/base/numbers/rational.hpp"
#include "models/base/text/counted.hpp"
#include "models/base/text/parse.hpp"
#include "sim/cli/run/steady_state.hpp"
#include "sim/core/state/layout/link_errors.hpp"
#include "sim/options/network/machine_options.hpp"
#include "sim/options/run_settings.hpp"
#include "traffic/patterns/mapped_traffic.hpp"
#include "traffic/patterns/surviving.hpp"
#include "traffic/schedules/workload.hpp"
#include "traffic/traces/trace_reader.hpp"

namespace dateline {
namespace {

constexpr std::string_view kPermutation = "permutation:", kStreams = "streams:";

MachineSettings machine_settings(const RunSettings& settings) { return {settings, settings.network, settings.router, settings.absorption}; }

RouterConfig router_config(const RunSettings& settings) {
  RouterConfig c = machine_config(machine_settings(settings));
  if (settings.external.has()) c.execution.stall_limit = settings.external->stall.value_or(c.execution.stall_limit);
  c.execution.count_channels = settings.out.channels.has() || settings.window.windows.has() || settings.energy.has();
  c.execution.count_granted = false;  // but where a verdict needs them
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
  r.details.pair_latency = settings.out.pair_latency.has();
  r.retransmit = traffic.retransmit.get();
  if (r.retransmit) r.retransmit->notice = traffic.loss_notice.value_or(LossNotice::at_once);
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
  r.details.at_random = comes_at_random(r.injection, *r.exact_rate);
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

void check_pairs(const RunSettings& settings, const Topology& topology) {
  if (!settings.out.pair_latency.has() || topology.terminals() <= PairLatency::kMostTerminals) return;
  settings.out.pair_latency.refuse(fmt::format("is for at most {} terminals; the network has {}", PairLatency::kMostTerminals, topology.terminals()));
}

void check_memory(const RunSettings& settings, const Topology& topology, const RouterConfig& config) {
  constexpr double kShellPerRouter = 2000;  // a SystemC module with its ports and names, measured: 1,500
  constexpr double kShellPerChannel = 200;  // its link and bindings
  const double terminals = topology.terminals();
  const double pairs = settings.out.pair_latency.has() ? terminals * terminals * static_cast<double>(PairLatency::kBytesPerPair) : 0.0;
  check_memory(settings.network.topology, topology, config, kShellPerRouter * topology.nodes() + kShellPerChannel * topology.channels() + pairs);
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

// Beside a workload: it shares the VCs with it.
std::vector<StreamSpec> background(const Setting<std::string>& setting, int nic_ports) {
  if (setting->rfind(kStreams, 0) == 0) {
    std::vector<StreamSpec> streams = read_streams(setting.source(), setting->substr(kStreams.size()), nic_ports);
    for (const StreamSpec& stream : streams) {
      if (!stream.vc_set.empty() || stream.priority) {
        setting.refuse(fmt::format("has stream '{}' with vc-set or priority, which are not there beside a workload", stream.name));
      }
    }
    return streams;
  }
  const std::size_t at = setting->rfind('@');
  const auto load = at == std::string::npos ? std::nullopt : read_rational(std::string_view(*setting).substr(at + 1));
  if (!load || *load <= 0 || *load > nic_ports) {
    setting.refuse(fmt::format("is neither PATTERN@LOAD, a load above 0 and at most nic-ports={}, nor streams:FILE", nic_ports));
  }
  StreamSpec stream;
  stream.name = "background";
  stream.traffic = setting->substr(0, at);
  stream.load = *load;
  return {stream};
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
  if (streams) plan.streams = read_streams(traffic.traffic.source(), traffic.traffic->substr(kStreams.size()), plan.machine.nic_ports);
  if (settings.workload.background.has()) plan.streams = background(settings.workload.background, plan.machine.nic_ports);
  check_priorities(settings, plan);
  plan.traffic = traffic.workload.has() && !plan.requests ? *traffic.workload : *traffic.traffic;
  plan.workload = workload_kind(traffic.workload);
  plan.machine.execution.report_sent = plan.workload == WorkloadKind::schedule;
  if (traffic.fixed_points.has()) plan.fixed_points = fixed_points(traffic.fixed_points, plan.traffic);
  plan.prove = *settings.prove;
  plan.proof_store = settings.proof_store.get();
  plan.progress = *settings.progress;
  return plan;
}

void check_network(const RunSettings& settings, RunPlan& plan, const NetworkObjects& network) {
  check_machine(machine_settings(settings), network, plan.machine);
  check_pairs(settings, *network.topology);
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

std::unique_ptr<TrafficPattern> pattern_after(const RunPlan& plan, const NetworkObjects& network, const ChangedNetwork& changed) {
  return silenced(make_pattern(plan, network, changed.change.faults.get()), changed);
}

}  // namespace dateline
