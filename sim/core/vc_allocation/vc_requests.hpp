// Phase 2: one head flit tries to go on: over one of the free VCs that its relation offers, or, where it may and none
// is free, into the memory of its node. Which head flit tries first is vc_allocator.hpp's.
#pragma once

#include "sim/core/route_computation/selection.hpp"
#include "sim/core/vc_allocation/vc_assignment.hpp"

namespace dateline {

template <typename Observer>
class VcRequests {
 public:
  VcRequests(VcAllocationView tile, Observer& observer, VcAssignment<Observer>& grants) : p_(tile), observer_(observer), assignment_(grants) {}

  // The head flit at the front of `at` takes one of the free VCs among `vcs` of a channel; false if there is none.
  [[nodiscard, gnu::always_inline]] bool try_channel(VcId at, ChannelId id, std::uint32_t vcs, HeaderState next) {
    std::uint32_t free = p_.store().free_vcs(id, vcs);
    if (assignment_.needs_room()) free = assignment_.with_room(at, id, free);
    if (free == 0) return false;
    ChannelState& channel = p_.store().channel(id);
    --channel.wanted;
    const PacketId packet_id = p_.store().packets(at).front;
    Packet& packet = p_.packets()[packet_id];
    const std::uint32_t vc_index = select_vc(p_.config().selection, channel, free, packet, Purpose::vc);
    VcView view = p_.store().view();
    assignment_.grant(view, at, p_.numbering().vc(id, vc_index), next, packet_id, packet);
    return true;
  }

  // Free VCs of a channel, with room for the packet whose head flit is at the front of `at`.
  [[nodiscard]] std::uint32_t free_vcs(VcId at, ChannelId id, std::uint32_t vcs) const {
    const std::uint32_t free = p_.store().free_vcs(id, vcs);
    return assignment_.needs_room() && free != 0 ? assignment_.with_room(at, id, free) : free;
  }
  [[nodiscard]] bool try_candidates(WaitingHead& head) {
    const CandidateRange candidates = candidates_now(head);
    auto& options = p_.heads().scratch().options;
    collect_options(candidates, p_.numbering(), p_.store(), room_for(head.at), options);
    if (options.empty()) {
      if (!head.absorbed) return false;
      const Absorbing absorbing = try_absorb(head, candidates);
      return absorbing == Absorbing::left || (absorbing == Absorbing::leaving && try_channel(head.at, head.channel, head.vcs, head.next));
    }
    drop_request(candidates, p_.store());
    take_option(head.at, options);
    return true;
  }
  // A new head flit with a choice that no other asks for any of takes a VC at once.
  [[nodiscard]] bool try_uncontended(const WaitingHead& head) {
    const CandidateRange candidates = candidates_now(head);
    auto& options = p_.heads().scratch().options;
    collect_options(candidates, p_.numbering(), p_.store(), room_for(head.at), options);
    if (options.empty()) return false;
    if (drop_request(candidates, p_.store())) {
      add_request(candidates, p_.store());
      return false;
    }
    take_option(head.at, options);
    return true;
  }

  // The relation is asked once a cycle.
  [[nodiscard]] CandidateRange candidates_now(const WaitingHead& head) {
    auto& scratch = p_.heads().scratch();
    if (head.asked == p_.now()) return {scratch.kept.data() + head.first_kept, scratch.kept.data() + head.first_kept + head.kept};
    p_.routing().offers_of(head, scratch.candidates);
    return {scratch.candidates.data(), scratch.candidates.data() + scratch.candidates.size()};
  }

  // The head flit is absorbed, as no VC is free that it might take, if the memory of its node has room. Then it leaves
  // at once, or asks for the ejection channel like one that has arrived.
  enum class Absorbing { no_room, left, leaving };
  [[nodiscard, gnu::noinline]] Absorbing try_absorb(WaitingHead& head, CandidateRange candidates) {
    const NodeId node = p_.store().channel(p_.numbering().channel_of(head.at)).to;
    if (!p_.absorption().memories().has_room(node)) return Absorbing::no_room;
    const PacketId packet = p_.store().packets(head.at).front;
    p_.absorption().enter(packet, node);
    drop_request(candidates, p_.store());
    if constexpr (Observer::kActive) observer_.head_absorbed(p_.now(), head.at, packet);
    if (p_.config().ejection == Ejection::ideal) {
      p_.crossing().eject_queued(head.at);
      return Absorbing::left;
    }
    head.simple = true;
    head.absorbed = false;
    head.channel = p_.routing().absorbing_channel(node, head.at);
    head.vcs = p_.numbering().vcs_of_classes(p_.routing().routing().classes_out(p_.packets()[packet]));
    head.next = p_.routing().query_of(head.at).state;
    ++p_.store().channel(head.channel).wanted;
    return Absorbing::leaving;
  }

 private:
  void take_option(VcId at, const std::vector<VcOption>& options) {
    const PacketId id = p_.store().packets(at).front;
    HeaderState next;
    const VcId vc = select_option(options, p_.config().selection, p_.packets()[id], p_.numbering(), p_.store(), next);
    VcView view = p_.store().view();
    assignment_.grant(view, at, vc, next, id, p_.packets()[id]);
  }
  // The flits that the packet at the front of `at` needs room for; 0: it may be given a full VC.
  [[nodiscard]] std::uint32_t room_for(VcId at) const {
    return assignment_.needs_room() ? p_.packets()[p_.store().packets(at).front].order.length : 0;
  }

  const VcAllocationView p_;
  Observer& observer_;
  VcAssignment<Observer>& assignment_;
};

}  // namespace dateline
