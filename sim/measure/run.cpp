#include "sim/measure/run.hpp"

#include <algorithm>

#include "sim/measure/run/run_report.hpp"
#include "sim/measure/sources/one_shot_source.hpp"
#include "sim/measure/sources/traffic_source.hpp"

namespace dateline {
namespace {

std::vector<WaitFor> look_for_deadlock(const CompiledNetwork& network, bool audit) {
  if (audit) network.audit();
  return network.idle() ? std::vector<WaitFor>{} : network.find_deadlock();
}

// Cycles from `now` on that can be executed at once: up to the next before which something is counted, looked for or
// decided, `borders` among them (of cycles that are over: none). Where faults take packets, or deliveries decide, that
// may be any.
Cycle stretch(const RunConfig& config, const PacketSource& source, const CompiledNetwork& network, Cycle now, std::initializer_list<Cycle> borders) {
  if (!source.foresees() || !config.changes.empty() || config.retransmit || config.until_ci) return 1;
  Cycle end = std::min(now + network.stretch(), (now / CycleClient::kWatchPeriod + 1) * CycleClient::kWatchPeriod);
  for (const Cycle border : borders) {
    if (border > now) end = std::min(end, border);
  }
  return end - now;
}

// Of those marked as measured.
std::uint64_t lost_for_good(const RunEvents& events, const PacketSource& source) { return events.losses().measured() + source.never_sent(); }

}  // namespace

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
      source_(std::move(source)),
      protocol_(make_protocol(config)),
      events_(config_, terminals),
      window_(config_, pattern, terminals) {}

void Run::begin(CompiledNetwork& network) {
  state_.next_event = std::min(events_.next(), window_.next_part());
  advance(network);
}

void Run::branch(StateReader& archive, CompiledNetwork& network, Cycle from, bool same_verdict) {
  archive(network, state_, events_);
  events_.resume(network);
  const bool fresh = source_->open_loop() && unmeasured(state_, from);
  // The counts at the border of an open window are of the cycle before, which a state that was read does not hold.
  const bool opened = state_.phase == Phase::window && (config_.protocol != RunConfig::Protocol::window || config_.warmup == from);
  const std::size_t changes = events_.taken();
  state_section(archive, [&](StateReader& own) {
    if (!source_->open_loop()) return source_->read(own);
    for (std::size_t i = 0; i < changes; ++i) {
      source_->pass(config_.changes[i].at);
      source_->change(*config_.changes[i].pattern);
    }
    source_->pass(from);
    source_->take_offered(own, !fresh || opened);
  });
  if (!source_->open_loop() && changes > 0) source_->change(*config_.changes[changes - 1].pattern);
  state_.next = state_.due = from;
  state_section(archive, [&](StateReader& own) {
    if (!fresh) return own(window_);
    const bool judged = changes > 0 && config_.changes.size() <= kMostJudgedChanges;
    window_.branch(own, network, from, same_verdict, pattern_, judged ? &config_.changes[changes - 1] : nullptr);
  });
  if (!fresh) return;
  if (!opened) state_.phase = Phase::warmup;
  state_.next_event = std::min(events_.next(), window_.next_part());
}

Cycle Run::execute(CompiledNetwork& network, Cycle now) {
  if (now < state_.due) return state_.due;
  if (now >= state_.next_event) before(network, now);
  VerdictWatch& watch = window_.watch();
  if (now >= watch.next_border()) watch.pass_borders(network, now);  // a border keeps no run alive
  const auto generate = [&](Cycle cycle) { source_->generate(cycle, protocol_->marks(state_), network); };
  Cycle cycles = 1;
  if (network.stretch() > 1 && protocol_->border(state_) != kNever) {  // else the phase ends by deliveries
    const auto borders = {protocol_->border(state_) + 1, state_.next_event, watch.next_border(), watch.next_look()};
    cycles = stretch(config_, *source_, network, now, borders);
  }
  if (cycles > 1) {
    network.step(now, cycles, generate);
  } else {
    generate(now);
    if (!config_.changes.empty()) state_.measured_lost = lost_for_good(events_, *source_);
    if (events_.switches().draining()) network.hold_sources();
    network.step(now);
  }
  state_.next = now + cycles;
  if (state_.next % kWatchPeriod == 0 && !events_.switches().unseen()) {
    const std::vector<WaitFor> deadlock = look_for_deadlock(network, config_.audit);
    if (!deadlock.empty()) end(network, deadlock);
  }
  if (state_.phase != Phase::done) advance(network);
  if (state_.phase == Phase::done || !network.idle()) return state_.due = state_.next;
  // An empty network changes only at an arrival or at the border of the window.
  const Cycle look = watch.next_look(), border = std::min(protocol_->border(state_), look == kNever ? look : look - 1);
  Cycle next = std::min(source_->next_cycle(state_.next), std::max(border, state_.next));
  next = std::min(next, std::max(state_.next_event, state_.next));
  if (next != kNever) return state_.due = next;
  // Nothing will ever come: no source sends.
  end(network, {});
  return state_.due = state_.next;
}

// Borders of the window's parts, a change of the network, and lost packets that are sent again.
void Run::before(CompiledNetwork& network, Cycle now) {
  if (now < state_.next_event) return;
  window_.pass_parts(network, events_, now);
  events_.take(network, now, *source_, window_.watch(), state_.delivered);
  state_.measured_lost = lost_for_good(events_, *source_);
  state_.next_event = std::min(events_.next(), window_.next_part());
}

void Run::sent(const std::vector<const Packet*>& messages, Cycle now) {
  const auto notice = [this](const Packet* packet) { return events_.losses().is_notice(*packet); };
  if (std::none_of(messages.begin(), messages.end(), notice)) return source_->sent(messages, now);
  std::vector<const Packet*> own;
  std::remove_copy_if(messages.begin(), messages.end(), std::back_inserter(own), notice);
  source_->sent(own, now);
}

void Run::lost(const Packet& packet, Cycle now) {
  const bool again = events_.lost(packet, now);
  if (!events_.losses().is_notice(packet)) source_->lost(packet, now, again);
  state_.measured_lost = lost_for_good(events_, *source_);
  state_.next_event = std::min(state_.next_event, events_.next());
  window_.watch().gone(packet.source, now);
}

// The phases that the cycles before state_.next lead to.
void Run::advance(const CompiledNetwork& network) {
  if (state_.phase == Phase::window) {
    const std::optional<bool> narrow = window_.narrow(state_.measured_delivered, state_.next - state_.window_begin);
    state_.narrow = narrow.value_or(state_.narrow);
    if (state_.next == window_.watch().next_look()) state_.decided = window_.watch().look(network, state_.next);
  }
  state_.all_delivered = network.idle() && source_->finished() && events_.losses().next() == PacketSource::kNever;
  for (Phase phase = protocol_->phase(state_); phase != state_.phase; phase = protocol_->phase(state_)) enter(phase, network);
  if (state_.phase == Phase::done) end(network, {});
}

void Run::enter(Phase phase, const CompiledNetwork& network) {
  if (phase == Phase::window) {
    state_.window_begin = state_.next;
    window_.open(network, events_);
    source_->window_border(network);
  } else if (state_.phase == Phase::window) {
    state_.window_end = state_.next;
    state_.window_generated = window_.close(network, events_, state_.next);
    source_->window_border(network);
    state_.window_generated = source_->measured().value_or(state_.window_generated);
  }
  state_.phase = phase;
}

// Enters the phases that are left, and reports.
void Run::end(const CompiledNetwork& network, const std::vector<WaitFor>& deadlock) {
  if (state_.phase == Phase::warmup) enter(Phase::window, network);
  if (state_.phase != Phase::done) enter(Phase::done, network);
  window_.pass_parts(network, events_, state_.next);
  result_ = report({config_, pattern_, state_, window_, events_, network, deadlock, source_->completion()});
  if (!source_->finished()) result_.completion_cycle.reset();  // a schedule that faults keep from ending
}

void Run::delivered(const Delivery& delivery) {
  if (events_.delivered(delivery)) {
    state_.next_event = std::min(state_.next_event, events_.next());
    return;
  }
  const bool counts = protocol_->counts(state_, delivery);
  state_.measured_delivered += counts ? 1U : 0U;
  ++state_.delivered;
  window_.delivered(delivery, counts);
  source_->delivered(delivery);
}

}  // namespace dateline
