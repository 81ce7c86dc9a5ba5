// The packets of a mesh machine and the eight queues of each processor. A queue is a circular list through its packets, so it has any capacity, keeps
// the order of entry, and gives up a packet from its middle. Memory: 64 bytes a processor and 16 a packet, whatever the capacity.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/mesh/side.hpp"

namespace dateline {

using PacketId = Id<struct PacketTag, std::uint32_t>;  // the node a packet starts from: every node has at most one
inline constexpr PacketId kNoPacket{0xffffffffU};

struct MeshPacket {
  MeshPosition destination;
  PacketId next;              // in its queue
  std::uint32_t arrived = 0;  // the step in which it came to where it is, or the one before its release there
  std::uint16_t phase = 0;
  bool released = false;  // it travels towards its destination: its waits count, and it is delivered when it gets there
  bool turned = false;    // it last came along the row into an output queue of the column
};

struct alignas(64) ProcessorQueues {
  std::array<PacketId, 8> tail{kNoPacket, kNoPacket, kNoPacket, kNoPacket, kNoPacket, kNoPacket, kNoPacket, kNoPacket};
  std::array<std::uint16_t, 8> count{};  // of an input queue: with the packet that has arrived and leaves at the next step
  MeshPosition position;
  std::uint32_t counter = 0;  // the algorithm's own
  bool in_visits = false, in_links = false;

  [[nodiscard]] static constexpr std::size_t input(Side side) { return static_cast<std::size_t>(side); }
  [[nodiscard]] static constexpr std::size_t output(Side side) { return 4 + static_cast<std::size_t>(side); }
  [[nodiscard]] bool holds(std::size_t first, std::size_t last) const {
    for (std::size_t q = first; q < last; ++q) {
      if (tail[q] != kNoPacket) return true;
    }
    return false;
  }
  [[nodiscard]] bool holds_inputs() const { return holds(0, 4); }
  [[nodiscard]] bool holds_outputs() const { return holds(4, 8); }
};
static_assert(sizeof(ProcessorQueues) == 64 && sizeof(MeshPacket) == 16);

inline void append(std::vector<MeshPacket>& packets, PacketId& tail, PacketId id) {
  MeshPacket& packet = packets[id.value()];
  if (tail == kNoPacket) {
    packet.next = id;
  } else {
    MeshPacket& last = packets[tail.value()];
    packet.next = last.next;
    last.next = id;
  }
  tail = id;
}

// Takes out the packet that follows `before` in the circle.
inline void unlink_after(std::vector<MeshPacket>& packets, PacketId& tail, PacketId before) {
  MeshPacket& previous = packets[before.value()];
  const PacketId id = previous.next;
  previous.next = packets[id.value()].next;
  if (tail == id) tail = before == id ? kNoPacket : before;
}

}  // namespace dateline
