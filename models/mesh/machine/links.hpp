// Half (ii) of a step as one processor sees it: each output queue may send one packet, if the input queue it faces has
// a place. Nothing that it sees here can be changed by another processor's sending, as every input queue has one
// feeder; so packets arrive at once, in any order of processors.
#pragma once

#include <optional>

#include "models/mesh/machine/processor.hpp"

namespace dateline {

class MeshLinks final : public MeshProcessor {
 public:
  using MeshProcessor::MeshProcessor;

  // visit(side) for each side that has a packet to send, and a place where it goes; send it or let it be.
  template <typename Visit>
  void for_each_sendable(Visit visit) const {
    queues_->for_each_output([&](Side side) {
      if (has_place(side)) visit(side);
    });
  }
  void send_oldest(Side side) { send_after(side, queues_->tail[ProcessorQueues::output(side)]); }
  // The packet p with the largest rank(p); the oldest of those.
  template <typename Rank>
  void send_largest(Side side, Rank rank) {
    const std::size_t queue = ProcessorQueues::output(side);
    MeshPacketId best = queues_->tail[queue];
    if (holds(queue) && packets_[best.value()].next != best) {
      std::optional<decltype(rank(packets_[0]))> best_rank;
      find(queue, [&](MeshPacketId before, const MeshPacket& packet) {
        const auto value = rank(packet);
        if (!best_rank || value > *best_rank) {
          best = before;
          best_rank = value;
        }
        return false;
      });
    }
    send_after(side, best);
  }

  // For the machine, around the decisions of one processor.
  void begin() { sent_ = 0; }
  [[nodiscard]] bool has_sent() const { return sent_ != 0; }

 private:
  [[nodiscard]] bool has_place(Side side) const {
    return mesh_.queues[neighbour(side).value()].count[ProcessorQueues::input(opposite(side))] < capacity_;
  }
  [[gnu::always_inline]] void send_after(Side side, MeshPacketId before) {
    const std::size_t output = ProcessorQueues::output(side), input = ProcessorQueues::input(opposite(side));
    const unsigned bit = 1U << static_cast<unsigned>(side);
    if ((sent_ & bit) != 0) violate(output, "sends a second packet in one step");
    if (!holds(output)) violate(output, "is empty and is to send");
    const NodeId to = neighbour(side);
    ProcessorQueues& there = mesh_.queues[to.value()];
    if (there.count[input] >= capacity_) violate(output, "faces a full input queue and is to send");
    sent_ |= bit;
    const MeshPacketId id = packets_[before.value()].next;
    queues_->take_after(packets_, output, before);
    ++mesh_.result.moves;
    arrive(id, {id, to, opposite(side)}, there);
  }
  [[gnu::always_inline]] void arrive(MeshPacketId id, const MeshCrossing& crossing, ProcessorQueues& there) {
    MeshPacket& packet = packets_[id.value()];
    const std::size_t input = ProcessorQueues::input(crossing.side);
    std::uint16_t& most = mesh_.result.max_input[input];
    if (there.count[input] >= most) most = static_cast<std::uint16_t>(there.count[input] + 1);
    const std::uint32_t wait = clock_.step - packet.arrived - 1;
    packet.arrived = clock_.step;
    if (mesh_.observer != nullptr) mesh_.observer->crossed(clock_.step, crossing);
    if (packet.released) {
      if (wait != 0) count_wait(packet, wait, is_horizontal(crossing.side));
      if (packet.destination == there.position) {
        ++there.count[input];
        deliver(crossing);
        return;
      }
    }
    there.append(packets_, input, id);
    mesh_.agenda.add_next(crossing.to);
  }
  [[gnu::noinline]] void count_wait(const MeshPacket& packet, std::uint32_t wait, bool horizontal) {
    MeshWaits& waits = mesh_.result.waits;
    std::uint64_t& sum = horizontal ? waits.row : packet.from_row ? waits.turn : waits.column;
    std::uint32_t& most = horizontal ? waits.max_row : packet.from_row ? waits.max_turn : waits.max_column;
    sum += wait;
    if (wait > most) most = wait;
  }
  [[gnu::noinline]] void deliver(const MeshCrossing& crossing) {
    mesh_.leaving.push_back(crossing.to.value() * 8 + static_cast<std::uint32_t>(crossing.side));
    ++mesh_.result.delivered;
    --mesh_.left;
    mesh_.result.steps = clock_.step;
    mesh_.result.phase_finished[clock_.phase] = clock_.since;
  }

  unsigned sent_ = 0;  // sides that have sent in this step
};

}  // namespace dateline
