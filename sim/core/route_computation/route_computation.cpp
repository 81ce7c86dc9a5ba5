#include "sim/core/route_computation/route_computation.hpp"

namespace dateline {

void HeaderRouting::run() {
  auto& arrived = p_.headers.arrived();
  scratch_.one_way().clear();
  scratch_.several.clear();
  scratch_.kept.clear();
  if (arrived.empty()) return;
  if (p_.config.reverse_order) std::reverse(arrived.begin(), arrived.end());
  scratch_.at.swap(arrived);
  arrived.clear();
  ask();
  set_apart();
  for (const std::uint32_t i : scratch_.of(HeaderStep::Kind::deliver)) deliver(i);
  choose_sides();
  for (const std::uint32_t i : scratch_.of(HeaderStep::Kind::ask)) classify(i);
}

void HeaderRouting::ask() {
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
  const VcView view = p_.store.view();
  const std::uint32_t network = p_.numbering.network_channels();
  const NodeId* const router_of = p_.router_of.data();
  for (const VcId at : scratch_.at) {
    const std::uint32_t channel = at.value() >> view.shift;
    const Message& message = p_.messages[view.worms[at.value()].front];
    *query++ = {view.channels[channel].to, channel < network ? ChannelId(channel) : kNoChannel, router_of[message.order.destination.value()],
                message.state};
  }
  p_.switches.tails_due().reserve_more(count + 1);
  if (p_.vc_sets.several()) return ask_by_set();
  p_.relation->steps(scratch_.queries.data(), count, scratch_.steps.data());
}

// Each header of the relation of its set.
void HeaderRouting::ask_by_set() {
  for (std::size_t i = 0; i < scratch_.at.size(); ++i) {
    const Message& message = p_.messages[p_.store.worms(scratch_.at[i]).front];
    scratch_.steps[i] = p_.vc_sets.step(scratch_.queries[i], message.order.vc_set);
  }
}

// By the kind of answer, without a branch, as nobody can predict which header is at its destination. Those with a
// single way on ask for its channel.
void HeaderRouting::set_apart() {
  const auto count = static_cast<std::uint32_t>(scratch_.at.size());
  std::array<std::uint32_t*, HeaderStep::kKinds> ends{};
  for (std::size_t kind = 0; kind < ends.size(); ++kind) ends[kind] = scratch_.of_kind[kind].begin();
  ChannelState* const channels = p_.store.channels();
  const std::uint32_t network = p_.numbering.network_channels();
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
void HeaderRouting::choose_sides() {
  for (const std::uint32_t i : scratch_.of(HeaderStep::Kind::fork)) {
    const Message& message = p_.messages[p_.store.worms(scratch_.at[i]).front];
    const std::uint64_t side = scale_bits(choice_bits(message.key, message.hops, Purpose::route), 2);
    HeaderStep& step = scratch_.steps[i];
    step.channel[0] = step.channel[side];
    step.next[0] = step.next[side];
    want_channel(i);
  }
}

void HeaderRouting::want_channel(std::uint32_t index) {
  const ChannelId channel = scratch_.steps[index].channel[0];
  if (channel.value() >= p_.numbering.channels() || p_.store.channel(channel).from != scratch_.queries[index].node) refuse(index);
  ++p_.store.channel(channel).wanted;
  scratch_.one_way().append(index);
}

// The header is at its destination's router: handed over from this cycle on, or it asks for the terminal's ejection
// channel.
void HeaderRouting::deliver(std::uint32_t index) {
  const HeaderQuery& query = scratch_.queries[index];
  if (query.destination != query.node) refuse(index);
  leave_network(index, p_.messages[p_.store.worms(scratch_.at[index]).front].order.destination);
}

// Through the terminal's ejection channel, or at once.
void HeaderRouting::leave_network(std::uint32_t index, TerminalId terminal) {
  if (p_.config.ejection == Ejection::ideal) return p_.eject(scratch_.at[index]);
  HeaderStep& step = scratch_.steps[index];
  step.channel[0] = p_.numbering.ejection_channel(terminal);
  step.classes = p_.classes_out(p_.messages[p_.store.worms(scratch_.at[index]).front]);
  step.next[0] = scratch_.queries[index].state;
  want_channel(index);
}

inline bool HeaderRouting::legal(const Candidate& c, NodeId node) const {
  return c.exit == Exit::channel && p_.numbering.is_network(c.channel) && p_.numbering.lanes_of_classes(c.classes) != 0 &&
         p_.store.channel(c.channel).from == node;
}

// The candidates of a header that has one, or weighted ones, or may be absorbed; draws a weighted route.
inline void HeaderRouting::weigh(std::uint32_t index) {
  const HeaderQuery& query = scratch_.queries[index];
  const Candidates& candidates = scratch_.candidates;
  WaitingHeader header;
  header.at = scratch_.at[index];
  header.drawn =
      candidates.size() > 1 && candidates.front().weight != 0 && draw_route(candidates, p_.messages[p_.store.worms(header.at).front], header.route);
  const Candidate* only = nullptr;
  std::size_t matching = 0;
  for (const Candidate& c : candidates) {
    if (header.drawn && c.route != header.route) continue;
    if (c.exit == Exit::deliver) return deliver(index);  // a message that may be delivered is
    if (c.exit == Exit::absorb) {
      if (!p_.absorption.used()) refuse(index);
      header.absorbed = true;
      continue;
    }
    if (!legal(c, query.node)) refuse(index);
    only = &c;
    ++matching;
  }
  if (matching == 0 && !header.absorbed) refuse(index);
  if (matching == 0 && !p_.absorption.limited()) {  // where places are few, those that wait for one come first
    p_.absorption.enter(p_.store.worms(header.at).front, query.node);
    if (p_.config.ejection == Ejection::ideal) return p_.eject_queued(header.at);  // it may have waited before a fault
    return leave_network(index, p_.absorption.terminal_at(query.node));
  }
  header.forwards = matching > 0;
  if (matching == 1 && !header.absorbed) {
    HeaderStep& step = scratch_.steps[index];
    step.channel[0] = only->channel;
    step.classes = only->classes;
    step.next[0] = only->next;
    return want_channel(index);
  }
  header.asked = p_.now;
  header.first_kept = static_cast<std::uint32_t>(scratch_.kept.size());
  for (const Candidate& c : candidates) {
    if (header.drawn && c.route != header.route) continue;
    scratch_.kept.push_back(c);
    if (c.exit == Exit::absorb) scratch_.kept.back().channel = p_.absorbing_channel(query.node);
  }
  header.kept = static_cast<std::uint32_t>(scratch_.kept.size()) - header.first_kept;
  want({scratch_.kept.data() + header.first_kept, scratch_.kept.data() + scratch_.kept.size()}, p_.store);
  scratch_.several.push_back(header);
}

// Asks for all candidates. Of several unweighted channels the header may take any; what a retry needs is noted.
void HeaderRouting::classify(std::uint32_t index) {
  const HeaderQuery& query = scratch_.queries[index];
  Candidates& candidates = scratch_.candidates;
  candidates.clear();
  p_.ask_next(query, p_.messages[p_.store.worms(scratch_.at[index]).front], candidates);
  if (candidates.size() < 2 || candidates.front().weight != 0) return weigh(index);  // all are weighted or none is
  for (const Candidate& c : candidates) {
    if (c.exit != Exit::channel) return weigh(index);
  }
  for (const Candidate& c : candidates) {
    if (!legal(c, query.node)) refuse(index);
    ++p_.store.channel(c.channel).wanted;
  }
  WaitingHeader& header = scratch_.several.emplace_back();
  header.at = scratch_.at[index];
  header.asked = p_.now;
  header.first_kept = static_cast<std::uint32_t>(scratch_.kept.size());
  header.kept = static_cast<std::uint32_t>(candidates.size());
  scratch_.kept.insert(scratch_.kept.end(), candidates.begin(), candidates.end());
}

void HeaderRouting::refuse(std::uint32_t index) const {
  refuse_offers(scratch_.queries[index], p_.messages[p_.store.worms(scratch_.at[index]).front], p_);
}

}  // namespace dateline
