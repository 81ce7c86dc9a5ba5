// Where phase 1 finds the next packet of a terminal: the first in the queue of its source. With several VC sets, or
// where packets name their injection channels, they go from there to a queue for each, so that none waits for a VC
// behind a packet that waits for other VCs (docs/reference/vc-classes.md).
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

// What the two below have in common.
class SeveralQueues {
 public:
  [[nodiscard]] bool empty(TerminalId terminal, const SourceQueues::Source& /*source*/) const { return p_.split_queues().empty(terminal); }
  void take_next(TerminalId terminal, SourceQueues::Source& source, Packet& packet) const;

 protected:
  explicit SeveralQueues(InjectionView tile) : p_(tile) {}
  // Packets that have come go to their queues.
  template <typename QueueOf>
  void sort_by(TerminalId terminal, SourceQueues::Source& source, QueueOf queue_of) const {
    p_.sources().hand_on(source, [&](const PacketRequest& order, std::uint64_t sequence) {
      p_.split_queues().push(terminal, queue_of(order), {order, sequence});
    });
  }
  // The oldest packet that may take VCs, own(queue, order) of them, and these; 0 if none may.
  template <typename Own>
  [[nodiscard]] std::uint32_t find_next(TerminalId terminal, bool by_priority, Own own) {
    const auto may = [&](std::size_t queue, const PacketRequest& order) { return own(queue, order) != 0; };
    const SplitQueues::Queued* const first = p_.split_queues().first(terminal, by_priority, may);
    if (first == nullptr) return 0;
    next_ = p_.config().execution.names_nic_ports ? first->order.nic_port : first->order.vc_set;
    return own(next_, first->order);
  }

  const InjectionView p_;  // NOLINT(*-non-private-member-variables-in-classes): of the two

 private:
  std::size_t next_ = 0;  // the queue of the next packet
};

class QueuePerVcSet : public SeveralQueues {
 public:
  explicit QueuePerVcSet(InjectionView tile) : SeveralQueues(tile), by_priority_(tile.config().output_arbitration == OutputArbitration::priority) {}

  void sort(TerminalId terminal, SourceQueues::Source& source) const {
    sort_by(terminal, source, [](const PacketRequest& order) { return order.vc_set; });
  }
  template <typename Ports>
  [[nodiscard]] std::uint32_t vcs_of_next(TerminalId terminal, const SourceQueues::Source& /*source*/, const Ports& ports) {
    return find_next(terminal, by_priority_,
                     [&](std::size_t set, const PacketRequest& order) { return ports.free(order) & p_.routing().vc_sets.injection_vcs_of(set); });
  }
  [[nodiscard]] const RoutingRelation* starts_of(const Packet& packet) const;

 private:
  bool by_priority_;
};

// Queue 0: of packets that take any channel.
class QueuePerNicPort : public SeveralQueues {
 public:
  explicit QueuePerNicPort(InjectionView tile) : SeveralQueues(tile) {}

  void sort(TerminalId terminal, SourceQueues::Source& source) const {
    sort_by(terminal, source, [](const PacketRequest& order) { return order.nic_port; });
  }
  template <typename Ports>
  [[nodiscard]] std::uint32_t vcs_of_next(TerminalId terminal, const SourceQueues::Source& /*source*/, const Ports& ports) {
    return find_next(terminal, false, [&](std::size_t /*port*/, const PacketRequest& order) { return ports.free(order); });
  }
  [[nodiscard]] const RoutingRelation* starts_of(const Packet& /*packet*/) const {
    return p_.routing().plain_starts ? nullptr : p_.routing().relation;
  }
};

// All packets that are queued at sources go to the queues of their injection channels.
void sort_by_nic_port(InjectionView tile);

}  // namespace dateline
