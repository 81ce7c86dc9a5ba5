// Packets that left the network before they arrived (software-based rerouting), into the memory of a node
// (node_memories.hpp). A head flit that is offered the exit `absorb` takes a slot there; its flits leave as at a
// destination; when the tail is out the relation says how to go on (RoutingRelation::resume), and the packet queues for
// the node's injection channel, before any new packet, first come first served. The slot is free again when the tail
// has crossed that channel.
// Owned by the node. Nothing is stored and nothing computed for relations that never absorb.
// Source: F. Safaei et al. 2006, section 3; docs/reference/router-cycle.md, section 8.
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <vector>

#include "sim/core/state/layout/vc_sets.hpp"
#include "sim/core/state/node_memories.hpp"
#include "sim/core/state/packet/packet_pool.hpp"

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

// What is known of one packet. Its tail may still be leaving one memory when its head flit enters the next.
struct AbsorptionRecord {
  enum class At : std::uint8_t { network, entering, queued };
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
  [[nodiscard]] bool known() const { return at != At::network || times > 0 || leaving; }
  void merge(const AbsorptionRecord& tile);  // what another tile knows of it
  void keep(const AbsorptionRecord& whole);  // of what `whole` has, that which is of this tile
};

// By packet; grows as needed.
class AbsorptionRecords {
 public:
  using At = AbsorptionRecord::At;

  // Of a packet that has one, or is given one.
  [[nodiscard]] AbsorptionRecord& operator[](PacketId id) { return records_[id.value()]; }
  [[nodiscard]] const AbsorptionRecord& operator[](PacketId id) const { return records_[id.value()]; }
  [[nodiscard]] bool has(PacketId id) const { return id.value() < records_.size(); }
  AbsorptionRecord& add(PacketId id) {
    if (!has(id)) records_.resize(id.value() + 1);
    return records_[id.value()];
  }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(records_.size()); }

  // It is being absorbed: its flits do not arrive at its destination.
  [[nodiscard]] bool takes(PacketId id) const { return has(id) && records_[id.value()].at == At::entering; }
  // It was injected before; only its first injection counts.
  [[nodiscard]] bool again(PacketId id) const { return has(id) && records_[id.value()].times > 0; }
  // It was handed over: nothing is known of it any more.
  void forget(PacketId id) {
    if (has(id)) records_[id.value()] = {};
  }
  // Its head flit leaves for another tile, or has come from one: how often it was absorbed, and what the relation keeps
  // with it.
  void send(PacketId id, std::uint32_t& times, SoftwareHeader& header) const;
  void receive(PacketId id, std::uint32_t times, const SoftwareHeader& header);
  // For the watchdog: packets in a node's memory, whatever their place.
  [[nodiscard]] std::vector<PacketId> held_at(NodeId node) const;
  template <typename Archive>
  void io(Archive& archive) {
    auto& [records] = *this;
    archive(records);
  }

 private:
  std::vector<AbsorptionRecord> records_;
};

class Absorption {
 public:
  // `delay`: cycles from the tail's arrival to the first in which the packet may be injected, beyond the next one;
  // `limit`: packets a node holds, 0: any number.
  Absorption(const RoutingRelation& relation, const Wiring& wiring, std::uint64_t delay, std::uint64_t limit);

  [[nodiscard]] bool used() const { return memories_.used(); }
  [[nodiscard]] const AbsorptionRecords& records() const { return records_; }
  [[nodiscard]] AbsorptionRecords& records() { return records_; }
  [[nodiscard]] const NodeMemories& memories() const { return memories_; }

  // The head flit has come to rest at `node`: it takes a slot there.
  void enter(PacketId id, NodeId node);
  // Those whose tail is out, in the cycle that is being executed.
  [[nodiscard]] std::vector<PacketId>& completed() { return completed_; }
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

  // Of a network of several tiles: what one knows of its packets, and what the memories of its nodes (from `first` up
  // to `end`) hold, is added; or taken back from the network's. `packet_of`, `whole_of`: what a tile's packet is in the
  // network; gone(packet): it was taken out.
  template <typename PacketOf>
  void add(const Absorption& tile, std::uint32_t first, std::uint32_t end, PacketOf packet_of) {
    for (std::uint32_t i = 0; i < tile.records_.size(); ++i) {
      const AbsorptionRecord& record = tile.records_[PacketId(i)];
      if (record.known()) records_.add(packet_of(PacketId(i))).merge(record);
    }
    for (std::uint32_t v = first; v < end; ++v) {
      for (const PacketId id : tile.memories_.queue_of(NodeId(v))) memories_.queue_of(NodeId(v)).push_back(packet_of(id));
      memories_.set_held(NodeId(v), tile.memories_);
    }
    for (std::size_t rule = 0; rule < counts_.by_rule.size(); ++rule) counts_.by_rule[rule] += tile.counts_.by_rule[rule];
    counts_.peak_node = std::max(counts_.peak_node, tile.counts_.peak_node);
  }
  template <typename WholeOf, typename Gone>
  void take_from(const Absorption& whole, std::uint32_t first, std::uint32_t end, WholeOf whole_of, Gone gone) {
    for (std::uint32_t v = first; v < end; ++v) {
      std::deque<PacketId>& queue = memories_.queue_of(NodeId(v));
      queue.erase(std::remove_if(queue.begin(), queue.end(), gone), queue.end());
      memories_.set_held(NodeId(v), whole.memories_);
    }
    for (std::uint32_t i = 0; i < records_.size(); ++i) {
      AbsorptionRecord& record = records_[PacketId(i)];
      if (record.known()) record.keep(whole.records_[whole_of(PacketId(i))]);
    }
  }
  // The most packets that were in the memories at one time of the cycle just executed.
  [[nodiscard]] std::uint64_t take_most_held() {
    const std::uint64_t most = memories_.held() + left_;
    left_ = 0;
    return most;
  }

  // It is taken out of the network, wherever it is.
  void drop(PacketId id);
  // Its head flit waits on, and is not to be absorbed: it gives its slot back.
  void leave_again(PacketId id);

  [[nodiscard]] const AbsorptionCounts& counts() const { return counts_; }
  [[nodiscard]] AbsorptionCounts& counts() { return counts_; }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [delay, records, memories, completed, due, counts, left] = *this;
    static_cast<void>(delay);
    archive(records, memories, completed, due, counts, left);
  }

 private:
  std::uint64_t delay_;
  AbsorptionRecords records_;
  NodeMemories memories_;
  std::vector<PacketId> completed_;
  std::deque<std::pair<Cycle, TerminalId>> due_;
  AbsorptionCounts counts_;
  std::uint64_t left_ = 0;  // slots given back since take_most_held()
};

}  // namespace dateline
