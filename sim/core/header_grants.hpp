// Phase 2, second step: waiting headers are given VCs. A new header whose channel nobody else asks for takes a VC at once: no order could change what
// it gets. The others join the list of their node, and lists that may have become movable are served in the order of header arbitration.
#pragma once

#include "sim/core/header_choice.hpp"
#include "sim/core/header_routing.hpp"
#include "sim/core/machine_parts.hpp"

namespace dateline {

template <typename Observer>
class HeaderGrants {
 public:
  HeaderGrants(MachineParts& parts, Observer& observer)
      : p_(parts),
        observer_(observer),
        cyclic_(parts.config.header_arbitration == HeaderArbitration::round_robin),
        at_once_(parts.config.routing_delay == 0 && !parts.config.general_path),
        announces_(parts.store.announced().used()) {}

  void run() {
    place_new();
    for (const WaitingHeader& header : p_.headers.scratch().several) enqueue(header, true);
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
    const auto& scratch = p_.headers.scratch();
    const VcId* const at = scratch.at.begin();
    const HeaderStep* const steps = scratch.steps.data();
    VcView view = p_.store.view();
    const std::uint32_t network = p_.numbering.network_channels();
    for (const std::uint32_t i : scratch.one_way) {
      const HeaderStep& step = steps[i];
      const std::uint32_t channel = step.channel[0].value();
      const std::uint32_t lanes = channel < network ? p_.numbering.lanes_of_classes(step.classes) : p_.numbering.all_lanes();
      const VcId first(channel << view.shift);
      const std::uint32_t free = view.free_lanes(first, lanes);
      ChannelState& state = view.channels[channel];
      if (state.wanted == 1 && at_once_ && free != 0) {
        state.wanted = 0;
        const MessageId message = view.worms[at[i].value()].front;
        const std::uint32_t lane = select_lane(p_.config.selection, state, free, p_.messages[message], Purpose::vc);
        grant(view, at[i], VcId(first.value() + lane), step.next[0], message);
        continue;
      }
      WaitingHeader waiting;
      waiting.at = at[i];
      waiting.channel = step.channel[0];
      waiting.lanes = lanes;
      waiting.next = step.next[0];
      waiting.simple = true;
      enqueue(waiting, channel < network);
    }
  }

  // A header that goes on over the network waits for its routing delay; one that leaves through an ejection channel does not.
  void enqueue(WaitingHeader header, bool forwards) {
    const int delay = forwards ? p_.config.routing_delay : 0;
    const NodeId node = p_.store.channel(p_.numbering.channel_of(header.at)).to;
    header.key = place_of(header.at);
    if (!cyclic_) header.key |= p_.now << HeaderStage::kPlaceBits;
    header.ready = p_.now + static_cast<Cycle>(delay);
    p_.headers.insert(header, node);
    if (delay == 0) return p_.headers.mark_dirty(node);
    p_.timeline.due_at(header.ready).ready.push(node);
    p_.timeline.expect(1);
  }

  // Input port and VC, as headers are ordered by.
  [[nodiscard]] std::uint32_t place_of(VcId at) const {
    static_assert(kMaxVcs <= 16 && HeaderStage::kPlaceBits == 16 + 4, "port and VC fit below the cycle");
    return static_cast<std::uint32_t>(p_.store.channel(p_.numbering.channel_of(at)).port) << 4U | p_.numbering.lane_of(at);
  }

  void serve(NodeId node) {
    const std::uint64_t from = cyclic_ ? p_.headers.pointer(node) : 0;
    for (int lap = 0; lap < (cyclic_ ? 2 : 1); ++lap) {
      for (std::uint32_t i = p_.headers.first(node); i != HeaderStage::kNone;) {
        WaitingHeader& header = p_.headers.header(i);
        const std::uint32_t next = header.after;
        const bool in_this_lap = !cyclic_ || (header.key >= from) == (lap == 0);
        if (in_this_lap && header.ready <= p_.now) {
          if (header.simple ? try_channel(header) : try_candidates(header)) {
            p_.headers.remove(i, node);
          } else if constexpr (Observer::kActive) {
            tell_blocked(header);
          }
        }
        i = next;
      }
    }
  }

  [[nodiscard]] bool try_channel(const WaitingHeader& header) {
    const std::uint32_t free = p_.store.free_lanes(header.channel, header.lanes);
    if (free == 0) return false;
    ChannelState& channel = p_.store.channel(header.channel);
    --channel.wanted;
    const MessageId message = p_.store.worms(header.at).front;
    const std::uint32_t lane = select_lane(p_.config.selection, channel, free, p_.messages[message], Purpose::vc);
    VcView view = p_.store.view();
    grant(view, header.at, p_.numbering.vc(header.channel, lane), header.next, message);
    return true;
  }

  [[nodiscard]] bool try_candidates(const WaitingHeader& header) {
    auto& scratch = p_.headers.scratch();
    candidates_of(header, p_, scratch.candidates);
    collect_options(scratch.candidates, p_.numbering, p_.store, scratch.options);
    if (scratch.options.empty()) return false;
    for (const Candidate& c : scratch.candidates) --p_.store.channel(c.channel).wanted;
    const MessageId message = p_.store.worms(header.at).front;
    HeaderState next;
    const VcId vc = select_option(scratch.options, p_.config.selection, p_.messages[message], p_.numbering, p_.store, next);
    VcView view = p_.store.view();
    grant(view, header.at, vc, next, message);
    return true;
  }

  // The worm whose header is at the front of the buffer of `at` holds `vc` from now on.
  void grant(VcView& view, VcId at, VcId vc, HeaderState next, MessageId id) {
    Message& message = p_.messages[id];
    message.state = next;
    message.hops += p_.numbering.is_network(vc) ? 1U : 0U;
    view.ownership.act_as_receiver(at);
    ReceiverHalf& half = view.receiver(at);
    half.onward = vc;
    half.front = Front::forwarding;
    view.allocate(vc, at, id, message.order.length);
    if (announces_ && p_.numbering.is_network(vc)) p_.store.announced().send(vc, id);
    if (cyclic_) p_.headers.granted(p_.store.channel(p_.numbering.channel_of(at)).to, place_of(at));
    if constexpr (Observer::kActive) {
      observer_.header_granted(p_.now, at, vc, id);
      observer_.vc_allocated(p_.now, vc, id);
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
  const bool cyclic_, at_once_, announces_;
};

}  // namespace dateline
