// Which processors have something to do in a step: the machine looks at no other, so a step costs what can move in it,
// not the size of the mesh. A processor is on the list of a step if a packet arrived there or was sent from there in
// the step before and it still holds one, if it asked to be woken, or, for half (ii) only, if an input queue that it
// faces has a place again. Wake-ups lie in a ring of buckets, one a step, for at most `horizon` steps ahead. The order
// within a list has no influence on results.
#pragma once

#include <optional>
#include <vector>

#include "models/mesh/machine/queues.hpp"

namespace dateline {

class MeshAgenda {
 public:
  // `horizon`: the farthest wake-up, in steps; 0: none are made.
  MeshAgenda(std::vector<ProcessorQueues>& queues, std::uint32_t horizon);

  // During half (i), and half (ii).
  void add_now(NodeId node) { add(node, now_, step_); }
  void add_next(NodeId node) { add(node, next_, step_ + 1); }
  // Throws InvariantError unless now < step <= now + horizon.
  void wake(NodeId node, std::uint32_t now, std::uint32_t step);

  // The next list becomes that of `step`, with those who asked to be woken then. Steps may be left out.
  void begin(std::uint32_t step);
  // act(node, its queues) for all on the list of the step.
  template <typename Act>
  void visit(Act act) const {
    const std::size_t size = now_.size;  // act may add processors for the second half
    for (std::size_t i = 0; i < size; ++i) act(now_.nodes[i], queues_[now_.nodes[i].value()]);
  }
  // The same, and the list is done with.
  template <typename Act>
  void finish(Act act) {
    for (std::size_t i = 0; i < now_.size; ++i) act(now_.nodes[i], queues_[now_.nodes[i].value()]);
    now_.size = 0;
  }

  [[nodiscard]] bool idle() const { return next_.size == 0; }  // no processor is on the next list
  // The first step from `from` on at which a processor wakes.
  [[nodiscard]] std::optional<std::uint32_t> next_wake(std::uint32_t from) const;
  void forget_wakes();
  [[nodiscard]] std::uint64_t bytes() const;

 private:
  struct List {
    std::vector<NodeId> nodes;  // room for every processor
    std::size_t size = 0;
  };
  void add(NodeId node, List& list, std::uint32_t step) {
    ProcessorQueues& at = queues_[node.value()];
    if (at.listed == step) return;
    at.listed = step;
    list.nodes[list.size++] = node;
  }
  ProcessorQueues* queues_;
  std::uint32_t horizon_;
  List now_, next_;  // of this step and the next
  std::uint32_t step_ = 0;
  std::vector<std::vector<NodeId>> ring_;  // a power of two of buckets
  std::uint64_t waiting_ = 0;
};

}  // namespace dateline
