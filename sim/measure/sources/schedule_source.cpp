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

[[gnu::noinline]] void end_repetition(ScheduleState& state, std::uint32_t rank, Cycle from, AppendList<std::uint32_t>& ready) {
  state.clocks[rank].event(from);
  if (!state.dependencies.repeat(rank, ready)) return;
  state.matching.begin(state.schedule.begin(rank), state.schedule.begin(rank + 1), state.dependencies.repetition(rank));
}

}  // namespace

ScheduleSource::ScheduleSource(const Schedule& schedule, const ScheduleOptions& options) : state_(schedule, options) {
  state_.dependencies.begin(ready_.next);
}

// Twice a message: into its callers.
[[gnu::always_inline]] inline void ScheduleSource::end(std::uint32_t operation, Cycle from, Operations& ready) {
  if (state_.dependencies.end(operation, ready)) end_repetition(state_, state_.schedule[operation].rank, from, ready);
}

// In this cycle, or, where a cpu is needed, asks for it.
[[gnu::always_inline]] inline void ScheduleSource::start(std::uint32_t operation, Cycle now) {
  const Operation& o = state_.schedule[operation];
  switch (o.kind()) {
    case OperationKind::compute:
      if (o.amount > 0) return state_.cpus.want(operation, now);
      if (o.marked != 0) state_.collectives->mark(operation, now);
      if (o.start_counts != 0) state_.dependencies.note_start(operation);
      return end(operation, now, ready_.now);
    case OperationKind::send:
      if (state_.cpus.overheads().send > 0) return state_.cpus.want(operation, now);
      if (o.start_counts != 0) state_.dependencies.note_start(operation);
      state_.clocks[o.rank].send_begins(now);
      sends_.now.append(operation);
      return;
    case OperationKind::recv:
      break;
  }
  const bool arrived = state_.matching.start(operation);
  if (o.start_counts != 0) state_.dependencies.note_start(operation);
  if (!arrived && state_.collectives != nullptr) state_.collectives->recv_begins(o.rank, now);
  if (!arrived) return;
  if (state_.cpus.receive_occupies(operation)) return state_.cpus.want(operation, now);
  end(operation, now, ready_.now);
}

void ScheduleSource::generate(Cycle now, bool measured, CompiledNetwork& network) {
  ready_.begin_cycle();
  sends_.begin_cycle();
  state_.cpus.begin_cycle();
  state_.dependencies.make_room(ready_.now);
  state_.dependencies.make_room(ready_.next);
  if (state_.failures != nullptr && state_.failures->due(now)) fail(now);
  for (std::size_t i = 0; i < ready_.now.size();) {
    sends_.now.reserve_more(ready_.now.size() - i);
    for (const std::size_t end = ready_.now.size(); i < end; ++i) start(ready_.now[i], now);  // which may make others ready
  }
  ready_.now.clear();
  occupy_cpus(now);
  // Ends of this cycle, of what takes no time, come before its starts: what waits for both starts in the next one.
  state_.dependencies.release_at_starts(ready_.next);
  if (!ascend(sends_.now)) std::sort(sends_.now.begin(), sends_.now.end());
  for (const std::uint32_t send : sends_.now) offer(send, now, measured, network);
  sends_.now.clear();
  release_cpus(now);
}

// What dead ranks would have done in this cycle and later is not done.
void ScheduleSource::fail(Cycle now) {
  while (state_.failures->due(now)) {
    for (const std::uint32_t rank : state_.failures->take()) {
      if (state_.dependencies.ended(rank)) continue;  // it had done all
      state_.dependencies.drop(rank);
      state_.clocks[rank].stops(now);
    }
  }
  const auto dead = [&](std::uint32_t operation) { return state_.failures->dead(state_.schedule[operation].rank); };
  ready_.now.remove_if(dead);
  sends_.now.remove_if(dead);
  state_.cpus.drop(dead);
}

void ScheduleSource::occupy_cpus(Cycle now) {
  state_.cpus.occupy(now, [&](std::uint32_t operation) -> Cycle {
    const Operation& o = state_.schedule[operation];
    if (state_.dead(o.rank)) return 0;
    state_.clocks[o.rank].cpu_taken(now);
    if (state_.collectives != nullptr) state_.collectives->cpu_taken(o, now);
    if (o.kind() == OperationKind::recv) return 0;
    if (o.kind() == OperationKind::send) state_.clocks[o.rank].send_begins(now);
    if (o.start_counts != 0) state_.dependencies.note_start(operation);
    if (!state_.noise || o.kind() != OperationKind::compute) return 0;
    return state_.noise->cycles(o.rank, operation - state_.schedule.begin(o.rank), state_.dependencies.repetition(o.rank));
  });
}

// That were occupied up to this cycle.
void ScheduleSource::release_cpus(Cycle now) {
  state_.cpus.release(now, [&](std::uint32_t operation) {
    if (state_.dead(state_.schedule[operation].rank)) return;
    state_.clocks[state_.schedule[operation].rank].cpu_given(now + 1);
    if (state_.collectives != nullptr) state_.collectives->cpu_given(state_.schedule[operation], now + 1);
    if (state_.schedule[operation].kind() == OperationKind::send) {
      sends_.next.push(operation);
    } else {
      end(operation, now + 1, ready_.next);
    }
  });
}

[[gnu::always_inline]] inline void ScheduleSource::offer(std::uint32_t send, Cycle now, bool measured, CompiledNetwork& network) {
  const Operation& o = state_.schedule[send];
  const std::uint32_t receiver = state_.schedule[o.partner].rank;
  if (state_.known_dead(receiver)) {  // it goes nowhere
    state_.clocks[o.rank].send_ends(now + 1);
    return end(send, now + 1, ready_.next);
  }
  const OperationDependencies& dependencies = state_.dependencies;
  state_.packetizer.offer({send, o.amount, {o.rank, dependencies.repetition(o.rank)}, {receiver, dependencies.repetition(receiver)}, now, measured, state_.nic_port(send)},
                          network);
}

void ScheduleSource::sent(const std::vector<const Packet*>& messages, Cycle now) {
  Transfers& transfers = state_.packetizer.transfers();
  for (const Packet* message : messages) {
    const std::uint32_t tag = message->order.tag;
    if (state_.failures != nullptr && !state_.failures->crosses(*message)) continue;
    if (!transfers.sent(tag)) continue;
    const std::uint32_t send = transfers.send_of(tag);
    if (state_.dead(state_.schedule[send].rank)) continue;
    state_.clocks[state_.schedule[send].rank].send_ends(now + 1);
    end(send, now + 1, ready_.next);
  }
}

void ScheduleSource::lost(const Packet& packet, Cycle next, bool again) {
  if (state_.failures == nullptr || !state_.failures->takes(packet, again)) return;
  Transfers& transfers = state_.packetizer.transfers();
  const std::uint32_t tag = packet.order.tag;
  if (!transfers.sent(tag)) return;
  const std::uint32_t send = transfers.send_of(tag);
  if (state_.failures->dead(state_.schedule[send].rank)) return;
  state_.clocks[state_.schedule[send].rank].send_ends(next);
  end(send, next, ready_.next);
}

void ScheduleSource::given_up(const Packet& packet) {
  if (state_.failures != nullptr) state_.failures->gives_up(packet);
}

void ScheduleSource::delivered(const Delivery& delivery) {
  Transfers& transfers = state_.packetizer.transfers();
  const std::uint32_t tag = delivery.packet.order.tag;
  if (state_.failures != nullptr) state_.failures->arrives(delivery.packet);
  if (!transfers.delivered(tag)) return;
  const std::uint32_t recv = state_.schedule[transfers.send_of(tag)].partner;
  if (state_.dead(state_.schedule[recv].rank)) return;
  const std::uint64_t repetition = state_.dependencies.repetition(state_.schedule[recv].rank);
  const std::uint64_t ahead = transfers.ahead(tag, repetition);
  transfers.forget(tag);
  if (ahead != 0) return state_.matching.arrive_early(recv, repetition + ahead);
  if (!state_.matching.arrive(recv)) return;
  if (state_.failures != nullptr) state_.clocks[state_.schedule[recv].rank].event(delivery.ejected + 1);  // its last, perhaps, if it cannot end
  if (state_.collectives != nullptr) state_.collectives->recv_ends(state_.schedule[recv].rank, delivery.ejected + 1);
  if (state_.cpus.receive_occupies(recv)) return state_.cpus.want_next(recv, delivery.ejected + 1);
  end(recv, delivery.ejected + 1, ready_.next);
}

Cycle ScheduleSource::next_cycle(Cycle from) const {
  if (!ready_.next.empty() || !sends_.next.empty()) return from;
  return state_.cpus.next_cycle(from).value_or(kNever);
}

std::optional<Cycle> ScheduleSource::completion() const {
  if (state_.failures != nullptr && !finished()) return std::nullopt;
  Cycle last = 0;
  for (const RankClock& clock : state_.clocks) last = std::max(last, clock.times().end);
  return last;
}

void ScheduleSource::record(std::vector<std::vector<RankSpan>>& spans, std::size_t first) {
  for (std::size_t rank = 0; rank < state_.clocks.size(); ++rank) state_.clocks[rank].record(spans[first + rank]);
  if (state_.collectives != nullptr) state_.collectives->record();
}

}  // namespace dateline
