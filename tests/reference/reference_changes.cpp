#include "reference_changes.hpp"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

namespace dateline::reference {

bool Changes::fails(const Channel& c, const std::set<int>& nodes, const Links& links) {
  if (nodes.count(c.begin.node) != 0 || nodes.count(c.end_node) != 0) return true;
  if (c.kind != ChannelKind::network) return false;
  // A link is both its channels: the one back leaves the end node through the port at which this one arrives.
  return links.count({c.begin.node, c.begin.port}) != 0 || links.count({c.end_node, c.arrival_port}) != 0;
}

template <typename Set>
Set without(const Set& a, const Set& b) {
  Set result;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::inserter(result, result.end()));
  return result;
}

template <typename Set>
Set both(Set a, const Set& b) {
  a.insert(b.begin(), b.end());
  return a;
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

bool Changes::leads_to_failure(int w, const Channel& came, const ReferenceChange& to) const {
  // Beyond a channel of which no router knows that it has failed nothing goes on.
  const auto swallows = [&to](const Channel& c) { return fails(c, to.unseen_nodes, to.unseen_links); };
  if (swallows(came)) return false;
  std::set<std::pair<const Channel*, std::uint64_t>> seen;
  std::vector<std::pair<const Channel*, std::uint64_t>> places{{&came, packet(w).state}};
  while (!places.empty()) {
    const auto [at_channel, state] = places.back();
    places.pop_back();
    if (!seen.insert({at_channel, state}).second) continue;
    for (const ReferenceExit& e : exits_after(*at_channel, w, state, packet(w).record.hops)) {
      if (e.deliver || e.absorb) continue;
      const Channel& on = channel(routers_[at(at_channel->end_node)].outputs[at(e.port)]);
      if (fails(on, to.nodes, to.links)) return true;
      if (!swallows(on)) places.emplace_back(&on, e.next);
    }
  }
  return false;
}

// From where its header is, or will be: the VC that it has been given and has not crossed to, else that in whose buffer
// it is.
bool Changes::may_meet(int w, const ReferenceChange& to) const {
  const Channel* buffer = nullptr;
  for (const Channel& c : channels_)
    for (const VirtualChannel& v : c.vcs) {
      const bool given = v.holder == w && v.to_send == packet(w).packet.length;
      if (given) return c.kind != ChannelKind::ejection && leads_to_failure(w, c, to);
      const bool there = std::any_of(v.buffer.begin(), v.buffer.end(), [w](const Flit& f) { return f.packet == w && f.index == 0; });
      if (there && v.front != FrontState::delivered) buffer = &c;
      if (there && v.front == FrontState::delivered && v.buffer.front().packet != w) buffer = &c;
    }
  return buffer != nullptr && leads_to_failure(w, *buffer, to);
}

void Changes::change(const ReferenceChange& to, Cycle t) {
  const bool again = to.begin == ReferenceChange::Begin::at_once && drains_to_ != nullptr;
  drains_to_ = again || to.begin == ReferenceChange::Begin::drained ? &to : nullptr;
  reporter_ = reporter_of(to);
  const bool found = !without(unseen_nodes_, to.unseen_nodes).empty() || !without(unseen_links_, to.unseen_links).empty();
  const bool fails_unseen = !without(to.unseen_nodes, unseen_nodes_).empty() || !without(to.unseen_links, unseen_links_).empty();
  begin(to, drains_to_ == nullptr, t);
  failed_nodes_ = both(to.nodes, to.unseen_nodes);
  failed_links_ = both(to.links, to.unseen_links);
  if (found || !fails_unseen) tell(t);  // else nobody knows of it
}

// Of what is found to have failed, or else of what fails or works again: the least node that lives and is an end of it.
int Changes::reporter_of(const ReferenceChange& to) const {
  const std::set<int> after = both(to.nodes, to.unseen_nodes);
  const Links links_after = both(to.links, to.unseen_links);
  std::set<int> nodes = without(unseen_nodes_, to.unseen_nodes);
  Links links = without(unseen_links_, to.unseen_links);
  if (nodes.empty() && links.empty()) {
    nodes = both(without(failed_nodes_, after), without(after, failed_nodes_));
    links = both(without(failed_links_, links_after), without(links_after, failed_links_));
  }
  std::set<int> ends = nodes, all;
  for (const Channel& c : channels_) {
    if (c.kind != ChannelKind::network || !fails(c, nodes, links)) continue;
    ends.insert(c.begin.node);
    ends.insert(c.end_node);
  }
  for (int node = 0; node < nodes_; ++node) all.insert(node);
  const std::set<int> living = without(ends, after);
  return living.empty() ? *without(all, after).begin() : *living.begin();
}

void Changes::tell(Cycle t) {
  std::map<int, std::vector<int>> by_source;
  for (const int w : taken_out_) by_source[packet(w).packet.source].push_back(w);
  taken_out_.clear();
  for (const auto& [source, lost] : by_source) {
    if (dead(source) || source == reporter_) {
      learn(lost, t);
      continue;
    }
    notify(reporter_, source, lost, t);
  }
}

void Changes::notify(int reporter, int source, const std::vector<int>& lost, Cycle t) {
  Worm notice;
  notice.packet.generated = t;
  notice.packet.source = reporter;
  notice.packet.destination = source;
  packets_.push_back(notice);
  const int id = static_cast<int>(packets_.size()) - 1;
  told_of_[id] = lost;
  queue(id);
}

void Changes::learn(const std::vector<int>& lost, Cycle t) {
  for (const int w : lost) (is_message(w) ? again_ : notices_again_)[t + retransmit_].push_back(w);
}

void Changes::arrive(int w) {
  if (is_message(w)) {
    ++ended_;
  } else {
    arrived_.push_back(w);
  }
}

void Changes::learn_of_losses(Cycle t) {
  std::sort(arrived_.begin(), arrived_.end(), [this](int a, int b) {
    const auto name = [](const Worm& w) { return std::tuple(w.packet.destination, w.packet.source, w.sequence); };
    return name(packet(a)) < name(packet(b));
  });
  for (const int w : arrived_) learn(told_of_[w], t + 1);
  arrived_.clear();
  throw_away(t + 1);
}

// What it told of is never sent again.
void Changes::give_up(int notice) {
  for (const int w : told_of_[notice]) {
    if (is_message(w)) {
      ++ended_;
    } else {
      give_up(w);
    }
  }
}

void Changes::put_records(ReferenceOutcome& outcome) const {
  outcome.finished = ended_ == messages_;
  outcome.losses = losses_;
  for (std::size_t w = 0; w < packets_.size(); ++w) {
    const Worm& worm = packets_[w];
    if (w < messages_) {
      outcome.deliveries.push_back(worm.record);
    } else {
      outcome.notices.push_back({worm.packet.source, worm.packet.destination, worm.record});
    }
  }
}

void Changes::look_whether_drained(Cycle t) {
  if (std::any_of(packets_.begin(), packets_.end(), [](const Worm& w) { return w.stage == Stage::under_way; })) return;
  const ReferenceChange& to = *drains_to_;
  drains_to_ = nullptr;
  begin(to, true, t);
  tell(t);
}

void Changes::begin(const ReferenceChange& to, bool take_relation, Cycle t) {
  // First what nobody knew of until now, then what fails and is not known of.
  take_out_of(without(unseen_nodes_, to.unseen_nodes), without(unseen_links_, to.unseen_links), t);
  take_out_of(without(to.unseen_nodes, unseen_nodes_), without(to.unseen_links, unseen_links_), t);
  unseen_nodes_ = to.unseen_nodes;
  unseen_links_ = to.unseen_links;
  Worms lost;
  const bool flushed = take_relation && to.begin == ReferenceChange::Begin::flushed;
  for (std::size_t w = 0; w < packets_.size(); ++w) {
    const int id = static_cast<int>(w);
    if (packets_[w].stage != Stage::under_way) continue;
    if (flushed || (!take_relation && may_meet(id, to))) lost.insert(id);
  }
  if (take_relation) relation_ = to.relation;
  for (int node = 0; node < nodes_; ++node) routers_[at(node)].failed = to.nodes.count(node) != 0;
  for (Channel& c : channels_) {
    const bool failed = fails(c, to.nodes, to.links);
    if (failed && !c.failed) {
      worms_at(c, lost);
      if (c.link) c.link->renew();
    }
    if (!failed && c.failed) empty_and_free(c, t);
    c.failed = failed;
    c.swallows = !failed && fails(c, to.unseen_nodes, to.unseen_links);
    if (c.link) c.link->set_silent(c.swallows);
  }
  for (std::size_t w = 0; w < packets_.size(); ++w)
    if (goes_with_a_node(packets_[w])) lost.insert(static_cast<int>(w));
  take_out(lost, t);
  for (Channel& c : channels_)
    for (VirtualChannel& v : c.vcs) begin_anew(c, v);
}

// What is in these channels and nodes, whatever others know; they are as new.
void Changes::take_out_of(const std::set<int>& nodes, const Links& links, Cycle t) {
  if (nodes.empty() && links.empty()) return;
  Worms lost;
  for (const Channel& c : channels_)
    if (fails(c, nodes, links)) worms_at(c, lost);
  for (std::size_t w = 0; w < packets_.size(); ++w) {
    const Worm& worm = packets_[w];
    const bool queued = worm.stage == Stage::queued && nodes.count(worm.packet.source) != 0;
    const bool kept = worm.stage == Stage::under_way && worm.memory_of != kNone && nodes.count(worm.memory_of) != 0;
    if (queued || kept) lost.insert(static_cast<int>(w));
  }
  take_out(lost, t);
  for (Channel& c : channels_)
    if (fails(c, nodes, links)) empty_and_free(c, t);
}

void Changes::take_out(const Worms& lost, Cycle t) {
  for (Channel& c : channels_)
    for (VirtualChannel& v : c.vcs) clear(c, v, lost, t);
  std::vector<int> told(lost.begin(), lost.end());
  std::sort(told.begin(), told.end(), [this](int a, int b) {
    return std::pair(packet(a).packet.source, packet(a).sequence) < std::pair(packet(b).packet.source, packet(b).sequence);
  });
  for (const int w : told) losses_.push_back({t, w, packet(w).record});
  for (Router& router : routers_) clear(router, lost);
  for (const int w : told) lose(w, t);
}

void Changes::empty_and_free(Channel& c, Cycle t) {
  if (c.link) c.link->renew();
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
  } else if (config_.loss_notices) {
    taken_out_.push_back(id);
  } else {
    again_[t + retransmit_].push_back(id);
  }
}

void Changes::throw_away(Cycle t) {
  std::sort(erred_.begin(), erred_.end(), [this](int a, int b) {
    const auto name = [](const Worm& w) { return std::tuple(w.packet.destination, w.packet.source, w.sequence); };
    return name(packet(a)) < name(packet(b));
  });
  std::map<std::pair<int, int>, std::vector<int>> by_ends;  // destination and source
  for (const int w : erred_) {
    losses_.push_back({t, w, packet(w).record});
    by_ends[{packet(w).packet.destination, packet(w).packet.source}].push_back(w);
    lose(w, t);
  }
  const bool told = retransmit_ >= 0 && config_.loss_notices;
  if (told) taken_out_.resize(taken_out_.size() - erred_.size());  // the destination tells of them, not who reports a change
  erred_.clear();
  for (const auto& [ends, lost] : by_ends) {
    if (!told) break;
    if (dead(ends.second)) {
      learn(lost, t);
    } else {
      notify(ends.first, ends.second, lost, t);
    }
  }
}

void Changes::queue(int id) {
  Worm& w = packet(id);
  w.stage = Stage::queued;
  w.sequence = w.record.sequence = routers_[at(w.packet.source)].next_sequence++;
  routers_[at(w.packet.source)].queue.push_back(id);
}

void Changes::send_again(Cycle t) {
  for (const int w : notices_again_[t]) {
    if (dead(packet(w).packet.source) || dead(packet(w).packet.destination)) {
      give_up(w);
    } else {
      queue(w);
    }
  }
  const auto due = again_.find(t);
  if (due == again_.end()) return;
  for (const int w : due->second) {
    if (dead(packet(w).packet.source) || dead(packet(w).packet.destination)) {
      ++ended_;
    } else {
      queue(w);
    }
  }
  again_.erase(due);
}

}  // namespace dateline::reference
