// Phase 2, second step: waiting headers are given VCs. A new header whose channel nobody else asks for takes a VC at
// once: no order could change what it gets. The others join the list of their node, and lists that may have become
// movable are served in the order of header arbitration.
#pragma once

#include "sim/core/route_computation/route_computation.hpp"
#include "sim/core/vc_allocation/vc_requests.hpp"

namespace dateline {

template <typename Observer>
class HeaderGrants {
 public:
  HeaderGrants(MachineParts& parts, Observer& observer)
      : p_(parts),
        observer_(observer),
        grants_(parts, observer),
        trials_(parts, observer, grants_),
        cyclic_(grants_.cyclic()),
        at_once_(parts.config.routing_delay == 0 && !parts.config.general_path) {}

  void run() {
    place_new();
    for (const WaitingHeader& header : p_.headers.scratch().several) {
      if (!at_once_ || !trials_.try_alone(header)) enqueue(header, header.forwards);
    }
    auto& dirty = p_.headers.dirty();
    if (p_.config.reverse_order) std::reverse(dirty.begin(), dirty.end());
    for (const NodeId node : dirty) {
      p_.headers.clean(node);
      serve(node);
    }
    dirty.clear();
    if (cyclic_) p_.headers.move_pointers();
  }

 private:
  // New headers with one way on; those that cannot have a VC at once wait.
  void place_new() {
    if (!at_once_) {
      for (const std::uint32_t i : p_.headers.scratch().one_way()) enqueue_new(i);
      return;
    }
    switch (p_.config.selection) {
      case Selection::random:
        return place_new<Selection::random>();
      case Selection::round_robin:
        return place_new<Selection::round_robin>();
      case Selection::lowest:
        return place_new<Selection::lowest>();
    }
  }
  template <Selection kSelection>
  void place_new() {
    auto& scratch = p_.headers.scratch();
    const VcId* const at = scratch.at.begin();
    const HeaderStep* const steps = scratch.steps.data();
    Delivery* const messages = p_.messages.slots();
    VcView view = p_.store.view();
    p_.headers.rivals().reserve(scratch.one_way().size());
    for (const std::uint32_t i : scratch.one_way()) {
      const HeaderStep& step = steps[i];
      const std::uint32_t channel = step.channel[0].value();
      const VcId first(channel << view.shift);
      const std::uint32_t free = view.free_lanes(first, p_.numbering.lanes_of_classes(step.classes));
      ChannelState& state = view.channels[channel];
      if (state.wanted != 1 || free == 0) {
        p_.headers.rivals().add(step.channel[0], i, grants_.order_of(at[i]));
        continue;
      }
      state.wanted = 0;
      const MessageId id = view.worms[at[i].value()].front;
      Message& message = messages[id.value()].message;
      const std::uint32_t lane = select_lane(kSelection, state, free, message, Purpose::vc);
      grants_.grant(view, at[i], VcId(first.value() + lane), step.next[0], id, message);
    }
    p_.headers.rivals().take_all([&](ChannelId channel, const std::vector<std::uint64_t>& headers) { settle(channel, headers); });
  }

  // New headers that ask for the same channel, in their order: where nobody waits for it already they take VCs in turn
  // while there are any.
  [[gnu::noinline]] void settle(ChannelId channel, const std::vector<std::uint64_t>& headers) {
    const auto& scratch = p_.headers.scratch();
    const bool in_turn = p_.store.channel(channel).wanted == headers.size();
    for (const std::uint64_t key : headers) {
      const auto i = static_cast<std::uint32_t>(key);
      const HeaderStep& step = scratch.steps[i];
      if (!in_turn || !trials_.try_channel(scratch.at[i], channel, p_.numbering.lanes_of_classes(step.classes), step.next[0])) enqueue_new(i);
    }
  }

  // A header that goes on over the network waits for its routing delay; one that leaves through an ejection channel
  // does not.
  [[gnu::noinline]] void enqueue_new(std::uint32_t index) {
    const HeaderStep& step = p_.headers.scratch().steps[index];
    WaitingHeader waiting;
    waiting.at = p_.headers.scratch().at[index];
    waiting.channel = step.channel[0];
    waiting.lanes = p_.numbering.lanes_of_classes(step.classes);
    waiting.next = step.next[0];
    waiting.simple = true;
    enqueue(waiting, p_.numbering.is_network(step.channel[0]));
  }
  void enqueue(WaitingHeader header, bool forwards) {
    const int delay = forwards ? p_.config.routing_delay : 0;
    const NodeId node = p_.store.channel(p_.numbering.channel_of(header.at)).to;
    header.key = grants_.place_of(header.at);
    if (!cyclic_) header.key |= p_.now << HeaderStage::kPlaceBits;
    header.ready = p_.now + static_cast<Cycle>(delay);
    p_.headers.insert(header, node);
    if (delay == 0) return p_.headers.mark_dirty(node);
    p_.timeline.due_at(header.ready).ready.push(node);
    p_.timeline.expect(1);
  }

  void serve(NodeId node) {
    const std::uint64_t from = cyclic_ ? p_.headers.pointer(node) : 0;
    for (int lap = 0; lap < (cyclic_ ? 2 : 1); ++lap) {
      for (std::uint32_t i = p_.headers.first(node); i != HeaderStage::kNone;) {
        WaitingHeader& header = p_.headers.header(i);
        const std::uint32_t next = header.after;
        const bool in_this_lap = !cyclic_ || (header.key >= from) == (lap == 0);
        if (in_this_lap && header.ready <= p_.now) {
          if (header.simple ? trials_.try_channel(header.at, header.channel, header.lanes, header.next) : trials_.try_candidates(header)) {
            p_.headers.remove(i, node);
          } else if constexpr (Observer::kActive) {
            tell_blocked(header);
          }
        }
        i = next;
      }
    }
  }

  // Once per header and hop: its candidate channels of the last rank tried.
  void tell_blocked(WaitingHeader& header) {
    if (header.blocked) return;
    header.blocked = true;
    const MessageId id = p_.store.worms(header.at).front;
    if (header.simple) return observer_.header_blocked(p_.now, header.at, id, &header.channel, 1);
    const auto channels = channels_of_last_rank(header, p_);
    observer_.header_blocked(p_.now, header.at, id, channels.data(), channels.size());
  }

  MachineParts& p_;
  Observer& observer_;
  VcGrants<Observer> grants_;
  HeaderTrials<Observer> trials_;
  const bool cyclic_, at_once_;
};

}  // namespace dateline
