// The queues of a machine with VC sets: every terminal has one for each set, so that no packet waits for a VC behind
// one of another set. A terminal without packets takes eight bytes a set.
#pragma once

#include <vector>

#include "sim/core/state/packet/packet.hpp"

namespace dateline {

class VcSetQueues {
 public:
  struct Queued {
    PacketRequest order;
    std::uint64_t sequence = 0;
  };

  // Takes nothing for one set.
  VcSetQueues(std::uint32_t terminals, std::size_t sets) : sets_(sets), queues_(sets > 1 ? terminals * sets : 0) {}

  void push(TerminalId terminal, const Queued& packet);
  // Of the first packets of the queues of `sets` (bit s: set s), the oldest, or with `by_priority` the oldest of the
  // highest priority; null if all are empty. Valid until the next push or take.
  [[nodiscard]] const Queued* first(TerminalId terminal, std::uint32_t sets, bool by_priority) const;
  // The first packet of the set leaves its queue.
  Queued take(TerminalId terminal, std::size_t set);
  [[nodiscard]] bool empty(TerminalId terminal) const;
  template <typename Archive>
  void io(Archive& archive) {
    auto& [sets, queues, slots, unused] = *this;
    static_cast<void>(sets);
    archive(queues, slots, unused);
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffffU;
  struct Queue {
    std::uint32_t first = kNone, last = kNone;  // places
  };
  struct Place {
    Queued packet;
    std::uint32_t after = kNone;
  };
  [[nodiscard]] std::size_t queue_of(TerminalId terminal, std::size_t set) const { return terminal.value() * sets_ + set; }

  std::size_t sets_;
  std::vector<Queue> queues_;
  std::vector<Place> slots_;
  std::vector<std::uint32_t> unused_;
};

}  // namespace dateline
