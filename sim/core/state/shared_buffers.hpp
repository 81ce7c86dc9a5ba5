// Queues of virtual channels, first in first out. Their items lie in one pool and are taken from it on demand: a VC
// costs 8 bytes, whatever the depth of its buffer.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/core/state/vc_state.hpp"

namespace dateline {

template <typename Item>
class VcQueues {
 public:
  void resize(std::uint32_t vcs) { ends_.assign(vcs, {kNone, kNone}); }
  [[nodiscard]] bool used() const { return !ends_.empty(); }
  // VCs from `first` up to `end` have none: their packets are announced by mail, to another tile.
  void leave_out(std::uint32_t first, std::uint32_t end) {
    left_out_ = first;
    left_out_end_ = end;
  }
  [[nodiscard]] bool covers(VcId vc) const { return vc.value() < ends_.size() && (vc.value() < left_out_ || vc.value() >= left_out_end_); }
  [[nodiscard]] bool empty(VcId vc) const { return ends_[vc.value()].first == kNone; }
  [[nodiscard]] Item& last(VcId vc) { return cells_[ends_[vc.value()].last].item; }
  void push(VcId vc, const Item& item) {
    if (unused_ == kNone) grow();
    const std::uint32_t cell = unused_;
    unused_ = cells_[cell].next;
    cells_[cell] = {item, kNone};
    Ends& ends = ends_[vc.value()];
    (ends.first == kNone ? ends.first : cells_[ends.last].next) = cell;
    ends.last = cell;
  }
  [[nodiscard]] Item pop(VcId vc) {
    Ends& ends = ends_[vc.value()];
    const std::uint32_t cell = ends.first;
    ends.first = cells_[cell].next;
    cells_[cell].next = unused_;
    unused_ = cell;
    return cells_[cell].item;
  }
  // visit(item) for those of a VC, the first in first; none of one that is not covered.
  template <typename Visit>
  void for_each(VcId vc, Visit visit) const {
    if (!covers(vc)) return;
    for (std::uint32_t cell = ends_[vc.value()].first; cell != kNone; cell = cells_[cell].next) visit(cells_[cell].item);
  }
  // Takes out the items for which gone(item).
  template <typename Gone>
  void remove_if(VcId vc, Gone gone) {
    std::vector<Item> kept;
    while (!empty(vc)) {
      const Item item = pop(vc);
      if (!gone(item)) kept.push_back(item);
    }
    for (const Item& item : kept) push(vc, item);
  }
  static constexpr std::uint64_t bytes_per_vc() { return sizeof(Ends); }

  template <typename Archive>
  void io(Archive& archive) {
    auto& [ends, cells, unused, left_out, left_out_end] = *this;
    static_cast<void>(left_out), static_cast<void>(left_out_end);
    archive(ends, cells, unused);
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffffU;
  struct Ends {
    std::uint32_t first, last;  // `last` counts only if there is a first
  };
  struct Cell {
    Item item;
    std::uint32_t next;  // of the same VC; of the unused
  };
  [[gnu::noinline]] void grow() {
    const auto first = static_cast<std::uint32_t>(cells_.size());
    cells_.resize(2 * cells_.size() + 64);
    for (auto cell = static_cast<std::uint32_t>(cells_.size()); cell-- > first;) {
      cells_[cell].next = unused_;
      unused_ = cell;
    }
  }
  std::vector<Ends> ends_;
  std::vector<Cell> cells_;
  std::uint32_t unused_ = kNone;
  std::uint32_t left_out_ = 0, left_out_end_ = 0;
};

// Of a VC that packets share (reuse other than atomic): those whose head flit has arrived behind another packet. Each
// has a flit in the buffer. Written by the receiver of the VC.
using SharedBuffers = VcQueues<QueuedPacket>;

// The same over longer channels: per VC, the packets whose head flit is still on its way; the head flit brings its
// packet. Written by the sender at the allocation, read by the receiver at the head flit's arrival.
using AnnouncedPackets = VcQueues<PacketId>;

}  // namespace dateline
