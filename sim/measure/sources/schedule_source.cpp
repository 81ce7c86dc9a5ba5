#include "sim/measure/sources/schedule_source.hpp"

#include <algorithm>

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
    : schedule_(schedule),
      dependencies_(schedule),
      cpus_(schedule, {options.send_overhead, options.receive_overhead, options.reduce_cost}),
      noise_(options.noise),
      matching_(schedule.size()),
      packetizer_(options.sizes, options.places),
      clocks_(schedule.ranks()),
      collectives_(schedule.collectives().empty() ? nullptr : std::make_unique<CollectiveClock>(schedule)),
      failures_(options.failures.empty() ? nullptr : std::make_unique<RankFailures>(options.failures, options.places)) {
  dependencies_.begin(ready_.next);
}

[[gnu::noinline]] void ScheduleSource::end_repetition(std::uint32_t rank, Cycle from, Operations& ready) {
  clocks_[rank].event(from);
  if (!dependencies_.repeat(rank, ready)) return;
  matching_.begin(schedule_.begin(rank), schedule_.begin(rank + 1), dependencies_.repetition(rank));
}

// Twice a message: into its callers.
[[gnu::always_inline]] inline void ScheduleSource::end(std::uint32_t operation, Cycle from, Operations& ready) {
  if (dependencies_.end(operation, ready)) end_repetition(schedule_[operation].rank, from, ready);
}

// In this cycle, or, where a cpu is needed, asks for it.
[[gnu::always_inline]] inline void ScheduleSource::start(std::uint32_t operation, Cycle now) {
  const Operation& o = schedule_[operation];
  switch (o.kind()) {
    case OperationKind::compute:
      if (o.amount > 0) return cpus_.want(operation, now);
      if (o.marked != 0) collectives_->mark(operation, now);
      if (o.start_counts != 0) dependencies_.note_start(operation);
      return end(operation, now, ready_.now);
    case OperationKind::send:
      if (cpus_.overheads().send > 0) return cpus_.want(operation, now);
      if (o.start_counts != 0) dependencies_.note_start(operation);
      clocks_[o.rank].send_begins(now);
      sends_.now.append(operation);
      return;
    case OperationKind::recv:
      break;
  }
  const bool arrived = matching_.start(operation);
  if (o.start_counts != 0) dependencies_.note_start(operation);
  if (!arrived && collectives_ != nullptr) collectives_->recv_begins(o.rank, now);
  if (!arrived) return;
  if (cpus_.receive_occupies(operation)) return cpus_.want(operation, now);
  end(operation, now, ready_.now);
}

void ScheduleSource::generate(Cycle now, bool measured, CompiledNetwork& network) {
  ready_.begin_cycle();
  sends_.begin_cycle();
  cpus_.begin_cycle();
  dependencies_.make_room(ready_.now);
  dependencies_.make_room(ready_.next);
  if (failures_ != nullptr && failures_->due(now)) fail(now);
  for (std::size_t i = 0; i < ready_.now.size();) {
    sends_.now.reserve_more(ready_.now.size() - i);
    for (const std::size_t end = ready_.now.size(); i < end; ++i) start(ready_.now[i], now);  // which may make others ready
  }
  ready_.now.clear();
  occupy_cpus(now);
  // Ends of this cycle, of what takes no time, come before its starts: what waits for both starts in the next one.
  dependencies_.release_at_starts(ready_.next);
  if (!ascend(sends_.now)) std::sort(sends_.now.begin(), sends_.now.end());
  for (const std::uint32_t send : sends_.now) offer(send, now, measured, network);
  sends_.now.clear();
  release_cpus(now);
}

// What dead ranks would have done in this cycle and later is not done; what occupies a cpu ends without effect.
void ScheduleSource::fail(Cycle now) {
  while (failures_->due(now)) {
    for (const std::uint32_t rank : failures_->take()) {
      dependencies_.drop(rank);
      clocks_[rank].stops(now);
    }
  }
  const auto dead = [&](std::uint32_t operation) { return failures_->dead(schedule_[operation].rank); };
  ready_.now.remove_if(dead);
  sends_.now.remove_if(dead);
}

void ScheduleSource::occupy_cpus(Cycle now) {
  cpus_.occupy(now, [&](std::uint32_t operation) -> Cycle {
    const Operation& o = schedule_[operation];
    if (failures_ != nullptr && failures_->dead(o.rank)) return 0;
    clocks_[o.rank].cpu_taken(now);
    if (collectives_ != nullptr) collectives_->cpu_taken(o, now);
    if (o.kind() == OperationKind::recv) return 0;
    if (o.kind() == OperationKind::send) clocks_[o.rank].send_begins(now);
    if (o.start_counts != 0) dependencies_.note_start(operation);
    if (!noise_ || o.kind() != OperationKind::compute) return 0;
    return noise_->cycles(o.rank, operation - schedule_.begin(o.rank), dependencies_.repetition(o.rank));
  });
}

// That were occupied up to this cycle.
void ScheduleSource::release_cpus(Cycle now) {
  cpus_.release(now, [&](std::uint32_t operation) {
    if (failures_ != nullptr && failures_->dead(schedule_[operation].rank)) return;
    clocks_[schedule_[operation].rank].cpu_given(now + 1);
    if (collectives_ != nullptr) collectives_->cpu_given(schedule_[operation], now + 1);
    if (schedule_[operation].kind() == OperationKind::send) {
      sends_.next.push(operation);
    } else {
      end(operation, now + 1, ready_.next);
    }
  });
}

[[gnu::always_inline]] inline void ScheduleSource::offer(std::uint32_t send, Cycle now, bool measured, CompiledNetwork& network) {
  const Operation& o = schedule_[send];
  const std::uint32_t receiver = schedule_[o.partner].rank;
  if (failures_ != nullptr && failures_->gone(receiver)) {  // it goes nowhere
    clocks_[o.rank].send_ends(now + 1);
    return end(send, now + 1, ready_.next);
  }
  packetizer_.offer({send, o.amount, {o.rank, dependencies_.repetition(o.rank)}, {receiver, dependencies_.repetition(receiver)}, now, measured},
                    network);
}

void ScheduleSource::sent(const std::vector<const Packet*>& messages, Cycle now) {
  Transfers& transfers = packetizer_.transfers();
  for (const Packet* message : messages) {
    const std::uint32_t tag = message->order.tag;
    if (failures_ != nullptr && !failures_->crosses(*message)) continue;
    if (!transfers.sent(tag)) continue;
    const std::uint32_t send = transfers.send_of(tag);
    if (failures_ != nullptr && failures_->dead(schedule_[send].rank)) continue;
    clocks_[schedule_[send].rank].send_ends(now + 1);
    end(send, now + 1, ready_.next);
  }
}

void ScheduleSource::lost(const Packet& packet, Cycle next, bool again) {
  if (failures_ == nullptr || !failures_->takes(packet, again)) return;
  Transfers& transfers = packetizer_.transfers();
  const std::uint32_t tag = packet.order.tag;
  if (!transfers.sent(tag)) return;
  const std::uint32_t send = transfers.send_of(tag);
  if (failures_->dead(schedule_[send].rank)) return;
  clocks_[schedule_[send].rank].send_ends(next);
  end(send, next, ready_.next);
}

void ScheduleSource::given_up(const Packet& packet) {
  if (failures_ != nullptr) failures_->gives_up(packet);
}

void ScheduleSource::delivered(const Delivery& delivery) {
  Transfers& transfers = packetizer_.transfers();
  const std::uint32_t tag = delivery.packet.order.tag;
  if (failures_ != nullptr) failures_->arrives(delivery.packet);
  if (!transfers.delivered(tag)) return;
  const std::uint32_t recv = schedule_[transfers.send_of(tag)].partner;
  if (failures_ != nullptr && failures_->dead(schedule_[recv].rank)) return;
  const std::uint64_t repetition = dependencies_.repetition(schedule_[recv].rank);
  const std::uint64_t ahead = transfers.ahead(tag, repetition);
  transfers.forget(tag);
  if (ahead != 0) return matching_.arrive_early(recv, repetition + ahead);
  if (!matching_.arrive(recv)) return;
  if (collectives_ != nullptr) collectives_->recv_ends(schedule_[recv].rank, delivery.ejected + 1);
  if (cpus_.receive_occupies(recv)) return cpus_.want_next(recv, delivery.ejected + 1);
  end(recv, delivery.ejected + 1, ready_.next);
}

Cycle ScheduleSource::next_cycle(Cycle from) const {
  if (!ready_.next.empty() || !sends_.next.empty()) return from;
  return cpus_.next_cycle(from).value_or(kNever);
}

std::vector<std::uint32_t> ScheduleSource::dead() const {
  std::vector<std::uint32_t> ranks;
  for (std::uint32_t rank = 0; failures_ != nullptr && rank < schedule_.ranks(); ++rank) {
    if (failures_->dead(rank)) ranks.push_back(rank);
  }
  return ranks;
}

std::uint32_t ScheduleSource::unfinished() const {
  std::uint32_t count = 0;
  for (std::uint32_t rank = 0; rank < schedule_.ranks(); ++rank) {
    if (!dependencies_.ended(rank) && !(failures_ != nullptr && failures_->dead(rank))) ++count;
  }
  return count;
}

std::vector<RankWait> ScheduleSource::waits() const {
  std::vector<RankWait> list;
  for (std::uint32_t rank = 0; failures_ != nullptr && rank < schedule_.ranks(); ++rank) {
    if (dependencies_.ended(rank) || failures_->dead(rank)) continue;
    std::map<std::uint32_t, std::uint64_t> messages;
    for (std::uint32_t i = schedule_.begin(rank); i < schedule_.begin(rank + 1); ++i) {
      if (schedule_[i].kind() == OperationKind::recv && matching_.waits(i)) ++messages[schedule_[schedule_[i].partner].rank];
    }
    for (const auto& [other, count] : messages) list.push_back({rank, other, count});
  }
  return list;
}

std::optional<Cycle> ScheduleSource::completion() const {
  if (failures_ != nullptr && !finished()) return std::nullopt;
  Cycle last = 0;
  for (const RankClock& clock : clocks_) last = std::max(last, clock.times().end);
  return last;
}

void ScheduleSource::record(std::vector<std::vector<RankSpan>>& spans, std::size_t first) {
  for (std::size_t rank = 0; rank < clocks_.size(); ++rank) clocks_[rank].record(spans[first + rank]);
}

std::vector<RankTimes> ScheduleSource::times() const {
  std::vector<RankTimes> times;
  for (const RankClock& clock : clocks_) times.push_back(clock.times());
  return times;
}

}  // namespace dateline
