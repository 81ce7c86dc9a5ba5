// At-tail reuse: per VC, the worms whose header has arrived in the buffer behind another worm, first in first out. Each
// has a flit in the buffer, so a ring of `depth` places is enough. Written by the receiver of the VC.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/core/state/vc_state.hpp"

namespace dateline {

class WormQueues {
 public:
  void resize(std::uint32_t vcs, int depth) {
    while ((1 << shift_) < depth) ++shift_;
    ends_.assign(vcs, {});
    ring_.assign(std::size_t{vcs} << shift_, {});
  }
  [[nodiscard]] bool used() const { return !ends_.empty(); }
  [[nodiscard]] std::uint32_t count(VcId vc) const { return ends_[vc.value()].count; }
  [[nodiscard]] const QueuedWorm& at(VcId vc, std::uint32_t place) const { return ring_[slot(vc, place)]; }
  [[nodiscard]] QueuedWorm& last(VcId vc) { return ring_[slot(vc, count(vc) - 1)]; }
  void push(VcId vc, const QueuedWorm& worm) {
    const std::uint32_t place = ends_[vc.value()].count++;
    ring_[slot(vc, place)] = worm;
  }
  [[nodiscard]] QueuedWorm pop(VcId vc) {
    const QueuedWorm first = ring_[slot(vc, 0)];
    ++ends_[vc.value()].first;
    --ends_[vc.value()].count;
    return first;
  }
  // Takes out the worms for which gone(message); returns how many flits of theirs are in the buffer.
  template <typename Gone>
  std::uint32_t remove_if(VcId vc, Gone gone) {
    std::uint32_t flits = 0;
    for (std::uint32_t left = count(vc); left > 0; --left) {
      const QueuedWorm worm = pop(vc);
      if (gone(worm.message)) {
        flits += worm.present;
      } else {
        push(vc, worm);
      }
    }
    return flits;
  }
  [[nodiscard]] static std::uint64_t bytes_per_vc(int depth) {
    std::uint64_t places = 1;
    while (places < static_cast<std::uint64_t>(depth)) places *= 2;
    return sizeof(Ends) + places * sizeof(QueuedWorm);
  }

 private:
  struct Ends {
    std::uint8_t first = 0, count = 0;
  };
  [[nodiscard]] std::size_t slot(VcId vc, std::uint32_t place) const {
    return (std::size_t{vc.value()} << shift_) + ((ends_[vc.value()].first + place) & ((1U << shift_) - 1));
  }
  unsigned shift_ = 0;
  std::vector<Ends> ends_;
  std::vector<QueuedWorm> ring_;
};

// At-tail reuse over longer channels: per VC, the messages whose header is still on its way, first in first out; the
// header brings its message.
// Written by the sender at the allocation, read by the receiver at the header's arrival. At most depth + 1 are on their
// way: each but the last has a place.
class AnnouncedWorms {
 public:
  void resize(std::uint32_t vcs, int depth) {
    while ((1 << shift_) < depth + 1) ++shift_;
    ends_.assign(vcs, {});
    ring_.assign(std::size_t{vcs} << shift_, {});
  }
  [[nodiscard]] bool used() const { return !ends_.empty(); }
  [[nodiscard]] bool covers(VcId vc) const { return vc.value() < ends_.size(); }
  void send(VcId vc, MessageId message) { ring_[slot(vc, ends_[vc.value()].sent++)] = message; }
  [[nodiscard]] MessageId receive(VcId vc) { return ring_[slot(vc, ends_[vc.value()].received++)]; }
  [[nodiscard]] std::uint32_t count(VcId vc) const { return static_cast<std::uint8_t>(ends_[vc.value()].sent - ends_[vc.value()].received); }
  [[nodiscard]] MessageId at(VcId vc, std::uint32_t place) const { return ring_[slot(vc, ends_[vc.value()].received + place)]; }
  void remove(VcId vc, MessageId message) {
    for (std::uint32_t left = count(vc); left > 0; --left) {
      const MessageId id = receive(vc);
      if (id != message) send(vc, id);
    }
  }

 private:
  struct Ends {
    std::uint8_t sent = 0, received = 0;  // modulo 256, above all depths
  };
  [[nodiscard]] std::size_t slot(VcId vc, std::uint32_t number) const {
    return (std::size_t{vc.value()} << shift_) + (number & ((1U << shift_) - 1));
  }
  unsigned shift_ = 0;
  std::vector<Ends> ends_;
  std::vector<MessageId> ring_;
};

}  // namespace dateline
