#include "sim/core/state/packet/split_queues.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"

namespace dateline {

void SplitQueues::push(TerminalId terminal, std::size_t queue, const Queued& packet) {
  if (queue >= count_) {
    throw InvariantError(fmt::format("a packet of terminal {} is of VC set {} and names injection channel {}: there are {} queues", terminal.value(),
                                     packet.order.vc_set, packet.order.nic_port, count_));
  }
  std::uint32_t slot = static_cast<std::uint32_t>(slots_.size());
  if (unused_.empty()) {
    slots_.emplace_back();
  } else {
    slot = unused_.back();
    unused_.pop_back();
  }
  slots_[slot] = {packet, kNone};
  Queue& own = queues_[number_of(terminal, queue)];
  (own.last == kNone ? own.first : slots_[own.last].after) = slot;
  own.last = slot;
}

SplitQueues::Queued SplitQueues::take(TerminalId terminal, std::size_t queue) {
  Queue& own = queues_[number_of(terminal, queue)];
  const std::uint32_t slot = own.first;
  unused_.push_back(slot);
  own.first = slots_[slot].after;
  if (own.first == kNone) own.last = kNone;
  return slots_[slot].packet;
}

bool SplitQueues::empty(TerminalId terminal) const {
  for (std::size_t queue = 0; queue < count_; ++queue) {
    if (queues_[number_of(terminal, queue)].first != kNone) return false;
  }
  return true;
}

}  // namespace dateline
