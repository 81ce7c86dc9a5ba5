// Several queues a terminal, so that no packet waits behind one that waits for something else: one for each VC set, or
// one for each injection channel that packets name (router_config.hpp). A terminal without packets takes eight bytes a
// queue.
#pragma once

#include <vector>

#include "sim/core/state/packet/packet.hpp"

namespace dateline {

class SplitQueues {
 public:
  struct Queued {
    PacketRequest order;
    std::uint64_t sequence = 0;
  };

  // `queues`: of a terminal. Takes nothing for one.
  SplitQueues(std::uint32_t terminals, std::size_t queues) : count_(queues), queues_(queues > 1 ? terminals * queues : 0) {}

  // Of a terminal.
  [[nodiscard]] std::size_t count() const { return count_; }
  void push(TerminalId terminal, std::size_t queue, const Queued& packet);
  // Of the first packets of the queues for which may(queue, order), the oldest, or with `by_priority` the oldest of the
  // highest priority; null if there is none. Valid until the next push or take.
  template <typename May>
  [[nodiscard]] const Queued* first(TerminalId terminal, bool by_priority, May may) const {
    const Queued* best = nullptr;
    for (std::size_t queue = 0; queue < count_; ++queue) {
      const std::uint32_t slot = queues_[number_of(terminal, queue)].first;
      if (slot == kNone || !may(queue, slots_[slot].packet.order)) continue;
      const Queued& own = slots_[slot].packet;
      const bool equal = best == nullptr || !by_priority || own.order.priority == best->order.priority;
      if (best == nullptr || (equal ? own.sequence < best->sequence : own.order.priority > best->order.priority)) best = &own;
    }
    return best;
  }
  // The first packet of the queue leaves it.
  Queued take(TerminalId terminal, std::size_t queue);
  [[nodiscard]] bool empty(TerminalId terminal) const;
  template <typename Archive>
  void io(Archive& archive) {
    auto& [count_of, queues, slots, unused] = *this;
    static_cast<void>(count_of);
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
  [[nodiscard]] std::size_t number_of(TerminalId terminal, std::size_t queue) const { return terminal.value() * count_ + queue; }

  std::size_t count_;
  std::vector<Queue> queues_;
  std::vector<Place> slots_;
  std::vector<std::uint32_t> unused_;
};

}  // namespace dateline
