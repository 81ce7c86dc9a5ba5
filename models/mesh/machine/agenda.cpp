#include "models/mesh/machine/agenda.hpp"

#include <fmt/format.h>

#include <utility>

#include "models/base/error.hpp"

namespace dateline {

MeshAgenda::MeshAgenda(std::vector<ProcessorQueues>& queues, std::uint32_t horizon) : queues_(queues.data()), horizon_(horizon) {
  now_.nodes.resize(queues.size());
  next_.nodes.resize(queues.size());
  if (horizon == 0) return;
  std::size_t buckets = 1;
  while (buckets <= horizon) buckets *= 2;
  ring_.resize(buckets);
}

void MeshAgenda::wake(NodeId node, std::uint32_t now, std::uint32_t step) {
  if (step <= now || step - now > horizon_) {
    throw InvariantError(fmt::format("mesh: step {}, processor {} asks to be woken at step {}", now, node.value(), step));
  }
  ring_[step & (ring_.size() - 1)].push_back(node);
  ++waiting_;
}

void MeshAgenda::begin(std::uint32_t step) {
  std::swap(now_, next_);
  for (std::size_t i = 0; step != step_ + 1 && i < now_.size; ++i) queues_[now_.nodes[i].value()].listed = step;
  step_ = step;
  if (waiting_ == 0) return;
  std::vector<NodeId>& bucket = ring_[step & (ring_.size() - 1)];
  for (const NodeId node : bucket) add_now(node);
  waiting_ -= bucket.size();
  bucket.clear();
}

std::optional<std::uint32_t> MeshAgenda::next_wake(std::uint32_t from) const {
  if (waiting_ == 0) return std::nullopt;
  for (std::uint32_t ahead = 0; ahead < ring_.size(); ++ahead) {
    if (!ring_[(from + ahead) & (ring_.size() - 1)].empty()) return from + ahead;
  }
  throw InvariantError("mesh: a wake-up is lost");
}

void MeshAgenda::forget_wakes() {
  if (waiting_ == 0) return;
  for (std::vector<NodeId>& bucket : ring_) bucket.clear();
  waiting_ = 0;
}

std::uint64_t MeshAgenda::bytes() const {
  std::uint64_t words = now_.nodes.capacity() + next_.nodes.capacity();
  for (const std::vector<NodeId>& bucket : ring_) words += bucket.capacity();
  return words * sizeof(NodeId) + ring_.size() * sizeof(ring_[0]);
}

}  // namespace dateline
