#include "sim/measure/schedule_source.hpp"

#include <algorithm>

#include "models/network/error.hpp"

namespace dateline {

ScheduleSource::ScheduleSource(const Schedule& schedule, const ScheduleOptions& options)
    : schedule_(schedule), options_(options), open_(schedule.size()), flags_(schedule.size()), ranks_(schedule.ranks()) {
  for (std::uint32_t rank = 0; rank < schedule.ranks(); ++rank) {
    cpu_begin_.push_back(static_cast<std::uint32_t>(cpus_.size()));
    std::uint32_t cpus = 0;
    bool takes_time = false;
    for (std::uint32_t i = schedule.begin(rank); i < schedule.begin(rank + 1); ++i) {
      if (cpu_time(i) > 0) cpus = std::max(cpus, static_cast<std::uint32_t>(schedule[i].cpu) + 1);
      takes_time = takes_time || schedule[i].kind() != OperationKind::compute || schedule[i].amount > 0;
    }
    cpus_.resize(cpus_.size() + cpus);
    if (schedule.begin(rank) == schedule.begin(rank + 1)) continue;
    if (!takes_time) ranks_[rank].repetition = schedule.repeat() - 1;  // once is as often as any
    ++busy_ranks_;
    begin_rank(rank, 0);
  }
}

// All operations of the rank are open again.
void ScheduleSource::begin_rank(std::uint32_t rank, Cycle from) {
  Rank& r = ranks_[rank];
  const std::uint32_t first = schedule_.begin(rank), last = schedule_.begin(rank + 1);
  r.left = last - first;
  for (std::uint32_t i = first; i < last; ++i) {
    open_[i] = schedule_.waits(i);
    flags_[i] = 0;
    if (!early_.empty() && early_.erase(early_key(i, r.repetition)) != 0) flags_[i] = kArrived;
    if (open_[i] == 0) make_ready(i, from);
  }
}

void ScheduleSource::generate(Cycle now, bool measured, Machine& machine) {
  now_ = now;
  ready_.swap(next_ready_);
  sends_.swap(next_sends_);
  wanting_.swap(next_wanting_);
  while (!ready_.empty()) {
    const std::uint32_t operation = ready_.back();
    ready_.pop_back();
    start(operation);
  }
  if (!wanting_.empty()) give_cpus();
  if (sends_.size() > 1) std::sort(sends_.begin(), sends_.end());
  for (const std::uint32_t send : sends_) offer(send, measured, machine);
  sends_.clear();
  take_timers();
}

// In this cycle, or, where a cpu is needed, asks for it.
void ScheduleSource::start(std::uint32_t operation) {
  const Operation& o = schedule_[operation];
  switch (o.kind()) {
    case OperationKind::compute:
      if (o.amount > 0) return want_cpu(operation);
      release(operation, true, now_ + 1);
      return end(operation, now_);
    case OperationKind::send:
      if (options_.send_overhead > 0) return want_cpu(operation);
      release(operation, true, now_ + 1);
      ranks_[o.rank].clock.send_begins(now_);
      sends_.push_back(operation);
      return;
    case OperationKind::recv:
      break;
  }
  flags_[operation] |= kStarted;
  release(operation, true, now_ + 1);
  if ((flags_[operation] & kArrived) != 0) arrive(operation, now_);
}

// A recv that has been started, and whose message is there.
void ScheduleSource::arrive(std::uint32_t recv, Cycle from) {
  if (options_.receive_overhead == 0) return end(recv, from);
  if (from == now_) return want_cpu(recv);
  cpu_of(recv).queue.push({from, recv});
  next_wanting_.push_back(recv);
}

void ScheduleSource::release(std::uint32_t operation, bool on_start, Cycle from) {
  for (const Follower follower : schedule_.followers(operation)) {
    if ((follower.on_start != 0) == on_start && --open_[follower.operation] == 0) make_ready(follower.operation, from);
  }
}

void ScheduleSource::end(std::uint32_t operation, Cycle from) {
  Rank& rank = ranks_[schedule_[operation].rank];
  ++ended_;
  rank.clock.event(from);
  completion_ = std::max(completion_, from);
  release(operation, false, from);
  if (--rank.left != 0) return;
  if (++rank.repetition == schedule_.repeat()) {
    --busy_ranks_;
  } else {
    begin_rank(schedule_[operation].rank, from);
  }
}

void ScheduleSource::want_cpu(std::uint32_t operation) {
  cpu_of(operation).queue.push({now_, operation});
  wanting_.push_back(operation);
}

Cycle ScheduleSource::cpu_time(std::uint32_t operation) const {
  const Operation& o = schedule_[operation];
  if (o.kind() == OperationKind::compute) return o.amount;
  return o.kind() == OperationKind::send ? options_.send_overhead : options_.receive_overhead;
}

// A free cpu takes what was ready first, and of that what is first in the file.
void ScheduleSource::give_cpus() {
  for (const std::uint32_t wanting : wanting_) {
    Cpu& cpu = cpu_of(wanting);
    if (cpu.busy || cpu.queue.empty()) continue;
    const std::uint32_t operation = cpu.queue.top().operation;
    cpu.queue.pop();
    cpu.busy = true;
    RankClock& clock = ranks_[schedule_[operation].rank].clock;
    clock.cpu_taken(now_);
    timers_.push({now_ + cpu_time(operation) - 1, operation});
    if (schedule_[operation].kind() == OperationKind::recv) continue;
    if (schedule_[operation].kind() == OperationKind::send) clock.send_begins(now_);
    release(operation, true, now_ + 1);
  }
  wanting_.clear();
}

// Cpus that are free from the next cycle on.
void ScheduleSource::take_timers() {
  for (; !timers_.empty() && timers_.top().at == now_; timers_.pop()) {
    const std::uint32_t operation = timers_.top().operation;
    Cpu& cpu = cpu_of(operation);
    cpu.busy = false;
    if (!cpu.queue.empty()) next_wanting_.push_back(operation);
    ranks_[schedule_[operation].rank].clock.cpu_given(now_ + 1);
    if (schedule_[operation].kind() == OperationKind::send) {
      next_sends_.push_back(operation);
    } else {
      end(operation, now_ + 1);
    }
  }
}

void ScheduleSource::offer(std::uint32_t send, bool measured, Machine& machine) {
  const Operation& o = schedule_[send];
  const std::uint64_t packets = options_.sizes.packets(o.amount);
  std::uint32_t tag = static_cast<std::uint32_t>(transfers_.size());
  if (free_.empty()) {
    transfers_.emplace_back();
  } else {
    tag = free_.back();
    free_.pop_back();
  }
  const auto count = static_cast<std::uint32_t>(packets);
  transfers_[tag] = {send, count, count, ranks_[o.rank].repetition};
  offered_ += packets;
  const std::uint32_t room = options_.sizes.packet_length - 1;
  std::uint64_t payload = options_.sizes.payload(o.amount);
  MessageOrder order;
  order.generated = now_;
  order.destination = options_.places[schedule_[o.partner].rank];
  order.tag = tag;
  order.measured = measured;
  for (std::uint64_t packet = 0; packet < packets; ++packet) {
    const std::uint64_t part = std::min<std::uint64_t>(payload, room);
    payload -= part;
    order.length = static_cast<std::uint32_t>(part) + 1;
    machine.send(options_.places[o.rank], order);
  }
}

void ScheduleSource::sent(const Message& message, Cycle now) {
  Transfer& transfer = transfers_[message.order.tag];
  if (--transfer.to_send != 0) return;
  ranks_[schedule_[transfer.send].rank].clock.send_ends(now + 1);
  end(transfer.send, now + 1);
}

void ScheduleSource::delivered(const Delivery& delivery) {
  const std::uint32_t tag = delivery.message.order.tag;
  const Transfer& transfer = transfers_[tag];
  if (--transfers_[tag].to_come != 0) return;
  free_.push_back(tag);
  const std::uint32_t recv = schedule_[transfer.send].partner;
  const Rank& rank = ranks_[schedule_[recv].rank];
  if (transfer.repetition != rank.repetition) {
    early_.insert(early_key(recv, transfer.repetition));
    return;
  }
  flags_[recv] |= kArrived;
  if ((flags_[recv] & kStarted) != 0) arrive(recv, delivery.ejected + 1);
}

Cycle ScheduleSource::next_cycle(Cycle from) const {
  if (!next_ready_.empty() || !next_sends_.empty() || !next_wanting_.empty()) return from;
  return timers_.empty() ? kNever : std::max(from, timers_.top().at);
}

std::optional<double> ScheduleSource::progress() const {
  return static_cast<double>(ended_) / (static_cast<double>(schedule_.size()) * static_cast<double>(schedule_.repeat()) + 1e-9);
}

std::vector<RankTimes> ScheduleSource::times() const {
  std::vector<RankTimes> times;
  for (const Rank& rank : ranks_) times.push_back(rank.clock.times());
  return times;
}

}  // namespace dateline
