#include "sim/measure/schedule_source.hpp"

#include <algorithm>

#include "models/network/error.hpp"

namespace dateline {

ScheduleSource::ScheduleSource(const Schedule& schedule, const ScheduleOptions& options)
    : schedule_(schedule), options_(options), open_(schedule.size()), flags_(schedule.size()), ranks_(schedule.ranks()) {
  for (std::uint32_t rank = 0; rank < schedule.ranks(); ++rank) {
    cpu_begin_.push_back(static_cast<std::uint32_t>(cpus_.size()));
    root_begin_.push_back(static_cast<std::uint32_t>(roots_.size()));
    std::uint32_t cpus = 0;
    bool takes_time = false;
    for (std::uint32_t i = schedule.begin(rank); i < schedule.begin(rank + 1); ++i) {
      if (cpu_time(i) > 0) cpus = std::max(cpus, static_cast<std::uint32_t>(schedule[i].cpu) + 1);
      if (schedule.waits(i) == 0) roots_.push_back(i);
      takes_time = takes_time || schedule[i].kind() != OperationKind::compute || schedule[i].amount > 0 || schedule[i].start_counts != 0;
    }
    cpus_.resize(cpus_.size() + cpus);
    if (!takes_time) ranks_[rank].repetition = schedule.repeat() - 1;  // once is as often as any
  }
  root_begin_.push_back(static_cast<std::uint32_t>(roots_.size()));
  for (std::uint32_t rank = 0; rank < schedule.ranks(); ++rank) {
    if (schedule.begin(rank) == schedule.begin(rank + 1)) continue;
    ++busy_ranks_;
    begin_rank(rank, 0);
  }
}

// All operations of the rank are open again.
void ScheduleSource::begin_rank(std::uint32_t rank, Cycle from) {
  Rank& r = ranks_[rank];
  const std::uint32_t first = schedule_.begin(rank), last = schedule_.begin(rank + 1);
  r.left = last - first;
  schedule_.copy_waits(first, last, open_.data() + first);
  std::fill(flags_.begin() + first, flags_.begin() + last, std::uint8_t{0});
  for (std::uint32_t i = first; i < last && !early_.empty(); ++i) {
    if (early_.erase(early_key(i, r.repetition)) != 0) flags_[i] = kArrived;
  }
  std::vector<std::uint32_t>& ready = ready_in(from);
  ready.insert(ready.end(), roots_.begin() + root_begin_[rank], roots_.begin() + root_begin_[rank + 1]);
}

void ScheduleSource::generate(Cycle now, bool measured, Machine& machine) {
  now_ = now;
  ready_.swap(next_ready_);
  sends_.swap(next_sends_);
  wanting_.swap(next_wanting_);
  for (std::size_t i = 0; i < ready_.size(); ++i) start(ready_[i]);  // which may make others ready
  ready_.clear();
  if (!wanting_.empty()) give_cpus();
  if (!started_.empty()) release_at_starts();
  if (!std::is_sorted(sends_.begin(), sends_.end())) std::sort(sends_.begin(), sends_.end());
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
      if (o.start_counts != 0) started_.push_back(operation);
      return end(operation, now_);
    case OperationKind::send:
      if (options_.send_overhead > 0) return want_cpu(operation);
      if (o.start_counts != 0) started_.push_back(operation);
      ranks_[o.rank].clock.send_begins(now_);
      sends_.push_back(operation);
      return;
    case OperationKind::recv:
      break;
  }
  flags_[operation] |= kStarted;
  if (o.start_counts != 0) started_.push_back(operation);
  if ((flags_[operation] & kArrived) != 0) arrive(operation, now_);
}

// A recv that has been started, and whose message is there.
void ScheduleSource::arrive(std::uint32_t recv, Cycle from) {
  if (options_.receive_overhead == 0) return end(recv, from);
  if (from == now_) return want_cpu(recv);
  cpu_of(recv).queue.push({from, recv});
  next_wanting_.push_back(recv);
}

// Ends of this cycle, of what takes no time, come before its starts: what waits for both starts in the next one.
void ScheduleSource::release_at_starts() {
  for (const std::uint32_t operation : started_) {
    for (const Follower follower : schedule_.followers(operation)) {
      if (follower.on_start != 0) let_go(follower.operation, next_ready_);
    }
  }
  started_.clear();
}

void ScheduleSource::end(std::uint32_t operation, Cycle from) {
  const Operation& o = schedule_[operation];
  Rank& rank = ranks_[o.rank];
  rank.clock.event(from);
  std::vector<std::uint32_t>& ready = ready_in(from);
  if (o.start_counts == 0) {
    for (const Follower follower : schedule_.followers(operation)) let_go(follower.operation, ready);
  } else {
    for (const Follower follower : schedule_.followers(operation)) {
      if (follower.on_start == 0) let_go(follower.operation, ready);
    }
  }
  if (--rank.left == 0) end_repetition(o.rank, from);
}

void ScheduleSource::end_repetition(std::uint32_t rank, Cycle from) {
  if (++ranks_[rank].repetition == schedule_.repeat()) {
    --busy_ranks_;
  } else {
    begin_rank(rank, from);
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
    const Operation& o = schedule_[operation];
    if (o.kind() == OperationKind::recv) continue;
    if (o.kind() == OperationKind::send) clock.send_begins(now_);
    if (o.start_counts != 0) started_.push_back(operation);
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
  std::uint64_t payload = options_.sizes.payload(o.amount);
  const std::uint64_t room = options_.sizes.packet_length - 1;
  const std::uint64_t packets = payload <= room ? 1 : options_.sizes.packets(o.amount);
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
  MessageOrder order;
  order.generated = now_;
  order.destination = options_.places[schedule_[o.partner].rank];
  order.tag = tag;
  order.measured = measured;
  for (std::uint64_t packet = 0; packet < packets; ++packet) {
    const std::uint64_t part = std::min(payload, room);
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

std::optional<Cycle> ScheduleSource::completion() const {
  Cycle last = 0;
  for (const Rank& rank : ranks_) last = std::max(last, rank.clock.times().end);
  return last;
}

// By repetitions and operations that have ended, of all ranks.
std::optional<double> ScheduleSource::progress() const {
  double ended = 0;
  for (std::uint32_t rank = 0; rank < schedule_.ranks(); ++rank) {
    const double all = schedule_.begin(rank + 1) - schedule_.begin(rank);
    ended += all * static_cast<double>(ranks_[rank].repetition) + (ranks_[rank].left == 0 ? 0 : all - ranks_[rank].left);
  }
  const double all = static_cast<double>(schedule_.size()) * static_cast<double>(schedule_.repeat());
  return all == 0 ? 1.0 : std::min(1.0, ended / all);
}

void ScheduleSource::record(std::vector<std::vector<RankSpan>>& spans) {
  spans.resize(ranks_.size());
  for (std::size_t rank = 0; rank < ranks_.size(); ++rank) ranks_[rank].clock.record(spans[rank]);
}

std::vector<RankTimes> ScheduleSource::times() const {
  std::vector<RankTimes> times;
  for (const Rank& rank : ranks_) times.push_back(rank.clock.times());
  return times;
}

}  // namespace dateline
