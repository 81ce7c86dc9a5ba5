#include "sim/measure/run.hpp"

#include <algorithm>
#include <numeric>

namespace dateline {
namespace {

constexpr Cycle kLongestDrain = 10;  // windows
constexpr std::uint64_t kGrowthMessages = 10;
constexpr double kGrowthFraction = 0.05;

std::vector<std::uint64_t> difference(const std::vector<std::uint64_t>& later, const std::vector<std::uint64_t>& earlier) {
  std::vector<std::uint64_t> d(later.size());
  for (std::size_t i = 0; i < later.size(); ++i) d[i] = later[i] - earlier[i];
  return d;
}

}  // namespace

Run::Run(const RunConfig& config, const TrafficPattern& pattern, std::uint32_t nodes) : config_(config), pattern_(pattern), nodes_(nodes) {
  if (config.protocol != RunConfig::Protocol::workload) {
    source_ = std::make_unique<TrafficSource>(pattern, nodes, config.injection, config.rate, config.message_length, config.seed);
  }
}

void Run::attach(Machine& machine) {
  machine_ = &machine;
  using Protocol = RunConfig::Protocol;
  const bool no_warmup = config_.protocol == Protocol::workload || (config_.protocol == Protocol::window && config_.warmup == 0) ||
                         (config_.protocol == Protocol::messages && config_.warmup_messages == 0);
  if (no_warmup) open_window(0);
}

Run::Snapshot Run::snapshot() const {
  Snapshot s;
  for (std::uint32_t v = 0; v < nodes_; ++v) {
    s.generated.push_back(machine_->generated(NodeId(v)));
    s.injected.push_back(machine_->injected(NodeId(v)));
  }
  s.ejected = machine_->ejected_flits_by_source();
  s.channel_flits = machine_->channel_flits();
  for (const Machine::Crossings& c : machine_->crossings()) s.channel_messages.push_back(c.messages);
  return s;
}

void Run::open_window(Cycle at) {
  phase_ = Phase::window;
  window_begin_ = at;
  at_begin_ = snapshot();
}

void Run::close_window(Cycle at) {
  window_end_ = at;
  at_end_ = snapshot();
}

Cycle Run::execute(Cycle now) {
  if (config_.protocol == RunConfig::Protocol::workload) {
    if (now == 0) {
      for (std::uint32_t v = 0; v < nodes_; ++v) {
        const auto row = pattern_.row(TerminalId(v));
        if (row.empty()) continue;
        machine_->send(NodeId(v), {0, NodeId(row.front().destination.value()), config_.message_length, 0, true});
        ++measured_generated_;
      }
    }
  } else {
    const bool measured = phase_ == Phase::window && config_.protocol == RunConfig::Protocol::window;
    source_->generate(now, measured, *machine_);
  }
  machine_->step(now);
  if (now % kWatchPeriod == kWatchPeriod - 1) watch(now);
  if (phase_ != Phase::done) advance_phase(now + 1);
  next_cycle_ = now + 1;
  if (phase_ == Phase::done || !machine_->idle()) return next_cycle_;
  const Cycle arrival = source_ ? source_->next_cycle(now + 1) : kNever;
  // An empty network changes only at an arrival or at the border of the window.
  Cycle border = kNever;
  if (config_.protocol == RunConfig::Protocol::window) {
    if (phase_ == Phase::warmup) border = config_.warmup - 1;
    if (phase_ == Phase::window) border = window_begin_ + config_.cycles - 1;
  }
  const Cycle next = std::min(arrival, std::max(border, now + 1));
  if (next == kNever) {  // nothing will ever come: no source sends
    if (phase_ == Phase::warmup) open_window(now + 1);
    close_window(now + 1);
    phase_ = Phase::done;
    return now + 1;
  }
  return next;
}

// The state after the cycles before `next`.
void Run::advance_phase(Cycle next) {
  switch (config_.protocol) {
    case RunConfig::Protocol::workload:
      if (measured_delivered_ < measured_generated_ || !machine_->idle()) return;
      close_window(next);
      phase_ = Phase::done;
      return;
    case RunConfig::Protocol::messages:
      if (phase_ == Phase::warmup && delivered_ >= config_.warmup_messages) open_window(next);
      if (phase_ == Phase::window && delivered_ >= config_.messages) {
        close_window(next);
        phase_ = Phase::done;
      }
      return;
    case RunConfig::Protocol::window:
      if (phase_ == Phase::warmup && next == config_.warmup) {
        open_window(next);
      } else if (phase_ == Phase::window && next == window_begin_ + config_.cycles) {
        close_window(next);
        for (std::uint32_t v = 0; v < nodes_; ++v) measured_generated_ += at_end_.generated[v] - at_begin_.generated[v];
        phase_ = Phase::drain;
      }
      if (phase_ == Phase::drain) {
        drained_ = measured_delivered_ == measured_generated_;
        if (drained_ || next >= window_end_ + kLongestDrain * config_.cycles) phase_ = Phase::done;
      }
      return;
  }
}

void Run::watch(Cycle now) {
  if (config_.audit) machine_->audit();
  if (machine_->idle()) return;
  deadlock_ = machine_->find_deadlock();
  if (deadlock_.empty()) return;
  if (phase_ == Phase::warmup) open_window(now + 1);
  if (phase_ == Phase::window) close_window(now + 1);
  drained_ = false;
  phase_ = Phase::done;
}

bool Run::measures(const Delivery& delivery) const {
  if (config_.protocol != RunConfig::Protocol::messages) return delivery.message.order.measured;
  return delivered_ >= config_.warmup_messages && delivered_ < config_.messages;
}

void Run::delivered(const Delivery& delivery) {
  if (delivery.ejected != last_delivery_) {
    latency_.end_of_cycle();
    network_latency_.end_of_cycle();
    hops_.end_of_cycle();
    last_delivery_ = delivery.ejected;
  }
  if (measures(delivery)) {
    ++measured_delivered_;
    latency_.add(delivery.latency());
    network_latency_.add(delivery.network_latency());
    hops_.add(delivery.message.hops);
  }
  ++delivered_;
}

double Run::progress() const {
  const auto part = [](std::uint64_t done, std::uint64_t all) { return all == 0 ? 0.0 : static_cast<double>(done) / static_cast<double>(all); };
  switch (config_.protocol) {
    case RunConfig::Protocol::messages:
      return part(delivered_, config_.messages);
    case RunConfig::Protocol::workload:
      return part(measured_delivered_, measured_generated_);
    case RunConfig::Protocol::window:
      return std::min(1.0, part(next_cycle_, config_.warmup + config_.cycles));
  }
  return 0;
}

RunResult Run::result() const {
  RunResult r;
  r.cycles = window_end_ - window_begin_;
  r.simulated_cycles = next_cycle_;
  r.latency = latency_.summary();
  r.network_latency = network_latency_.summary();
  r.hops = hops_.summary();
  const Machine::Totals totals = machine_->totals();
  r.delivered = totals.delivered;
  r.in_flight = totals.queued + totals.in_network;
  r.generated = r.delivered + r.in_flight;
  r.measured = r.latency.count;
  const auto all_flits = machine_->channel_flits();
  r.flit_hops = std::accumulate(all_flits.begin(), all_flits.end(), std::uint64_t{0});

  const double cycles = r.cycles == 0 ? 1.0 : static_cast<double>(r.cycles);
  const double length = config_.message_length;
  r.saturated = !drained_;
  r.accepted_min = -1;
  for (std::uint32_t v = 0; v < nodes_; ++v) {
    const std::uint64_t generated = at_end_.generated[v] - at_begin_.generated[v];
    const std::uint64_t backlog_before = at_begin_.generated[v] - at_begin_.injected[v];
    const std::uint64_t backlog = at_end_.generated[v] - at_end_.injected[v];
    const double allowed = std::max(static_cast<double>(kGrowthMessages), kGrowthFraction * static_cast<double>(generated));
    if (backlog > backlog_before && static_cast<double>(backlog - backlog_before) > allowed) r.saturated = true;
    const RunResult::Source s = {static_cast<double>(generated) * length / cycles,
                                 static_cast<double>(at_end_.ejected[v] - at_begin_.ejected[v]) / cycles, backlog};
    r.per_source.push_back(s);
    r.offered += s.offered / nodes_;
    r.accepted += s.accepted / nodes_;
    const bool silent = pattern_.share(TerminalId(v)) == 0;
    if (!silent && (r.accepted_min < 0 || s.accepted < r.accepted_min)) r.accepted_min = s.accepted;
  }
  if (r.accepted_min < 0) r.accepted_min = 0;
  const bool workload = config_.protocol == RunConfig::Protocol::workload;
  if (workload && deadlock_.empty()) r.completion_cycle = r.latency.max;
  for (Summary* s : {&r.latency, &r.network_latency, &r.hops}) {
    if (workload) s->ci95.reset();  // one burst, not a stationary sequence: no interval is meant
  }
  if (workload || !deadlock_.empty()) r.saturated = false;  // a deadlock is no overload
  r.channel_flits = difference(at_end_.channel_flits, at_begin_.channel_flits);
  if (config_.protocol == RunConfig::Protocol::messages) {
    r.channel_messages = difference(at_end_.channel_messages, at_begin_.channel_messages);
  } else {
    for (const Machine::Crossings& c : machine_->crossings()) r.channel_messages.push_back(c.measured);
  }
  r.deadlock = deadlock_;
  for (const Machine::Wait& w : deadlock_) {
    r.deadlock_texts.push_back(machine_->describe(w));
    r.deadlock_channels.push_back(machine_->describe_channel(w.wanted));
  }
  return r;
}

}  // namespace dateline
