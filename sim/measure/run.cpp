#include "sim/measure/run.hpp"

#include <algorithm>

#include "sim/measure/sources/one_shot_source.hpp"
#include "sim/measure/sources/traffic_source.hpp"
#include "sim/measure/verdict/work_dispersion.hpp"

namespace dateline {

// Random traffic of one kind, unless the configuration says what it is. Bursts vary most where the rate is least.
OfferedWork offered_work(const RunConfig& config, const TrafficPattern& pattern, std::uint32_t terminals) {
  if (config.protocol == RunConfig::Protocol::workload) return {};
  if (config.work) return *config.work;
  const PacketLengths lengths = lengths_of(config);
  Rational least = 1;
  for (std::uint32_t t = 0; t < terminals && config.injection.kind == Injection::on_off; ++t) {
    const Rational share = pattern.share(TerminalId(t));
    if (share > 0) least = std::min(least, share);
  }
  return {config.rate, to_double(lengths.mean()), work_dispersion(config.injection, lengths, config.rate * to_double(least))};
}

std::unique_ptr<PacketSource> traffic_source(const RunConfig& config, const TrafficPattern& pattern, std::uint32_t terminals) {
  if (config.protocol == RunConfig::Protocol::workload) return std::make_unique<OneShotSource>(config, pattern, terminals);
  std::vector<const TrafficPattern*> later;
  for (const NetworkChange& change : config.changes) later.push_back(change.pattern);
  return std::make_unique<TrafficSource>(config, pattern, terminals, later);
}

Run::Run(const RunConfig& config, const TrafficPattern& pattern, std::uint32_t terminals)
    : Run(config, pattern, terminals, traffic_source(config, pattern, terminals)) {}

Run::Run(const RunConfig& config, const TrafficPattern& pattern, std::uint32_t terminals, std::unique_ptr<PacketSource> source)
    : config_(config),
      pattern_(pattern),
      terminals_(terminals),
      source_(std::move(source)),
      protocol_(make_protocol(config)),
      live_times_(terminals, config.failed, config.changes),
      again_(config.retransmit, terminals),
      lost_flits_(terminals, 0),
      shortest_window_(shortest_window({config.theory.load_over_channels, config.theory.load_over_bound.value_or(0), std::max(senders(), 1U)},
                                       offered_work(config, pattern, terminals).mean_length)),
      stopping_(config.until_ci, senders()),
      watch_(offered_work(config, pattern, terminals), config.theory, pattern, terminals) {
  if (config.decide) {
    watch_.plan(*config.decide);
  } else if (config.protocol == RunConfig::Protocol::window && !config.until_ci) {
    watch_.plan_end(config.warmup + config.cycles);
  }
  deliveries_.ignored = !config.measure;
  deliveries_.special = config.pair_latency || config.windows > 0 || !config.measure;
  if (config.pair_latency) deliveries_.pairs = std::make_unique<PairLatency>(terminals);
  if (config.windows > 0) deliveries_.parts = std::make_unique<WindowSeries>(config.windows, config.warmup, config.cycles);
}

bool Run::wants_granted() const {
  const auto unknown = [](const RunTheory& theory) { return theory.load_over_network == 0; };
  return watch_.active() && (unknown(config_.theory) || std::any_of(config_.changes.begin(), config_.changes.end(),
                                                                    [&](const NetworkChange& change) { return unknown(change.theory); }));
}

void Run::begin(CompiledNetwork& network) {
  find_next_event();
  advance(network);
}

Cycle Run::execute(CompiledNetwork& network, Cycle now) {
  if (now >= next_event_) take_events(network, now);
  if (now >= watch_.next_border()) watch_.pass_borders(network, now);  // a border keeps no run alive
  source_->generate(now, protocol_->marks(state_), network);
  network.step(now);
  state_.next = now + 1;
  if (now % kWatchPeriod == kWatchPeriod - 1) look_for_deadlock(network);
  if (state_.phase != Phase::done) advance(network);
  if (state_.phase == Phase::done || !network.idle()) return state_.next;
  // An empty network changes only at an arrival or at the border of the window.
  const Cycle look = watch_.next_look(), border = std::min(protocol_->border(state_), look == kNever ? look : look - 1);
  Cycle next = std::min(source_->next_cycle(state_.next), std::max(border, state_.next));
  next = std::min(next, std::max(next_event_, state_.next));
  if (next != kNever) return next;
  // Nothing will ever come: no source sends.
  if (state_.phase == Phase::warmup) enter(Phase::window, network);
  enter(Phase::done, network);
  return state_.next;
}

// Borders of the window's parts, a change of the network, and lost messages that are sent again.
void Run::take_events(CompiledNetwork& network, Cycle now) {
  pass_borders(network, now);
  if (next_change_ < config_.changes.size() && config_.changes[next_change_].at == now) {
    const NetworkChange& change = config_.changes[next_change_++];
    network.change(*change.relation, now);
    source_->change(*change.pattern);
    watch_.change(network, now, *change.pattern, change.theory);
  }
  again_.send_due(now, network, [&](const Packet& packet) { give_up(packet); });
  find_next_event();
}

void Run::find_next_event() {
  next_event_ = again_.next().value_or(kNever);
  if (next_change_ < config_.changes.size()) next_event_ = std::min(next_event_, config_.changes[next_change_].at);
  if (deliveries_.parts) next_event_ = std::min(next_event_, deliveries_.parts->next_border());
}

void Run::pass_borders(const CompiledNetwork& network, Cycle now) {
  if (!deliveries_.parts || deliveries_.parts->next_border() > now) return;
  const Totals totals = network.totals();
  deliveries_.parts->pass_border(snapshot(network), totals.queued + totals.in_network + again_.pending());
}

void Run::lost(const Packet& packet, Cycle now) {
  lost_flits_[packet.source.value()] += packet.order.length;
  watch_.gone(packet.source, now);
  if (!again_.lost(packet, now)) give_up(packet);
}

// What stays lost leaves the measured set.
void Run::give_up(const Packet& packet) { state_.measured_lost += packet.order.measured ? 1U : 0U; }

// As the sources see it: a message sent again was generated once, and is on its way as long as it is not lost for good.
Snapshot Run::snapshot(const CompiledNetwork& network) const {
  Snapshot s = take_snapshot(network, terminals_);
  for (std::uint32_t t = 0; t < terminals_; ++t) {
    s.generated[t] -= again_.again()[t];
    s.injected[t] -= again_.again()[t];
    s.generated_flits[t] -= again_.again_flits()[t];
    s.lost_flits.push_back(lost_flits_[t] - again_.again_flits()[t]);
  }
  return s;
}

// The phases that the cycles before state_.next lead to.
void Run::advance(const CompiledNetwork& network) {
  if (stopping_.due(state_.measured_delivered) && state_.phase == Phase::window && shortest_window_ &&
      state_.next - state_.window_begin >= *shortest_window_) {
    deliveries_.end_of_cycle();
    state_.narrow = stopping_.narrow(deliveries_.latency, state_.measured_delivered);
  }
  if (state_.next == watch_.next_look() && state_.phase == Phase::window) state_.decided = watch_.look(network, state_.next);
  state_.all_delivered = network.idle() && source_->finished() && !again_.next();
  for (Phase phase = protocol_->phase(state_); phase != state_.phase; phase = protocol_->phase(state_)) enter(phase, network);
}

void Run::enter(Phase phase, const CompiledNetwork& network) {
  if (phase == Phase::window) {
    state_.window_begin = state_.next;
    at_begin_ = snapshot(network);
    source_->window_border(network);
  } else if (state_.phase == Phase::window) {
    state_.window_end = state_.next;
    at_end_ = snapshot(network);
    source_->window_border(network);
    if (watch_.next_border() < state_.next) watch_.pass_borders(network, state_.next);
    result_.judgement = watch_.judge(network, state_.next);
    watch_.forget();
    for (std::uint32_t t = 0; t < terminals_; ++t) state_.window_generated += at_end_.generated[t] - at_begin_.generated[t];
    state_.window_generated = source_->measured().value_or(state_.window_generated);
  }
  state_.phase = phase;
  if (phase == Phase::done) finish(network);
}

void Run::look_for_deadlock(const CompiledNetwork& network) {
  if (config_.audit) network.audit();
  if (network.idle()) return;
  result_.deadlock = network.find_deadlock();
  if (result_.deadlock.empty()) return;
  if (state_.phase == Phase::warmup) enter(Phase::window, network);
  enter(Phase::done, network);
}

void Run::delivered(const Delivery& delivery) {
  if (delivery.ejected != last_delivery_) {
    deliveries_.end_of_cycle();
    last_delivery_ = delivery.ejected;
  }
  if (protocol_->counts(state_, delivery)) {
    ++state_.measured_delivered;
    deliveries_.add(delivery);
  }
  ++state_.delivered;
  watch_.gone(delivery.packet.source, delivery.ejected + 1);
  source_->delivered(delivery);
}

void Run::finish(const CompiledNetwork& network) {
  pass_borders(network, state_.next);
  RunResult& r = result_;
  r.cycles = state_.window_end - state_.window_begin;
  r.simulated_cycles = state_.next;
  r.latency = deliveries_.latency.summary();
  r.network_latency = deliveries_.network_latency.summary();
  r.hops = deliveries_.hops.summary();
  const Totals totals = network.totals();
  r.delivered = totals.delivered;
  r.lost = again_.lost();
  r.retransmitted = again_.sent();
  r.in_flight = totals.queued + totals.in_network + again_.pending();
  r.generated = r.delivered + r.in_flight + r.lost;
  r.measured = r.latency.count;
  r.narrow = state_.narrow;
  r.flit_hops = network.flit_hops();
  r.absorbed = network.absorptions();
  report_sources();
  report_channels(network);
  const bool workload = config_.protocol == RunConfig::Protocol::workload;
  if (workload && r.deadlock.empty()) r.completion_cycle = source_->completion().value_or(r.latency.max);
  report_verdict();
  report_intervals();
  for (const WaitFor& w : r.deadlock) {
    r.deadlock_texts.push_back(network.describe(w));
    r.deadlock_channels.push_back(network.describe_wanted(w));
  }
}

// One burst is no stationary sequence; nor is what stands still, or may not keep up. Of what waits for replies there is
// no verdict.
void Run::report_intervals() {
  RunResult& r = result_;
  if (config_.protocol == RunConfig::Protocol::workload) {
    r.no_interval = NoInterval::workload;
  } else if (!r.deadlock.empty()) {
    r.no_interval = NoInterval::deadlock;
  } else if (r.saturated()) {
    r.no_interval = NoInterval::saturated;
  } else if (!r.latency.ci95) {
    r.no_interval = NoInterval::few_packets;
  } else if (r.judgement.verdict == Verdict::undecided) {
    r.no_interval = NoInterval::undecided;
  } else if (!shortest_window_ || planned_window() < static_cast<double>(*shortest_window_)) {
    r.no_interval = NoInterval::short_window;
    r.interval_window = shortest_window_;
  }
  for (Summary* s : {&r.latency, &r.network_latency, &r.hops}) {
    if (r.no_interval) s->ci95.reset();
  }
}

// Of what is fixed before the run, where no wish for an interval or a verdict ended it.
double Run::planned_window() const {
  if (state_.narrow || config_.decide) return static_cast<double>(result_.cycles);
  if (config_.protocol == RunConfig::Protocol::window) return static_cast<double>(config_.cycles);
  double shares = 0;
  for (std::uint32_t t = 0; t < terminals_; ++t) shares += to_double(pattern_.share(TerminalId(t)));
  return static_cast<double>(config_.messages - config_.warmup_messages) / (config_.rate * shares);
}

std::uint32_t Run::senders() const {
  std::uint32_t count = 0;
  for (std::uint32_t t = 0; t < terminals_; ++t) count += pattern_.share(TerminalId(t)) > 0 ? 1U : 0U;
  return count;
}

// Whether it sends under no map that held in the window.
bool Run::silent(TerminalId terminal) const {
  const TrafficPattern* in_force = &pattern_;
  bool sends = false;
  for (const NetworkChange& change : config_.changes) {
    if (change.at >= state_.window_end) break;
    sends = sends || (change.at > state_.window_begin && in_force->share(terminal) > 0);
    in_force = change.pattern;
  }
  return !sends && in_force->share(terminal) == 0;
}

void Run::report_sources() {
  RunResult& r = result_;
  const Cycle end = std::max(state_.window_end, state_.window_begin + 1);  // an empty window counts as one cycle
  const std::vector<Cycle> lived = live_times_.of(state_.window_begin, end);
  const auto all = static_cast<double>(live_times_.total(state_.window_begin, end));
  const Cycle longest = *std::max_element(lived.begin(), lived.end());
  std::optional<double> least;
  for (std::uint32_t t = 0; t < terminals_; ++t) {
    const auto cycles = static_cast<double>(std::max<Cycle>(lived[t], 1));  // what a node that failed had sent may arrive later
    const std::uint64_t backlog = at_end_.generated[t] - at_end_.injected[t];
    const RunResult::Source s = {static_cast<double>(at_end_.generated_flits[t] - at_begin_.generated_flits[t]) / cycles,
                                 static_cast<double>(at_end_.ejected_flits[t] - at_begin_.ejected_flits[t]) / cycles, backlog, lived[t] > 0};
    r.per_source.push_back(s);
    r.offered += s.offered / (all / cycles);
    r.accepted += s.accepted / (all / cycles);
    if (lived[t] == longest && !silent(TerminalId(t))) least = least ? std::min(*least, s.accepted) : s.accepted;
  }
  r.accepted_min = least.value_or(0.0);
}

// A deadlock is no overload. What has not arrived in ten windows is not served.
void Run::report_verdict() {
  const bool drained = config_.protocol != RunConfig::Protocol::window || !config_.drain ||
                       state_.measured_delivered + state_.measured_lost == state_.window_generated;
  if (!result_.deadlock.empty() || result_.cycles == 0) {
    result_.judgement = {};
  } else if (!drained && result_.judgement.verdict) {
    result_.judgement = {result_.judgement.overloaded, Verdict::saturated, std::nullopt, std::nullopt};
  }
}

void Run::report_channels(const CompiledNetwork& network) {
  const bool by_window = config_.protocol == RunConfig::Protocol::messages;
  const auto now = network.crossings();
  for (std::size_t c = 0; c < now.size(); ++c) {
    const ChannelCounters::Counts& begin = at_begin_.channels[c];
    const ChannelCounters::Counts& end = at_end_.channels[c];
    result_.channel_flits.push_back(end.flits - begin.flits);
    result_.channel_header_blocked.push_back(end.head_blocked - begin.head_blocked);
    result_.channel_flit_blocked.push_back(end.flit_blocked - begin.flit_blocked);
    result_.channel_packets.push_back(by_window ? end.packets - begin.packets : now[c].measured);
  }
}

}  // namespace dateline
