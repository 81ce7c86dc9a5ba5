#include "sim/core/route_computation/route_computation.hpp"

#include "sim/core/route_computation/cheapest_route.hpp"
#include "sim/core/route_computation/competing_choices.hpp"

namespace dateline {

void RouteComputation::run() {
  auto& arrived = p_.heads().arrived();
  for (auto& list : scratch_.of_kind) list.clear();
  scratch_.several.clear();
  scratch_.kept.clear();
  if (arrived.empty()) return;
  if (p_.config().execution.reverse_order) std::reverse(arrived.begin(), arrived.end());
  scratch_.at.swap(arrived);
  arrived.clear();
  make_room();
  p_.routing().step_table != nullptr && !p_.routing().vc_sets.several() ? answer_by_table(*p_.routing().step_table) : ask();
  deliver_all();
  choose_sides();
  for (const std::uint32_t i : scratch_.of(HeaderStep::Kind::ask)) classify(i);
  if (!scratch_.of(HeaderStep::Kind::choice).empty()) classify_competing(p_, scratch_, [&](std::uint32_t i) { classify(i); });
}

// Either side of a fork with equal probability.
void RouteComputation::choose_sides() {
  for (const std::uint32_t i : scratch_.of(HeaderStep::Kind::fork)) {
    const Packet& packet = p_.packets()[p_.store().packets(scratch_.at[i]).front];
    const std::uint64_t side = scale_bits(choice_bits(packet.key, packet.hops, Purpose::route), 2);
    HeaderStep& step = scratch_.steps[i];
    step.channel[0] = step.channel[side];
    step.next[0] = step.next[side];
    add_channel_request(i);
  }
}

void RouteComputation::add_channel_request(std::uint32_t index) {
  const ChannelId channel = scratch_.steps[index].channel[0];
  if (channel.value() >= p_.numbering().channels() || p_.store().channel(channel).from != p_.query_of(scratch_.at[index]).node) refuse(index);
  ++p_.store().channel(channel).wanted;
  scratch_.one_way().append(index);
}

// At its destination's router: handed over from this cycle on, or it asks for the terminal's ejection channel.
void RouteComputation::deliver(std::uint32_t index) {
  check_delivered(index);
  leave_network(index, p_.packets()[p_.store().packets(scratch_.at[index]).front].order.destination);
}

inline void RouteComputation::check_delivered(std::uint32_t index) const {
  const HeaderQuery query = p_.query_of(scratch_.at[index]);
  if (query.destination != query.node) refuse(index);
}

// All whose answer says so.
void RouteComputation::deliver_all() {
  const auto& delivered = scratch_.of(HeaderStep::Kind::deliver);
  if (p_.config().ejection != Ejection::ideal) {
    for (const std::uint32_t i : delivered) deliver(i);
    return;
  }
  for (const std::uint32_t i : delivered) {
    check_delivered(i);
    p_.crossing().eject(scratch_.at[i]);
  }
}

// Through the terminal's ejection channel, or at once.
void RouteComputation::leave_network(std::uint32_t index, TerminalId terminal) {
  if (p_.config().ejection == Ejection::ideal) return p_.crossing().eject(scratch_.at[index]);
  HeaderStep& step = scratch_.steps[index];
  step.channel[0] = p_.ejection_channel(terminal, scratch_.at[index]);
  step.classes = p_.routing().classes_out(p_.packets()[p_.store().packets(scratch_.at[index]).front]);
  step.next[0] = p_.query_of(scratch_.at[index]).state;
  add_channel_request(index);
}

inline bool RouteComputation::legal(const Candidate& c, NodeId node) const {
  return c.exit == Exit::channel && p_.numbering().is_network(c.channel) && p_.numbering().vcs_of_classes(c.classes) != 0 &&
         p_.store().channel(c.channel).from == node;
}

// The candidates of a head flit that has one, or weighted ones, or may be absorbed; draws a weighted route.
inline void RouteComputation::classify_weighted(std::uint32_t index, WaitingHead head) {
  const HeaderQuery query = p_.query_of(scratch_.at[index]);
  const Candidates& candidates = scratch_.candidates;
  head.at = scratch_.at[index];
  const bool weighted = candidates.size() > 1 && candidates.front().weight != 0;
  if (weighted) head.drawn = draw_route(candidates, p_.packets()[p_.store().packets(head.at).front], head.route);
  const Candidate* only = nullptr;
  std::size_t matching = 0;
  for (const Candidate& c : candidates) {
    if (!head.takes(c)) continue;
    if (c.exit == Exit::deliver) return deliver(index);  // a packet that may be delivered is
    if (c.exit == Exit::absorb) {
      if (!p_.absorption().used()) refuse(index);
      head.absorbed = true;
      continue;
    }
    if (!legal(c, query.node)) refuse(index);
    only = &c;
    ++matching;
  }
  if (matching == 0 && !head.absorbed) refuse(index);
  if (matching == 0 && !p_.absorption().memories().limited()) {  // where slots are few, those that wait for one come first
    p_.absorption().enter(p_.store().packets(head.at).front, query.node);
    if (p_.config().ejection == Ejection::ideal) return p_.crossing().eject_queued(head.at);  // it may have waited before a fault
    return leave_network(index, p_.absorption().memories().terminal_at(query.node));
  }
  head.forwards = matching > 0;
  if (matching == 1 && !head.absorbed) {
    HeaderStep& step = scratch_.steps[index];
    step.channel[0] = only->channel;
    step.classes = only->classes;
    step.next[0] = only->next;
    return add_channel_request(index);
  }
  head.asked = p_.now();
  head.first_kept = static_cast<std::uint32_t>(scratch_.kept.size());
  for (const Candidate& c : candidates) {
    if (!head.takes(c)) continue;
    scratch_.kept.push_back(c);
    if (c.exit == Exit::absorb) scratch_.kept.back().channel = p_.absorbing_channel(query.node, head.at);
  }
  head.kept = static_cast<std::uint32_t>(scratch_.kept.size()) - head.first_kept;
  add_request({scratch_.kept.data() + head.first_kept, scratch_.kept.data() + scratch_.kept.size()}, p_.store());
  scratch_.several.push_back(head);
}

// Asks for all candidates. Of several unweighted channels the head flit may take any; what a retry needs is noted.
void RouteComputation::classify(std::uint32_t index) {
  const HeaderQuery query = p_.query_of(scratch_.at[index]);
  Candidates& candidates = scratch_.candidates;
  candidates.clear();
  p_.routing().offers(query, p_.packets()[p_.store().packets(scratch_.at[index]).front], candidates);
  WaitingHead chosen;
  if (p_.routing().weighs_hops) chosen.drawn = keep_cheapest(index, chosen.route, chosen.rank);
  if (candidates.size() < 2 || candidates.front().weight != 0) return classify_weighted(index, chosen);  // all are weighted or none is
  for (const Candidate& c : candidates) {
    if (c.exit != Exit::channel) return classify_weighted(index, chosen);
  }
  for (const Candidate& c : candidates) legal(c, query.node) ? void(++p_.store().channel(c.channel).wanted) : refuse(index);
  WaitingHead& head = scratch_.several.emplace_back(chosen);
  head.at = scratch_.at[index];
  head.asked = p_.now();
  head.first_kept = static_cast<std::uint32_t>(scratch_.kept.size());
  head.kept = static_cast<std::uint32_t>(candidates.size());
  scratch_.kept.insert(scratch_.kept.end(), candidates.begin(), candidates.end());
}

bool RouteComputation::keep_cheapest(std::uint32_t index, std::uint32_t& route, std::uint8_t& rank) {
  for (const Candidate& c : scratch_.candidates) {
    if (c.exit == Exit::channel && !legal(c, p_.query_of(scratch_.at[index]).node)) refuse(index);
  }
  return keep_cheapest_route({p_.config(), p_.numbering(), p_.store()}, scratch_.candidates, route, rank);
}

void RouteComputation::refuse(std::uint32_t index) const {
  refuse_offers(p_.query_of(scratch_.at[index]), p_.packets()[p_.store().packets(scratch_.at[index]).front], p_);
}

}  // namespace dateline
