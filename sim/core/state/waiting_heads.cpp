#include "sim/core/state/waiting_heads.hpp"

#include <algorithm>

namespace dateline {

// New headers are mostly the last.
std::uint32_t HeaderStage::insert(const WaitingHeader& header, NodeId node) {
  if (unused_.empty()) {
    unused_.push_back(static_cast<std::uint32_t>(waiting_.size()));
    waiting_.emplace_back();
  }
  const std::uint32_t index = unused_.back();
  unused_.pop_back();
  NodeQueue& queue = nodes_[node];
  std::uint32_t before = queue.last;
  while (before != kNone && waiting_[before].key > header.key) before = waiting_[before].before;
  const std::uint32_t after = before == kNone ? queue.first : waiting_[before].after;
  waiting_[index] = header;
  waiting_[index].before = before;
  waiting_[index].after = after;
  (before == kNone ? queue.first : waiting_[before].after) = index;
  (after == kNone ? queue.last : waiting_[after].before) = index;
  return index;
}

void HeaderStage::remove(std::uint32_t index, NodeId node) {
  NodeQueue& queue = nodes_[node];
  const WaitingHeader& header = waiting_[index];
  (header.before == kNone ? queue.first : waiting_[header.before].after) = header.after;
  (header.after == kNone ? queue.last : waiting_[header.after].before) = header.before;
  unused_.push_back(index);
}

void HeaderStage::forget() {
  for (std::uint32_t i = 0; i < nodes(); ++i) {
    NodeQueue& queue = nodes_[NodeId(i)];
    queue.first = queue.last = kNone;
    queue.dirty = false;
  }
  waiting_.clear();
  unused_.clear();
  arrived_.clear();
  dirty_.clear();
}

void HeaderStage::granted(NodeId node, std::uint32_t place) {
  NodeQueue& queue = nodes_[node];
  if (queue.nearest == kNone) moving_.push_back(node);
  const std::uint32_t distance = (place - queue.pointer) & ((1U << kPlaceBits) - 1);
  queue.nearest = std::min(queue.nearest, distance);
}

void HeaderStage::move_pointers() {
  for (const NodeId node : moving_) {
    NodeQueue& queue = nodes_[node];
    queue.pointer = ((queue.pointer + queue.nearest) & ((1U << kPlaceBits) - 1)) + 1;
    queue.nearest = kNone;
  }
  moving_.clear();
}

}  // namespace dateline
