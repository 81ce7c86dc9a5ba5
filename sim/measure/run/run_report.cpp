#include "sim/measure/run/run_report.hpp"

#include <algorithm>

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
  const Cycle end = std::max(run.state.window_end, run.state.window_begin + 1);  // an empty window counts as one cycle
  const std::vector<Cycle> lived = run.window.live_times().of(run.state.window_begin, end);
  const auto all = static_cast<double>(run.window.live_times().total(run.state.window_begin, end));
  const Cycle longest = *std::max_element(lived.begin(), lived.end());
  std::optional<double> least;
  for (std::uint32_t t = 0; t < run.window.live_times().terminals(); ++t) {
    const auto cycles = static_cast<double>(std::max<Cycle>(lived[t], 1));  // what a node that failed had sent may arrive later
    const std::uint64_t backlog = run.window.end().generated[t] - run.window.end().injected[t];
    const RunResult::Source s = {static_cast<double>(run.window.end().generated_flits[t] - run.window.begin().generated_flits[t]) / cycles,
                                 static_cast<double>(run.window.end().ejected_flits[t] - run.window.begin().ejected_flits[t]) / cycles, backlog,
                                 lived[t] > 0};
    r.per_source.push_back(s);
    r.offered += s.offered / (all / cycles);
    r.accepted += s.accepted / (all / cycles);
    if (lived[t] == longest && !silent(run, TerminalId(t))) least = least ? std::min(*least, s.accepted) : s.accepted;
  }
  r.accepted_min = least.value_or(0.0);
}

// A deadlock is no overload. What has not arrived in ten windows is not served.
void report_verdict(const EndedRun& run, RunResult& r) {
  const bool drained = run.config.protocol != RunConfig::Protocol::window || !run.config.drain ||
                       run.state.measured_delivered + run.events.measured_lost() == run.state.window_generated;
  if (!r.deadlock.empty() || r.cycles == 0) {
    r.judgement = {};
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
    const ChannelCounters::Counts& begin = run.window.begin().channels[c];
    const ChannelCounters::Counts& end = run.window.end().channels[c];
    r.channel_flits.push_back(end.flits - begin.flits);
    r.channel_header_blocked.push_back(end.head_blocked - begin.head_blocked);
    r.channel_flit_blocked.push_back(end.flit_blocked - begin.flit_blocked);
    r.channel_packets.push_back(by_window ? end.packets - begin.packets : now[c].measured);
  }
}

}  // namespace

RunResult report(const EndedRun& run) {
  RunResult r;
  r.judgement = run.window.judgement();
  r.deadlock = run.deadlock;
  r.cycles = run.state.window_end - run.state.window_begin;
  r.simulated_cycles = run.state.next;
  const Deliveries& deliveries = run.window.deliveries();
  r.latency = deliveries.latency.summary();
  r.network_latency = deliveries.network_latency.summary();
  r.hops = deliveries.hops.summary();
  const Totals totals = run.network.totals();
  const Retransmission& again = run.events.again();
  r.delivered = totals.delivered;
  r.lost = again.lost();
  r.retransmitted = again.sent();
  r.in_flight = totals.queued + totals.in_network + again.pending();
  r.generated = r.delivered + r.in_flight + r.lost;
  r.measured = r.latency.count;
  r.narrow = run.state.narrow;
  r.flit_hops = run.network.flit_hops();
  r.absorbed = run.network.absorptions();
  report_sources(run, r);
  report_channels(run, r);
  const bool workload = run.config.protocol == RunConfig::Protocol::workload;
  if (workload && r.deadlock.empty()) r.completion_cycle = run.completion.value_or(r.latency.max);
  report_verdict(run, r);
  report_intervals(run, r);
  for (const WaitFor& w : r.deadlock) {
    r.deadlock_texts.push_back(run.network.describe(w));
    r.deadlock_channels.push_back(run.network.describe_wanted(w));
  }
  return r;
}

}  // namespace dateline
