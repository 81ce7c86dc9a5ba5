#include "sim/measure/run/run_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"

namespace dateline {
namespace {

// Whether it sends under no map that held in the window.
bool silent(const EndedRun& run, TerminalId terminal) {
  const TrafficPattern* in_force = &run.pattern;
  bool sends = false;
  for (const NetworkChange& change : run.config.changes) {
    if (change.at >= run.state.window_end) break;
    sends = sends || (change.at > run.state.window_begin && in_force->share(terminal) > 0);
    in_force = change.pattern;
  }
  return !sends && in_force->share(terminal) == 0;
}

void report_sources(const EndedRun& run, RunResult& r) {
  const auto& [begin, end] = run.window.borders();
  const Cycle to = std::max(run.state.window_end, run.state.window_begin + 1);  // an empty window counts as one cycle
  const std::vector<Cycle> lived = run.window.live_times().of(run.state.window_begin, to);
  const auto all = static_cast<double>(run.window.live_times().total(run.state.window_begin, to));
  const Cycle longest = *std::max_element(lived.begin(), lived.end());
  std::optional<double> least;
  std::int64_t flits = 0;
  for (std::uint32_t t = 0; t < run.window.live_times().terminals(); ++t) {
    const auto cycles = static_cast<double>(std::max<Cycle>(lived[t], 1));  // what a node that failed had sent may arrive later
    const std::int64_t accepted = accepted_flits(begin, end, t);
    const double rate = static_cast<double>(accepted) / cycles;
    flits += accepted;
    const std::uint64_t backlog = end.generated[t] - end.injected[t];
    const RunResult::Source s = {static_cast<double>(end.generated_flits[t] - begin.generated_flits[t]) / cycles,
                                 std::max(rate, 0.0), backlog, lived[t] > 0};
    r.per_source.push_back(s);
    r.offered += s.offered / (all / cycles);
    r.accepted += rate / (all / cycles);
    if (lived[t] == longest && !silent(run, TerminalId(t))) least = least ? std::min(*least, s.accepted) : s.accepted;
  }
  r.accepted = std::max(r.accepted, 0.0);
  r.ejected_flits = static_cast<std::uint64_t>(std::max<std::int64_t>(flits, 0));
  r.accepted_min = least.value_or(0.0);
}

// Of windows so short, ten of them, that a packet may be on its way all the while.
bool may_be_flying(const EndedRun& run) {
  return run.config.details.longest_flight && run.state.next - run.state.window_end < run.config.details.longest_flight();
}

// A deadlock is no overload. What has not arrived in ten windows is not served.
void report_verdict(const EndedRun& run, RunResult& r) {
  const bool drained = run.config.protocol != RunConfig::Protocol::window || !run.config.drain ||
                       run.state.measured_delivered + run.state.measured_lost == run.state.window_generated;
  if (!r.deadlock.empty() || r.cycles == 0) {
    r.judgement = {};
  } else if (!drained && r.judgement.verdict && may_be_flying(run)) {
    if (r.judgement.verdict == Verdict::sustained) r.judgement = {r.judgement.overloaded, Verdict::undecided, std::nullopt, std::nullopt};
  } else if (!drained && r.judgement.verdict) {
    r.judgement = {r.judgement.overloaded, Verdict::saturated, std::nullopt, std::nullopt};
  }
}

// Of what is fixed before the run, where no wish for an interval or a verdict ended it.
double planned_window(const EndedRun& run, const RunResult& r) {
  if (run.state.narrow || run.config.decide) return static_cast<double>(r.cycles);
  if (run.config.protocol == RunConfig::Protocol::window) return static_cast<double>(run.config.cycles);
  double shares = 0;
  for (std::uint32_t t = 0; t < run.window.live_times().terminals(); ++t) shares += to_double(run.pattern.share(TerminalId(t)));
  return static_cast<double>(run.config.messages - run.config.warmup_messages) / (run.config.rate * shares);
}

// One burst is no stationary sequence; nor is what stands still, or may not keep up. Of what waits for replies there is
// no verdict.
void report_intervals(const EndedRun& run, RunResult& r) {
  if (run.config.protocol == RunConfig::Protocol::workload) {
    r.no_interval = NoInterval::workload;
  } else if (!r.deadlock.empty()) {
    r.no_interval = NoInterval::deadlock;
  } else if (r.saturated()) {
    r.no_interval = NoInterval::saturated;
  } else if (!r.latency.ci95) {
    r.no_interval = NoInterval::few_packets;
  } else if (r.judgement.verdict == Verdict::undecided) {
    r.no_interval = NoInterval::undecided;
  } else if (!run.window.shortest() || planned_window(run, r) < static_cast<double>(*run.window.shortest())) {
    r.no_interval = NoInterval::short_window;
    r.interval_window = run.window.shortest();
  }
  for (Summary* s : {&r.latency, &r.network_latency, &r.hops}) {
    if (r.no_interval) s->ci95.reset();
  }
}

void report_channels(const EndedRun& run, RunResult& r) {
  const bool by_window = run.config.protocol == RunConfig::Protocol::messages;
  const auto now = run.network.crossings();
  for (std::size_t c = 0; c < now.size(); ++c) {
    const ChannelCounters::Counts& begin = run.window.borders().begin.channels[c];
    const ChannelCounters::Counts& end = run.window.borders().end.channels[c];
    r.channels.flits.push_back(end.flits - begin.flits);
    r.channels.head_blocked.push_back(end.head_blocked - begin.head_blocked);
    r.channels.flit_blocked.push_back(end.flit_blocked - begin.flit_blocked);
    r.channels.packets.push_back(by_window ? end.packets - begin.packets : now[c].measured);
  }
}

void report_activity(const EndedRun& run, RunResult& r) {
  run.network.check_counts();
  r.activity = run.window.borders().end.activity.since(run.window.borders().begin.activity);
}

RunResult::Packets packets_of(const EndedRun& run, std::uint64_t measured) {
  const Totals totals = run.network.totals();
  const Retransmission& again = run.events.losses().again();
  RunResult::Packets packets;
  const NoticeCounts& notices = run.events.losses().notices();
  packets.delivered = totals.delivered - notices.all_delivered();
  packets.lost = again.lost();
  packets.retransmitted = again.sent();
  packets.in_flight = totals.queued + totals.in_network + run.events.losses().pending() - notices.under_way();
  packets.generated = packets.delivered + packets.in_flight + packets.lost;
  packets.measured = measured;
  return packets;
}

// What sources generated is what was delivered, is lost or on its way.
void check_packets(const EndedRun& run, const RunResult::Packets& packets) {
  std::uint64_t generated = 0;
  for (std::uint32_t t = 0; t < run.window.live_times().terminals(); ++t) {
    generated += run.network.source(TerminalId(t)).generated - run.events.losses().again().again()[t] - run.events.losses().notices().sent[t];
  }
  if (generated == packets.generated) return;
  throw InvariantError(fmt::format("{} packets were generated; {} delivered, {} lost and {} on their way are {}", generated, packets.delivered,
                                   packets.lost, packets.in_flight, packets.generated));
}

}  // namespace

RunResult report(const EndedRun& run) {
  RunResult r;
  r.judgement = run.window.judgement();
  for (const WaitFor& w : run.deadlock) r.deadlock.push_back({w, describe(run.network.tile(), w), describe_wanted(run.network.tile(), w)});
  r.cycles = run.state.window_end - run.state.window_begin;
  r.simulated_cycles = run.state.next;
  const Deliveries& deliveries = run.window.deliveries();
  r.latency = deliveries.latency.summary();
  r.network_latency = deliveries.network_latency.summary();
  r.hops = deliveries.hops.summary();
  r.packets = packets_of(run, r.latency.count);
  check_packets(run, r.packets);
  r.faults.live_cycles = run.window.live_times().total(run.state.window_begin, run.state.window_end);
  r.faults.switches = run.events.switches().switches();
  r.faults.responses = run.events.response().failures();
  r.faults.notices = run.events.losses().notices();
  r.faults.swallowed_packets = run.events.switches().swallowed_packets();
  r.faults.swallowed_flits = run.events.switches().swallowed_flits();
  if (deliveries.minimal && deliveries.minimal->packets() > 0) {
    r.minimal_fraction = static_cast<double>(deliveries.minimal->minimal()) / static_cast<double>(deliveries.minimal->packets());
  }
  r.narrow = run.state.narrow;
  r.flit_hops = run.network.flit_hops();
  r.absorbed = run.network.absorptions();
  report_sources(run, r);
  report_channels(run, r);
  report_activity(run, r);
  const bool workload = run.config.protocol == RunConfig::Protocol::workload;
  if (workload && r.deadlock.empty()) r.completion_cycle = run.completion.value_or(r.latency.max);
  report_verdict(run, r);
  report_intervals(run, r);
  return r;
}

}  // namespace dateline
