// Half (ii) of a step as one processor sees it: each output queue may send one packet, if the input queue it faces has a place. What it sends is
// taken out of the queue at once and arrives when all processors have decided.
#pragma once

#include "models/mesh/processor.hpp"

namespace dateline {

struct MeshCrossing {
  PacketId packet;
  NodeId from;
  Side side;  // of `from`
};

class MeshLinks final : public MeshProcessor {
 public:
  MeshLinks(const MeshClock& clock, std::uint32_t side, std::uint32_t capacity, std::vector<MeshPacket>& packets, std::vector<ProcessorQueues>& mesh,
            std::vector<MeshCrossing>& crossings)
      : MeshProcessor(clock, side, capacity, packets), mesh_(mesh), crossings_(crossings) {}
  void stand_at(NodeId node) {
    node_ = node;
    queues_ = &mesh_[node.value()];
    used_ = 0;
  }

  // There is a packet to send on this side, and a place where it goes.
  [[nodiscard]] bool can_send(Side side) const {
    if (queues_->tail[ProcessorQueues::output(side)] == kNoPacket) return false;
    return mesh_[neighbour_of(node_, side, side_).value()].count[ProcessorQueues::input(opposite(side))] < capacity_;
  }
  void send_oldest(Side side) { send_after(side, queues_->tail[ProcessorQueues::output(side)]); }
  // The packet p with the largest rank(p); the oldest of those.
  template <typename Rank>
  void send_largest(Side side, Rank rank) {
    PacketId best = kNoPacket, before = queues_->tail[ProcessorQueues::output(side)];
    auto best_rank = decltype(rank(packets_[0])){};
    find(ProcessorQueues::output(side), [&](PacketId id, const MeshPacket& packet) {
      const auto value = rank(packet);
      if (best == kNoPacket || value > best_rank) {
        best = before;
        best_rank = value;
      }
      before = id;
      return false;
    });
    send_after(side, best);
  }

 private:
  void send_after(Side side, PacketId before) {
    const std::size_t queue = ProcessorQueues::output(side);
    const unsigned bit = 1U << static_cast<unsigned>(side);
    if ((used_ & bit) != 0) violate(queue, "sends a second packet in one step");
    if (before == kNoPacket) violate(queue, "is empty and is to send");
    if (!can_send(side)) violate(queue, "faces a full input queue and is to send");
    used_ |= bit;
    crossings_.push_back({packets_[before.value()].next, node_, side});
    remove(queue, before);
  }

  std::vector<ProcessorQueues>& mesh_;
  std::vector<MeshCrossing>& crossings_;
  NodeId node_;
  unsigned used_ = 0;  // sides that have sent in this step
};

}  // namespace dateline
