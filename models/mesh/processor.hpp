// What one processor of the mesh machine may see and do in one step: its queues, its position, the clock, its own counter; nothing of any other.
// Two views build on this, one for each half of a step (E. Miyano and K. Iwama, section 2):
//   MeshInputs  (i)  packets move from the input queues to the output queues, as long as these have places
//   MeshLinks   (ii) every output queue sends at most one packet, if the input queue it faces has a place
// A packet that has arrived at its destination leaves the queues before (i) of the next step. Both views check what they are asked to do: a move into
// a full queue or off the mesh, of a packet that is not there, and a second packet on a channel throw InvariantError naming step, processor and
// queue.
#pragma once

#include <fmt/format.h>

#include "models/mesh/queues.hpp"
#include "models/network/error.hpp"

namespace dateline {

inline constexpr std::uint32_t kUnboundedQueue = 0xffffU;  // packets; no queue of a mesh of the largest side gets there

struct MeshClock {
  std::uint32_t step = 0;   // from 1
  std::uint32_t phase = 0;  // from 0
  std::uint32_t since = 0;  // step within the phase, from 1
};

class MeshProcessor {
 public:
  MeshProcessor(const MeshClock& clock, std::uint32_t side, std::uint32_t capacity, std::vector<MeshPacket>& packets)
      : clock_(clock), side_(side), capacity_(capacity), packets_(packets) {}

  [[nodiscard]] const MeshClock& clock() const { return clock_; }
  [[nodiscard]] MeshPosition position() const { return queues_->position; }
  [[nodiscard]] std::uint32_t& counter() { return queues_->counter; }
  [[nodiscard]] const MeshPacket& packet(PacketId id) const { return packets_[id.value()]; }
  [[nodiscard]] MeshPosition source(PacketId id) const {
    return {static_cast<std::uint16_t>(id.value() / side_), static_cast<std::uint16_t>(id.value() % side_)};
  }

 protected:
  // visit(id, packet) for each packet of the queue, oldest first, until it returns true. Returns the packet before that one, kNoPacket if none did.
  template <typename Visit>
  PacketId find(std::size_t queue, Visit visit) const {
    const PacketId tail = queues_->tail[queue];
    if (tail == kNoPacket) return kNoPacket;
    PacketId before = tail;
    do {
      const PacketId id = packets_[before.value()].next;
      if (visit(id, packets_[id.value()])) return before;
      before = id;
    } while (before != tail);
    return kNoPacket;
  }
  [[noreturn]] void violate(std::size_t queue, const std::string& what) const {
    throw InvariantError(fmt::format("mesh: step {}, processor ({}, {}), {} {} queue: {}", clock_.step, queues_->position.row,
                                     queues_->position.column, name_of(static_cast<Side>(queue % 4)), queue < 4 ? "input" : "output", what));
  }

  [[nodiscard]] bool has_neighbour(Side side) const {
    switch (side) {
      case Side::left:
        return position().column > 0;
      case Side::right:
        return position().column + 1U < side_;
      case Side::top:
        return position().row > 0;
      case Side::bottom:
        return position().row + 1U < side_;
    }
    return false;
  }
  // Takes the packet after `before` out of a queue.
  void remove(std::size_t queue, PacketId before) {
    unlink_after(packets_, queues_->tail[queue], before);
    --queues_->count[queue];
  }

  const MeshClock& clock_;
  const std::uint32_t side_, capacity_;
  std::vector<MeshPacket>& packets_;
  ProcessorQueues* queues_ = nullptr;
};

}  // namespace dateline
