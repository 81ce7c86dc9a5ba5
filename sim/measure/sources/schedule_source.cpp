#include "sim/measure/sources/schedule_source.hpp"

#include <algorithm>

namespace dateline {
namespace {

// Without a branch a number: several at a time.
bool ascend(const OperationList& numbers) {
  const std::uint32_t* const number = numbers.begin();
  std::uint32_t falls = 0;
  for (std::size_t i = 1; i < numbers.size(); ++i) falls |= number[i] < number[i - 1] ? 1U : 0U;
  return falls == 0;
}

}  // namespace

ScheduleSource::ScheduleSource(const Schedule& schedule, const ScheduleOptions& options)
    : run_(schedule, options),
      messages_alone_(run_.state.failures == nullptr && run_.state.collectives == nullptr && run_.state.nic_ports == 1 &&
                      !run_.state.cpus.messages_occupy()) {}

void ScheduleSource::generate(Cycle now, bool measured, CompiledNetwork& network) {
  run_.ready.begin_cycle();
  run_.sends.begin_cycle();
  run_.state.cpus.begin_cycle();
  if (run_.state.failures != nullptr && run_.state.failures->due(now)) fail(now);
  ScheduleSteps<true> alone(run_);
  ScheduleSteps<false> any(run_);
  messages_alone_ ? alone.start_ready(now) : any.start_ready(now);
  occupy_cpus(now);
  // Ends of this cycle, of what takes no time, come before its starts: what waits for both starts in the next one.
  run_.state.dependencies.release_at_starts(run_.ready.next);
  if (!ascend(run_.sends.now)) std::sort(run_.sends.now.begin(), run_.sends.now.end());
  messages_alone_ ? alone.offer_sends(now, measured, network) : any.offer_sends(now, measured, network);
  release_cpus(now);
}

// What dead ranks would have done in this cycle and later is not done.
void ScheduleSource::fail(Cycle now) {
  while (run_.state.failures->due(now)) {
    for (const std::uint32_t rank : run_.state.failures->take()) {
      if (run_.state.dependencies.ended(rank)) continue;  // it had done all
      run_.state.dependencies.drop(rank);
      run_.state.clocks[rank].stops(now);
    }
  }
  const auto dead = [&](std::uint32_t operation) { return run_.state.failures->dead(run_.state.schedule[operation].rank); };
  run_.ready.now.remove_if(dead);
  run_.sends.now.remove_if(dead);
  run_.state.cpus.drop(dead);
}

void ScheduleSource::occupy_cpus(Cycle now) {
  run_.state.cpus.occupy(now, [&](std::uint32_t operation) -> Cycle {
    const Operation& o = run_.state.schedule[operation];
    if (run_.state.dead(o.rank)) return 0;
    run_.state.clocks[o.rank].cpu_taken(now);
    if (run_.state.collectives != nullptr) run_.state.collectives->cpu_taken(o, now);
    if (o.kind() == OperationKind::recv) return 0;
    if (o.kind() == OperationKind::send) run_.state.clocks[o.rank].send_begins(now);
    if (o.start_counts != 0) run_.state.dependencies.note_start(operation);
    if (!run_.state.noise || o.kind() != OperationKind::compute) return 0;
    const Cycle more = run_.state.noise->cycles(o.rank, operation - run_.state.schedule.begin(o.rank), run_.state.dependencies.repetition(o.rank));
    run_.state.noise->check_end(now + o.amount + more);
    return more;
  });
}

// That were occupied up to this cycle.
void ScheduleSource::release_cpus(Cycle now) {
  run_.state.cpus.release(now, [&](std::uint32_t operation) {
    if (run_.state.dead(run_.state.schedule[operation].rank)) return;
    run_.state.clocks[run_.state.schedule[operation].rank].cpu_given(now + 1);
    if (run_.state.collectives != nullptr) run_.state.collectives->cpu_given(run_.state.schedule[operation], now + 1);
    if (run_.state.schedule[operation].kind() == OperationKind::send) {
      run_.sends.next.push(operation);
    } else {
      ScheduleSteps<false>(run_).end_next(operation, now + 1);
    }
  });
}

void ScheduleSource::sent(const std::vector<const Packet*>& messages, Cycle now) {
  messages_alone_ ? ScheduleSteps<true>(run_).end_sends(messages, now) : ScheduleSteps<false>(run_).end_sends(messages, now);
}

void ScheduleSource::lost(const Packet& packet, Cycle next, bool again) {
  if (run_.state.failures == nullptr || !run_.state.failures->takes(packet, again)) return;
  Transfers& transfers = run_.state.packetizer.transfers();
  const std::uint32_t tag = packet.order.tag;
  if (!transfers.sent(tag)) return;
  const std::uint32_t send = transfers.send_of(tag);
  if (run_.state.failures->dead(run_.state.schedule[send].rank)) return;
  run_.state.clocks[run_.state.schedule[send].rank].send_ends(next);
  ScheduleSteps<false>(run_).end_next(send, next);
}

void ScheduleSource::given_up(const Packet& packet) {
  if (run_.state.failures != nullptr) run_.state.failures->gives_up(packet);
}

void ScheduleSource::receive_any(const Delivery& delivery) { ScheduleSteps<false>(run_).receive(delivery); }

void ScheduleSource::delivered(const Delivery& delivery) {
  if (!messages_alone_ || !Transfers::plain(delivery.packet.order.tag)) return receive_any(delivery);
  ScheduleSteps<true>(run_).receive(delivery);
}

Cycle ScheduleSource::next_cycle(Cycle from) const {
  if (!run_.ready.next.empty() || !run_.sends.next.empty()) return from;
  return run_.state.cpus.next_cycle(from).value_or(kNever);
}

std::optional<Cycle> ScheduleSource::completion() const {
  if (run_.state.failures != nullptr && !finished()) return std::nullopt;
  Cycle last = 0;
  for (const RankClock& clock : run_.state.clocks) last = std::max(last, clock.times().end);
  return last;
}

void ScheduleSource::record(std::vector<std::vector<RankSpan>>& spans, std::size_t first) {
  for (std::size_t rank = 0; rank < run_.state.clocks.size(); ++rank) run_.state.clocks[rank].record(spans[first + rank]);
  if (run_.state.collectives != nullptr) run_.state.collectives->record();
  if (run_.state.repetitions != nullptr) run_.state.repetitions->record();
}

}  // namespace dateline
