#include "sim/core/packet/vc_set_queues.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"

namespace dateline {

void SetQueues::push(TerminalId terminal, const Queued& message) {
  if (message.order.vc_set >= sets_) {
    throw InvariantError(fmt::format("a message of terminal {} is of VC set {}; there are {}", terminal.value(), message.order.vc_set, sets_));
  }
  std::uint32_t place = static_cast<std::uint32_t>(places_.size());
  if (unused_.empty()) {
    places_.emplace_back();
  } else {
    place = unused_.back();
    unused_.pop_back();
  }
  places_[place] = {message, kNone};
  Queue& queue = queues_[queue_of(terminal, message.order.vc_set)];
  (queue.last == kNone ? queue.first : places_[queue.last].after) = place;
  queue.last = place;
}

const SetQueues::Queued* SetQueues::first(TerminalId terminal, std::uint32_t sets, bool by_priority) const {
  const Queued* best = nullptr;
  for (std::size_t set = 0; set < sets_; ++set) {
    const std::uint32_t place = queues_[queue_of(terminal, set)].first;
    if ((sets >> set & 1U) == 0 || place == kNone) continue;
    const Queued& own = places_[place].message;
    const bool equal = best == nullptr || !by_priority || own.order.priority == best->order.priority;
    if (best == nullptr || (equal ? own.sequence < best->sequence : own.order.priority > best->order.priority)) best = &own;
  }
  return best;
}

void SetQueues::pop(TerminalId terminal, std::size_t set) {
  Queue& queue = queues_[queue_of(terminal, set)];
  const std::uint32_t place = queue.first;
  unused_.push_back(place);
  queue.first = places_[place].after;
  if (queue.first == kNone) queue.last = kNone;
}

bool SetQueues::empty(TerminalId terminal) const {
  for (std::size_t set = 0; set < sets_; ++set) {
    if (queues_[queue_of(terminal, set)].first != kNone) return false;
  }
  return true;
}

}  // namespace dateline
