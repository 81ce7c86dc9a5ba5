#include "sim/cli/options/option_table.hpp"

#include <fmt/format.h>

#include "models/analysis/reliability/components.hpp"
#include "models/base/text/name_table.hpp"
#include "models/lcc/contention.hpp"
#include "models/lcc/lcc_names.hpp"
#include "models/lcc/set_mapping.hpp"
#include "models/mesh/algorithms/algorithms.hpp"
#include "models/mesh/permutations/permutation_rules.hpp"
#include "models/network/faults/faults.hpp"
#include "models/network/topology/topologies.hpp"
#include "routing/registry.hpp"
#include "sim/cli/network/network_options.hpp"
#include "sim/cli/output/progress.hpp"
#include "sim/cli/run/run_options.hpp"
#include "traffic/schedules/generators/registry.hpp"
#include "traffic/schedules/message_sizes.hpp"
#include "traffic/schedules/schedule_builder.hpp"
#include "traffic/schedules/workload.hpp"
#include "traffic/streams/request_reply.hpp"
#include "traffic/traces/trace_reader.hpp"

namespace dateline {
namespace {

// Options of one group; what they have in common is added here.
class Group {
 public:
  Group(std::vector<OptionSpec>& table, OptionGroup group, bool output = false, std::string only_in = "")
      : table_(table), group_(group), output_(output), only_in_(std::move(only_in)) {}

  OptionSpec& one_of(std::string name, std::string default_value, std::vector<std::string> choices, std::string help) {
    OptionSpec& spec = value(std::move(name), std::move(default_value), fmt::format("{}", fmt::join(choices, " | ")), std::move(help));
    spec.choices = std::move(choices);
    return spec;
  }
  // One of an enumeration's names (enum_names.hpp); the default is a struct's.
  template <typename Enum>
  OptionSpec& one_of(std::string name, Enum default_value, std::string help) {
    return one_of(std::move(name), name_of(default_value), choices_of<Enum>(), std::move(help));
  }
  // true or false; may stand without a value.
  OptionSpec& flag(std::string name, std::string help) { return one_of(std::move(name), "false", {"false", "true"}, std::move(help)); }
  OptionSpec& value(std::string name, std::optional<std::string> default_value, std::string values, std::string help) {
    OptionSpec& spec = table_.emplace_back();
    spec.name = std::move(name);
    spec.default_value = std::move(default_value);
    spec.values = std::move(values);
    spec.help = std::move(help);
    spec.output = output_;
    spec.only_in = only_in_;
    spec.group = group_;
    return spec;
  }
  template <typename Number>
  OptionSpec& number(std::string name, Number default_value, std::string values, std::string help) {
    OptionSpec& spec = value(std::move(name), std::to_string(default_value), std::move(values), std::move(help));
    spec.whole = true;
    return spec;
  }
  // A whole number, or a word in its place.
  OptionSpec& number_or(std::string name, std::string default_value, std::string values, std::string help) {
    OptionSpec& spec = value(std::move(name), std::move(default_value), std::move(values), std::move(help));
    spec.whole = true;
    return spec;
  }
  OptionSpec& optional_number(std::string name, std::string values, std::string help) {
    OptionSpec& spec = optional(std::move(name), std::move(values), std::move(help));
    spec.whole = true;
    return spec;
  }
  OptionSpec& optional(std::string name, std::string values, std::string help) {
    return value(std::move(name), std::nullopt, std::move(values), std::move(help));
  }

 private:
  std::vector<OptionSpec>& table_;
  OptionGroup group_;
  bool output_;
  std::string only_in_;
};

template <typename Row>
std::string names_text(const std::vector<Row>& table) {
  return fmt::format("{}", fmt::join(names_of(table), " | "));
}

std::string generators_text() {
  std::vector<std::string> names;
  for (const ScheduleGenerator& row : schedule_generators()) names.push_back(row.name);
  return fmt::format("{}", fmt::join(names, " | "));
}
std::string parameters_text() { return "bytes=B,repeat=R,compute=C (cycles, or 2us)"; }
std::vector<std::string> joined(std::vector<std::string> list, const std::vector<std::string>& more) {
  list.insert(list.end(), more.begin(), more.end());
  return list;
}
// How workloads begin that bring their messages along: lengths, sources and destinations.
std::vector<std::string> own_packets() { return joined(schedule_beginnings(), trace_beginnings()); }
constexpr const char* kCycleTime = "of one cycle, to turn times of a workload into cycles";

void add_network(std::vector<OptionSpec>& table) {
  const RoutingOptions defaults;
  Group g(table, OptionGroup::network);
  g.optional("topology", names_text(topology_table()), "the network (dateline list says what each is)").brief = {
      "T", "torus:8x8 | mesh:5x7 | hypercube:6 | graph:FILE (required)"};
  g.value("routing", "dor", names_text(routing_table()), "the routing relation").brief = {"R", "dor, duato, o1turn, ...: dateline list"};
  Group tested(table, OptionGroup::network, false, "reliability");
  tested.value("routing", "none", "none | NAME,NAME,... | sw-deterministic:local | sw-adaptive:local",
               "routings to try, of those that dateline list names; local: without the last resort");
  std::vector<std::string> tie_rules = choices_of<TieRule>();
  tie_rules.emplace_back("auto");
  g.one_of("tie-rule", "auto", std::move(tie_rules),
           "direction at distance k/2 on a ring: each with 1/2, always +, + from even coordinates; union: romm's intermediate anywhere on the ring; "
           "auto: the first that dateline list names of the routing");
  g.value("faults", "none", "none | nodes:3,17 | links:0-1,5.2 | random:N[@SEED] | random-links:N[@SEED] | region:NAME@x,y[:dimsAB] | FILE",
          "what has failed, parts joined by + (docs/faults.md)")
      .brief = {"F", "failed nodes and links: nodes:3,17+links:0-1 | random:N | FILE"};
  g.optional("fault-events", "fail@CYCLE:NODE,repair@CYCLE:NODE-NODE,... | FILE",
             "what fails and is repaired in the course of a run (docs/faults.md)");
  g.number("vcs", defaults.vcs, fmt::format("1..{}", kMaxVcs), "virtual channels per network channel").brief = {
      "N", "virtual channels per channel, 1..16"};
  Group verified(table, OptionGroup::network, false, "verify");
  verified
      .number_or("vcs", "auto", fmt::format("1..{} | auto", kMaxVcs),
                 fmt::format("virtual channels per network channel; auto: {}, or as many as the routing needs", defaults.vcs))
      .brief = {"N", "virtual channels per channel, 1..16"};
  g.one_of("vc-policy", defaults.vc_policy, "VC classes of dor on a torus (docs/machine.md, section 7)");
  g.one_of("blocked-escape", defaults.blocked_escape,
           "of sw-adaptive, where the escape channel has failed and no adaptive VC is free: absorbed at once, or waits and can deadlock");
  g.optional("classes", fmt::format("{}", fmt::join(choices_of<TableClasses>(), " | ")),
             "VC classes of table:FILE: those it names, or found from its paths (docs/routing-tables.md); given if it names any, else automatic")
      .choices = choices_of<TableClasses>();
}

void add_router(std::vector<OptionSpec>& table) {
  const RouterConfig defaults;
  Group g(table, OptionGroup::router);
  g.number("buffer-depth", defaults.buffer_depth, fmt::format("1..{} flits", kMaxDepth), "places per virtual channel").brief = {
      "N", "flits per virtual channel, 1..64"};
  g.number("routing-delay", defaults.routing_delay, fmt::format("0..{} cycles", kMaxDelay), "paid by a header at every router that forwards it");
  g.number("router-pipeline", defaults.router_pipeline, fmt::format("0..{} cycles", kMaxDelay), "of every flit at every router that forwards it");
  g.number("channel-latency", defaults.channel_latency, fmt::format("1..{} cycles", kMaxDelay), "of network channels");
  g.number_or("credit-latency", "auto", fmt::format("1..{} cycles | auto", kMaxDelay), "of credits of network channels; auto: the channel's latency");
  g.number_or("injection-vcs", "auto", fmt::format("1..{} | auto", kMaxVcs), "virtual channels of the injection channel; auto: as many as vcs");
  g.one_of("source", defaults.source, "messages of a terminal share its injection channel flit by flit, or follow each other");
  g.one_of("ejection", defaults.ejection, "every arriving packet drains at full rate, or one flit per terminal and cycle");
  g.one_of("selection", defaults.selection, "among the free virtual channels");
  g.one_of("crossbar", defaults.crossbar, "one flit per input VC and cycle, or per input port");
  g.value("allocation", "one-pass", fmt::format("one-pass | iterate:1..{} | wavefront", kMaxPasses), "of a per-port crossbar: who is matched");
  g.one_of("vc-reuse", defaults.vc_reuse, "a VC is free when the tail has left its buffer, or when it has been sent into it");
  g.one_of("header-arbitration", defaults.vc_arbitration, "among the headers that wait at a router");
  g.one_of("channel-arbitration", defaults.output_arbitration, "among the VCs of a channel that can move; priority: of --streams that have one");
  g.optional_number("reinjection-delay", fmt::format("0..{} cycles", kMaxReinjectionDelay),
                    "an absorbed message stays at least so long in a node's memory");
  g.optional_number("absorb-limit", fmt::format("1..{} messages", kMaxAbsorbLimit), "absorbed messages that a node holds; else any number");
}

void add_traffic(std::vector<OptionSpec>& table) {
  const RunConfig defaults;
  Group g(table, OptionGroup::traffic);
  OptionSpec& pattern = g.value("traffic", "uniform", names_text(traffic_names()), "who sends to whom; counts: 'matrix:FILE normalise'");
  pattern.brief = {"P", "uniform, transpose, tornado, ...: dateline list"};
  pattern.excluded_by = {Beside::other_than("workload", {std::string(RequestReplyOptions::kName)}), "streams"};
  OptionSpec& fixed =
      g.one_of("fixed-points", FixedPoints::silent, "nodes that a permutation maps to themselves send nothing, or messages to themselves");
  fixed.needs = {"random-permutations"};
  fixed.excluded_by = {Beside::beginning("workload", own_packets()), "streams"};
  g.value("injection", name_of(defaults.injection.kind), "poisson | bernoulli | on-off:B,P | periodic",
          "when sources generate messages; on-off: bursts of B messages on average, of peak load P")
      .excluded_by = {"workload", "streams"};
  OptionSpec& load = g.optional("load", "above 0, at most 1 flit/node/cycle", "offered load");
  load.excluded_by = {"workload", "streams"};
  load.brief = {"L", "flits/node/cycle, above 0, at most 1 (or --workload)"};
  g.optional("rate", "above 0, at most 1/message-length messages/node/cycle", "offered load in messages, instead of load").excluded_by = {"workload",
                                                                                                                                          "streams"};
  g.number("message-length", defaults.packet_length, fmt::format("1..{} flits", kMaxPacketLength), "length of every message, header included")
      .brief = {"N", "flits of every message"};
  Group simulated(table, OptionGroup::traffic, false, "simulate");
  OptionSpec& lengths = simulated.value("message-length", std::to_string(defaults.packet_length), "1..65535 flits | A..B | LENGTH@SHARE,...",
                                        "of every message, header included; or each of A..B as often; or shares of messages, like 1@0.8,17@0.2");
  lengths.brief = {"L", "flits of messages: 32 | 4..32 | 1@0.8,17@0.2"};
  lengths.excluded_by = {Beside::beginning("workload", joined(own_packets(), {std::string(RequestReplyOptions::kName)})), "streams"};
  g.optional_number("retransmit", fmt::format("1..{} cycles", kMaxRetransmit),
                    "after which a message that a fault took is sent again; else it is lost")
      .needs = {"fault-events"};
  g.optional("workload",
             fmt::format("permutation:FILE | permutation:NAME | lcc:X | {} | {} | {}", RequestReplyOptions::kValues,
                         fmt::join(schedule_names(), " | "), fmt::join(trace_names(), " | ")),
             "instead of random traffic: the messages of a permutation or communication at cycle 0, requests and replies, a schedule of "
             "operations, or a trace of packets (docs/workloads.md)")
      .brief = {"W", "permutation:NAME, all-reduce:ring,..., schedule:FILE, trace:FILE, ..."};
  g.optional(
       "streams", "FILE",
       "instead of one: several streams of traffic at once, a line each with load, traffic, lengths, injection, VC set, priority (docs/workloads.md)")
      .excluded_by = {"workload"};
}

// Of schedules of operations, and of traces.
void add_workload(std::vector<OptionSpec>& table) {
  Group g(table, OptionGroup::traffic);
  const auto of_schedules = [](OptionSpec& spec) { spec.needs = {Beside::beginning("workload", schedule_beginnings())}; };
  g.optional("mapping", "FILE | random:SEED", "the node of each rank, or virtual node of a pattern, a line each; else rank r is at node r")
      .excluded_by = {"streams", Beside::beginning("workload", {std::string(RequestReplyOptions::kName)}),
                      Beside::beginning("traffic", {"worst-case"})};
  OptionSpec& flit_bytes = g.number("flit-bytes", MessageSizes().flit_bytes, "1..10^9", "bytes of a message that a flit carries");
  flit_bytes.needs = {Beside::beginning("workload", joined(schedule_beginnings(), {std::string(kNetraceBeginning)}))};
  of_schedules(g.number("packet-length", MessageSizes().packet_length, fmt::format("2..{} flits", MessageSizes::kMaxPacketLength),
                        "of the longest packet, header included; longer messages are cut"));
  of_schedules(g.value("cycle-time", "1ns", "a time in ns, us or ms", kCycleTime));
  of_schedules(g.value("send-overhead", "0", "cycles | a time in ns, us or ms", "of the sending rank's cpu, for every message"));
  of_schedules(g.value("receive-overhead", "0", "cycles | a time in ns, us or ms", "of the receiving rank's cpu, for every message"));
  Group generated(table, OptionGroup::traffic, false, "schedule");
  generated.optional("workload", generators_text(),
                     "the schedule to make; its name may stand as a plain word, behind it parameters: " + parameters_text());
  generated.value("cycle-time", "1ns", "a time in ns, us or ms", kCycleTime).needs = {Beside::where("workload", computes_for_a_time)};
  g.optional_number("ranks", fmt::format("1..{}, or --topology", ScheduleBuilder::kMaxRanks), "how many take part").excluded_by = {"topology"};
}

void add_measurement(std::vector<OptionSpec>& table) {
  const RunConfig defaults;
  Group g(table, OptionGroup::measurement);
  const auto of_window = [](OptionSpec& spec, const char* brief) {
    spec.brief = {"N", brief};
    spec.excluded_by = {Beside::other_than("workload", {std::string(RequestReplyOptions::kWindow)}), "messages"};
  };
  of_window(g.number_or("cycles", std::to_string(defaults.cycles), "1..10^15 | auto",
                        "measured window; its messages are measured and drained; auto: it goes on until the verdict stands"),
            "measured window; auto: until the verdict stands");
  of_window(g.number_or(
                "warmup", "auto", "0..10^15 cycles | auto | detect",
                "before the window; auto: a tenth of cycles; detect: the transient that MSER-5 finds in a run of --cycles, whose rest is the window"),
            "before it: cycles | auto | detect");
  g.optional_number("messages", "1..10^15", "stop at this many deliveries, instead of cycles").excluded_by = {"workload", "streams"};
  OptionSpec& discarded = g.number_or("warmup-messages", "auto", "0..messages-1 | auto", "first deliveries to discard; auto: a tenth of messages");
  discarded.excluded_by = {"workload"};
  discarded.needs = {"messages"};
  g.optional("until-ci", "above 0%, below 100%",
             "end the window when no end of the 95% interval of mean latency is farther from it than that part of it; at most --cycles")
      .excluded_by = {"workload", "messages", "streams"};
  g.optional_number("windows", fmt::format("1..{}", WindowSeries::kMostParts), "parts of the measured window to report one by one, as a time series")
      .excluded_by = {"workload", "messages", "until-ci"};
  g.one_of("verify", ProofMode::automatic, "prove deadlock freedom before the first cycle; auto: where it takes about a second");
  g.number("seed", defaults.seed, "0..2^64-1", "of all random choices").needs = {"sample", "random-permutations", Beside::where("faults", uses_seed)};
  Group simulated(table, OptionGroup::measurement, false, "simulate");
  simulated.number("seed", defaults.seed, "0..2^64-1", "of all random choices").brief = {"N", "of all random choices"};
  simulated
      .optional("open", "all | half:SEED | NODE,NODE,...",
                "routers that run as SystemC modules and carry flits themselves (docs/open-routers.md); results are the same")
      .inert = true;
  OptionSpec& stall = simulated.number("stall-limit", RouterConfig().stall_limit, "1..10^15 cycles",
                                       "without any movement while messages are in flight: then an open router is broken, and the run ends");
  stall.needs = {"open", "vcd-nodes"};
  stall.inert = true;
  Group walked(table, OptionGroup::measurement, false, "saturate");
  walked.number("seed", defaults.seed, "0..2^64-1", "of all random choices").brief = {"N", "of all random choices"};
  g.value("resolution", "0.05", "0.005..1", "of the bracket, relative to the highest sustained load; the least overload that is excluded there")
      .brief = {"P", "of the bracket, relative: 0.005..1"};
}

void add_analysis(std::vector<OptionSpec>& table) {
  Group g(table, OptionGroup::analysis);
  g.flag("all-channels", "no use of symmetry: every source and every channel");
  g.optional_number("sample", "2..10^6 paths", "estimate pair loads from this many paths a pair, instead of exactly");
  Group verified(table, OptionGroup::analysis, false, "verify");
  verified.optional_number("sample", "1..10^9 pairs", "where all pairs are too many: walk about so many; finds what is wrong there, proves nothing");
  Group drawn(table, OptionGroup::analysis, false, "reliability");
  drawn.one_of("fault-kind", FaultKind::nodes, "what fails");
  drawn.value("counts", "1", "A..B,C,... ascending", "how many have failed");
  drawn.optional("lifetime", "above 0, in any unit", "mean lifetime of each: also the mean time until the network is first disconnected");
  drawn.optional_number("sample", "2..10^8", "where all sets are too many: draw so many orders in which components fail");
  g.optional_number("random-permutations", "1..10^7", "also the largest loads of this many random permutations (seed, seed + 1, ...)");
  g.number_or("points", "1", "1..1000", "routings on the curve from the optimum to shortest paths").excluded_by = {"minimal-only", "gamma-limit"};
  g.flag("minimal-only", "shortest paths only");
  g.optional("gamma-limit", "above 0", "fewest hops with a worst case of at most this load, instead of the optimum");
  g.number_or("time-limit", "1800", "1..10^6 seconds", "for each linear program");
}

void add_communications(std::vector<OptionSpec>& table) {
  Group g(table, OptionGroup::analysis);
  g.optional("lcc", fmt::format("{} | FILE, *W for a weight, joined by commas", names_text(lcc_table())),
             "communications y = Ax + b, or scatters x = Ay + b (docs/hypercubes.md)");
  Group compared(table, OptionGroup::analysis, false, "contention");
  compared.optional("routing", names_text(routing_table()), "also the messages that this routing forces through one channel");
  g.optional_number("dims", fmt::format("1..{}", kMostDimensions), "dimensions of the hypercube; else those of the files");
  g.flag("count", fmt::format("count the paths of all messages too, up to {} dimensions", kMostCountedDimensions));
  g.one_of("objective", Objective::max_max,
           "what is least: the largest contention of any, its sum over communications in the worst dimension, or in all");
}

void add_rows_and_columns(std::vector<OptionSpec>& table) {
  Group row(table, OptionGroup::mesh, false, "inverse-sort");
  row.optional_number("length", "1..1048576", "ranks to sort; as many as the sequence has, if one is given");
  row.optional("window", "3..length | all", "the shortest way from first to third symbol in windows of this length");
  row.optional("sequence", "NAME,NAME,...",
               "the packets of a row, for stage 2: letter = destination column, a the farthest, then digits; - = null packet");
  Group column(table, OptionGroup::mesh, false, "mesh-column");
  column.optional_number("length", "4..65536", "rows of the column, packets at most");
  column.optional("queue", "1..64", "places of every queue");
  column.optional("attack", "M,KU,KV,LO",
                  "M upper rows of KU aligned packets, a row of KV, and one-packet rows due in step LO-1, rounded down to a multiple of 4");
}

void add_mesh(std::vector<OptionSpec>& table) {
  std::vector<std::string> algorithms;
  for (const MeshAlgorithmEntry& entry : mesh_algorithms()) {
    algorithms.push_back(entry.alias.empty() ? entry.name : fmt::format("{} ({})", entry.name, entry.alias));
  }
  Group g(table, OptionGroup::mesh, false, "mesh");
  g.optional_number("side", fmt::format("2..{}", kLongestMeshSide), "processors along a side, sqrt N; a multiple of 4 for lumps, new, new-merged");
  g.value("algorithm", "new", fmt::format("{}", fmt::join(algorithms, " | ")), "who moves when");
  g.optional("permutation", fmt::format("{} | permutation:FILE", fmt::join(mesh_permutation_names(), " | ")), "where the packets go (docs/mesh.md)");
  g.number_or("queue", "auto", "auto | 1..65534 packets | unbounded",
              "places of each of the eight queues; auto: 2 for a0 and lumps, what new needs, unbounded for farthest-first");
  g.one_of("home", "queue", {"queue", "register"}, "where a packet waits for its phase: in an input queue, or outside the queues");
  g.value("order", "inverse-sort", "inverse-sort | random:SEED | none", "what stage 2 of new does with a row");
  g.number_or("spacing", "3", "0..64 steps", "left empty between packets that enter the critical zone of new");
  Group files(table, OptionGroup::output, true, "mesh");
  files.optional("frames", "FILE | -", "packets in the queues of each processor, step by step, as CSV");
  files.optional("trace", "FILE | -", "every crossing of a channel, as CSV: step, packet, from, to");
  files.number_or("frame-every", "1", "1..10^6 steps", "between frames").needs = {"frames"};
}

// Files and the terminal; none changes a result.
void add_output(std::vector<OptionSpec>& table) {
  Group g(table, OptionGroup::output, true);
  g.number_or("jobs", "1", "1..256", "threads");
  g.optional("table", "FILE | -", "the routing found, for --routing table:FILE");
  g.optional("permutation", "FILE | -", "the worst-case permutation, for --traffic permutation:FILE");
  g.optional("weights", "FILE | -", "the pair loads of the worst channel, scaled to integers: what the certificate is about");
  g.optional("certificate", "FILE | -", "prices of channels that prove the bound, as CSV (docs/analysis.md)");
  g.optional("channel-loads", "FILE | -", "messages, flits, utilisation and blocked cycles per channel, as CSV");
  g.optional("histogram", "FILE | -", "how many measured messages had each latency, as CSV");
  g.optional("pair-latency", "FILE | -", "latency by source and destination, as CSV; of at most 4,096 terminals");
  g.optional("record", "FILE | -", "every message of the run as a trace, for --workload trace:FILE (docs/workloads.md)");
  Group simulated(table, OptionGroup::output, true, "simulate");
  const auto watched = [](OptionSpec& spec) { spec.excluded_by = {"channel-loads", "windows"}; };
  watched(simulated.optional("trace", "FILE | -", "every crossing of a channel by a flit, as CSV (docs/measurement.md)"));
  watched(simulated.optional("timeline", "FILE | -", "journeys of messages and what ranks do, as trace-event JSON for Perfetto"));
  simulated.optional("trace-messages", "SOURCE,SOURCE:N,SOURCE:N..M,...", "messages to trace, numbered from 0 at each source; else all").needs = {
      "trace", "timeline"};
  watched(simulated.optional("vcd", "FILE | -", "what channels and routers do, cycle by cycle, as a waveform (docs/vcd.md)"));
  simulated.optional("vcd-channels", "3-4,3.1,t5-5,...", "channels of the waveform; without --vcd-nodes all network channels, else none").needs = {
      "vcd"};
  simulated.optional("vcd-nodes", "NODE,NODE,...", "routers of the waveform, port by port and VC by VC; they are open (--open)").needs = {"vcd"};
  g.optional("proof-store", "DIR",
             "where verdicts of the proof are kept and found again by runs on the same network; --verify always makes them anew");
  g.optional("out", "FILE | -", "the schedule, for --workload schedule:FILE");
  g.optional("mapping-file", "FILE | -", "the node of each virtual node, a line each, for --mapping");
  g.optional("csv", "FILE | -", "the exact load of every channel, as CSV");
  g.optional("channel-pairs", "FILE | -", "the 20 pairs that load each channel most, and what the others bring, as CSV (docs/analysis.md)")
      .excluded_by = {"sample"};
  Group tested(table, OptionGroup::output, true, "reliability");
  tested.optional("csv", "FILE | -", "every share and mean with its interval, as CSV");
  g.optional("json", "FILE | -", "the result for machines").brief = {"FILE", "the result for machines, - for standard output"};
  g.one_of("progress", ProgressMode::automatic, "a progress line on stderr; auto: on a terminal");
  g.optional("config", "FILE", "options as lines name=value, or a result to make again; the command line wins").brief = {
      "FILE", "options from a file, or from a result to repeat"};
}

std::vector<OptionSpec> build() {
  std::vector<OptionSpec> table;
  add_network(table);
  add_router(table);
  add_traffic(table);
  add_workload(table);
  add_measurement(table);
  add_analysis(table);
  add_communications(table);
  add_rows_and_columns(table);
  add_mesh(table);
  add_output(table);
  return table;
}

}  // namespace

const std::vector<OptionSpec>& option_table() {
  static const std::vector<OptionSpec> table = build();
  return table;
}

}  // namespace dateline
