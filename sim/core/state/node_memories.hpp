// The memories of nodes that hold absorbed packets: slots, and of each node a queue for its injection channel, first
// come first served. A node's messaging layer uses the channels of one of its terminals.
// Owned by the node.
#pragma once

#include <deque>
#include <vector>

#include "models/base/ids.hpp"
#include "sim/core/state/layout/id_vector.hpp"
#include "sim/core/state/layout/wiring.hpp"

namespace dateline {

class NodeMemories {
 public:
  // `limit`: packets a node holds, 0: any number. Without `used` there is no memory.
  NodeMemories(const Wiring& wiring, bool used, std::uint64_t limit)
      : limit_(limit), memory_(used ? wiring.nodes : 0), terminal_(used ? wiring.nodes : 0) {
    if (!used) return;
    node_ = wiring.router_of;
    for (std::uint32_t t = wiring.terminals(); t-- > 0;) terminal_[node_[t]] = TerminalId(t);
  }

  [[nodiscard]] bool used() const { return !memory_.empty(); }
  [[nodiscard]] std::uint32_t nodes() const { return static_cast<std::uint32_t>(memory_.size()); }
  // The terminal of a router whose channels its messaging layer uses.
  [[nodiscard]] TerminalId terminal_at(NodeId node) const { return terminal_[node]; }

  [[nodiscard]] bool limited() const { return limit_ != 0; }
  // For one more than `others` that are about to enter.
  [[nodiscard]] bool has_room(NodeId node, std::uint64_t others = 0) const { return limit_ == 0 || memory_[node].held + others < limit_; }
  // A packet takes a slot; returns how many the node holds then.
  std::uint64_t take_slot(NodeId node) {
    ++held_;
    return ++memory_[node].held;
  }
  void free_slot(NodeId node) {
    --memory_[node].held;
    --held_;
  }
  // Packets in all memories.
  [[nodiscard]] std::uint64_t held() const { return held_; }

  // What another holds in the memory of a node, in place of what this one does.
  void set_held(NodeId node, const NodeMemories& other) {
    held_ += other.memory_[node].held - memory_[node].held;
    memory_[node].held = other.memory_[node].held;
  }
  [[nodiscard]] std::deque<PacketId>& queue_of(NodeId node) { return memory_[node].queue; }
  [[nodiscard]] const std::deque<PacketId>& queue_of(NodeId node) const { return memory_[node].queue; }
  // What is queued for the terminal's injection channel; null if nothing is, or its node uses another's.
  [[nodiscard]] const PacketId* first_queued(TerminalId terminal) const {
    const NodeId node = node_[terminal.value()];
    return memory_[node].queue.empty() || terminal_[node] != terminal ? nullptr : &memory_[node].queue.front();
  }

  template <typename Archive>
  void io(Archive& archive) {
    auto& [limit, held, memory, terminal, node] = *this;
    static_cast<void>(limit);
    static_cast<void>(terminal);
    static_cast<void>(node);
    archive(held, memory);
  }

 private:
  struct Memory {
    std::uint64_t held = 0;
    std::deque<PacketId> queue;
    template <typename Archive>
    void io(Archive& archive) {
      auto& [packets, waiting] = *this;
      archive(packets, waiting);
    }
  };
  std::uint64_t limit_, held_ = 0;
  IdVector<NodeId, Memory> memory_;
  IdVector<NodeId, TerminalId> terminal_;
  std::vector<NodeId> node_;  // per terminal
};

}  // namespace dateline
