// What one processor of the mesh machine may see and do in one step: its queues, its position, the clock, its own
// counter; nothing of any other.
// Two views build on this, one for each half of a step (E. Miyano and K. Iwama, section 2):
//   MeshInputs  (i)  packets move from the input queues to the output queues, as long as these have places
//   MeshLinks   (ii) every output queue sends at most one packet, if the input queue it faces has a place; it cannot see the input queues
// A packet that has arrived at its destination leaves the queues before (i) of the next step. Both views check what
// they are asked to do: a move into a full queue or off the mesh, of a packet that is not there, and a second packet on
// a channel throw InvariantError naming step, processor and queue.
#pragma once

#include "models/mesh/machine/state.hpp"

namespace dateline {

class MeshProcessor {
 public:
  explicit MeshProcessor(MeshState& mesh)
      : mesh_(mesh), clock_(mesh.clock), side_(mesh.config.side), capacity_(mesh.config.queue), packets_(mesh.packets.data()) {
    for (const Side side : kSides) offset_[static_cast<std::size_t>(side)] = neighbour_of(NodeId(0), side, side_).value();
  }
  void stand_at(NodeId node, ProcessorQueues& queues) {
    node_ = node;
    queues_ = &queues;
  }

  [[nodiscard]] const MeshClock& clock() const { return clock_; }
  [[nodiscard]] MeshPosition position() const { return queues_->position; }
  [[nodiscard]] std::uint32_t& counter() { return queues_->counter; }
  [[nodiscard]] MeshPosition source(MeshPacketId id) const {
    return {static_cast<std::uint16_t>(id.value() / side_), static_cast<std::uint16_t>(id.value() % side_)};
  }

 protected:
  [[nodiscard]] bool holds(std::size_t queue) const { return queues_->count[queue] != 0; }
  [[nodiscard]] NodeId neighbour(Side side) const { return NodeId(node_.value() + offset_[static_cast<std::size_t>(side)]); }
  // visit(before, packet) for each packet of a queue that is held, oldest first, with the one before it in the circle,
  // until it returns true.
  template <typename Visit>
  bool find(std::size_t queue, Visit visit) const {
    const MeshPacketId tail = queues_->tail[queue];
    MeshPacketId before = tail;
    do {
      const MeshPacketId id = packets_[before.value()].next;
      if (visit(before, packets_[id.value()])) return true;
      before = id;
    } while (before != tail);
    return false;
  }
  // Throws InvariantError: "mesh: step 3, processor (1, 2), left output queue: what".
  [[noreturn]] void violate(std::size_t queue, const char* what) const;

  MeshState& mesh_;
  MeshClock clock_;  // of this step
  std::uint32_t side_, capacity_;
  std::array<std::uint32_t, 4> offset_{};  // from a node to its neighbours, modulo 2^32
  MeshPacket* packets_;
  NodeId node_;
  ProcessorQueues* queues_ = nullptr;
};

}  // namespace dateline
