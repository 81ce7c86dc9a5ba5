// The packets in the network: numbered slots, used again. A slot's number never influences a result.
#pragma once

#include <vector>

#include "sim/core/state/layout/id_vector.hpp"
#include "sim/core/state/packet/packet.hpp"

namespace dateline {

class PacketPool {
 public:
  // A slot for one more packet; its contents are those of an earlier one.
  [[nodiscard]] PacketId take() {
    ++in_use_;
    if (free_.empty()) {
      slots_.push_back({});
      return PacketId(static_cast<std::uint32_t>(slots_.size() - 1));
    }
    const PacketId id = free_.back();
    free_.pop_back();
    return id;
  }
  void give_back(PacketId id) {
    --in_use_;
    free_.push_back(id);
  }
  [[nodiscard]] Packet& operator[](PacketId id) { return slots_[id].packet; }
  [[nodiscard]] const Packet& operator[](PacketId id) const { return slots_[id].packet; }
  [[nodiscard]] Delivery* slots() { return slots_.data(); }  // valid until the next take()
  [[nodiscard]] Delivery& delivery(PacketId id) { return slots_[id]; }
  [[nodiscard]] std::uint64_t in_use() const { return in_use_; }
  [[nodiscard]] bool has_slot(PacketId id) const { return id.value() < slots_.size(); }
  // In the order of (generated, source, sequence).
  [[nodiscard]] bool older(PacketId a, PacketId b) const;
  template <typename Archive>
  void io(Archive& archive) {
    auto& [slots, free, in_use] = *this;
    archive(slots, free, in_use);
  }

  // Visits the packets in use; O(slots).
  template <typename Visit>
  void for_each(Visit visit) const {
    std::vector<bool> is_free(slots_.size(), false);
    for (const PacketId id : free_) is_free[id.value()] = true;
    for (std::uint32_t i = 0; i < slots_.size(); ++i) {
      if (!is_free[i]) visit(PacketId(i), slots_[PacketId(i)].packet);
    }
  }

 private:
  IdVector<PacketId, Delivery> slots_;
  std::vector<PacketId> free_;
  std::uint64_t in_use_ = 0;
};

inline bool PacketPool::older(PacketId a, PacketId b) const {
  const Packet& x = (*this)[a];
  const Packet& y = (*this)[b];
  if (x.order.generated != y.order.generated) return x.order.generated < y.order.generated;
  if (x.source != y.source) return x.source < y.source;
  return x.sequence < y.sequence;
}

}  // namespace dateline
