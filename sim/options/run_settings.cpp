#include "sim/options/run_settings.hpp"

#include <algorithm>

#include "models/base/error.hpp"
#include "sim/measure/window/window_series.hpp"
#include "sim/options/names_text.hpp"
#include "traffic/schedules/costs/compute_noise.hpp"
#include "traffic/schedules/message_sizes.hpp"
#include "traffic/schedules/workload.hpp"
#include "traffic/streams/request_reply.hpp"
#include "traffic/traces/trace_reader.hpp"

namespace dateline {
namespace {

const std::string kRequestReply(RequestReplyOptions::kName);

OptionCondition streams() { return OptionCondition::beginning("traffic", {"streams:"}); }
std::vector<std::string> joined(std::vector<std::string> list, const std::vector<std::string>& more) {
  list.insert(list.end(), more.begin(), more.end());
  return list;
}
// How workloads begin that bring their packets along: lengths, sources and destinations.
std::vector<std::string> own_packets() { return joined(schedule_beginnings(), trace_beginnings()); }

// A part of the mean: "2%" or "0.02".
double read_part(const ValueSource& source, const std::string& text) {
  const bool percent = !text.empty() && text.back() == '%';
  const auto value = read_rational(percent ? text.substr(0, text.size() - 1) : text);
  if (!value) throw ConfigError(source.component, source.key, text, "is not a part of the mean, like 2% or 0.02");
  const Rational part = percent ? *value / Rational(100) : *value;
  if (part <= 0 || part >= 1) throw ConfigError(source.component, source.key, text, "not above 0% and below 100%");
  return to_double(part);
}

Rational read_resolution(const ValueSource& source, const std::string& text) {
  const Rational value = Number::read(source, text);
  if (value < Rational(1, 200) || value > 1) throw ConfigError(source.component, source.key, text, "not in 0.005..1");
  return value;
}

// "90s", "30m", "2h", "1000000cycles".
CheckpointInterval read_interval(const ValueSource& source, const std::string& text) {
  constexpr std::uint64_t kMinute = 60, kHour = 3600, kMost = 1'000'000;
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::string number = text.substr(0, digits), unit = text.substr(digits);
  if (number.empty()) throw ConfigError(source.component, source.key, text, "is no interval; allowed: 90s, 30m, 2h, 1000000cycles");
  if (unit == "cycles") return {0, parse_whole(source, number, 1, kLongestRun)};
  if (unit != "s" && unit != "m" && unit != "h") throw ConfigError(source.component, source.key, text, "has another unit than s, m, h or cycles");
  return {parse_whole(source, number, 1, kMost) * (unit == "h" ? kHour : unit == "m" ? kMinute : 1), 0};
}

ExternalChoice read_external(const ValueSource& source, const std::string& text) {
  const std::string stall = "stall=";
  const auto malformed = [&] {
    return ConfigError(source.component, source.key, text, "is unknown; allowed: all | half:SEED | ROUTER,ROUTER,..., and behind it stall=CYCLES");
  };
  ExternalChoice choice;
  for (const std::string& part : split(text, ',')) {
    if (choice.stall) throw malformed();
    if (part.rfind(stall, 0) == 0) {
      choice.stall = parse_whole({source.component, source.key + ", stall"}, part.substr(stall.size()), 1, kLongestRun);
    } else {
      choice.routers += (choice.routers.empty() ? "" : ",") + part;
    }
  }
  const bool word = choice.routers == "all" || choice.routers.rfind("half:", 0) == 0;
  if (!word && choice.routers.find_first_not_of("0123456789,") != std::string::npos) throw malformed();
  return choice;
}

void declare_common_run(Declarations& d, RunSettings& s) {
  declare_paths(d, s.network);
  declare_lanes(d, s.network);
  declare_vcs(d, s.network);
  declare_classes(d, s.network);
  declare_escape(d, s.network);
  declare_router(d, s.router);
  declare_absorption(d, s.absorption);
  declare_blocked_escape(d, s.network);
}

OptionDeclaration add_injection(Declarations& d, TrafficSettings& s) {
  d.group(OptionGroup::traffic);
  return d
      .add("injection", s.injection, Text{"poisson | bernoulli | on-off:B,P | periodic"},
           "when sources generate packets; on-off: bursts of B packets on average, of peak load P")
      .otherwise("poisson");
}

void declare_proof_store(Declarations& d, RunSettings& s) {
  d.group(OptionGroup::output);
  d.add("proof-store", s.proof_store, Text{"DIR"},
        "where verdicts of the proof are kept and found again by runs on the same network; --prove always makes them anew");
}

OptionDeclaration add_packet_lengths(Declarations& d, TrafficSettings& s, const std::string& of_workloads) {
  const auto read = [](const ValueSource& source, const std::string& text) { return PacketLengths::parse(source, text, kMaxPacketLength); };
  const OptionDeclaration length =
      d.add("packet-length", s.packet_length, Parsed<PacketLengths>{"1..65535 flits | A..B | LENGTH@SHARE,...", read},
            "of every packet, head flit included; or each of A..B as often; or shares of packets, like 1@0.8,17@0.2" + of_workloads);
  length.otherwise(std::to_string(RunConfig().packet_length)).common("L", "flits: 32 | 4..32 | 1@0.8,17@0.2");
  length.is_whole();
  return length;
}

void declare_traffic(Declarations& d, TrafficSettings& s) {
  d.group(OptionGroup::traffic);
  d.add(
       "traffic", s.traffic, Text{names_text(traffic_names()) + " | streams:FILE"},
       "the pattern: source to destination; counts: 'matrix:FILE normalise'; streams:FILE: several at once, a line each with load, traffic, lengths, "
       "injection, VC set, priority (docs/guide/workloads/streams.md)")
      .common("P", "uniform, transpose, ...: help traffic")
      .may_name_file()
      .suggests(plain_names(names_of(traffic_names())))
      .excluded_by({OptionCondition::other_than("workload", {kRequestReply})});
  d.add("fixed-points", s.fixed_points, OneOf<FixedPoints>{},
        "terminals that a permutation maps to themselves send nothing, or packets to themselves")
      .excluded_by({OptionCondition::beginning("workload", own_packets()), streams()});
  add_injection(d, s).excluded_by({"workload", streams()});
  d.add("load", s.load, Parsed<LoadValue>{"above 0, at most nic-ports flits/terminal/cycle | as packets: 0.01pkt", read_load}, "offered load")
      .common("L", "flits/terminal/cycle: 0.2; packets: 0.01pkt")
      .excluded_by({"workload", streams()});
  const OptionDeclaration length = add_packet_lengths(d, s, "; of a workload that is cut into packets, of the longest");
  length.default_beside(OptionCondition::beginning("workload", schedule_beginnings()), std::to_string(MessageSizes().packet_length));
  length.excluded_by({OptionCondition::beginning("workload", joined(trace_beginnings(), {kRequestReply})), streams()});
  d.add("retransmit", s.retransmit, Parsed<RetransmitRule>{RetransmitRule::kValues, RetransmitRule::parse},
        "after which a packet that a fault took, or that arrived with errors, is sent again, else it is lost; backoff: so many times as long "
        "after each further loss of it")
      .needs({"fault-events", "fault-process", found_at_destinations()});
  d.add("loss-notice", s.loss_notice, OneOf<LossNotice>{},
        "how a source learns that a fault took its packet, or that it arrived with errors: at once, or by a packet of one flit from the router that "
        "reports the fault, or from the destination (docs/guide/faults.md)")
      .needs({"retransmit"});
}

void declare_workload(Declarations& d, SimulateSettings& s) {
  const auto of_schedules = [](const OptionDeclaration& option) { option.needs({OptionCondition::beginning("workload", schedule_beginnings())}); };
  d.group(OptionGroup::traffic);
  d.add("workload", s.traffic.workload,
        Text{fmt::format("permutation:FILE | permutation:NAME | lcc:X | {} | {} | {}", RequestReplyOptions::kValues,
                         fmt::join(schedule_names(), " | "), fmt::join(trace_names(), " | "))},
        "instead of random traffic: the packets of a permutation or communication at cycle 0, requests and replies, a schedule of operations, or a "
        "trace of packets (docs/guide/workloads/index.md)")
      .common("W", "trace:FILE, all-reduce:ring,...: help workload")
      .may_name_file();
  d.add("mapping", s.traffic.mapping, Text{"identity | random:SEED | FILE"},
        "the node of each rank, or virtual node of a pattern, a line each; identity, and else: rank r is at node r")
      .excluded_by({streams(), OptionCondition::beginning("workload", {kRequestReply}), OptionCondition::beginning("traffic", {"worst-case"})})
      .may_name_file();
  const OptionDeclaration bytes = declare_flit_bytes(d, s.workload);
  bytes.needs({OptionCondition::beginning("workload", joined(schedule_beginnings(), {std::string(kNetraceBeginning)}))});
  of_schedules(declare_cycle_time(d, s.workload));
  of_schedules(d.add("workload.send-overhead", s.workload.send_overhead, Text{"cycles | a time in ns, us or ms"},
                     "of the sending rank's cpu, for every message"));
  of_schedules(d.add("workload.receive-overhead", s.workload.receive_overhead, Text{"cycles | a time in ns, us or ms"},
                     "of the receiving rank's cpu, for every message"));
  of_schedules(d.add("workload.reduce-cost", s.workload.reduce_cost, Text{"cycles | a time in ns, us or ms"},
                     "of the receiving rank's cpu, for every byte that is added to what the rank has"));
  of_schedules(d.add("workload.noise", s.workload.noise, Text{std::string(ComputeNoise::kValues)},
                     "added to every compute that takes time, by rank and seed: exponential of that mean, or times of a file, a line each")
                   .may_name_file());
  of_schedules(d.add("workload.background", s.workload.background, Text{"PATTERN@LOAD | streams:FILE"},
                     "random traffic of all terminals beside it, until it has ended: a pattern at a load in flits/terminal/cycle, in packets of 32 "
                     "flits, or streams")
                   .may_name_file());
}

void declare_window(Declarations& d, WindowSettings& s) {
  const OptionCondition no_window = OptionCondition::other_than("workload", {std::string(RequestReplyOptions::kWindow)});
  d.group(OptionGroup::measurement);
  d.add("cycles", s.cycles, WholeOr{1, kLongestRun, {"auto"}, "1..10^15 | auto"},
        "measured window; its packets are measured and drained; auto: it goes on until the verdict stands")
      .common("N", "measured window | auto")
      .excluded_by({no_window, "deliveries"});
  d.add("warmup", s.warmup, WholeOr{0, kLongestRun, {"auto", "detect"}, "0..10^15 | auto | detect"},
        "before the window, in cycles, or in deliveries beside --deliveries; auto: a tenth; detect: the transient that MSER-5 finds in a run of "
        "--cycles, whose rest is the window")
      .common("N", "before it: cycles | auto | detect")
      .excluded_by({no_window});
  d.add("deliveries", s.deliveries, Whole{1, kLongestRun, "", "1..10^15"}, "stop at so many, instead of cycles").excluded_by({"workload", streams()});
  d.add("until-ci", s.until_ci, Parsed<double>{"above 0%, below 100%", read_part},
        "end the window when no end of the 95% interval of mean latency is farther from it than that part of it; at most --cycles")
      .excluded_by({"workload", "deliveries", streams()});
  d.add("windows", s.windows, Whole{1, WindowSeries::kMostParts}, "parts of the measured window to report one by one, as a time series")
      .excluded_by({"workload", "deliveries", "until-ci"});
}

void declare_energy(Declarations& d, SimulateSettings& s) {
  d.group(OptionGroup::measurement);
  d.add("energy", s.energy, Text{"FILE"},
        "what writes and reads of buffers, crossbars, allocations, links and routers cost, in pJ, a line each: the energy of the window "
        "(docs/guide/energy.md)")
      .may_name_file();
}

void declare_checkpoints(Declarations& d, CheckpointSettings& s) {
  const std::vector<OptionCondition> apart = {"external", "out=record", "out=trace", "out=timeline", "out=vcd"};
  d.group(OptionGroup::output);
  d.add("checkpoint", s.file, Text{"FILE"},
        "the whole state of the run, written when SIGTERM or SIGUSR1 comes, which ends it with exit status 75 (docs/guide/checkpoints.md)")
      .excluded_by(apart);
  d.add("checkpoint-every", s.every, Parsed<CheckpointInterval>{"90s | 30m | 2h | 1000000cycles", read_interval}, "write it so often, too")
      .needs({"checkpoint"});
  d.add("checkpoint-at", s.at, WholeOr{1, kLongestRun, {"warmup"}, "1..10^15 | warmup"},
        "write it before that cycle, or when the warm-up ends, and end with exit status 75: runs can --branch from it")
      .needs({"checkpoint"});
  d.add("resume", s.resume, Text{"FILE"}, "go on from a checkpoint of a run with the same options; results are those of a run that was never stopped")
      .excluded_by(apart)
      .may_name_file();
  d.add("branch", s.branch, Flag{},
        "the options may differ from those of the checkpoint, of --checkpoint-at, in what acts from then on: seed, load, window, faults to come "
        "(docs/guide/checkpoints.md)");
}

void declare_files(Declarations& d, RunOutputs& s) {
  d.add_out("channels", s.channels, "packets, flits, utilisation and blocked cycles per channel, as CSV");
  d.add_out("collectives", s.collectives, "when each collective of a schedule ran, its algbw, busbw and exposed cycles, as CSV")
      .needs({OptionCondition::beginning("workload", schedule_beginnings())});
  d.add_out("energy", s.energy, "what each router, channel and terminal moved in the window, and the energy of it, as CSV").needs({"energy"});
  d.add_out("fault-events", s.fault_events, "the failures and repairs of --fault-process, for --fault-events FILE: the run goes the same way again")
      .needs({"fault-process"});
  d.add_out("histogram", s.histogram, "how many measured packets had each latency, as CSV");
  d.add_out("pair-latency", s.pair_latency, "latency by source and destination, as CSV; of at most 4,096 terminals");
  d.add_out("record", s.record, "every packet of the run as a trace, for --workload trace:FILE (docs/guide/workloads/traces.md)");
  const auto watched = [](const OptionDeclaration& option) { option.excluded_by({"out=channels", "windows", "energy"}); };
  watched(d.add_out("trace", s.trace, "every crossing of a channel by a flit, as CSV; packets=0+5:1+7:2..9: source, or source and number, else all",
                    {"packets"}));
  watched(d.add_out("timeline", s.timeline, "journeys of packets, collectives, and what ranks do, as trace-event JSON for Perfetto; packets=... as of trace",
                    {"packets"}));
  d.add_out("tree", s.tree, "the SystemC modules of the network and what their ports are bound to, as text");
  watched(d.add_out("vcd", s.vcd,
                    "what channels and routers do, cycle by cycle, as a waveform (docs/guide/waveforms.md); channels=3-4+3.1+t5-5, routers=3+4, "
                    "which are external; "
                    "else all network channels",
                    {"channels", "routers"}));
}

}  // namespace

OptionDeclaration declare_flit_bytes(Declarations& d, WorkloadSettings& s) {
  d.group(OptionGroup::workload);
  return d.add("workload.flit-bytes", s.flit_bytes, Whole{1, kMaxFlitBytes, "", "1..10^9"}, "bytes of a message that a flit carries")
      .otherwise(std::to_string(MessageSizes().flit_bytes));
}

OptionDeclaration declare_cycle_time(Declarations& d, WorkloadSettings& s) {
  d.group(OptionGroup::workload);
  return d.add("workload.cycle-time", s.cycle_time, Text{"a time in ns, us or ms"}, "of one cycle, to turn times of a workload into cycles");
}

void declare_prove(Declarations& d, Setting<ProofMode>& prove) {
  d.group(OptionGroup::measurement);
  d.add("prove", prove, OneOf<ProofMode>{}, "prove deadlock freedom before the first cycle; auto: where it takes about a second");
}

void SimulateSettings::declare(Declarations& d) {
  declare_common_run(d, *this);
  declare_error_detection(d, router.links);
  declare_fault_events(d, network);
  declare_fault_process(d, network);
  declare_fault_handling(d, network);
  declare_traffic(d, traffic);
  declare_workload(d, *this);
  declare_window(d, window);
  declare_energy(d, *this);
  declare_prove(d, prove);
  declare_seed(d, *this);
  d.add("external", external, Parsed<ExternalChoice>{"all | half:SEED | ROUTER,ROUTER,..., and behind it stall=CYCLES", read_external},
        fmt::format(
            "routers that run as SystemC modules and carry flits themselves (docs/extend/router-systemc.md); results are the same; stall: without "
            "any movement while packets are in flight for so many cycles ({}) a router is broken, and the run ends",
            ExecutionOptions().stall_limit))
      .has_effect(OptionEffect::inert);
  d.add("threads", threads, WholeOr{1, kMaxTiles, {"auto"}, "1..256 | auto"},
        "that execute the run, each a part of the network; results are the same; auto: as many as pay, 1 of a small network")
      .has_effect(OptionEffect::inert);
  d.add("tiles", tiles, WholeOr{1, kMaxTiles, {"auto"}, "1..256 | auto"},
        "parts that the network is cut into, at least one a thread; results are the same; auto: one a thread")
      .has_effect(OptionEffect::inert);
  declare_files(d, out);
  declare_checkpoints(d, checkpoint);
  declare_proof_store(d, *this);
  declare_progress(d, *this);
  declare_result(d, *this);
}

void SaturateSettings::declare(Declarations& d) {
  declare_common_run(d, *this);
  declare_pattern(d, traffic);
  add_injection(d, traffic);
  d.group(OptionGroup::traffic);
  add_packet_lengths(d, traffic, "");
  d.group(OptionGroup::search);
  d.add("search.resolution", resolution, Parsed<Rational>{"0.005..1", read_resolution},
        "of the bracket, relative to the highest sustained load; the least overload that is excluded there")
      .otherwise("0.05")
      .common("P", "width of the bracket, relative: 0.005..1");
  declare_prove(d, prove);
  declare_seed(d, *this);
  declare_proof_store(d, *this);
  declare_progress(d, *this);
  declare_result(d, *this);
}

}  // namespace dateline
