// Phases 3 and 4 of a cycle: every channel picks a VC, and all picked flits move (docs/machine.md, sections 2 and 6).
#include <algorithm>
#include <utility>

#include "models/network/error.hpp"
#include "sim/core/machine.hpp"

namespace dateline {

std::uint32_t* Machine::decide_word(std::size_t word, std::uint32_t* pick) {
  std::uint64_t movable = bits_[word].avail & bits_[word].space;
  const std::uint32_t lane_mask = lane_mask_, field_mask = field_mask_, shift = shift_;
  const bool by_age = config_.channel_arbitration == ChannelArbitration::oldest;
  const bool per_vc = config_.crossbar == Crossbar::per_vc;
  ChannelState* const channels = channel_.data();
  do {
    const auto bit = static_cast<std::uint32_t>(__builtin_ctzll(movable));
    const std::uint32_t offset = bit & ~lane_mask;
    const std::uint32_t field = static_cast<std::uint32_t>(movable >> offset) & field_mask;
    movable &= ~(static_cast<std::uint64_t>(field_mask) << offset);
    const std::uint32_t first = static_cast<std::uint32_t>(word) * 64 + offset;
    if (by_age) {
      *pick++ = first + oldest_lane(first, field);
      continue;
    }
    std::uint8_t& pointer = channels[first >> shift].pointer;
    const std::uint32_t lane = next_bit(field, pointer);
    // Under the per-port crossbar the pointer moves when the port grants.
    if (per_vc) pointer = static_cast<std::uint8_t>(lane + 1);
    *pick++ = first + lane;
  } while (movable != 0);
  return pick;
}

// Every channel that can move picks one VC.
void Machine::decide() {
  std::uint32_t* pick = picks_.room.data();
  constexpr std::size_t kWordsPerBlock = std::size_t{1} << (kBlockBits - 6);
  for (std::size_t i = 0; i < live_.size(); ++i) {
    for (std::uint64_t blocks = live_[i]; blocks != 0; blocks &= blocks - 1) {
      const std::size_t first = (i * 64 + static_cast<std::size_t>(__builtin_ctzll(blocks))) * kWordsPerBlock;
      const std::size_t last = std::min(first + kWordsPerBlock, bits_.size());
      for (std::size_t w = first; w < last; ++w) {
        if ((bits_[w].avail & bits_[w].space) != 0) pick = decide_word(w, pick);
      }
    }
  }
  picks_.count = static_cast<std::size_t>(pick - picks_.room.data());
  if (config_.reverse_order) std::reverse(picks_.room.data(), pick);
  if (config_.crossbar == Crossbar::per_port) arbitrate_ports();
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
  std::swap(nominations_, picks_);
  picks_.count = 0;
  for (const std::uint32_t vc : nominations_) {
    const std::uint32_t up = vcs_[vc].up;
    if (up != kSource) channel_[channel_of(up)].claims |= static_cast<std::uint16_t>(1U << lane_of(up));
  }
  const bool by_age = config_.channel_arbitration == ChannelArbitration::oldest;
  for (const std::uint32_t vc : nominations_) {
    const std::uint32_t up = vcs_[vc].up;
    if (up == kSource) {
      channel_[channel_of(vc)].pointer = static_cast<std::uint8_t>(lane_of(vc) + 1);
      picks_.add(vc);
      continue;
    }
    const std::uint32_t port = channel_of(up);
    const std::uint32_t claims = channel_[port].claims;
    if (claims == 0) continue;  // this port has granted
    std::uint32_t lane = 0;
    if (by_age) {
      lane = static_cast<std::uint32_t>(__builtin_ctz(claims));
      for (std::uint32_t rest = claims & (claims - 1); rest != 0; rest &= rest - 1) {
        const auto other = static_cast<std::uint32_t>(__builtin_ctz(rest));
        if (older(vcs_[first_vc(port) + other].front, vcs_[first_vc(port) + lane].front)) lane = other;
      }
    } else {
      lane = next_bit(claims, channel_[port].port_pointer);
      channel_[port].port_pointer = static_cast<std::uint8_t>(lane + 1);
    }
    channel_[port].claims = 0;
    const std::uint32_t granted = vcs_[first_vc(port) + lane].down;
    channel_[channel_of(granted)].pointer = static_cast<std::uint8_t>(lane_of(granted) + 1);
    picks_.add(granted);
  }
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
  bits_of(vc).space |= vc_bit(vc);
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

template <bool kGeneral>
inline void Machine::move_flit(std::uint32_t vc, Vc* vcs, VcWord* bits) {
  Vc& record = vcs[vc];
  const std::uint32_t up = record.up;
  const bool tail = --record.to_send == 0;
  if (up == kSource) {
    if (record.to_send + 1 == record.length) {
      Message& message = messages_[record.holder];
      message.injected = now_;
      ++sources_[message.source.value()].injected;
    }
  } else {
    Vc& from = vcs[up];
    if (--from.present == 0) bits[vc >> 6U].avail &= ~vc_bit(vc);
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
  if (++record.used == config_.buffer_depth) bits[vc >> 6U].space &= ~vc_bit(vc);
  if constexpr (kGeneral) {
    if (config_.channel_latency > 1 && is_network(vc)) {
      due_in(config_.channel_latency).arrivals.push_back(vc);
      return;
    }
  }
  arrive(vc, record);
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
  Vc* const vcs = vcs_.data();
  VcWord* const bits = bits_.data();
  for (const std::uint32_t vc : picks_) move_flit<kGeneral>(vc, vcs, bits);
  if constexpr (!kGeneral) tails_due_.swap(tails_next_);
}

template void Machine::move_all<true>();
template void Machine::move_all<false>();

// The tail has crossed the channel into `vc`.
inline void Machine::sent_tail(std::uint32_t vc, Vc& record) {
  bits_of(vc).avail &= ~vc_bit(vc);
  unhold(vc);
  if (is_network(vc)) {
    Crossings& crossings = crossings_[channel_of(vc)];
    crossings.flits += record.length;
    ++crossings.messages;
    crossings.measured += messages_[record.holder].order.measured ? 1U : 0U;
  }
  if (is_ejection(vc)) {
    finish(record.holder);
    release(vc);
  } else if (config_.vc_reuse == VcReuse::at_tail) {
    release(vc);
  }
}

bool Machine::arrives_behind(std::uint32_t vc) {
  SharedBuffer& buffer = shared_[vc];
  if (vcs_[vc].down != kIdle && buffer.front_to_arrive > 0) {
    --buffer.front_to_arrive;
    return false;
  }
  for (QueuedWorm& worm : buffer.behind) {
    if (worm.to_arrive == 0) continue;
    --worm.to_arrive;
    ++worm.present;
    return true;
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

void Machine::finish(std::uint32_t message) {
  const Message& done = messages_[message];
  ejected_of_source_[done.source.value()] += done.order.length;
  ++delivered_;
  --in_network_;
  deliveries_.push_back({done, now_});
  free_messages_.push_back(message);
}

}  // namespace dateline
