// The queue of a source: first in, first out, growing by doubling. Takes no memory while it was never used.
#pragma once

#include <vector>

#include "sim/core/state/packet/packet.hpp"

namespace dateline {

class SourceQueue {
 public:
  [[nodiscard]] bool empty() const { return count_ == 0; }
  [[nodiscard]] const PacketRequest& front() const { return ring_[first_]; }
  void push(const PacketRequest& order) {
    if (count_ == room_) grow();
    PacketRequest& slot = ring_[(first_ + count_) & mask_];
    // One by one, from registers; a field that is not among them does not compile.
    const auto& [generated, destination, length, tag, measured, vc_set, priority, nic_port] = order;
    slot.generated = generated;
    slot.destination = destination;
    slot.length = length;
    slot.tag = tag;
    slot.measured = measured;
    slot.vc_set = vc_set;
    slot.priority = priority;
    slot.nic_port = nic_port;
    ++count_;
  }
  [[nodiscard]] std::uint32_t size() const { return count_; }
  // Counted from the front.
  [[nodiscard]] const PacketRequest& operator[](std::uint32_t i) const { return ring_[(first_ + i) & mask_]; }
  void pop() {
    first_ = (first_ + 1) & mask_;
    --count_;
  }
  // What waits, and not where in the ring.
  template <typename Archive>
  void io(Archive& archive) {
    auto& [ring, first, count, mask, room] = *this;
    static_cast<void>(room);
    const std::uint64_t waiting = archive.count(count);
    if constexpr (Archive::kReads) first = count = 0;
    for (std::uint64_t i = 0; i < waiting; ++i) {
      if constexpr (Archive::kReads) {
        PacketRequest order;
        archive(order);
        push(order);
      } else {
        archive(ring[(first + i) & mask]);
      }
    }
  }

 private:
  [[gnu::noinline]] void grow() {
    std::vector<PacketRequest> larger(ring_.empty() ? 4 : 2 * ring_.size());
    for (std::size_t i = 0; i < count_; ++i) larger[i] = ring_[(first_ + i) & mask_];
    ring_.swap(larger);
    room_ = static_cast<std::uint32_t>(ring_.size());
    mask_ = room_ - 1;
    first_ = 0;
  }

  std::vector<PacketRequest> ring_;  // its size is a power of two, or 0
  std::uint32_t first_ = 0, count_ = 0;
  std::uint32_t mask_ = 0, room_ = 0;  // of slots in the ring, and their number
};

}  // namespace dateline
