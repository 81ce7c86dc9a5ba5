// Phase 2, second step: waiting head flits are given VCs. A new head flit whose channel no other asks for takes a VC
// at once: no order could change what it gets. The others join the list of their node, and lists that may have become
// movable are served in the order of VC arbitration.
#pragma once

#include "sim/core/route_computation/route_computation.hpp"
#include "sim/core/vc_allocation/vc_choices.hpp"
#include "sim/core/vc_allocation/vc_matching.hpp"
#include "sim/core/vc_allocation/vc_requests.hpp"

namespace dateline {

template <typename Observer>
class VcAllocator {
 public:
  VcAllocator(VcAllocationView tile, Observer& observer)
      : p_(tile),
        observer_(observer),
        assignment_(tile, observer),
        requests_(tile, observer, assignment_),
        cyclic_(assignment_.cyclic()),
        at_once_(tile.routing().at_once()) {}

  void run() {
    allocate_uncontended();
    for (const WaitingHead& head : p_.heads().scratch().several) {
      if (!at_once_ || !requests_.try_uncontended(head)) enqueue(head, head.forwards);
    }
    auto& must_retry = p_.heads().must_retry();
    if (p_.config().execution.reverse_order) std::reverse(must_retry.begin(), must_retry.end());
    for (const NodeId node : must_retry) {
      p_.heads().retried(node);
      assignment_.matches() ? match_waiting(node) : retry_waiting(node);
    }
    must_retry.clear();
    if (!p_.heads().scratch().of(HeaderStep::Kind::choice).empty()) {
      VcChoices<Observer>(p_, assignment_).run([&](WaitingHead& head) {
        if constexpr (Observer::kActive) notify_blocked(head);
        enqueue_tried(head);
      });
    }
    if (assignment_.matches()) retry_in_next_cycle();
    if (cyclic_) p_.pointers().move();
  }

 private:
  // New head flits with one way on; those that cannot have a VC at once wait.
  void allocate_uncontended() {
    if (!at_once_) {
      for (const std::uint32_t i : p_.heads().scratch().one_way()) enqueue_new(i);
      return;
    }
    switch (p_.config().selection) {
      case Selection::random:
        return allocate_uncontended<Selection::random>();
      case Selection::round_robin:
        return allocate_uncontended<Selection::round_robin>();
      case Selection::lowest:
        return allocate_uncontended<Selection::lowest>();
    }
  }
  template <Selection kSelection>
  void allocate_uncontended() {
    return assignment_.needs_room() ? allocate_uncontended<kSelection, true>() : allocate_uncontended<kSelection, false>();
  }
  template <Selection kSelection, bool kNeedsRoom>
  void allocate_uncontended() {
    auto& scratch = p_.heads().scratch();
    const VcId* const at = scratch.at.begin();
    const HeaderStep* const steps = scratch.steps.data();
    Delivery* const packets = p_.packets().slots();
    VcView view = p_.store().view();
    p_.heads().scratch().competing.reserve(scratch.one_way().size());
    for (const std::uint32_t i : scratch.one_way()) {
      const HeaderStep& step = steps[i];
      const VcId from = at[i];
      const std::uint32_t channel = step.channel[0].value();
      const VcId first(channel << view.shift);
      std::uint32_t free = view.free_vcs(first, p_.numbering().vcs_of_classes(step.classes));
      if (kNeedsRoom) free = assignment_.with_room(from, step.channel[0], free);
      ChannelState& state = view.channels[channel];
      if (state.wanted != 1 || free == 0) {
        put_contended(step.channel[0], i, from);
        continue;
      }
      state.wanted = 0;
      const PacketId id = view.packets[from.value()].front;
      Packet& packet = packets[id.value()].packet;
      const std::uint32_t vc_index = select_vc(kSelection, state, free, packet, Purpose::vc);
      assignment_.grant(view, from, VcId(first.value() + vc_index), step.next[0], id, packet);
    }
    p_.heads().scratch().competing.take_all(
        [&](ChannelId channel, const std::uint64_t* heads, std::size_t count) { allocate_contended(channel, heads, count); });
  }

  [[gnu::noinline]] void put_contended(ChannelId channel, std::uint32_t index, VcId at) {
    p_.heads().scratch().competing.add(channel, index, assignment_.order_of(at));
  }

  // New head flits that ask for the same channel, in their order: where none waits for it already they take VCs in
  // turn while there are any.
  [[gnu::noinline]] void allocate_contended(ChannelId channel, const std::uint64_t* heads, std::size_t count) {
    const auto& scratch = p_.heads().scratch();
    const bool in_turn = p_.store().channel(channel).wanted == count && !assignment_.by_age();  // by age: in the list, in its order
    for (const std::uint64_t* key = heads; key != heads + count; ++key) {
      const auto i = static_cast<std::uint32_t>(*key);
      const HeaderStep& step = scratch.steps[i];
      if (!in_turn || !requests_.try_channel(scratch.at[i], channel, p_.numbering().vcs_of_classes(step.classes), step.next[0])) enqueue_new(i);
    }
  }

  // A head flit that goes on over the network waits for its routing delay, but for the cycle of a stage of VC
  // allocation; one that leaves through an ejection channel does not (has_delays).
  [[gnu::noinline]] void enqueue_new(std::uint32_t index) {
    const HeaderStep& step = p_.heads().scratch().steps[index];
    WaitingHead waiting;
    waiting.at = p_.heads().scratch().at[index];
    waiting.channel = step.channel[0];
    waiting.vcs = p_.numbering().vcs_of_classes(step.classes);
    waiting.next = step.next[0];
    waiting.simple = true;
    enqueue(waiting, has_delays(p_, p_.numbering().vc(step.channel[0], 0)));
  }
  void enqueue(WaitingHead head, bool forwards) {
    const int stage = p_.config().vc_stage == VcStage::own ? 1 : 0;
    const int delay = forwards ? p_.config().routing_delay - stage : 0;
    const NodeId node = p_.store().channel(p_.numbering().channel_of(head.at)).to;
    head.key = assignment_.key_of(head.at);
    head.ready = p_.now() + static_cast<Cycle>(delay);
    p_.heads().insert(head, node);
    if (delay == 0) return p_.heads().mark_dirty(node);
    p_.events().due_at(head.ready).ready.push(node);
    p_.events().expect(1);
  }

  // One that found nothing free: it waits until something is.
  void enqueue_tried(WaitingHead& head) {
    head.key = assignment_.key_of(head.at);
    head.ready = p_.now();
    p_.heads().insert(head, p_.store().channel(p_.numbering().channel_of(head.at)).to);
  }

  void retry_waiting(NodeId node) {
    const std::uint64_t from = cyclic_ ? p_.pointers().pointer(node) : 0;
    for (int lap = 0; lap < (cyclic_ ? 2 : 1); ++lap) {
      for (std::uint32_t i = p_.heads().first(node); i != WaitingHeads::kNone;) {
        WaitingHead& head = p_.heads().head(i);
        const std::uint32_t next = head.after;
        const bool in_this_lap = !cyclic_ || (head.key >= from) == (lap == 0);
        if (in_this_lap && head.ready <= p_.now()) {
          if (head.simple ? requests_.try_channel(head.at, head.channel, head.vcs, head.next) : requests_.try_candidates(head)) {
            p_.heads().remove(i, node);
          } else if constexpr (Observer::kActive) {
            notify_blocked(head);
          }
        }
        i = next;
      }
    }
  }

  [[gnu::noinline]] void match_waiting(NodeId node) {
    VcMatching<Observer> matching(p_, requests_, assignment_);
    if (!matching.match(node)) p_.heads().scratch().match_again.push_back(node);
    if constexpr (!Observer::kActive) return;
    for (std::uint32_t i = p_.heads().first(node); i != WaitingHeads::kNone; i = p_.heads().head(i).after) {
      if (p_.heads().head(i).ready <= p_.now()) notify_blocked(p_.heads().head(i));
    }
  }
  [[gnu::noinline]] void retry_in_next_cycle() {
    auto& nodes = p_.heads().scratch().match_again;
    for (const NodeId node : nodes) p_.heads().mark_dirty(node);
    nodes.clear();
  }

  // Once per head flit and hop: its candidate channels of the last rank tried.
  void notify_blocked(WaitingHead& head) {
    if (head.blocked) return;
    head.blocked = true;
    const PacketId id = p_.store().packets(head.at).front;
    if (head.simple) return observer_.head_blocked(p_.now(), head.at, id, &head.channel, 1);
    const auto channels = channels_of_last_rank(head, p_.routing());
    observer_.head_blocked(p_.now(), head.at, id, channels.data(), channels.size());
  }

  const VcAllocationView p_;
  Observer& observer_;
  VcAssignment<Observer> assignment_;
  VcRequests<Observer> requests_;
  const bool cyclic_, at_once_;
};

}  // namespace dateline
