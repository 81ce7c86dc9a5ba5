// Phase 2 of a cycle: waiting headers are routed and given virtual channels (docs/machine.md, sections 2, 4 and 5).
#include <fmt/format.h>

#include <algorithm>

#include "models/network/error.hpp"
#include "sim/core/machine.hpp"

namespace dateline {

// Inline, and first in the file, because every hop of every header passes through.
inline void Machine::allocate(std::uint32_t from_vc, std::uint32_t vc, HeaderState next_state) {
  Vc& from = vcs_[from_vc];
  Message& message = messages_[from.front];
  message.state = next_state;
  if (is_network(vc)) ++message.hops;
  from.down = vc;
  grant(from_vc, vc, from.front, message);
}

inline bool Machine::try_allocate(const WaitingHeader& header, std::uint32_t node) {
  Message& message = messages_[vcs_[header.vc].front];
  if (header.simple) {
    const std::uint32_t free = free_lanes(header.channel, header.mask);
    if (free == 0) return false;
    const std::uint32_t lane = select_lane(header.channel, free, message.key, message.hops, Purpose::vc);
    allocate(header.vc, first_vc(header.channel) + lane, HeaderState{header.next_state});
    return true;
  }
  collect_options(header, node);
  if (options_.empty()) return false;
  HeaderState next_state;
  const std::uint32_t vc = select_option(message, next_state);
  allocate(header.vc, vc, next_state);
  return true;
}

// Draws one of the weighted routes in candidates_; without weights any candidate may be taken.
void Machine::draw_route(WaitingHeader& header, const Message& message) const {
  std::uint64_t total = 0;
  std::uint32_t counted_route = kNone;
  for (const Candidate& c : candidates_) {
    if (c.route != counted_route) total += c.weight;
    counted_route = c.route;
  }
  header.drawn = total > 0;
  if (!header.drawn) return;
  std::uint64_t drawn = scale_bits(choice_bits(message.key, message.hops, Purpose::route), total);
  counted_route = kNone;
  for (const Candidate& c : candidates_) {
    if (c.route == counted_route) continue;
    counted_route = header.route = c.route;
    if (drawn < c.weight) return;
    drawn -= c.weight;
  }
}

// Asks the relation, draws a weighted route, and notes what a retry needs. Delivery by ideal ejection shows as channel kNone.
inline void Machine::classify(WaitingHeader& header, std::uint32_t node) {
  const Message& message = messages_[vcs_[header.vc].front];
  candidates_.clear();
  const std::uint32_t channel = channel_of(header.vc);
  const ChannelId in = channel < network_channels_ ? ChannelId(channel) : kNoChannel;
  relation_.next(NodeId(node), in, message.order.destination, message.state, candidates_);
  const Candidate* chosen = candidates_.data();
  header.drawn = false;
  std::size_t matching = candidates_.size();
  if (matching != 1) {
    draw_route(header, message);
    matching = 0;
    for (const Candidate& c : candidates_) {
      if (header.drawn && c.route != header.route) continue;
      chosen = &c;
      ++matching;
      if (c.exit != Exit::deliver) continue;
      matching = 1;  // a message that may be delivered is
      break;
    }
  }
  if (matching == 0 || chosen->exit == Exit::absorb) bad_candidate(message, node);
  header.simple = matching == 1;
  if (!header.simple) return;
  header.next_state = chosen->next.word;
  if (chosen->exit == Exit::channel) {
    header.channel = chosen->channel.value();
    header.mask = vcs_of_classes(chosen->classes);
    if (header.channel >= network_channels_ || channel_[header.channel].from != node || header.mask == 0) {
      bad_candidate(message, node);
    }
    return;
  }
  if (message.order.destination.value() != node) bad_candidate(message, node);
  header.channel = config_.ejection == Ejection::ideal ? kNone : ejection_channel(node);
  header.mask = (1U << static_cast<unsigned>(config_.vcs)) - 1;
}

// A header has come to the front of its buffer: it is routed here, once, and handed over or noted as one of this cycle's new headers.
inline void Machine::admit_header(std::uint32_t vc) {
  const std::uint32_t node = channel_[channel_of(vc)].to;
  WaitingHeader& header = new_headers_[new_header_count_];
  header.vc = vc;
  classify(header, node);
  if (header.simple && header.channel == kNone) return begin_delivery(vc);
  ++(header.simple ? channel_[header.channel].wanted : node_[node].choosing);
  ++new_header_count_;
}

// A new header takes a VC at once if nobody else asks for its channel: no order could change what it gets. Else it joins its node's list.
inline void Machine::place_header(WaitingHeader& header) {
  const std::uint32_t channel = channel_of(header.vc);
  const std::uint32_t node = channel_[channel].to;
  const bool fcfs = config_.header_arbitration == HeaderArbitration::fcfs;
  const bool forwards = !header.simple || header.channel < network_channels_;
  const int delay = forwards ? config_.routing_delay : 0;
  const bool alone = header.simple && channel_[header.channel].wanted == 1 && node_[node].choosing == 0;
  if (alone && fcfs && delay == 0 && !config_.general_path && try_allocate(header, node)) return satisfied(header, node);

  static_assert((kMaxPorts << 4U | (kMaxVcs - 1U)) < 1U << 12U, "port and VC fit below the cycle; the injection port comes after all others");
  header.key = static_cast<std::uint32_t>(channel_[channel].port) << 4U | lane_of(header.vc);
  if (fcfs) header.key |= now_ << 12U;
  header.ready = now_ + static_cast<Cycle>(delay);
  begin_waiting(header, node);
  if (delay == 0) {
    mark_dirty(node);
  } else {
    due_in(delay).ready_nodes.push_back(node);
  }
}

void Machine::route_headers() {
  if (config_.reverse_order) std::reverse(arrived_.begin(), arrived_.end());
  if (new_headers_.size() < arrived_.size()) new_headers_.resize(2 * arrived_.size());
  new_header_count_ = 0;
  for (const std::uint32_t vc : arrived_) admit_header(vc);
  arrived_.clear();
  for (std::size_t i = 0; i < new_header_count_; ++i) place_header(new_headers_[i]);
  if (config_.reverse_order) std::reverse(dirty_.begin(), dirty_.end());
  for (const std::uint32_t node : dirty_) {
    node_[node].dirty = false;
    serve_node(node);
  }
  dirty_.clear();
}

void Machine::bad_candidate(const Message& message, std::uint32_t node) const {
  std::string offers;
  for (const Candidate& c : candidates_) {
    offers += c.exit == Exit::deliver  ? " delivery"
              : c.exit == Exit::absorb ? " absorption"
                                       : fmt::format(" channel {} classes {:#x}", c.channel.value(), c.classes);
  }
  throw InvariantError(fmt::format("cycle {}: at node {} the relation offers message {}->{} no legal way on, but:{}", now_, node,
                                   message.source.value(), message.order.destination.value(), offers));
}

void Machine::begin_delivery(std::uint32_t vc) {
  Vc& record = vcs_[vc];
  record.down = kSink;
  if (general_) {
    record.to_leave = messages_[record.front].order.length;
    draining_.push_back(vc);
    return;
  }
  // The header leaves in this cycle, and from now on every flit leaves in the cycle after it was sent: with depth >= 2 the places never run out.
  record.present = 0;
  record.used = 0;
  bits_of(vc).space |= vc_bit(vc);
  if (record.to_send == 0) tails_due_.push_back(vc);
}

// Joins its node's list, which is sorted by key; new headers are mostly the last.
void Machine::begin_waiting(const WaitingHeader& header, std::uint32_t node) {
  if (free_waiting_.empty()) {
    free_waiting_.push_back(static_cast<std::uint32_t>(waiting_.size()));
    waiting_.emplace_back();
  }
  const std::uint32_t index = free_waiting_.back();
  free_waiting_.pop_back();
  NodeState& list = node_[node];
  std::uint32_t after = list.last;
  while (after != kNone && waiting_[after].key > header.key) after = waiting_[after].previous;
  const std::uint32_t before = after == kNone ? list.first : waiting_[after].next;
  waiting_[index] = header;
  waiting_[index].previous = after;
  waiting_[index].next = before;
  (after == kNone ? list.first : waiting_[after].next) = index;
  (before == kNone ? list.last : waiting_[before].previous) = index;
}

void Machine::remove_waiting(std::uint32_t node, std::uint32_t index) {
  NodeState& list = node_[node];
  const WaitingHeader& header = waiting_[index];
  (header.previous == kNone ? list.first : waiting_[header.previous].next) = header.next;
  (header.next == kNone ? list.last : waiting_[header.next].previous) = header.previous;
  free_waiting_.push_back(index);
}

void Machine::serve_node(std::uint32_t node) {
  const bool cyclic = config_.header_arbitration == HeaderArbitration::round_robin;
  const std::uint64_t from = cyclic ? node_[node].header_pointer : 0;
  bool granted_one = false;
  for (int lap = 0; lap < (cyclic ? 2 : 1); ++lap) {
    for (std::uint32_t i = node_[node].first; i != kNone;) {
      const WaitingHeader& header = waiting_[i];
      const std::uint32_t next = header.next;
      const bool in_this_lap = !cyclic || (header.key >= from) == (lap == 0);
      if (in_this_lap && header.ready <= now_ && try_allocate(header, node)) {
        if (cyclic && !granted_one) node_[node].header_pointer = static_cast<std::uint16_t>(header.key + 1);
        granted_one = true;
        satisfied(header, node);
        remove_waiting(node, i);
      }
      i = next;
    }
  }
}

void Machine::ask_relation(const WaitingHeader& header, std::uint32_t node, Candidates& out) const {
  const Message& message = messages_[vcs_[header.vc].front];
  const std::uint32_t channel = channel_of(header.vc);
  out.clear();
  relation_.next(NodeId(node), channel < network_channels_ ? ChannelId(channel) : kNoChannel, message.order.destination, message.state, out);
  const auto other_route = [&](const Candidate& c) { return header.drawn && c.route != header.route; };
  out.erase(std::remove_if(out.begin(), out.end(), other_route), out.end());
}

void Machine::collect_options(const WaitingHeader& header, std::uint32_t node) {
  ask_relation(header, node, candidates_);
  options_.clear();
  int best_rank = 256;
  for (const Candidate& c : candidates_) {
    const std::uint32_t channel = c.channel.value();
    const std::uint32_t free = free_lanes(channel, vcs_of_classes(c.classes));
    if (free == 0 || c.rank > best_rank) continue;
    if (c.rank < best_rank) options_.clear();
    best_rank = c.rank;
    options_.push_back({channel, free, c.next});
  }
}

std::uint32_t Machine::select_option(const Message& message, HeaderState& next_state) {
  if (config_.selection == Selection::random) {
    std::uint32_t count = 0;
    for (const Option& o : options_) count += count_bits(o.free);
    auto drawn = static_cast<std::uint32_t>(scale_bits(choice_bits(message.key, message.hops, Purpose::vc), count));
    for (const Option& o : options_) {
      const auto here = count_bits(o.free);
      if (drawn < here) {
        next_state = o.next_state;
        return first_vc(o.channel) + nth_bit(o.free, drawn);
      }
      drawn -= here;
    }
  }
  std::uint32_t channel = kNone;
  for (const Option& o : options_) channel = std::min(channel, o.channel);
  std::uint32_t free = 0;
  for (const Option& o : options_) free |= o.channel == channel ? o.free : 0;
  const std::uint32_t lane = select_lane(channel, free, message.key, message.hops, Purpose::vc);
  for (const Option& o : options_) {
    if (o.channel != channel || (o.free >> lane & 1U) == 0) continue;
    next_state = o.next_state;
    break;
  }
  return first_vc(channel) + lane;
}

void Machine::grant_shared(std::uint32_t vc, std::uint32_t index) {
  Vc& record = vcs_[vc];
  if (record.down == kIdle) {
    record.front = index;
    record.down = kEmpty;
    shared_[vc].front_to_arrive = record.to_send;
  } else {
    shared_[vc].behind.push_back({index, 0, record.to_send});
  }
}

}  // namespace dateline
