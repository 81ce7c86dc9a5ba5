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
  ask();
  partition_by_answer();
  for (const std::uint32_t i : scratch_.of(HeaderStep::Kind::deliver)) deliver(i);
  choose_sides();
  for (const std::uint32_t i : scratch_.of(HeaderStep::Kind::ask)) classify(i);
  if (!scratch_.of(HeaderStep::Kind::choice).empty()) classify_competing(p_, scratch_, [&](std::uint32_t i) { classify(i); });
}

void RouteComputation::ask() {
  const std::size_t count = scratch_.at.size();
  if (scratch_.queries.size() < count) {
    scratch_.queries.resize(2 * count);
    scratch_.steps.resize(2 * count);
    for (auto& list : scratch_.of_kind) {
      list.clear();
      list.reserve_more(2 * count + 1);
    }
  }
  HeaderQuery* query = scratch_.queries.data();
  const VcView view = p_.store().view();
  const std::uint32_t network = p_.numbering().network_channels();
  const NodeId* const router_of = p_.routing().router_of.data();
  for (const VcId at : scratch_.at) {
    const std::uint32_t channel = at.value() >> view.shift;
    const Packet& packet = p_.packets()[view.packets[at.value()].front];
    *query++ = {view.channels[channel].to, channel < network ? ChannelId(channel) : kNoChannel, router_of[packet.order.destination.value()],
                packet.state};
  }
  p_.crossing().reserve(count + 1);
  if (p_.routing().vc_sets.several()) return ask_by_set();
  p_.routing().relation->steps(scratch_.queries.data(), count, scratch_.steps.data());
}

// Each head flit of the relation of its set.
void RouteComputation::ask_by_set() {
  for (std::size_t i = 0; i < scratch_.at.size(); ++i) {
    const Packet& packet = p_.packets()[p_.store().packets(scratch_.at[i]).front];
    scratch_.steps[i] = p_.routing().vc_sets.step(scratch_.queries[i], packet.order.vc_set);
  }
}

// By the kind of answer, without a branch: no predictor knows which. Those with a single way on ask for its channel.
void RouteComputation::partition_by_answer() {
  const auto count = static_cast<std::uint32_t>(scratch_.at.size());
  std::array<std::uint32_t*, HeaderStep::kKinds> ends{};
  for (std::size_t kind = 0; kind < ends.size(); ++kind) ends[kind] = scratch_.of_kind[kind].begin();
  ChannelState* const channels = p_.store().channels();
  const std::uint32_t network = p_.numbering().network_channels();
  const HeaderStep* const steps = scratch_.steps.data();
  const HeaderQuery* const queries = scratch_.queries.data();
  for (std::uint32_t i = 0; i < count; ++i) {
    const HeaderStep& step = steps[i];
    *ends[static_cast<std::size_t>(step.kind)]++ = i;
    const std::uint32_t single = step.kind == HeaderStep::Kind::single ? 1 : 0;
    const std::uint32_t mask = 0U - single;
    const std::uint32_t channel = step.channel[0].value() & mask;
    if (channel >= network) refuse(i);
    if (((channels[channel].from.value() ^ queries[i].node.value()) & mask) != 0) refuse(i);
    channels[channel].wanted += single;
  }
  for (std::size_t kind = 0; kind < ends.size(); ++kind) scratch_.of_kind[kind].end_at(ends[kind]);
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
  if (channel.value() >= p_.numbering().channels() || p_.store().channel(channel).from != scratch_.queries[index].node) refuse(index);
  ++p_.store().channel(channel).wanted;
  scratch_.one_way().append(index);
}

// At its destination's router: handed over from this cycle on, or it asks for the terminal's ejection channel.
void RouteComputation::deliver(std::uint32_t index) {
  const HeaderQuery& query = scratch_.queries[index];
  if (query.destination != query.node) refuse(index);
  leave_network(index, p_.packets()[p_.store().packets(scratch_.at[index]).front].order.destination);
}

// Through the terminal's ejection channel, or at once.
void RouteComputation::leave_network(std::uint32_t index, TerminalId terminal) {
  if (p_.config().ejection == Ejection::ideal) return p_.crossing().eject(scratch_.at[index]);
  HeaderStep& step = scratch_.steps[index];
  step.channel[0] = p_.ejection_channel(terminal, scratch_.at[index]);
  step.classes = p_.routing().classes_out(p_.packets()[p_.store().packets(scratch_.at[index]).front]);
  step.next[0] = scratch_.queries[index].state;
  add_channel_request(index);
}

inline bool RouteComputation::legal(const Candidate& c, NodeId node) const {
  return c.exit == Exit::channel && p_.numbering().is_network(c.channel) && p_.numbering().vcs_of_classes(c.classes) != 0 &&
         p_.store().channel(c.channel).from == node;
}

// The candidates of a head flit that has one, or weighted ones, or may be absorbed; draws a weighted route.
inline void RouteComputation::classify_weighted(std::uint32_t index, WaitingHead head) {
  const HeaderQuery& query = scratch_.queries[index];
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
  const HeaderQuery& query = scratch_.queries[index];
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
    if (c.exit == Exit::channel && !legal(c, scratch_.queries[index].node)) refuse(index);
  }
  return keep_cheapest_route({p_.config(), p_.numbering(), p_.store()}, scratch_.candidates, route, rank);
}

void RouteComputation::refuse(std::uint32_t index) const {
  refuse_offers(scratch_.queries[index], p_.packets()[p_.store().packets(scratch_.at[index]).front], p_);
}

}  // namespace dateline
