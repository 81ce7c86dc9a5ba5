// Where phase 1 finds the next packet of a terminal. With one VC set it is the first in the queue of its source. With
// several, packets go from there to a queue for each set, so that none waits for a VC behind a packet of another set
// (docs/reference/vc-classes.md).
#pragma once

#include "sim/core/injection/injection_view.hpp"

namespace dateline {

class OneQueue {
 public:
  explicit OneQueue(InjectionView tile) : p_(tile) {}

  void sort(TerminalId /*terminal*/, SourceQueues::Source& /*source*/) const {}
  [[nodiscard]] bool empty(TerminalId /*terminal*/, const SourceQueues::Source& source) const { return source.queue.empty(); }
  // Of the free injection VCs, those that the next packet may take; none if no packet can.
  template <typename Ports>
  [[nodiscard]] std::uint32_t vcs_of_next(TerminalId /*terminal*/, const SourceQueues::Source& source, const Ports& ports) const {
    return source.queue.empty() ? 0 : ports.free(source.queue.front());
  }
  // The next packet leaves its queue.
  void take_next(TerminalId /*terminal*/, SourceQueues::Source& source, Packet& packet) const {
    packet.order = source.queue.front();
    p_.sources().pop(source);
    packet.sequence = source.next_injection++;
  }
  // What its first header state is asked of; null: it is the plain one.
  [[nodiscard]] const RoutingRelation* starts_of(const Packet& /*packet*/) const {
    return p_.routing().plain_starts ? nullptr : p_.routing().relation;
  }

 private:
  const InjectionView p_;
};

class QueuePerVcSet {
 public:
  explicit QueuePerVcSet(InjectionView tile) : p_(tile), by_priority_(tile.config().output_arbitration == OutputArbitration::priority) {}

  // Packets that have come go to the queues of their sets.
  void sort(TerminalId terminal, SourceQueues::Source& source) const;
  [[nodiscard]] bool empty(TerminalId terminal, const SourceQueues::Source& /*source*/) const { return p_.set_queues().empty(terminal); }
  template <typename Ports>
  [[nodiscard]] std::uint32_t vcs_of_next(TerminalId terminal, const SourceQueues::Source& /*source*/, const Ports& ports) {
    const VcSets& sets = p_.routing().vc_sets;
    std::uint32_t with_vcs = 0;  // sets whose first packet has VCs
    for (std::size_t set = 0; set < sets.count(); ++set) {
      const VcSetQueues::Queued* const first = p_.set_queues().first(terminal, 1U << set, by_priority_);
      if (first != nullptr && (ports.free(first->order) & sets.injection_vcs_of(set)) != 0) with_vcs |= 1U << set;
    }
    const VcSetQueues::Queued* const first = p_.set_queues().first(terminal, with_vcs, by_priority_);
    if (first == nullptr) return 0;
    next_ = first->order.vc_set;
    return ports.free(first->order) & sets.injection_vcs_of(next_);
  }
  void take_next(TerminalId terminal, SourceQueues::Source& source, Packet& packet) const;
  [[nodiscard]] const RoutingRelation* starts_of(const Packet& packet) const;

 private:
  const InjectionView p_;
  bool by_priority_;
  std::uint8_t next_ = 0;  // the set of the next packet
};

}  // namespace dateline
