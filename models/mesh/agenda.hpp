// Which processors have something to do: the machine looks at no other, so a step costs what can move in it, not the size of the mesh.
//   visits  half (i): something arrived, an output queue sent, or the processor asked to be woken
//   links   half (ii): an output queue may have a packet to send and a place to send it to
// Wake-ups lie in a ring of buckets, one a step, for at most `horizon` steps ahead. The order within a list has no influence on results.
#pragma once

#include <optional>
#include <vector>

#include "models/mesh/queues.hpp"

namespace dateline {

class MeshAgenda {
 public:
  // `horizon`: the farthest wake-up, in steps; 0: none are made.
  MeshAgenda(std::vector<ProcessorQueues>& queues, std::uint32_t horizon);

  void visit(NodeId node) {
    if (queues_[node.value()].in_visits) return;
    queues_[node.value()].in_visits = true;
    visits_.push_back(node);
  }
  void link(NodeId node) {
    if (queues_[node.value()].in_links) return;
    queues_[node.value()].in_links = true;
    links_.push_back(node);
  }
  // Throws InvariantError unless now < step <= now + horizon.
  void wake(NodeId node, std::uint32_t now, std::uint32_t step);

  // The lists as they stand, for one pass; what is added during the pass belongs to the next one.
  [[nodiscard]] const std::vector<NodeId>& take_visits() { return take(visits_, &ProcessorQueues::in_visits); }
  [[nodiscard]] const std::vector<NodeId>& take_links() { return take(links_, &ProcessorQueues::in_links); }
  // Those who asked to be woken at `step` become visits.
  void wake_all(std::uint32_t step);
  [[nodiscard]] bool idle() const { return visits_.empty() && links_.empty(); }
  // The first step from `from` on at which somebody wakes.
  [[nodiscard]] std::optional<std::uint32_t> next_wake(std::uint32_t from) const;
  void forget_wakes();
  [[nodiscard]] std::uint64_t bytes() const;

 private:
  [[nodiscard]] const std::vector<NodeId>& take(std::vector<NodeId>& list, bool ProcessorQueues::*flag);
  std::vector<ProcessorQueues>& queues_;
  std::vector<NodeId> visits_, links_, taken_;
  std::vector<std::vector<NodeId>> ring_;  // a power of two of buckets
  std::uint64_t waiting_ = 0;
};

}  // namespace dateline
