#include "sim/core/state/packet/vc_set_queues.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"

namespace dateline {

void VcSetQueues::push(TerminalId terminal, const Queued& packet) {
  if (packet.order.vc_set >= sets_) {
    throw InvariantError(fmt::format("a packet of terminal {} is of VC set {}; there are {}", terminal.value(), packet.order.vc_set, sets_));
  }
  std::uint32_t slot = static_cast<std::uint32_t>(slots_.size());
  if (unused_.empty()) {
    slots_.emplace_back();
  } else {
    slot = unused_.back();
    unused_.pop_back();
  }
  slots_[slot] = {packet, kNone};
  Queue& queue = queues_[queue_of(terminal, packet.order.vc_set)];
  (queue.last == kNone ? queue.first : slots_[queue.last].after) = slot;
  queue.last = slot;
}

const VcSetQueues::Queued* VcSetQueues::first(TerminalId terminal, std::uint32_t sets, bool by_priority) const {
  const Queued* best = nullptr;
  for (std::size_t set = 0; set < sets_; ++set) {
    const std::uint32_t slot = queues_[queue_of(terminal, set)].first;
    if ((sets >> set & 1U) == 0 || slot == kNone) continue;
    const Queued& own = slots_[slot].packet;
    const bool equal = best == nullptr || !by_priority || own.order.priority == best->order.priority;
    if (best == nullptr || (equal ? own.sequence < best->sequence : own.order.priority > best->order.priority)) best = &own;
  }
  return best;
}

VcSetQueues::Queued VcSetQueues::take(TerminalId terminal, std::size_t set) {
  Queue& queue = queues_[queue_of(terminal, set)];
  const std::uint32_t slot = queue.first;
  unused_.push_back(slot);
  queue.first = slots_[slot].after;
  if (queue.first == kNone) queue.last = kNone;
  return slots_[slot].packet;
}

bool VcSetQueues::empty(TerminalId terminal) const {
  for (std::size_t set = 0; set < sets_; ++set) {
    if (queues_[queue_of(terminal, set)].first != kNone) return false;
  }
  return true;
}

}  // namespace dateline
