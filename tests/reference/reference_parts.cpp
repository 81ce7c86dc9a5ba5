#include "reference_parts.hpp"

#include <algorithm>
#include <stdexcept>

namespace dateline::reference {

Parts::Parts(const ReferenceConfig& config, const ReferenceRelation* relation, const std::vector<ReferencePacket>& packets, ReferenceLog& log)
    : config_(checked(config)), relation_(relation), routing_(config_), nodes_(routing_.nodes()), log_(log) {
  require(relation_ != nullptr || config_.selection != C::Selection::random, "selection random is random");
  for (const int vcs : config_.vc_sets) {
    ReferenceConfig of_set = config_;
    of_set.vcs = vcs;
    routing_of_set_.emplace_back(of_set);
  }
  Network net = build_network(config_, routing_);
  channels_ = std::move(net.channels);
  routers_ = std::move(net.routers);
  accept_packets(packets);
}

void Parts::accept_packets(const std::vector<ReferencePacket>& packets) {
  std::vector<Cycle> last(at(nodes_), 0);
  for (const ReferencePacket& m : packets) {
    require(m.source >= 0 && m.source < nodes_ && m.destination >= 0 && m.destination < nodes_, "a message with no such node");
    require(m.length >= 1, "a message of no flits");
    require(m.vc_set >= 0 && at(m.vc_set) < config_.vc_sets.size(), "a message of no VC set");
    require(m.generated >= last[at(m.source)], "messages of a source not in order of generation");
    last[at(m.source)] = m.generated;
    Worm w;
    w.packet = m;
    packets_.push_back(w);
  }
}

int Parts::first_vc(int set) const {
  int first = 0;
  for (int s = 0; s < set; ++s) first += config_.vc_sets[at(s)];
  return first;
}

std::vector<int> Parts::vcs_of_set(int set, int vcs) const {
  if (vcs == config_.vcs) return vcs_between(first_vc(set), first_vc(set + 1));
  std::vector<int> result;
  for (int v = 0; v < vcs; ++v)
    if (v * static_cast<int>(config_.vc_sets.size()) / vcs == set) result.push_back(v);
  return result;
}

ReferenceVc Parts::name(const Place& p) const {
  ReferenceVc result = channel(p.channel).begin;
  result.vc = p.vc;
  return result;
}

void Parts::note(Cycle t, ReferenceEvent::Kind kind, ReferenceVc vc, ReferenceVc other, int w, bool tail) {
  log_.push_back({t, kind, vc, other, w == kNone ? kNone : packet(w).packet.source, w == kNone ? kNone : packet(w).sequence, tail});
}

std::vector<ReferenceExit> Parts::exits_after(const Channel& came, int w, std::uint64_t state, int hops) const {
  const Worm& x = packet(w);
  const bool fresh = came.kind == ChannelKind::injection;
  const ReferenceTraveller who{x.packet.source, x.sequence, hops};
  return relation_->exits(who, came.end_node, fresh ? kNone : came.begin.node, fresh ? kNone : came.begin.port, x.packet.destination, state);
}

bool Parts::delivered_after(const Channel& came, int w, std::uint64_t state, int hops) const {
  if (came.end_node != packet(w).packet.destination) return false;
  if (relation_ == nullptr) return true;
  const std::vector<ReferenceExit> exits = exits_after(came, w, state, hops);
  return std::any_of(exits.begin(), exits.end(), [](const ReferenceExit& e) { return e.deliver; });
}

void Parts::keep_cheapest(int node, int w, std::vector<ReferenceExit>& exits) {
  int& chosen = packet(w).route;
  long long least = 0;
  const bool weighs = chosen == kNone;
  for (const ReferenceExit& e : exits) {
    if (!weighs) break;
    require(e.rank == exits.front().rank && !e.absorb, "routes that are weighed are of one rank");
    const Channel& c = channel(routers_[at(node)].outputs[at(e.port)]);
    long long cost = e.detour ? config_.detour_bias : 0;
    for (int v = 0; v < static_cast<int>(c.vcs.size()); ++v) {
      const bool counted = config_.weigh_channels || std::find(e.vcs.begin(), e.vcs.end(), v) != e.vcs.end();
      if (counted) cost += static_cast<long long>(e.hops) * (config_.buffer_depth - c.vcs[at(v)].free_places);
    }
    if (chosen != kNone && cost >= least) continue;
    least = cost;
    chosen = e.route;
  }
  exits.erase(std::remove_if(exits.begin(), exits.end(), [chosen](const ReferenceExit& e) { return e.route != chosen; }), exits.end());
}

bool Parts::take_vc(int w, const Request& request, const Place& feeder, Cycle t) {
  for (const std::vector<Option>& rank : request) {
    const FreeVcs free = free_vcs(rank, packet(w).packet.length, t);
    if (free.empty()) continue;
    const auto& [chosen, next] = free[select(w, free)];
    give_vc(w, chosen, next, feeder, t);
    return true;
  }
  return false;
}

void Parts::give_vc(int w, const Place& chosen, std::uint64_t next, const Place& feeder, Cycle t) {
  VirtualChannel& taken = vc(chosen);
  taken.holder = w;
  taken.to_send = packet(w).packet.length;
  taken.feeder_channel = feeder.channel;
  taken.feeder_vc = feeder.vc;
  note(t, Kind::vc_allocated, name(chosen), {}, w);
  if (feeder.channel != kNone) note(t, Kind::head_granted, name(feeder), name(chosen), w);
  const Channel& over = channel(chosen.channel);
  const bool hop = over.kind == ChannelKind::network;
  const bool delayed = config_.ejection_delay == C::EjectionDelay::router;
  const bool stage = config_.vc_stage == C::VcStage::own && (hop || (over.kind == ChannelKind::ejection && delayed));
  taken.may_cross_from = stage ? t + 1 : t;
  if (hop) {
    const int set = packet(w).packet.vc_set;
    packet(w).trace = {over.dimension, routing_of_set_[at(set)].two_classes(chosen.vc - first_vc(set))};
    packet(w).state = next;
    packet(w).route = kNone;
  }
  taken.delivers = !delayed && over.kind != ChannelKind::ejection && delivered_after(over, w, packet(w).state, packet(w).record.hops + (hop ? 1 : 0));
}

// Whether a VC that no worm holds may be given to one of so many flits.
bool Parts::has_room(const VirtualChannel& v, int length) const {
  switch (config_.vc_reuse) {
    case C::VcReuse::atomic:  // it has been empty for a credit's time
    case C::VcReuse::tail:
      return true;
    case C::VcReuse::whole:
      return v.free_places >= length || v.free_places == config_.buffer_depth;
    case C::VcReuse::place:
      return v.free_places > 0;
  }
  return false;
}

Parts::FreeVcs Parts::free_vcs(const std::vector<Option>& rank, int length, Cycle t) const {
  FreeVcs free;
  for (const Option& option : rank)
    for (const int v : option.vcs) {
      const VirtualChannel& candidate = vc({option.channel, v});
      const bool memory = channel(option.channel).kind == ChannelKind::ejection;  // behind it, and always with room
      if (candidate.holder != kNone || t < candidate.allocatable_from || !(memory || has_room(candidate, length))) continue;
      free.push_back({{option.channel, v}, option.next});
    }
  std::stable_sort(free.begin(), free.end(),
                   [](const auto& a, const auto& b) { return std::pair(a.first.channel, a.first.vc) < std::pair(b.first.channel, b.first.vc); });
  return free;
}

std::size_t Parts::select(int w, const FreeVcs& free) {
  Channel& c = channel(free.front().first.channel);
  if (config_.selection == C::Selection::lowest) return 0;
  if (config_.selection == C::Selection::random) {
    const Worm& x = packet(w);
    const ReferenceTraveller who{x.packet.source, x.sequence, x.record.hops};
    return at(relation_->draw(who, c.kind == ChannelKind::injection, static_cast<int>(free.size())));
  }
  std::size_t chosen = 0;
  for (std::size_t i = free.size(); i-- > 0;)
    if (free[i].first.channel == free.front().first.channel && free[i].first.vc >= c.selection_pointer) chosen = i;
  c.selection_pointer = (free[chosen].first.vc + 1) % static_cast<int>(c.vcs.size());
  return chosen;
}

void Parts::begin_links(Cycle t) {
  for (Channel& c : channels_) {
    if (!c.link) continue;
    for (const RetryLink::Token& token : c.link->begin(t)) {
      *token.arrival = t + (token.delivers ? 0 : config_.router_pipeline);
      if (token.before) *token.arrival = std::max(*token.arrival, *token.before);
      for (Flit& flit : c.vcs[at(token.vc)].buffer)  // none if it was lost meanwhile
        if (flit.arrival == token.arrival) flit.in_buffer_from = *token.arrival;
    }
  }
}

void Parts::end_links(Cycle t) {
  for (const Channel& c : channels_)
    if (c.link) c.link->end(t);
}

void Parts::return_places(Cycle t) {
  for (Channel& c : channels_)
    for (VirtualChannel& v : c.vcs)
      while (!v.place_free_from.empty() && v.place_free_from.front() <= t) {
        v.place_free_from.pop_front();
        ++v.free_places;
      }
}

void Parts::check(bool holds, const std::string& what, Cycle t, int channel, int vc) {
  if (!holds)
    throw std::logic_error("reference machine: " + what + " (cycle " + std::to_string(t) + ", channel " + std::to_string(channel) + ", vc " +
                           std::to_string(vc) + ")");
}

void Parts::check_places(Cycle t) const {
  for (int c = 0; c < static_cast<int>(channels_.size()); ++c)
    for (int v = 0; v < static_cast<int>(channel(c).vcs.size()); ++v) {
      const VirtualChannel& x = vc({c, v});
      const int stored = static_cast<int>(x.buffer.size());
      check(x.free_places >= 0 && stored <= config_.buffer_depth, "a buffer above its depth", t, c, v);
      check(x.free_places + stored + static_cast<int>(x.place_free_from.size()) == config_.buffer_depth, "a place lost", t, c, v);
      for (const Flit& flit : x.buffer)
        check(config_.vc_reuse != C::VcReuse::atomic || flit.packet == x.buffer.front().packet, "an atomic VC is shared", t, c, v);
    }
}

}  // namespace dateline::reference
