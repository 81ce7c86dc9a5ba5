#include "sim/measure/sources/schedule_source.hpp"

#include <algorithm>

#include "models/base/error.hpp"

namespace dateline {
namespace {

// Without a branch a number: several at a time.
bool ascend(const AppendList<std::uint32_t>& numbers) {
  const std::uint32_t* const number = numbers.begin();
  std::uint32_t falls = 0;
  for (std::size_t i = 1; i < numbers.size(); ++i) falls |= number[i] < number[i - 1] ? 1U : 0U;
  return falls == 0;
}

}  // namespace

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
      if (is_last(schedule[i], schedule.followers(i))) ++ranks_[rank].last;
      most_followers_ = std::max<std::size_t>(most_followers_, schedule.followers(i).size());
      takes_time = takes_time || schedule[i].kind() != OperationKind::compute || schedule[i].amount > 0 || schedule[i].start_counts != 0;
    }
    cpus_.resize(cpus_.size() + cpus);
    if (!takes_time) ranks_[rank].repetition = schedule.repeat() - 1;  // once is as often as any
  }
  root_begin_.push_back(static_cast<std::uint32_t>(roots_.size()));
  for (std::uint32_t rank = 0; rank < schedule.ranks(); ++rank) {
    if (schedule.begin(rank) == schedule.begin(rank + 1)) continue;
    ++busy_ranks_;
    begin_rank(rank, next_ready_);
  }
}

// All operations of the rank are open again.
void ScheduleSource::begin_rank(std::uint32_t rank, AppendList<std::uint32_t>& ready) {
  Rank& r = ranks_[rank];
  const std::uint32_t first = schedule_.begin(rank), last = schedule_.begin(rank + 1);
  r.left = r.last;
  schedule_.copy_waits(first, last, open_.data() + first);
  std::fill(flags_.begin() + first, flags_.begin() + last, std::uint8_t{0});
  for (std::uint32_t i = first; i < last && !early_.empty(); ++i) {
    if (early_.erase(early_key(i, r.repetition)) != 0) flags_[i] = kArrived;
  }
  ready.reserve_more(root_begin_[rank + 1] - root_begin_[rank] + most_followers_);
  for (std::uint32_t i = root_begin_[rank]; i < root_begin_[rank + 1]; ++i) ready.append(roots_[i]);
}

[[gnu::noinline]] void ScheduleSource::end_repetition(std::uint32_t rank, Cycle from, AppendList<std::uint32_t>& ready) {
  ranks_[rank].clock.event(from);
  if (++ranks_[rank].repetition == schedule_.repeat()) {
    --busy_ranks_;
  } else {
    begin_rank(rank, ready);
  }
}

// Lists without a branch what has nothing more to wait for: there is room. Twice a message: into its callers.
[[gnu::always_inline]] inline void ScheduleSource::end(std::uint32_t operation, Cycle from, AppendList<std::uint32_t>& ready) {
  std::uint32_t* const open = open_.data();
  std::uint32_t* next = ready.cursor();
  const Schedule::Followers followers = schedule_.followers(operation);
  const bool counts = schedule_[operation].start_counts != 0;
  for (const Follower follower : followers) {
    if (counts && follower.on_start != 0) continue;
    *next = follower.operation;
    next += --open[follower.operation] == 0 ? 1 : 0;
  }
  ready.end_at(next);
  if (counts || followers.empty()) {  // is_last()
    const std::uint32_t rank = schedule_[operation].rank;
    if (--ranks_[rank].left == 0) return end_repetition(rank, from, ready);
  }
  ready.reserve_more(most_followers_);
}

// A recv that has been delivered before, is started in this cycle.
void ScheduleSource::arrive(std::uint32_t recv) {
  if (options_.receive_overhead != 0) return want_cpu(recv);
  end(recv, now_, ready_);
}

// The message of a recv that has been started is there.
[[gnu::noinline]] void ScheduleSource::want_cpu_next(std::uint32_t recv, Cycle from) {
  cpu_of(recv).queue.push({from, recv});
  next_wanting_.push_back(recv);
}

[[gnu::always_inline]] inline PacketRequest ScheduleSource::order_of(std::uint32_t send, std::uint32_t packets, bool measured) {
  const Operation& o = schedule_[send];
  const std::uint32_t receiver = schedule_[o.partner].rank;
  offered_ += packets;
  PacketRequest order;
  order.generated = now_;
  order.destination = options_.places[receiver];
  order.tag = transfers_.add(send, packets, ranks_[o.rank].repetition, ranks_[receiver].repetition);
  order.measured = measured;
  return order;
}

[[gnu::always_inline]] inline void ScheduleSource::offer(std::uint32_t send, bool measured, CompiledNetwork& network) {
  const std::uint64_t payload = options_.sizes.payload(schedule_[send].amount);
  if (payload >= options_.sizes.packet_length) return offer_packets(send, payload, measured, network);
  PacketRequest order = order_of(send, 1, measured);
  order.length = static_cast<std::uint32_t>(payload) + 1;
  network.send(options_.places[schedule_[send].rank], order);
}

[[gnu::noinline]] void ScheduleSource::offer_packets(std::uint32_t send, std::uint64_t payload, bool measured, CompiledNetwork& network) {
  const std::uint64_t room = options_.sizes.packet_length - 1;
  PacketRequest order = order_of(send, static_cast<std::uint32_t>((payload - 1) / room + 1), measured);
  while (payload > 0) {
    const std::uint64_t part = std::min(payload, room);
    payload -= part;
    order.length = static_cast<std::uint32_t>(part) + 1;
    network.send(options_.places[schedule_[send].rank], order);
  }
}

// In this cycle, or, where a cpu is needed, asks for it.
[[gnu::always_inline]] inline void ScheduleSource::start(std::uint32_t operation) {
  const Operation& o = schedule_[operation];
  switch (o.kind()) {
    case OperationKind::compute:
      if (o.amount > 0) return want_cpu(operation);
      if (o.start_counts != 0) note_start(operation);
      return end(operation, now_, ready_);
    case OperationKind::send:
      if (options_.send_overhead > 0) return want_cpu(operation);
      if (o.start_counts != 0) note_start(operation);
      ranks_[o.rank].clock.send_begins(now_);
      sends_.append(operation);
      return;
    case OperationKind::recv:
      break;
  }
  const auto flags = static_cast<std::uint8_t>(flags_[operation] | kStarted);
  flags_[operation] = flags;
  if (o.start_counts != 0) note_start(operation);
  if ((flags & kArrived) != 0) arrive(operation);
}

void ScheduleSource::generate(Cycle now, bool measured, CompiledNetwork& network) {
  now_ = now;
  ready_.swap(next_ready_);
  sends_.swap(next_sends_);
  wanting_.swap(next_wanting_);
  ready_.reserve_more(most_followers_);
  next_ready_.reserve_more(most_followers_);
  for (std::size_t i = 0; i < ready_.size();) {
    sends_.reserve_more(ready_.size() - i);
    for (const std::size_t end = ready_.size(); i < end; ++i) start(ready_[i]);  // which may make others ready
  }
  ready_.clear();
  if (!wanting_.empty()) give_cpus();
  if (!started_.empty()) release_at_starts();
  if (!ascend(sends_)) std::sort(sends_.begin(), sends_.end());
  for (const std::uint32_t send : sends_) offer(send, measured, network);
  sends_.clear();
  take_timers();
}

// Ends of this cycle, of what takes no time, come before its starts: what waits for both starts in the next one.
void ScheduleSource::release_at_starts() {
  for (const std::uint32_t operation : started_) {
    for (const Follower follower : schedule_.followers(operation)) {
      if (follower.on_start != 0 && --open_[follower.operation] == 0) next_ready_.push(follower.operation);
    }
  }
  started_.clear();
  next_ready_.reserve_more(most_followers_);
}

[[gnu::noinline]] void ScheduleSource::note_start(std::uint32_t operation) { started_.push_back(operation); }

[[gnu::noinline]] void ScheduleSource::want_cpu(std::uint32_t operation) {
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
    if (o.start_counts != 0) note_start(operation);
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
      next_sends_.push(operation);
    } else {
      end(operation, now_ + 1, next_ready_);
    }
  }
}

void ScheduleSource::sent(const std::vector<const Packet*>& messages, Cycle now) {
  for (const Packet* message : messages) {
    const std::uint32_t tag = message->order.tag;
    if (!transfers_.sent(tag)) continue;
    const std::uint32_t send = transfers_.send_of(tag);
    ranks_[schedule_[send].rank].clock.send_ends(now + 1);
    end(send, now + 1, next_ready_);
  }
}

void ScheduleSource::delivered(const Delivery& delivery) {
  const std::uint32_t tag = delivery.packet.order.tag;
  if (!transfers_.delivered(tag)) return;
  const std::uint32_t recv = schedule_[transfers_.send_of(tag)].partner;
  const Rank& rank = ranks_[schedule_[recv].rank];
  const std::uint64_t ahead = transfers_.ahead(tag, rank.repetition);
  transfers_.forget(tag);
  if (ahead != 0) return come_early(recv, rank.repetition + ahead);
  const auto flags = static_cast<std::uint8_t>(flags_[recv] | kArrived);
  flags_[recv] = flags;
  if ((flags & kStarted) == 0) return;
  if (options_.receive_overhead != 0) return want_cpu_next(recv, delivery.ejected + 1);
  end(recv, delivery.ejected + 1, next_ready_);
}

[[gnu::noinline]] void ScheduleSource::come_early(std::uint32_t recv, std::uint64_t repetition) { early_.insert(early_key(recv, repetition)); }

Cycle ScheduleSource::next_cycle(Cycle from) const {
  if (!next_ready_.empty() || !next_sends_.empty() || !next_wanting_.empty()) return from;
  return timers_.empty() ? kNever : std::max(from, timers_.top().at);
}

std::optional<Cycle> ScheduleSource::completion() const {
  Cycle last = 0;
  for (const Rank& rank : ranks_) last = std::max(last, rank.clock.times().end);
  return last;
}

// By repetitions, and operations that have waited for all edges, of all ranks.
std::optional<double> ScheduleSource::progress() const {
  double ended = 0;
  for (std::uint32_t rank = 0; rank < schedule_.ranks(); ++rank) {
    const std::uint32_t first = schedule_.begin(rank), last = schedule_.begin(rank + 1);
    ended += static_cast<double>(last - first) * static_cast<double>(ranks_[rank].repetition);
    if (ranks_[rank].left > 0) ended += static_cast<double>(std::count(open_.begin() + first, open_.begin() + last, 0U));
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
