// Packets that left the network before they arrived (software-based rerouting), into the memory of a node
// (node_memories.hpp). A head flit that is offered the exit `absorb` takes a slot there; its flits leave as at a
// destination; when the tail is out the relation says how to go on (RoutingRelation::resume), and the packet queues for
// the node's injection channel, before any new packet, first come first served. The slot is free again when the tail
// has crossed that channel.
// Owned by the node. Nothing is stored and nothing computed for relations that never absorb.
// Source: F. Safaei et al. 2006, section 3; docs/reference/router-cycle.md, section 8.
#pragma once

#include <array>
#include <deque>
#include <vector>

#include "sim/core/layout/vc_sets.hpp"
#include "sim/core/packet/packet_pool.hpp"
#include "sim/core/state/node_memories.hpp"

namespace dateline {

// Of a whole run.
struct AbsorptionCounts {
  std::array<std::uint64_t, enum_names(AbsorptionRule{}).size()> by_rule{};
  std::uint64_t peak_node = 0, peak = 0;  // most packets in one node's memory, in all of them together
  [[nodiscard]] std::uint64_t of(AbsorptionRule rule) const { return by_rule[static_cast<std::size_t>(rule)]; }
  // Those that met a fault; ends of a segment are counted apart.
  [[nodiscard]] std::uint64_t faults() const {
    return of(AbsorptionRule::reverse) + of(AbsorptionRule::orthogonal) + of(AbsorptionRule::last_resort);
  }
};

class Absorption {
 public:
  // `delay`: cycles from the tail's arrival to the first in which the packet may be injected, beyond the next one;
  // `limit`: packets a node holds, 0: any number.
  Absorption(const RoutingRelation& relation, const Wiring& wiring, std::uint64_t delay, std::uint64_t limit);

  [[nodiscard]] bool used() const { return used_; }
  // It is being absorbed: its flits do not arrive at its destination.
  [[nodiscard]] bool takes(PacketId id) const { return id.value() < records_.size() && records_[id.value()].at == At::entering; }
  // It was injected before; only its first injection counts.
  [[nodiscard]] bool again(PacketId id) const { return id.value() < records_.size() && records_[id.value()].times > 0; }
  [[nodiscard]] const NodeMemories& memories() const { return memories_; }
  // Of one that is being absorbed: where.
  [[nodiscard]] NodeId node_of(PacketId id) const { return records_[id.value()].node; }

  // The head flit has come to rest at `node`: it takes a slot there.
  void enter(PacketId id, NodeId node);
  // The tail is out, in the cycle that is being executed.
  void complete(PacketId id) { completed_.push_back(id); }
  [[nodiscard]] bool any_completed() const { return !completed_.empty(); }
  // The end of cycle `now`: asks the relation how those go on that are complete, and queues them.
  void queue_completed(PacketPool& packets, const std::vector<NodeId>& router_of, const VcSets& sets, Cycle now);

  // visit(terminal) for each that has a packet to inject from cycle `now` on.
  template <typename Visit>
  void take_due(Cycle now, Visit visit) {
    for (; !due_.empty() && due_.front().first <= now; due_.pop_front()) visit(due_.front().second);
  }
  // The first packet queued at a terminal's node that may be injected in cycle `now`; false if there is none.
  [[nodiscard]] bool first_queued(TerminalId terminal, Cycle now, PacketId& id) const;
  // It leaves the queue for an injection VC.
  void begin_leaving(PacketId id);
  // The tail of the packet has crossed an injection channel: if it came out of a memory its slot is free, and `node`
  // is where.
  [[nodiscard]] bool left(PacketId id, NodeId& node);
  // It was handed over: nothing is known of it any more.
  void forget(PacketId id) {
    if (id.value() < records_.size()) records_[id.value()] = {};
  }

  // It is taken out of the network, wherever it is.
  void drop(PacketId id);
  // Its head flit waits on, and is not to be absorbed: it gives its slot back.
  void leave_again(PacketId id);

  [[nodiscard]] const AbsorptionCounts& counts() const { return counts_; }
  // For the watchdog: packets in a node's memory, whatever their place.
  [[nodiscard]] std::vector<PacketId> held_at(NodeId node) const;
  template <typename Archive>
  void io(Archive& archive) {
    auto& [used, delay, records, memories, completed, due, counts] = *this;
    static_cast<void>(used);
    static_cast<void>(delay);
    archive(records, memories, completed, due, counts);
  }

 private:
  enum class At : std::uint8_t { network, entering, queued };
  // Of a packet. Its tail may still be leaving one memory when its head flit enters the next.
  struct Record {
    SoftwareHeader header;
    NodeId node, left_node;   // that it enters or is queued at; that its tail is leaving
    Cycle ready = 0;          // first cycle in which it may be injected
    std::uint32_t times = 0;  // absorbed so far
    At at = At::network;
    bool leaving = false;
    template <typename Archive>
    void io(Archive& archive) {
      auto& [own_header, in, left, from, count, place, leaves] = *this;
      archive(own_header.words, in, left, from, count, place, leaves);
    }
  };

  bool used_;
  std::uint64_t delay_;
  std::vector<Record> records_;  // by packet; grows as needed
  NodeMemories memories_;
  std::vector<PacketId> completed_;
  std::deque<std::pair<Cycle, TerminalId>> due_;
  AbsorptionCounts counts_;
};

}  // namespace dateline
