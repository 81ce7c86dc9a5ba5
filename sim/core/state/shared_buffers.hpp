// Of a VC that packets share (reuse other than atomic): those whose head flit has arrived behind another packet, first
// in first out. Each has a flit in the buffer, so a ring of `depth` slots is enough. Written by the receiver of the VC.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/core/state/vc_state.hpp"

namespace dateline {

class SharedBuffers {
 public:
  void resize(std::uint32_t vcs, int depth) {
    while ((1 << shift_) < depth) ++shift_;
    ends_.assign(vcs, {});
    ring_.assign(std::size_t{vcs} << shift_, {});
  }
  [[nodiscard]] bool used() const { return !ends_.empty(); }
  [[nodiscard]] std::uint32_t count(VcId vc) const { return ends_[vc.value()].count; }
  [[nodiscard]] const QueuedPacket& at(VcId vc, std::uint32_t slot) const { return ring_[cell(vc, slot)]; }
  [[nodiscard]] QueuedPacket& last(VcId vc) { return ring_[cell(vc, count(vc) - 1)]; }
  void push(VcId vc, const QueuedPacket& packet) {
    const std::uint32_t slot = ends_[vc.value()].count++;
    ring_[cell(vc, slot)] = packet;
  }
  [[nodiscard]] QueuedPacket pop(VcId vc) {
    const QueuedPacket first = ring_[cell(vc, 0)];
    ++ends_[vc.value()].first;
    --ends_[vc.value()].count;
    return first;
  }
  // Takes out the packets for which gone(packet); returns how many flits of theirs are in the buffer.
  template <typename Gone>
  std::uint32_t remove_if(VcId vc, Gone gone) {
    std::uint32_t flits = 0;
    for (std::uint32_t left = count(vc); left > 0; --left) {
      const QueuedPacket packet = pop(vc);
      if (gone(packet.packet)) {
        flits += packet.present;
      } else {
        push(vc, packet);
      }
    }
    return flits;
  }
  [[nodiscard]] static std::uint64_t bytes_per_vc(int depth) {
    std::uint64_t slots = 1;
    while (slots < static_cast<std::uint64_t>(depth)) slots *= 2;
    return sizeof(Ends) + slots * sizeof(QueuedPacket);
  }

  template <typename Archive>
  void io(Archive& archive) {
    auto& [shift, ends, ring] = *this;
    static_cast<void>(shift);
    archive(ends, ring);
  }

 private:
  struct Ends {
    std::uint8_t first = 0, count = 0;
  };
  [[nodiscard]] std::size_t cell(VcId vc, std::uint32_t slot) const {
    return (std::size_t{vc.value()} << shift_) + ((ends_[vc.value()].first + slot) & ((1U << shift_) - 1));
  }
  unsigned shift_ = 0;
  std::vector<Ends> ends_;
  std::vector<QueuedPacket> ring_;
};

// The same over longer channels: per VC, the packets whose head flit is still on its way, first in first out; the
// head flit brings its packet.
// Written by the sender at the allocation, read by the receiver at the head flit's arrival. At most depth + 1 are on
// their way: each but the last has a slot.
class AnnouncedPackets {
 public:
  void resize(std::uint32_t vcs, int depth) {
    while ((1 << shift_) < depth + 1) ++shift_;
    ends_.assign(vcs, {});
    ring_.assign(std::size_t{vcs} << shift_, {});
  }
  [[nodiscard]] bool used() const { return !ends_.empty(); }
  // VCs from `first` up to `end` have none: their packets are announced by mail, to another tile.
  void leave_out(std::uint32_t first, std::uint32_t end) {
    left_out_ = first;
    left_out_end_ = end;
  }
  [[nodiscard]] bool covers(VcId vc) const { return vc.value() < ends_.size() && (vc.value() < left_out_ || vc.value() >= left_out_end_); }
  void send(VcId vc, PacketId packet) { ring_[cell(vc, ends_[vc.value()].sent++)] = packet; }
  [[nodiscard]] PacketId receive(VcId vc) { return ring_[cell(vc, ends_[vc.value()].received++)]; }
  [[nodiscard]] std::uint32_t count(VcId vc) const { return static_cast<std::uint16_t>(ends_[vc.value()].sent - ends_[vc.value()].received); }
  [[nodiscard]] PacketId at(VcId vc, std::uint32_t slot) const { return ring_[cell(vc, ends_[vc.value()].received + slot)]; }
  void remove(VcId vc, PacketId packet) {
    for (std::uint32_t left = count(vc); left > 0; --left) {
      const PacketId id = receive(vc);
      if (id != packet) send(vc, id);
    }
  }

  template <typename Archive>
  void io(Archive& archive) {
    auto& [shift, ends, left_out, left_out_end, ring] = *this;
    static_cast<void>(left_out), static_cast<void>(left_out_end);
    static_cast<void>(shift);
    archive(ends, ring);
  }

 private:
  struct Ends {
    std::uint16_t sent = 0, received = 0;  // modulo 2^16, above all depths
  };
  [[nodiscard]] std::size_t cell(VcId vc, std::uint32_t number) const {
    return (std::size_t{vc.value()} << shift_) + (number & ((1U << shift_) - 1));
  }
  unsigned shift_ = 0;
  std::vector<Ends> ends_;
  std::uint32_t left_out_ = 0, left_out_end_ = 0;
  std::vector<PacketId> ring_;
};

}  // namespace dateline
