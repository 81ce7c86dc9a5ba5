#include "sim/core/header_routing.hpp"

#include <fmt/format.h>

#include <string>

#include "models/network/error.hpp"

namespace dateline {

void HeaderRouting::run() {
  auto& arrived = p_.headers.arrived();
  scratch_.one_way.clear();
  scratch_.several.clear();
  if (arrived.empty()) return;
  if (p_.config.reverse_order) std::reverse(arrived.begin(), arrived.end());
  scratch_.at.swap(arrived);
  arrived.clear();
  ask();
  set_apart();
  for (const std::uint32_t i : scratch_.other) {
    HeaderStep& step = scratch_.steps[i];
    if (step.kind == HeaderStep::Kind::deliver) {
      deliver(i);
    } else if (step.kind == HeaderStep::Kind::fork) {
      const Message& message = p_.messages[p_.store.worms(scratch_.at[i]).front];
      const std::uint64_t side = scale_bits(choice_bits(message.key, message.hops, Purpose::route), 2);
      step.channel[0] = step.channel[side];
      step.next[0] = step.next[side];
      scratch_.one_way.push(i);
    } else {
      classify(i);
    }
  }
  want_channels();
}

void HeaderRouting::ask() {
  const std::size_t count = scratch_.at.size();
  if (scratch_.queries.size() < count) {
    scratch_.queries.resize(2 * count);
    scratch_.steps.resize(2 * count);
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
  p_.relation.steps(scratch_.queries.data(), count, scratch_.steps.data());
}

// Headers with one way on, and the rest: without a branch, as nobody can predict which is at its destination.
void HeaderRouting::set_apart() {
  const auto count = static_cast<std::uint32_t>(scratch_.at.size());
  scratch_.other.clear();
  scratch_.one_way.reserve_more(count + 1);
  scratch_.other.reserve_more(count + 1);
  std::uint32_t* const one_way = scratch_.one_way.begin();
  std::uint32_t* const other = scratch_.other.begin();
  std::size_t one_way_count = 0;
  const HeaderStep* step = scratch_.steps.data();
  for (std::uint32_t i = 0; i < count; ++i, ++step) {
    one_way[one_way_count] = other[i - one_way_count] = i;
    one_way_count += step->kind == HeaderStep::Kind::single ? 1 : 0;
  }
  scratch_.one_way.end_at(one_way + one_way_count);
  scratch_.other.end_at(other + (count - one_way_count));
}

void HeaderRouting::want_channels() {
  ChannelState* const channels = p_.store.channels();
  const std::uint32_t all = p_.numbering.channels();
  const HeaderStep* const steps = scratch_.steps.data();
  const HeaderQuery* const queries = scratch_.queries.data();
  for (const std::uint32_t i : scratch_.one_way) {
    const std::uint32_t channel = steps[i].channel[0].value();
    if (channel >= all || channels[channel].from != queries[i].node) refuse(i);
    ++channels[channel].wanted;
  }
}

// The header is at its destination's router: handed over from this cycle on, or it asks for the terminal's ejection channel.
void HeaderRouting::deliver(std::uint32_t index) {
  const VcId at = scratch_.at[index];
  const HeaderQuery& query = scratch_.queries[index];
  if (query.destination != query.node) refuse(index);
  if (p_.config.ejection == Ejection::channel) {
    HeaderStep& step = scratch_.steps[index];
    step.channel[0] = p_.numbering.ejection_channel(p_.messages[p_.store.worms(at).front].order.destination);
    step.next[0] = query.state;
    return scratch_.one_way.push(index);
  }
  VcView view = p_.store.view();
  view.ownership.act(query.node);
  ReceiverHalf& half = view.receiver(at);
  half.front = Front::ejecting;
  if (!p_.switches.lazy_ejection()) return p_.switches.draining().push_back(at);
  // The header leaves in this cycle, and from now on every flit leaves in the cycle after it was sent.
  half.present = 0;
  view.being_ejected(at);
  if (view.records[at.value()].sender.to_send == 0) p_.switches.tails_due().push(at);
}

// Asks for all candidates, draws a weighted route, and notes what a retry needs.
void HeaderRouting::classify(std::uint32_t index) {
  const HeaderQuery& query = scratch_.queries[index];
  Candidates& candidates = scratch_.candidates;
  candidates.clear();
  p_.relation.next(query.node, query.in, query.destination, query.state, candidates);
  WaitingHeader header;
  header.at = scratch_.at[index];
  header.drawn = candidates.size() > 1 && draw_route(candidates, p_.messages[p_.store.worms(header.at).front], header.route);
  const Candidate* only = nullptr;
  std::size_t matching = 0;
  for (const Candidate& c : candidates) {
    if (header.drawn && c.route != header.route) continue;
    if (c.exit == Exit::deliver) return deliver(index);  // a message that may be delivered is
    const bool legal = c.exit == Exit::channel && p_.numbering.is_network(c.channel) && p_.numbering.lanes_of_classes(c.classes) != 0 &&
                       p_.store.channel(c.channel).from == query.node;
    if (!legal) refuse(index);
    only = &c;
    ++matching;
  }
  if (matching == 0) refuse(index);
  if (matching == 1) {
    HeaderStep& step = scratch_.steps[index];
    step.channel[0] = only->channel;
    step.classes = only->classes;
    step.next[0] = only->next;
    return scratch_.one_way.push(index);
  }
  for (const Candidate& c : candidates) {
    if (!header.drawn || c.route == header.route) ++p_.store.channel(c.channel).wanted;
  }
  scratch_.several.push_back(header);
}

void HeaderRouting::refuse(std::uint32_t index) const {
  const HeaderQuery& query = scratch_.queries[index];
  Candidates candidates;
  p_.relation.next(query.node, query.in, query.destination, query.state, candidates);
  std::string offers;
  for (const Candidate& c : candidates) {
    offers += c.exit == Exit::deliver  ? " delivery"
              : c.exit == Exit::absorb ? " absorption"
                                       : fmt::format(" channel {} classes {:#x}", c.channel.value(), c.classes);
  }
  const Message& message = p_.messages[p_.store.worms(scratch_.at[index]).front];
  throw InvariantError(fmt::format("cycle {}: at node {} the relation offers message {}->{} no legal way on, but:{}", p_.now, query.node.value(),
                                   message.source.value(), message.order.destination.value(), offers));
}

}  // namespace dateline
