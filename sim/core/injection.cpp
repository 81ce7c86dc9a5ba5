// Phases 0 and 1 of a cycle: what was sent over longer channels arrives, and queued messages take free injection VCs.
#include "models/network/random.hpp"
#include "sim/core/machine.hpp"

namespace dateline {

void Machine::take_due_events() {
  Due& due = due_[now_ % due_.size()];
  pending_events_ -= due.arrivals.size() + due.credits.size() + due.releases.size() + due.ready_nodes.size();
  for (const std::uint32_t vc : due.arrivals) arrive(vc, vcs_[vc]);
  for (const std::uint32_t vc : due.credits) {
    --vcs_[vc].used;
    bits_of(vc).space |= vc_bit(vc);
  }
  for (const std::uint32_t vc : due.releases) release(vc);
  for (const std::uint32_t node : due.ready_nodes) mark_dirty(node);
  due.arrivals.clear();
  due.credits.clear();
  due.releases.clear();
  due.ready_nodes.clear();
}

void Machine::inject() {
  for (const std::uint32_t node : waking_) {
    node_[node].waking = false;
    Source& source = sources_[node];
    const std::uint32_t channel = injection_channel(node);
    const std::uint32_t all = (1U << static_cast<unsigned>(config_.injection_vcs)) - 1;
    while (!source.queue.empty()) {
      const std::uint32_t free = free_lanes(channel, all);
      if (free == 0) break;
      start_worm(node, channel, free);
    }
  }
  waking_.clear();
}

// The oldest message of `node` takes one of the `free` VCs of its injection channel.
void Machine::start_worm(std::uint32_t node, std::uint32_t channel, std::uint32_t free) {
  Source& source = sources_[node];
  if (free_messages_.empty()) {
    free_messages_.push_back(static_cast<std::uint32_t>(messages_.size()));
    messages_.emplace_back();
  }
  const std::uint32_t index = free_messages_.back();
  free_messages_.pop_back();

  Message& message = messages_[index];
  message.order = source.queue.front();
  source.queue.pop();
  message.source = NodeId(node);
  message.sequence = source.next_injection++;
  message.key = message_key(mixed_seed_, node, message.sequence);
  message.hops = 0;
  const auto starts = relation_.start(message.source, message.order.destination);
  message.state = starts.front().state;
  if (starts.size() > 1) {
    std::uint64_t total = 0;
    for (const StartState& s : starts) total += s.weight;
    std::uint64_t drawn = scale_bits(choice_bits(message.key, 0, Purpose::start), total);
    for (const StartState& s : starts) {
      message.state = s.state;
      if (drawn < s.weight) break;
      drawn -= s.weight;
    }
  }
  --queued_;
  ++in_network_;
  grant(kSource, first_vc(channel) + select_lane(channel, free, message.key, 0, Purpose::injection_vc), index, message);
}

}  // namespace dateline
