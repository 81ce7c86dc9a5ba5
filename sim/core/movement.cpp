// Phases 3 and 4 of a cycle: every channel picks a VC, and all picked flits move (docs/machine.md, sections 2 and 6).
#include <utility>

#include "models/network/error.hpp"
#include "sim/core/machine.hpp"

namespace dateline {

void Machine::decide_word(std::size_t word) {
  std::uint64_t movable = avail_.word(word) & space_.word(word);
  do {
    const auto bit = static_cast<std::uint32_t>(__builtin_ctzll(movable));
    const std::uint32_t offset = bit & ~lane_mask_;
    const std::uint32_t field = static_cast<std::uint32_t>(movable >> offset) & field_mask_;
    movable &= ~(static_cast<std::uint64_t>(field_mask_) << offset);
    const std::uint32_t first = static_cast<std::uint32_t>(word) * 64 + offset;
    const std::uint32_t channel = channel_of(first);
    if (config_.channel_arbitration == ChannelArbitration::oldest) {
      picks_.push_back(first + oldest_lane(first, field));
      continue;
    }
    const std::uint32_t lane = next_bit(field, channel_pointer_[channel]);
    // Under the per-port crossbar the pointer moves when the port grants.
    if (config_.crossbar == Crossbar::per_vc) channel_pointer_[channel] = static_cast<std::uint8_t>(lane + 1);
    picks_.push_back(first + lane);
  } while (movable != 0);
}

std::uint32_t Machine::oldest_lane(std::uint32_t first_vc, std::uint32_t movable) const {
  auto best = static_cast<std::uint32_t>(__builtin_ctz(movable));
  for (movable &= movable - 1; movable != 0; movable &= movable - 1) {
    const auto lane = static_cast<std::uint32_t>(__builtin_ctz(movable));
    if (older(vcs_[first_vc + lane].holder, vcs_[first_vc + best].holder)) best = lane;
  }
  return best;
}

// One flit per input port: the outputs' nominations become claims on the ports, and each port grants one of them.
void Machine::arbitrate_ports() {
  nominations_.swap(picks_);
  picks_.clear();
  for (const std::uint32_t vc : nominations_) {
    const std::uint32_t up = vcs_[vc].up;
    if (up != kSource) claims_[channel_of(up)] |= static_cast<std::uint16_t>(1U << lane_of(up));
  }
  const bool by_age = config_.channel_arbitration == ChannelArbitration::oldest;
  for (const std::uint32_t vc : nominations_) {
    const std::uint32_t up = vcs_[vc].up;
    if (up == kSource) {
      channel_pointer_[channel_of(vc)] = static_cast<std::uint8_t>(lane_of(vc) + 1);
      picks_.push_back(vc);
      continue;
    }
    const std::uint32_t port = channel_of(up);
    const std::uint32_t claims = claims_[port];
    if (claims == 0) continue;  // this port has granted
    std::uint32_t lane = 0;
    if (by_age) {
      lane = static_cast<std::uint32_t>(__builtin_ctz(claims));
      for (std::uint32_t rest = claims & (claims - 1); rest != 0; rest &= rest - 1) {
        const auto other = static_cast<std::uint32_t>(__builtin_ctz(rest));
        if (older(vcs_[first_vc(port) + other].front, vcs_[first_vc(port) + lane].front)) lane = other;
      }
    } else {
      lane = next_bit(claims, port_pointer_[port]);
      port_pointer_[port] = static_cast<std::uint8_t>(lane + 1);
    }
    claims_[port] = 0;
    const std::uint32_t granted = vcs_[first_vc(port) + lane].down;
    channel_pointer_[channel_of(granted)] = static_cast<std::uint8_t>(lane_of(granted) + 1);
    picks_.push_back(granted);
  }
}

template <bool kGeneral>
void Machine::move_all() {
  if constexpr (kGeneral) {
    drain_buffers();
  } else {
    for (const std::uint32_t vc : tails_due_) {
      Vc& record = vcs_[vc];
      finish(record.front);
      record.down = kIdle;
      release(vc);
    }
    tails_due_.clear();
  }
  for (const std::uint32_t vc : picks_) move_flit<kGeneral>(vc);
  if constexpr (!kGeneral) tails_due_.swap(tails_next_);
}

template void Machine::move_all<true>();
template void Machine::move_all<false>();

template <bool kGeneral>
void Machine::move_flit(std::uint32_t vc) {
  Vc& record = vcs_[vc];
  const std::uint32_t up = record.up;
  const bool tail = --record.to_send == 0;
  if (up == kSource) {
    Message& message = messages_[record.holder];
    if (record.to_send + 1 == message.order.length) {
      message.injected = now_;
      ++sources_[message.source.value()].injected;
    }
  } else {
    Vc& from = vcs_[up];
    if (--from.present == 0) avail_.clear(vc);
    vacate<kGeneral>(up, from);
    if (tail) tail_left<kGeneral>(up, from);
  }
  if (tail) sent_tail(vc, record);
  if (is_ejection(vc)) return;
  if constexpr (!kGeneral) {
    if (record.down == kSink) {
      if (tail) tails_next_.push_back(vc);
      return;
    }
  }
  if (++record.used == config_.buffer_depth) space_.clear(vc);
  if constexpr (kGeneral) {
    if (config_.channel_latency > 1 && is_network(vc)) {
      due_in(config_.channel_latency).arrivals.push_back(vc);
      return;
    }
  }
  arrive(vc, record);
}

// A flit has left the buffer of `vc`: its place goes back to the sender.
template <bool kGeneral>
void Machine::vacate(std::uint32_t vc, Vc& record) {
  if constexpr (kGeneral) {
    if (config_.channel_latency > 1 && is_network(vc)) {
      due_in(config_.channel_latency).credits.push_back(vc);
      return;
    }
  }
  --record.used;
  space_.set(vc);
}

// The tail of the front worm has left the buffer of `vc`.
template <bool kGeneral>
void Machine::tail_left(std::uint32_t vc, Vc& record) {
  record.down = kIdle;
  if constexpr (kGeneral) {
    if (config_.vc_reuse == VcReuse::at_tail) {
      SharedBuffer& buffer = shared_[vc];
      if (buffer.behind.empty()) return;
      const QueuedWorm next = buffer.behind.front();
      buffer.behind.erase(buffer.behind.begin());
      record.front = next.message;
      record.present = static_cast<std::uint16_t>(next.present);
      buffer.front_to_arrive = next.to_arrive;
      record.down = next.present > 0 ? kWaiting : kEmpty;
      if (next.present > 0) arrived_.push_back(vc);
      return;
    }
    if (config_.channel_latency > 1 && is_network(vc)) {
      due_in(config_.channel_latency).releases.push_back(vc);
      return;
    }
  }
  release(vc);
}

// The tail has crossed the channel into `vc`.
void Machine::sent_tail(std::uint32_t vc, Vc& record) {
  avail_.clear(vc);
  unhold(vc);
  if (is_network(vc)) {
    const Message& message = messages_[record.holder];
    const std::uint32_t channel = channel_of(vc);
    finished_flits_[channel] += message.order.length;
    ++crossings_[channel];
    measured_crossings_[channel] += message.order.measured ? 1U : 0U;
  }
  if (is_ejection(vc)) {
    finish(record.holder);
    release(vc);
  } else if (config_.vc_reuse == VcReuse::at_tail) {
    release(vc);
  }
}

// A flit has come into the buffer of `vc`.
void Machine::arrive(std::uint32_t vc, Vc& record) {
  if (!shared_.empty()) return arrive_shared(vc, record);
  ++record.present;
  if (record.down < kSpecial) {
    avail_.set(record.down);
  } else if (record.down == kEmpty) {
    record.down = kWaiting;
    arrived_.push_back(vc);
  }
}

void Machine::arrive_shared(std::uint32_t vc, Vc& record) {
  SharedBuffer& buffer = shared_[vc];
  if (record.down != kIdle && buffer.front_to_arrive > 0) {
    --buffer.front_to_arrive;
    ++record.present;
    if (record.down < kSpecial) {
      avail_.set(record.down);
    } else if (record.down == kEmpty) {
      record.down = kWaiting;
      arrived_.push_back(vc);
    }
    return;
  }
  for (QueuedWorm& worm : buffer.behind) {
    if (worm.to_arrive == 0) continue;
    --worm.to_arrive;
    ++worm.present;
    return;
  }
  throw InvariantError("a flit arrived that belongs to no worm");
}

// Explicit ideal ejection: each buffer whose front worm is being handed over gives one flit that was there at the start of the cycle.
void Machine::drain_buffers() {
  for (std::size_t i = 0; i < draining_.size();) {
    const std::uint32_t vc = draining_[i];
    Vc& record = vcs_[vc];
    if (record.present == 0) {
      ++i;
      continue;
    }
    --record.present;
    vacate<true>(vc, record);
    if (--record.to_leave > 0) {
      ++i;
      continue;
    }
    finish(record.front);
    tail_left<true>(vc, record);
    draining_[i] = draining_.back();
    draining_.pop_back();
  }
}

void Machine::release(std::uint32_t vc) {
  free_.set(vc);
  const std::uint32_t channel = channel_of(vc);
  const std::uint32_t node = start_node(channel);
  if (channel >= network_channels_ && channel < network_channels_ + nodes_) {
    if (!sources_[node].queue.empty()) wake_source(node);
  } else {
    mark_dirty(node);
  }
}

void Machine::finish(std::uint32_t message) {
  const Message& done = messages_[message];
  ejected_of_source_[done.source.value()] += done.order.length;
  ++delivered_;
  --in_network_;
  deliveries_.push_back({done, now_});
  free_messages_.push_back(message);
}

}  // namespace dateline
