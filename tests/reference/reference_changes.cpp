#include "reference_changes.hpp"

#include <algorithm>
#include <utility>

namespace dateline::reference {

bool Changes::fails(const Channel& c, const ReferenceChange& to) const {
  if (to.nodes.count(c.begin.node) != 0 || to.nodes.count(c.end_node) != 0) return true;
  if (c.kind != ChannelKind::network) return false;
  // A link is both its channels: the one back leaves the end node through the port at which this one arrives.
  return to.links.count({c.begin.node, c.begin.port}) != 0 || to.links.count({c.end_node, c.arrival_port}) != 0;
}

// Flits in, on the way over, or still to cross: who holds a VC has flits that have not left its buffer, or, but atomic,
// that have not crossed.
void Changes::worms_at(const Channel& c, Worms& lost) const {
  for (const VirtualChannel& v : c.vcs) {
    if (v.holder != kNone) lost.insert(v.holder);
    for (const Flit& flit : v.buffer) lost.insert(flit.packet);
  }
}

bool Changes::goes_with_a_node(const Worm& w) const {
  if (w.stage == Stage::unsent || w.stage == Stage::ended) return false;
  if (routers_[at(w.packet.destination)].failed) return true;
  if (w.stage == Stage::queued && routers_[at(w.packet.source)].failed) return true;
  return w.memory_of != kNone && routers_[at(w.memory_of)].failed;
}

void Changes::change(const ReferenceChange& to, Cycle t) {
  relation_ = to.relation;
  Worms lost;
  for (int node = 0; node < nodes_; ++node) routers_[at(node)].failed = to.nodes.count(node) != 0;
  for (Channel& c : channels_) {
    const bool failed = fails(c, to);
    if (failed && !c.failed) worms_at(c, lost);
    if (!failed && c.failed) empty_and_free(c, t);
    c.failed = failed;
  }
  for (std::size_t w = 0; w < packets_.size(); ++w)
    if (goes_with_a_node(packets_[w])) lost.insert(static_cast<int>(w));
  for (Channel& c : channels_)
    for (VirtualChannel& v : c.vcs) {
      clear(c, v, lost, t);
      begin_anew(c, v);
    }
  std::vector<int> told(lost.begin(), lost.end());
  std::sort(told.begin(), told.end(), [this](int a, int b) {
    return std::pair(packet(a).packet.source, packet(a).sequence) < std::pair(packet(b).packet.source, packet(b).sequence);
  });
  for (const int w : told) losses_.push_back({t, w, packet(w).record});
  for (Router& router : routers_) clear(router, lost);
  for (const int w : told) lose(w, t);
}

void Changes::empty_and_free(Channel& c, Cycle t) {
  for (VirtualChannel& v : c.vcs) {
    check(v.holder == kNone && v.buffer.empty(), "a channel that had failed is in use", t, c.begin.node, c.begin.port);
    v.free_places = config_.buffer_depth;
    v.place_free_from.clear();
    v.allocatable_from = t;
  }
}

void Changes::clear(const Channel& c, VirtualChannel& v, const Worms& lost, Cycle t) {
  const auto gone = [&](int w) { return lost.count(w) != 0; };
  const int front = v.front == FrontState::none ? kNone : v.buffer.empty() ? v.holder : v.buffer.front().packet;
  if (front != kNone && gone(front)) {
    v.front = FrontState::none;
    v.known_blocked = false;
    if (v.has_place) --routers_[at(c.end_node)].places_taken;
    v.has_place = false;
  }
  const bool as_new = v.holder != kNone && gone(v.holder) && config_.vc_reuse == C::VcReuse::atomic;
  if (v.holder != kNone && gone(v.holder)) {
    v.holder = kNone;
    v.allocatable_from = t;
  }
  for (auto flit = v.buffer.begin(); flit != v.buffer.end();) {
    if (!gone(flit->packet)) {
      ++flit;
      continue;
    }
    flit = v.buffer.erase(flit);
    ++v.free_places;
  }
  if (as_new) {
    v.place_free_from.clear();
    v.free_places = config_.buffer_depth;
  }
  if (gone(v.last_in.packet)) v.last_in.tail = true;
}

// A header that waits comes to the front of its buffer in this cycle.
void Changes::begin_anew(const Channel& c, VirtualChannel& v) {
  if (v.front != FrontState::waiting) return;
  v.front = FrontState::none;
  v.known_blocked = false;
  if (v.has_place) --routers_[at(c.end_node)].places_taken;
  v.has_place = false;
}

void Changes::clear(Router& router, const Worms& lost) {
  std::deque<int> rest;
  for (const int w : router.queue)
    if (lost.count(w) == 0) rest.push_back(w);
  router.queue = rest;
  // The last numbers, in order.
  int number = router.next_sequence - static_cast<int>(rest.size());
  for (const int w : rest) packet(w).sequence = packet(w).record.sequence = number++;
  for (auto kept = router.memory.begin(); kept != router.memory.end();)
    kept = lost.count(std::get<3>(*kept)) != 0 ? router.memory.erase(kept) : std::next(kept);
}

void Changes::lose(int id, Cycle t) {
  Worm& w = packet(id);
  if (w.memory_of != kNone) --routers_[at(w.memory_of)].places_taken;
  const ReferencePacket packet = w.packet;
  w = {};
  w.packet = packet;
  w.stage = Stage::ended;
  if (retransmit_ < 0) {
    ++ended_;
  } else {
    again_[t + retransmit_].push_back(id);
  }
}

void Changes::queue(int id) {
  Worm& w = packet(id);
  w.stage = Stage::queued;
  w.sequence = w.record.sequence = routers_[at(w.packet.source)].next_sequence++;
  routers_[at(w.packet.source)].queue.push_back(id);
}

void Changes::send_again(Cycle t) {
  const auto due = again_.find(t);
  if (due == again_.end()) return;
  for (const int w : due->second) {
    if (routers_[at(packet(w).packet.source)].failed || routers_[at(packet(w).packet.destination)].failed) {
      ++ended_;
    } else {
      queue(w);
    }
  }
  again_.erase(due);
}

}  // namespace dateline::reference
