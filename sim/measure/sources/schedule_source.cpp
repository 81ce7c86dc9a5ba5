#include "sim/measure/sources/schedule_source.hpp"

#include <algorithm>

#include "sim/measure/sources/schedule_steps.hpp"

namespace dateline {
namespace {

// Without a branch a number: several at a time.
bool ascend(const AppendList<std::uint32_t>& numbers) {
  const std::uint32_t* const number = numbers.begin();
  std::uint32_t falls = 0;
  for (std::size_t i = 1; i < numbers.size(); ++i) falls |= number[i] < number[i - 1] ? 1U : 0U;
  return falls == 0;
}

[[gnu::noinline]] void receive_any(ScheduleSteps<false> steps, const Delivery& delivery) { steps.receive(delivery); }

}  // namespace

ScheduleSource::ScheduleSource(const Schedule& schedule, const ScheduleOptions& options)
    : state_(schedule, options),
      messages_alone_(state_.failures == nullptr && state_.collectives == nullptr && state_.nic_ports == 1 && !state_.cpus.messages_occupy()) {
  state_.dependencies.begin(ready_.next);
}

void ScheduleSource::generate(Cycle now, bool measured, CompiledNetwork& network) {
  ready_.begin_cycle();
  sends_.begin_cycle();
  state_.cpus.begin_cycle();
  state_.dependencies.make_room(ready_.now);
  state_.dependencies.make_room(ready_.next);
  if (state_.failures != nullptr && state_.failures->due(now)) fail(now);
  ScheduleSteps<true> alone(state_, ready_, sends_);
  ScheduleSteps<false> any(state_, ready_, sends_);
  messages_alone_ ? alone.start_ready(now) : any.start_ready(now);
  occupy_cpus(now);
  // Ends of this cycle, of what takes no time, come before its starts: what waits for both starts in the next one.
  state_.dependencies.release_at_starts(ready_.next);
  if (!ascend(sends_.now)) std::sort(sends_.now.begin(), sends_.now.end());
  messages_alone_ ? alone.offer_sends(now, measured, network) : any.offer_sends(now, measured, network);
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
      ScheduleSteps<false>(state_, ready_, sends_).end_next(operation, now + 1);
    }
  });
}

void ScheduleSource::sent(const std::vector<const Packet*>& messages, Cycle now) {
  messages_alone_ ? ScheduleSteps<true>(state_, ready_, sends_).end_sends(messages, now)
                  : ScheduleSteps<false>(state_, ready_, sends_).end_sends(messages, now);
}

void ScheduleSource::lost(const Packet& packet, Cycle next, bool again) {
  if (state_.failures == nullptr || !state_.failures->takes(packet, again)) return;
  Transfers& transfers = state_.packetizer.transfers();
  const std::uint32_t tag = packet.order.tag;
  if (!transfers.sent(tag)) return;
  const std::uint32_t send = transfers.send_of(tag);
  if (state_.failures->dead(state_.schedule[send].rank)) return;
  state_.clocks[state_.schedule[send].rank].send_ends(next);
  ScheduleSteps<false>(state_, ready_, sends_).end_next(send, next);
}

void ScheduleSource::given_up(const Packet& packet) {
  if (state_.failures != nullptr) state_.failures->gives_up(packet);
}

void ScheduleSource::delivered(const Delivery& delivery) {
  if (!messages_alone_ || !Transfers::plain(delivery.packet.order.tag)) return receive_any(ScheduleSteps<false>(state_, ready_, sends_), delivery);
  ScheduleSteps<true>(state_, ready_, sends_).receive(delivery);
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
