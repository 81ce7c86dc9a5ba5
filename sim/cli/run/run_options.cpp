#include "sim/cli/run/run_options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "models/base/text/parse.hpp"
#include "models/network/relation/escape_offers.hpp"
#include "sim/cli/run/steady_state.hpp"
#include "traffic/patterns/mapped_traffic.hpp"
#include "traffic/patterns/surviving.hpp"
#include "traffic/schedules/workload.hpp"
#include "traffic/traces/trace_reader.hpp"

namespace dateline {
namespace {

constexpr std::uint64_t kLongestRun = 1'000'000'000'000'000;
constexpr std::string_view kPermutation = "permutation:";

// Flits per terminal and cycle from --load (flits) or --rate (messages).
Rational offered_load(const Options& options, const PacketLengths& lengths) {
  if (options.has("load") == options.has("rate")) {
    if (options.has("load")) options.refuse("load", "excludes rate; give one of them");
    throw ConfigError("simulate", "load", "is missing; give --load (flits/node/cycle) or --rate (messages/node/cycle)");
  }
  const std::string name = options.has("load") ? "load" : "rate";
  const Rational given = options.number(name);
  const Rational load = options.has("load") ? given : Rational(given * lengths.mean());
  if (load <= 0) options.refuse(name, "must be above 0");
  if (load > 1) {
    options.refuse(name, options.has("load") ? "is above the injection bandwidth of 1 flit/node/cycle"
                                             : fmt::format("is above the injection bandwidth: at most {} messages/node/cycle",
                                                           to_string(Rational(1 / lengths.mean()))));
  }
  return load;
}

SwitchAllocation allocation(const Options& options, Crossbar crossbar) {
  const std::string text = options.text("allocation");
  SwitchAllocation a;
  const std::string iterate = "iterate:";
  if (text == "wavefront") {
    a.kind = SwitchAllocation::Kind::wavefront;
  } else if (text.rfind(iterate, 0) == 0) {
    a.kind = SwitchAllocation::Kind::iterate;
    const std::string passes = text.substr(iterate.size());
    const bool digit = passes.size() == 1 && passes[0] >= '1' && passes[0] <= '0' + kMaxPasses;
    if (!digit) options.refuse("allocation", fmt::format("has no such number of passes; allowed: iterate:1..{}", kMaxPasses));
    a.passes = passes[0] - '0';
  } else if (text != "one-pass") {
    options.refuse("allocation", fmt::format("is unknown; allowed: one-pass, iterate:1..{}, wavefront", kMaxPasses));
  }
  if (text != "one-pass" && crossbar != Crossbar::per_port) options.refuse("allocation", "has no meaning with crossbar=per-vc; allowed: one-pass");
  return a;
}

RouterConfig router_config(const Options& options) {
  RouterConfig c;
  c.vcs = static_cast<int>(options.whole("vcs", 1, kMaxVcs));
  c.buffer_depth = static_cast<int>(options.whole("buffer-depth", 1, kMaxDepth));
  c.routing_delay = static_cast<int>(options.whole("routing-delay", 0, kMaxDelay));
  c.channel_latency = static_cast<int>(options.whole("channel-latency", 1, kMaxDelay));
  c.injection_vcs = options.text("injection-vcs") == "auto" ? c.vcs : static_cast<int>(options.whole("injection-vcs", 1, kMaxVcs));
  c.router_pipeline = static_cast<int>(options.whole("router-pipeline", 0, kMaxDelay));
  c.credit_latency = options.text("credit-latency") == "auto" ? 0 : static_cast<int>(options.whole("credit-latency", 1, kMaxDelay));
  c.source = options.pick<SourcePolicy>("source");
  c.crossbar = options.pick<Crossbar>("crossbar");
  c.allocation = allocation(options, c.crossbar);
  c.vc_reuse = options.pick<VcReuse>("vc-reuse");
  c.ejection = options.pick<Ejection>("ejection");
  c.vc_arbitration = options.pick<VcArbitration>("header-arbitration");
  c.output_arbitration = options.pick<OutputArbitration>("channel-arbitration");
  c.selection = options.pick<Selection>("selection");
  if (options.has("reinjection-delay")) c.reinjection_delay = options.whole("reinjection-delay", 0, kMaxReinjectionDelay);
  if (options.has("absorb-limit")) c.absorb_limit = options.whole("absorb-limit", 1, kMaxAbsorbLimit);
  c.seed = options.whole("seed", 0, ~std::uint64_t{0});
  if (options.has("stall-limit")) c.stall_limit = options.whole("stall-limit", 1, kLongestRun);
  c.count_channels = options.has("channel-loads") || options.has("windows");
  c.count_granted = false;  // but where a verdict needs them
  return c;
}

std::optional<RequestReplyOptions> request_reply(const Options& options) {
  if (!options.has("workload") || options.text("workload").rfind(RequestReplyOptions::kName, 0) != 0) return std::nullopt;
  return RequestReplyOptions::parse({options.command(), "workload"}, options.text("workload"));
}

// A command that looks for a load has no window of its own.
void take_window(RunConfig& r, const Options& options) {
  if (!options.has("cycles")) return;
  const bool until_decided = options.text("cycles") == "auto";
  if (until_decided) {
    for (const char* other : {"windows", "until-ci"}) {
      if (options.has(other))
        options.refuse("cycles", fmt::format("is auto beside {}, which needs to know the window; allowed there: a number", other));
    }
    if (options.text("warmup") == "detect") options.refuse("warmup", "is detect beside cycles=auto, whose end is not known; allowed: cycles, auto");
    r.decide.emplace();
  } else {
    r.cycles = options.whole("cycles", 1, kLongestRun);
  }
  if (options.has("windows")) {
    r.windows = static_cast<std::uint32_t>(options.whole("windows", 1, WindowSeries::kMostParts));
    if (r.windows > r.cycles) options.refuse("windows", fmt::format("are more than the {} cycles of the window", r.cycles));
  }
  const std::string& warmup = options.text("warmup");
  r.warmup = warmup == "auto" || warmup == "detect" ? r.cycles / 10 : options.whole("warmup", 0, kLongestRun);
}

// `load`: none for a workload.
RunConfig run_config(const Options& options, const std::optional<Rational>& load, const std::optional<RequestReplyOptions>& requests) {
  using Protocol = RunConfig::Protocol;
  RunConfig r;
  const PacketLengths lengths = options.has("message-length") ? packet_lengths(options) : PacketLengths(r.packet_length);
  if (lengths.one()) {
    r.packet_length = lengths.shortest();
  } else {
    r.length_mix = lengths;
  }
  r.seed = options.whole("seed", 0, ~std::uint64_t{0});
  r.pair_latency = options.has("pair-latency");
  if (options.has("retransmit")) r.retransmit = options.whole("retransmit", 1, kMaxRetransmit);
  if ((requests && !requests->batch) || options.has("streams")) {
    if (options.text("warmup") == "detect") options.refuse("warmup", "is not there yet beside requests and replies, or streams");
    take_window(r, options);
    if (r.decide && requests) options.refuse("cycles", "is auto beside requests and replies, which have no verdict; allowed there: 1..10^15");
    return r;
  }
  if (!load) {
    r.protocol = Protocol::workload;
    return r;
  }
  const ValueSource injection = {options.command(), "injection"};
  r.injection = parse_injection(injection, options.text("injection"), lengths.mean());
  check_injection(injection, options.text("injection"), r.injection, *load, lengths.mean());
  r.exact_rate = *load / lengths.mean();
  r.rate = to_double(*r.exact_rate);
  if (options.has("messages")) {
    r.protocol = Protocol::messages;
    r.messages = options.whole("messages", 1, kLongestRun);
    r.warmup_messages = options.text("warmup-messages") == "auto" ? r.messages / 10 : options.whole("warmup-messages", 0, r.messages - 1);
    return r;
  }
  take_window(r, options);
  return r;
}

WorkloadKind workload_kind(const Options& options) {
  if (!options.has("workload")) return WorkloadKind::none;
  const std::string& text = options.text("workload");
  if (begins_with_one(text, one_shot_beginnings())) return WorkloadKind::one_shot;
  if (begins_with_one(text, {std::string(RequestReplyOptions::kName)})) return WorkloadKind::request_reply;
  if (begins_with_one(text, trace_beginnings())) return WorkloadKind::trace;
  if (begins_with_one(text, schedule_beginnings())) return WorkloadKind::schedule;
  options.refuse("workload",
                 "is unknown; allowed: permutation:FILE | permutation:NAME | lcc:X | schedule:FILE | goal:FILE | trace:FILE | netrace:FILE | "
                 "request-reply:... | a generator that dateline list names, like all-reduce:ring,bytes=1024");
}

void check_bandwidth(const Options& options, const Topology& topology) {
  const ChannelId other = topology.other_bandwidth();
  if (other == kNoChannel) return;
  const Channel& channel = topology.channel(other);
  options.refuse("topology", fmt::format("has channel {}->{} of bandwidth {}; only bandwidth 1 can be simulated", channel.from.value(),
                                         channel.to.value(), to_string(channel.bandwidth)));
}

void check_reuse(const Options& options, const SimulateOptions& settings, const NetworkObjects& network) {
  if (settings.machine.vc_reuse != VcReuse::at_tail || !offers_escapes(*network.topology, *network.relation)) return;
  const bool shared = settings.network.relation.vc_policy == VcPolicy::shared;
  options.refuse("vc-reuse", fmt::format("can deadlock with {}: a header behind another worm cannot reach its escape channel; allowed: atomic",
                                         shared ? "vc-policy=shared" : "routing=" + printable(network.options.routing)));
}

void check_absorption(const Options& options, const NetworkObjects& network) {
  if (network.relation->absorbs()) return;
  for (const char* name : {"reinjection-delay", "absorb-limit"}) {
    if (options.has(name)) options.refuse(name, fmt::format("has no use with routing {}: it absorbs no message", network.options.routing));
  }
}

void check_pairs(const Options& options, const Topology& topology) {
  if (!options.has("pair-latency") || topology.terminals() <= PairLatency::kMostTerminals) return;
  options.refuse("pair-latency", fmt::format("is for at most {} terminals; the network has {}", PairLatency::kMostTerminals, topology.terminals()));
}

void check_memory(const Options& options, const Topology& topology, const RouterConfig& config) {
  constexpr double kShellPerRouter = 2000;  // a SystemC module with its ports and names, measured: 1,500
  constexpr double kShellPerChannel = 200;  // its link and bindings
  const double terminals = topology.terminals();
  const double pairs = options.has("pair-latency") ? terminals * terminals * static_cast<double>(PairLatency::kBytesPerPair) : 0.0;
  const double needed = static_cast<double>(CompiledNetwork::estimated_bytes(topology.terminals(), topology.channels(), config)) +
                        kShellPerRouter * topology.nodes() + kShellPerChannel * topology.channels() + pairs;
  const double available = available_memory();
  if (needed > available) {
    options.refuse("topology",
                   fmt::format("is too large for memory: needs about {}, available are {}", readable_bytes(needed), readable_bytes(available)));
  }
}

// What is wrong with a permutation or communication by name is said of the option that the user gave.
std::unique_ptr<TrafficPattern> workload(const SimulateOptions& settings, const Topology& topology) {
  try {
    return make_traffic(settings.traffic, topology, settings.fixed_points);
  } catch (const ConfigError& error) {
    const std::string_view said = error.what();
    const std::size_t before = settings.traffic.rfind(kPermutation, 0) == 0 ? kPermutation.size() : 0;
    const std::string start = "traffic: traffic=" + printable(std::string_view(settings.traffic).substr(before));
    if (said.substr(0, start.size()) != start) throw;
    const std::string_view rule = said.substr(start.size());
    throw ConfigError("simulate", "workload", settings.traffic, rule.substr(std::min(rule.find_first_not_of(", "), rule.size())));
  }
}

// Priorities are named by streams and used by output arbitration: none without the other.
void check_priorities(const Options& options, const SimulateOptions& settings) {
  const bool named = std::any_of(settings.streams.begin(), settings.streams.end(), [](const StreamSpec& s) { return s.priority.has_value(); });
  const bool used = settings.machine.output_arbitration == OutputArbitration::priority;
  if (used && !named) options.refuse("channel-arbitration", "has no use without priorities; allowed beside --streams FILE with priority=P in it");
  if (named && !used) options.refuse("streams", "names priorities, which only --channel-arbitration priority uses");
}

}  // namespace

PacketLengths packet_lengths(const Options& options) {
  return PacketLengths::parse({options.command(), "message-length"}, options.text("message-length"), kMaxPacketLength);
}

SimulateOptions simulate_options(const Options& options, const std::optional<Rational>& load) {
  SimulateOptions settings;
  settings.network = network_options(options);
  settings.machine = router_config(options);
  settings.load = load;
  if (!load && !options.has("workload") && !options.has("streams")) settings.load = offered_load(options, packet_lengths(options));
  settings.requests = request_reply(options);
  settings.run = run_config(options, settings.load, settings.requests);
  steady_options(options, settings);
  if (options.has("streams")) settings.streams = read_streams({options.command(), "streams"}, options.text("streams"));
  check_priorities(options, settings);
  settings.traffic = options.text(options.has("streams") ? "streams" : options.has("workload") && !settings.requests ? "workload" : "traffic");
  settings.workload = workload_kind(options);
  settings.machine.report_sent = settings.workload == WorkloadKind::schedule;
  if (options.has("fixed-points")) settings.fixed_points = fixed_points(options, settings.traffic);
  if (options.has("record")) settings.record = options.text("record");
  settings.verify = options.pick<ProofMode>("verify");
  if (options.has("proof-store")) settings.proof_store = options.text("proof-store");
  if (settings.proof_store && settings.proof_store->empty()) options.refuse("proof-store", "names no directory");
  settings.progress = options.pick<ProgressMode>("progress");
  return settings;
}

void check_network(const Options& options, const SimulateOptions& settings, const NetworkObjects& network) {
  check_bandwidth(options, *network.topology);
  check_vcs(options, network);
  check_reuse(options, settings, network);
  check_absorption(options, network);
  check(settings.machine, options.command());
  check_pairs(options, *network.topology);
  check_memory(options, *network.topology, settings.machine);
}

void check_length(const Options& options, const SimulateOptions& settings, const TrafficPattern& pattern, std::uint32_t terminals) {
  if (settings.run.protocol != RunConfig::Protocol::messages) return;
  Rational shares = 0;
  for (std::uint32_t t = 0; t < terminals; ++t) shares += pattern.share(TerminalId(t));
  const double cycles = static_cast<double>(settings.run.messages) / (settings.run.rate * to_double(shares));
  if (shares == 0 || cycles <= static_cast<double>(kLongestRun)) return;
  options.refuse("messages", fmt::format("would take about {:.0e} cycles at this load; a run takes at most {:.0e}", cycles, 1.0 * kLongestRun));
}

std::unique_ptr<TrafficPattern> make_pattern(const SimulateOptions& settings, const NetworkObjects& network, const FaultMap* faults) {
  if (!settings.load && !settings.requests) return surviving(mapped(workload(settings, *network.topology), network.places), faults);
  return make_pattern(settings.traffic, network, settings.fixed_points, faults);
}

}  // namespace dateline
