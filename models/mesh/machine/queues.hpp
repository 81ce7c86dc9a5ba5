// The packets of a mesh machine and the eight queues of each processor. A queue is a circular list through its packets,
// so it has any capacity, keeps the order of entry, and gives up a packet from its middle. Memory: 64 bytes a processor
// and 16 a packet, whatever the capacity.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#include "models/mesh/machine/side.hpp"

namespace dateline {

using MeshPacketId = Id<struct MeshPacketTag, std::uint32_t>;  // the node a packet starts from: every node has at most one

struct MeshPacket {
  MeshPosition destination;
  MeshPacketId next;          // in its queue
  std::uint32_t arrived = 0;  // the step in which it came to where it is, or the one before its release there
  std::uint16_t phase = 0;
  bool released = false;  // it travels towards its destination: its waits count, and it is delivered when it gets there
  bool from_row = false;  // it came to its output queue from the left or right input queue; into a column queue: it turned
};

struct alignas(64) ProcessorQueues {
  // Four input queues, then four output queues, each by side.
  std::array<MeshPacketId, 8> tail{};    // the newest packet, of a queue that is not empty
  std::array<std::uint16_t, 8> count{};  // of an input queue: with the packet that has arrived and leaves at the next step
  MeshPosition position;
  std::uint32_t counter = 0;     // the algorithm's own
  std::uint32_t listed = 0;      // the last step that has this processor on its agenda
  std::uint32_t neighbours = 0;  // bit side: there is one

  [[nodiscard]] static constexpr std::size_t input(Side side) { return static_cast<std::size_t>(side); }
  [[nodiscard]] static constexpr std::size_t output(Side side) { return 4 + static_cast<std::size_t>(side); }
  [[nodiscard]] bool has_neighbour(Side side) const { return ((neighbours >> static_cast<unsigned>(side)) & 1U) != 0; }
  [[nodiscard]] bool holds_inputs() const { return holds(0); }
  [[nodiscard]] bool holds_outputs() const { return holds(4); }
  // visit(side) for each input queue, or output queue, that is not empty, in the order left, right, top, bottom.
  template <typename Visit>
  void for_each_input(Visit visit) const {
    for_each_of(0, visit);
  }
  template <typename Visit>
  void for_each_output(Visit visit) const {
    for_each_of(4, visit);
  }

  void append(MeshPacket* packets, std::size_t queue, MeshPacketId id) {
    MeshPacket& packet = packets[id.value()];
    MeshPacketId& last = tail[queue];
    if (count[queue]++ == 0) {
      packet.next = id;
    } else {
      packet.next = packets[last.value()].next;
      packets[last.value()].next = id;
    }
    last = id;
  }
  // Takes out the packet that follows `before` in the circle.
  void take_after(MeshPacket* packets, std::size_t queue, MeshPacketId before) {
    if (--count[queue] == 0) return;
    const MeshPacketId id = packets[before.value()].next;
    packets[before.value()].next = packets[id.value()].next;
    if (tail[queue] == id) tail[queue] = before;
  }

 private:
  [[nodiscard]] bool holds(std::size_t first) const {
    std::uint64_t four = 0;
    std::memcpy(&four, &count[first], sizeof four);
    return four != 0;
  }
  // Written out, so that the side is a constant in each.
  template <typename Visit>
  [[gnu::always_inline]] void for_each_of(std::size_t first, Visit visit) const {
    if (count[first] != 0) visit(Side::left);
    if (count[first + 1] != 0) visit(Side::right);
    if (count[first + 2] != 0) visit(Side::top);
    if (count[first + 3] != 0) visit(Side::bottom);
  }
};
static_assert(sizeof(ProcessorQueues) == 64 && sizeof(MeshPacket) == 16);

}  // namespace dateline
