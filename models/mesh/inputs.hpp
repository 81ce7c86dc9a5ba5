// Half (i) of a step as one processor sees it: it may move packets from its input queues into its output queues, release them, and ask to be woken.
#pragma once

#include "models/mesh/agenda.hpp"
#include "models/mesh/processor.hpp"

namespace dateline {

enum class Hop : std::uint8_t { left, right, top, bottom, stay };  // the first four as Side
[[nodiscard]] constexpr Hop hop_to(Side side) { return static_cast<Hop>(side); }

class MeshInputs final : public MeshProcessor {
 public:
  MeshInputs(const MeshClock& clock, std::uint32_t side, std::uint32_t capacity, std::vector<MeshPacket>& packets, MeshAgenda& agenda)
      : MeshProcessor(clock, side, capacity, packets), agenda_(agenda) {}
  void stand_at(NodeId node, ProcessorQueues& queues) {
    node_ = node;
    queues_ = &queues;
  }

  [[nodiscard]] bool has_place(Side output) const { return queues_->count[ProcessorQueues::output(output)] < capacity_; }
  // `output` if it has a place, else stay.
  [[nodiscard]] Hop hop_if_place(Side output) const { return has_place(output) ? hop_to(output) : Hop::stay; }

  // look(id, packet) at every packet of an input queue, oldest first.
  template <typename Look>
  void for_each(Side input, Look look) const {
    find(ProcessorQueues::input(input), [&](PacketId id, const MeshPacket& packet) {
      look(id, packet);
      return false;
    });
  }
  // decide(id, packet) says for every packet of an input queue, oldest first, where it goes now.
  template <typename Decide>
  void move_each(Side input, Decide decide) {
    const std::size_t queue = ProcessorQueues::input(input);
    const PacketId last = queues_->tail[queue];
    if (last == kNoPacket) return;
    PacketId before = last;
    PacketId id;
    do {
      id = packets_[before.value()].next;
      const Hop hop = decide(id, packets_[id.value()]);
      if (hop == Hop::stay) {
        before = id;
      } else {
        pass(queue, before, static_cast<Side>(hop));
      }
    } while (id != last);
  }
  void move(Side input, PacketId id, Side output) {
    const std::size_t queue = ProcessorQueues::input(input);
    const PacketId before = find(queue, [&](PacketId other, const MeshPacket&) { return other == id; });
    if (before == kNoPacket) violate(queue, fmt::format("packet {} is not there", id.value()));
    pass(queue, before, output);
  }
  // From now on the packet travels to its destination: its waits count, and it is delivered when it gets there.
  void release(PacketId id) {
    MeshPacket& packet = packets_[id.value()];
    packet.released = true;
    packet.arrived = clock_.step - 1;
  }
  // The processor will be visited at the end of `steps` more steps, whatever happens.
  void wake_after(std::uint32_t steps) { agenda_.wake(node_, clock_.step, clock_.step + steps); }

 private:
  // The packet after `before` goes from an input queue to an output queue.
  void pass(std::size_t input, PacketId before, Side side) {
    const std::size_t output = ProcessorQueues::output(side);
    if (!has_neighbour(side)) violate(output, "leads off the mesh");
    if (queues_->count[output] >= capacity_) violate(output, fmt::format("is full with {} packets and is given another", capacity_));
    const PacketId id = packets_[before.value()].next;
    const bool was_full = queues_->count[input] == capacity_;
    remove(input, before);
    packets_[id.value()].turned = input < 2 && !is_horizontal(side);
    append(packets_, queues_->tail[output], id);
    ++queues_->count[output];
    if (was_full && has_neighbour(static_cast<Side>(input))) agenda_.link(neighbour_of(node_, static_cast<Side>(input), side_));
  }

  NodeId node_;
  MeshAgenda& agenda_;
};

}  // namespace dateline
