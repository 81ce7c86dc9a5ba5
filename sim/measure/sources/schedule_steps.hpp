// What a schedule in execution does at its events: operations that are ready start, sends offer their messages, and
// what has been sent and has arrived ends (docs/guide/workloads/schedules.md). `kAlone`: nothing but messages has to be
// looked after: no rank dies, no collective is watched, no send names a NIC, and no message takes a cpu.
// Cost: O(1) an event and an edge.
#pragma once

#include <algorithm>
#include <vector>

#include "sim/measure/sources/schedule_state.hpp"

namespace dateline {

struct ScheduleExecution {
  // The schedule must outlive it.
  ScheduleExecution(const Schedule& schedule, const ScheduleOptions& options)
      : state(schedule, options), ready{room_for_followers(), room_for_followers()}, sends{OperationList(0), OperationList(0)} {
    state.dependencies.begin(ready.next);
  }

  ScheduleState state;
  CycleList<OperationList> ready;  // that start
  CycleList<OperationList> sends;  // that offer their messages
  template <typename Archive>
  void io(Archive& archive) {
    auto& [state_of, starting, offering] = *this;
    archive(state_of, starting, offering);
  }

 private:
  [[nodiscard]] OperationList room_for_followers() const { return OperationList(state.dependencies.most_followers()); }
};

template <bool kAlone>
class ScheduleSteps {
 public:
  explicit ScheduleSteps(ScheduleExecution& of) : state_(of.state), of_(of) {}

  // All into their callers, so that what they refer to is found from one address.
  // Starts may make others ready.
  [[gnu::always_inline]] void start_ready(Cycle now) {
    if (of_.ready.now.empty()) return;
    const Operation* const operations = &state_.schedule[0];
    for (std::size_t i = 0; i < of_.ready.now.size();) {
      const std::size_t end = std::min(of_.ready.now.size(), i + kLong);
      of_.sends.now.reserve_more(end - i);
      std::uint32_t* sends = of_.sends.now.cursor();
      for (; i < end; ++i) {
        const std::uint32_t operation = of_.ready.now.begin()[i];
        start(operation, operations[operation], now, sends);
      }
      of_.sends.now.end_at(sends);
    }
    empty(of_.ready.now);
  }

  [[gnu::always_inline]] void offer_sends(Cycle now, bool measured, CompiledNetwork& network) {
    if (of_.sends.now.empty()) return;
    const Operation* const operations = &state_.schedule[0];
    const OperationDependencies& dependencies = state_.dependencies;
    for (const std::uint32_t send : of_.sends.now) {
      const Operation& o = operations[send];
      const std::uint32_t sender = o.rank, receiver = operations[o.partner].rank;
      if (!kAlone && state_.known_dead(receiver)) {  // it goes nowhere
        state_.clocks[sender].send_ends(now + 1);
        end_next(send, now + 1);
        continue;
      }
      const std::uint8_t nic_port = kAlone ? std::uint8_t{0} : state_.nic_port(send);
      state_.packetizer.offer(
          {send, o.amount, {sender, dependencies.repetition(sender)}, {receiver, dependencies.repetition(receiver)}, now, measured, nic_port},
          network);
    }
    empty(of_.sends.now);
  }

  [[gnu::always_inline]] void end_sends(const std::vector<const Packet*>& messages, Cycle now) {
    const Schedule& schedule = state_.schedule;
    Transfers& transfers = state_.packetizer.transfers();
    for (const Packet* message : messages) {
      const std::uint32_t tag = message->order.tag;
      if constexpr (!kAlone) {
        if (state_.failures != nullptr && !state_.failures->crosses(*message)) continue;
      }
      if (!transfers.sent(tag)) continue;
      const std::uint32_t send = transfers.send_of(tag), rank = schedule[send].rank;
      if constexpr (!kAlone) {
        if (state_.dead(rank)) continue;
      }
      state_.clocks[rank].send_ends(now + 1);
      end_next(send, now + 1);
    }
  }
  [[gnu::always_inline]] void receive(const Delivery& delivery) {
    Transfers& transfers = state_.packetizer.transfers();
    const std::uint32_t tag = delivery.packet.order.tag;
    if constexpr (!kAlone) {
      if (state_.failures != nullptr) state_.failures->arrives(delivery.packet);
    }
    if (!transfers.delivered(tag)) return;
    const std::uint32_t recv = state_.schedule[transfers.send_of(tag)].partner, rank = state_.schedule[recv].rank;
    if constexpr (!kAlone) {
      if (state_.dead(rank)) return;
    }
    const std::uint64_t repetition = state_.dependencies.repetition(rank);
    const std::uint64_t ahead = transfers.ahead(tag, repetition);
    transfers.forget(tag);
    if (ahead != 0) return state_.matching.arrive_early(recv, repetition + ahead);
    if (!state_.matching.arrive(recv)) return;
    if constexpr (!kAlone) {
      if (state_.failures != nullptr) state_.clocks[rank].event(delivery.ejected + 1);  // its last, perhaps, if it cannot end
      if (state_.collectives != nullptr) state_.collectives->recv_ends(rank, delivery.ejected + 1);
      if (state_.cpus.receive_occupies(recv)) return state_.cpus.want_next(recv, delivery.ejected + 1);
    }
    end_next(recv, delivery.ejected + 1);
  }
  // An event of cycle from - 1: what waits for it can start in `from`, which is the next cycle. Twice a message: into
  // its callers.
  [[gnu::always_inline]] void end_next(std::uint32_t operation, Cycle from) {
    if (!state_.dependencies.only_lets_go(operation)) return end_any<true>(of_, operation, from);
    state_.dependencies.let_go(operation, of_.ready.next);
  }

 private:
  static constexpr std::size_t kLong = std::size_t{1} << 20U;

  // What the first cycle has, or another that lets all go, would be room for nothing from then on.
  static void empty(OperationList& operations) { operations.size() > kLong ? operations.release() : operations.clear(); }
  // In this cycle, or, where a cpu is needed, asks for it.
  [[gnu::always_inline]] void start(std::uint32_t operation, const Operation& o, Cycle now, std::uint32_t*& sends) {
    switch (o.kind()) {
      case OperationKind::compute:
        if (o.amount > 0) return state_.cpus.want(operation, now);
        if (o.marked != 0) state_.collectives->mark(operation, now);
        if (o.start_counts != 0) state_.dependencies.note_start(operation);
        return end_now(operation, now);
      case OperationKind::send:
        if (!kAlone && state_.cpus.overheads().send > 0) return state_.cpus.want(operation, now);
        if (o.start_counts != 0) state_.dependencies.note_start(operation);
        state_.clocks[o.rank].send_begins(now);
        *sends++ = operation;
        return;
      case OperationKind::recv:
        break;
    }
    const bool arrived = state_.matching.start(operation);
    if (o.start_counts != 0) state_.dependencies.note_start(operation);
    if constexpr (!kAlone) {
      if (!arrived && state_.collectives != nullptr) state_.collectives->recv_begins(o.rank, now);
    }
    if (!arrived) return;
    if (!kAlone && state_.cpus.receive_occupies(operation)) return state_.cpus.want(operation, now);
    end_now(operation, now);
  }
  // What waits for it can start in this cycle.
  void end_now(std::uint32_t operation, Cycle now) {
    if (!state_.dependencies.only_lets_go(operation)) return end_any<false>(of_, operation, now);
    state_.dependencies.let_go(operation, of_.ready.now);
  }
  // With the operation, its rank's repetition may end; kNext: `from` is the next cycle.
  template <bool kNext>
  [[gnu::noinline]] static void end_any(ScheduleExecution& of, std::uint32_t operation, Cycle from) {
    OperationList& ready = kNext ? of.ready.next : of.ready.now;
    if (of.state.dependencies.end(operation, ready)) end_repetition(of.state, of.state.schedule[operation].rank, from, ready);
  }
  [[gnu::noinline]] static void end_repetition(ScheduleState& state, std::uint32_t rank, Cycle from, OperationList& ready) {
    state.clocks[rank].event(from);
    if (state.repetitions != nullptr) state.repetitions->ends(rank, from, state.clocks[rank].times().compute);
    if (!state.dependencies.repeat(rank, ready)) return;
    state.matching.begin(state.schedule.begin(rank), state.schedule.begin(rank + 1), state.dependencies.repetition(rank));
  }

  ScheduleState& state_;
  ScheduleExecution& of_;
};

}  // namespace dateline
