#include "sim/cli/simulate_options.hpp"

#include <fmt/format.h>

#include "models/network/error.hpp"
#include "traffic/registry.hpp"

namespace dateline {
namespace {

constexpr std::uint64_t kLongestRun = 1'000'000'000'000'000;

template <typename Enum>
Enum pick(const Options& options, const std::string& name, std::initializer_list<Enum> values) {
  return *(values.begin() + options.choice(name));
}

// Messages per node and cycle from --load (flits) or --rate (messages).
double message_rate(const Options& options, std::uint32_t message_length) {
  if (options.has("load") == options.has("rate")) {
    if (options.has("load")) options.refuse("load", "excludes rate; give one of them");
    throw ConfigError("simulate", "load", "", "is missing; give --load (flits/node/cycle) or --rate (messages/node/cycle)");
  }
  const std::string name = options.has("load") ? "load" : "rate";
  const Rational given = options.number(name);
  const Rational load = options.has("load") ? given : Rational(given * message_length);
  if (load <= 0) options.refuse(name, "must be above 0");
  if (load > 1) {
    options.refuse(name, options.has("load") ? "is above the injection bandwidth of 1 flit/node/cycle"
                                             : fmt::format("is above the injection bandwidth: at most 1/{} messages/node/cycle", message_length));
  }
  return to_double(Rational(load / message_length));
}

void refuse_with(const Options& options, const std::string& mode, std::initializer_list<const char*> unused) {
  for (const char* name : unused) {
    if (options.given(name)) options.refuse(name, fmt::format("has no meaning with {}", mode));
  }
}

}  // namespace

MachineConfig machine_config(const Options& options, const NetworkObjects& network) {
  MachineConfig c;
  c.vcs = network.vcs;
  c.buffer_depth = static_cast<int>(options.whole("buffer-depth", 1, kMaxDepth));
  c.routing_delay = static_cast<int>(options.whole("routing-delay", 0, kMaxDelay));
  c.channel_latency = static_cast<int>(options.whole("channel-latency", 1, kMaxDelay));
  c.injection_vcs = options.text("injection-vcs") == "auto" ? c.vcs : static_cast<int>(options.whole("injection-vcs", 1, kMaxVcs));
  c.crossbar = pick(options, "crossbar", {Crossbar::per_vc, Crossbar::per_port});
  c.vc_reuse = pick(options, "vc-reuse", {VcReuse::atomic, VcReuse::at_tail});
  c.ejection = pick(options, "ejection", {Ejection::ideal, Ejection::channel});
  c.header_arbitration = pick(options, "header-arbitration", {HeaderArbitration::fcfs, HeaderArbitration::round_robin});
  c.channel_arbitration = pick(options, "channel-arbitration", {ChannelArbitration::round_robin, ChannelArbitration::oldest});
  c.selection = pick(options, "selection", {Selection::random, Selection::lowest, Selection::round_robin});
  c.seed = options.whole("seed", 0, ~std::uint64_t{0});
  c.count_channels = options.has("channel-loads");
  check_classes(options, *network.relation);
  const int classes = network.relation->classes();
  if (c.vcs < classes) {
    options.refuse(
        "vcs", fmt::format("is too few: routing {} needs {} VC classes here; allowed {}..{}", options.text("routing"), classes, classes, kMaxVcs));
  }
  const bool escapes = as_cube(*network.topology) != nullptr && as_cube(*network.topology)->kind() == CubeTopology::Kind::torus &&
                       options.text("vc-policy") == "shared" && c.vcs > 2;
  if (escapes && c.vc_reuse == VcReuse::at_tail) {
    options.refuse("vc-reuse", "can deadlock with vc-policy=shared: a header behind another worm cannot reach its escape channel; allowed: atomic");
  }
  return c;
}

RunConfig run_config(const Options& options) {
  using Protocol = RunConfig::Protocol;
  RunConfig r;
  r.message_length = static_cast<std::uint32_t>(options.whole("message-length", 1, kMaxMessageLength));
  r.injection = parse_injection(options.text("injection"));
  r.seed = options.whole("seed", 0, ~std::uint64_t{0});
  if (options.has("workload")) {
    refuse_with(options, "workload", {"load", "rate", "traffic", "injection", "cycles", "warmup", "messages", "warmup-messages"});
    r.protocol = Protocol::workload;
    return r;
  }
  r.rate = message_rate(options, r.message_length);
  if (options.has("messages")) {
    refuse_with(options, "messages", {"cycles", "warmup"});
    r.protocol = Protocol::messages;
    r.messages = options.whole("messages", 1, kLongestRun);
    r.warmup_messages = options.text("warmup-messages") == "auto" ? r.messages / 10 : options.whole("warmup-messages", 0, r.messages - 1);
    return r;
  }
  if (options.given("warmup-messages")) options.refuse("warmup-messages", "needs messages");
  r.cycles = options.whole("cycles", 1, kLongestRun);
  r.warmup = options.text("warmup") == "auto" ? r.cycles / 10 : options.whole("warmup", 0, kLongestRun);
  return r;
}

std::unique_ptr<TrafficPattern> traffic_of(const Options& options, const NetworkObjects& network) {
  if (!options.has("workload")) return make_pattern(options, network);
  const std::string& workload = options.text("workload");
  if (workload.rfind("permutation:", 0) != 0) options.refuse("workload", "is unknown; allowed: permutation:FILE, permutation:NAME");
  return make_traffic(workload, *network.topology);
}

void check_bandwidth(const Options& options, const Topology& topology) {
  const ChannelId other = topology.other_bandwidth();
  if (other == kNoChannel) return;
  const Channel& channel = topology.channel(other);
  options.refuse("topology", fmt::format("has channel {}->{} of bandwidth {}; only bandwidth 1 can be simulated", channel.from.value(),
                                         channel.to.value(), to_string(channel.bandwidth)));
}

void check_memory(const Options& options, const Topology& topology, const MachineConfig& config) {
  constexpr double kShellPerRouter = 12000;  // SystemC modules, ports and names, measured
  constexpr double kShellPerChannel = 400;
  const double needed = static_cast<double>(Machine::estimated_bytes(topology.terminals(), topology.channels(), config)) +
                        kShellPerRouter * topology.nodes() + kShellPerChannel * topology.channels();
  const double available = available_memory();
  if (needed > available) {
    options.refuse("topology",
                   fmt::format("is too large for memory: needs about {}, available are {}", readable_bytes(needed), readable_bytes(available)));
  }
}

}  // namespace dateline
