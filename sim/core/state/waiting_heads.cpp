#include "sim/core/state/waiting_heads.hpp"

namespace dateline {

// New head flits are mostly the last.
std::uint32_t WaitingHeads::insert(const WaitingHead& head, NodeId node) {
  if (unused_.empty()) {
    unused_.push_back(static_cast<std::uint32_t>(waiting_.size()));
    waiting_.emplace_back();
  }
  const std::uint32_t index = unused_.back();
  unused_.pop_back();
  NodeQueue& queue = nodes_[node];
  std::uint32_t before = queue.last;
  // Keys go round at cycle 2^44.
  while (before != kNone && static_cast<std::int64_t>(waiting_[before].key - head.key) > 0) before = waiting_[before].before;
  const std::uint32_t after = before == kNone ? queue.first : waiting_[before].after;
  waiting_[index] = head;
  waiting_[index].before = before;
  waiting_[index].after = after;
  (before == kNone ? queue.first : waiting_[before].after) = index;
  (after == kNone ? queue.last : waiting_[after].before) = index;
  return index;
}

void WaitingHeads::remove(std::uint32_t index, NodeId node) {
  NodeQueue& queue = nodes_[node];
  const WaitingHead& head = waiting_[index];
  (head.before == kNone ? queue.first : waiting_[head.before].after) = head.after;
  (head.after == kNone ? queue.last : waiting_[head.after].before) = head.before;
  unused_.push_back(index);
}

void WaitingHeads::forget() {
  for (std::uint32_t i = 0; i < nodes(); ++i) {
    NodeQueue& queue = nodes_[NodeId(i)];
    queue.first = queue.last = kNone;
    queue.must_retry = false;
  }
  waiting_.clear();
  unused_.clear();
  arrived_.clear();
  must_retry_.clear();
  held_back_.clear();
}

}  // namespace dateline
