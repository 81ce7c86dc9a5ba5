// Half (i) of a step as one processor sees it: it may move packets from its input queues into its output queues,
// release them, and ask to be woken.
#pragma once

#include "models/mesh/machine/processor.hpp"

namespace dateline {

enum class Hop : std::uint8_t { left, right, top, bottom, stay };  // the first four as Side
[[nodiscard]] constexpr Hop hop_to(Side side) { return static_cast<Hop>(side); }

class MeshInputs final : public MeshProcessor {
 public:
  using MeshProcessor::MeshProcessor;

  [[nodiscard]] bool has_place(Side output) const { return queues_->count[ProcessorQueues::output(output)] < capacity_; }
  // `output` if it has a place, else stay.
  [[nodiscard]] Hop hop_if_place(Side output) const { return has_place(output) ? hop_to(output) : Hop::stay; }

  // decide(side, id, packet) says for every packet of the input queues where it goes now: the left queue, then right,
  // top, bottom; the oldest first.
  template <typename Decide>
  void move_each(Decide decide) {
    queues_->for_each_input([&](Side input) {
      const std::size_t queue = ProcessorQueues::input(input);
      const MeshPacketId last = queues_->tail[queue];
      MeshPacketId before = last, id;
      do {
        id = packets_[before.value()].next;
        const Hop hop = decide(input, id, packets_[id.value()]);
        if (hop == Hop::stay) {
          before = id;
        } else {
          pass(queue, before, static_cast<Side>(hop));
        }
      } while (id != last);
    });
  }
  void move(Side input, MeshPacketId id, Side output) {
    const std::size_t queue = ProcessorQueues::input(input);
    MeshPacketId before;
    const bool found = holds(queue) && find(queue, [&](MeshPacketId previous, const MeshPacket&) {
                         before = previous;
                         return packets_[previous.value()].next == id;
                       });
    if (!found) violate(queue, "a packet that is not there is to move");
    pass(queue, before, output);
  }
  // From now on the packet, one of the input queues, travels to its destination: its waits count, and it is delivered
  // when it gets there.
  void release(MeshPacketId id) {
    if (!is_here(id)) violate(0, "a packet that is not at this processor is to be released");
    MeshPacket& packet = packets_[id.value()];
    packet.released = true;
    packet.arrived = clock_.step - 1;
  }
  // The processor will be visited at the end of `steps` more steps, whatever happens.
  void wake_after(std::uint32_t steps) { mesh_.agenda.wake(node_, clock_.step, clock_.step + steps); }

 private:
  [[nodiscard]] bool is_here(MeshPacketId id) const {
    bool found = false;
    queues_->for_each_input([&](Side input) {
      found =
          found || find(ProcessorQueues::input(input), [&](MeshPacketId before, const MeshPacket&) { return packets_[before.value()].next == id; });
    });
    return found;
  }
  // The packet after `before` goes from an input queue to an output queue.
  [[gnu::always_inline]] void pass(std::size_t input, MeshPacketId before, Side side) {
    const std::size_t output = ProcessorQueues::output(side);
    ProcessorQueues& here = *queues_;
    if (!here.has_neighbour(side)) violate(output, "leads off the mesh");
    if (here.count[output] >= capacity_) violate(output, "is full and is given another packet");
    const MeshPacketId id = packets_[before.value()].next;
    if (here.count[input] == capacity_ && here.has_neighbour(static_cast<Side>(input))) {
      mesh_.agenda.add_now(neighbour(static_cast<Side>(input)));  // there is a place again
    }
    here.take_after(packets_, input, before);
    packets_[id.value()].from_row = input < 2;
    here.append(packets_, output, id);
    std::uint16_t& most = mesh_.result.max_output[static_cast<std::size_t>(side)];
    if (here.count[output] > most) most = here.count[output];
  }
};

}  // namespace dateline
