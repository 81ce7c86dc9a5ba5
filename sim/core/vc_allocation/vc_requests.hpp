// Phase 2: one header tries to go on: over one of the free VCs that its relation offers, or, where it may and none is
// free, into the memory of its node. Which header tries first is vc_allocator.hpp's.
#pragma once

#include "sim/core/route_computation/selection.hpp"
#include "sim/core/vc_allocation/vc_assignment.hpp"

namespace dateline {

template <typename Observer>
class HeaderTrials {
 public:
  HeaderTrials(MachineParts& parts, Observer& observer, VcGrants<Observer>& grants) : p_(parts), observer_(observer), grants_(grants) {}

  // The header at the front of `at` takes one of the free VCs among `lanes` of a channel; false if there is none.
  [[nodiscard, gnu::always_inline]] bool try_channel(VcId at, ChannelId id, std::uint32_t lanes, HeaderState next) {
    const std::uint32_t free = p_.store.free_lanes(id, lanes);
    if (free == 0) return false;
    ChannelState& channel = p_.store.channel(id);
    --channel.wanted;
    const MessageId worm = p_.store.worms(at).front;
    Message& message = p_.messages[worm];
    const std::uint32_t lane = select_lane(p_.config.selection, channel, free, message, Purpose::vc);
    VcView view = p_.store.view();
    grants_.grant(view, at, p_.numbering.vc(id, lane), next, worm, message);
    return true;
  }

  [[nodiscard]] bool try_candidates(WaitingHeader& header) {
    const CandidateRange candidates = candidates_now(header);
    auto& options = p_.headers.scratch().options;
    collect_options(candidates, p_.numbering, p_.store, options);
    if (options.empty()) return header.absorbed && try_memory(header, candidates);
    want_no_more(candidates, p_.store);
    take_option(header.at, options);
    return true;
  }
  // A new header with a choice that nobody else asks for any of takes a VC at once.
  [[nodiscard]] bool try_alone(const WaitingHeader& header) {
    const CandidateRange candidates = candidates_now(header);
    auto& options = p_.headers.scratch().options;
    collect_options(candidates, p_.numbering, p_.store, options);
    if (options.empty()) return false;
    if (want_no_more(candidates, p_.store)) {
      want(candidates, p_.store);
      return false;
    }
    take_option(header.at, options);
    return true;
  }

 private:
  void take_option(VcId at, const std::vector<HeaderOption>& options) {
    const MessageId id = p_.store.worms(at).front;
    HeaderState next;
    const VcId vc = select_option(options, p_.config.selection, p_.messages[id], p_.numbering, p_.store, next);
    VcView view = p_.store.view();
    grants_.grant(view, at, vc, next, id, p_.messages[id]);
  }
  // The relation is asked once a cycle.
  [[nodiscard]] CandidateRange candidates_now(const WaitingHeader& header) {
    auto& scratch = p_.headers.scratch();
    if (header.asked == p_.now) return {scratch.kept.data() + header.first_kept, scratch.kept.data() + header.first_kept + header.kept};
    candidates_of(header, p_, scratch.candidates);
    return {scratch.candidates.data(), scratch.candidates.data() + scratch.candidates.size()};
  }

  // The header is absorbed, as no VC is free that it might take, if the memory of its node has room. Then it leaves at
  // once, or waits for the ejection channel like one that has arrived.
  [[nodiscard, gnu::noinline]] bool try_memory(WaitingHeader& header, CandidateRange candidates) {
    const NodeId node = p_.store.channel(p_.numbering.channel_of(header.at)).to;
    if (!p_.absorption.has_room(node)) return false;
    const MessageId message = p_.store.worms(header.at).front;
    p_.absorption.enter(message, node);
    want_no_more(candidates, p_.store);
    if constexpr (Observer::kActive) observer_.header_absorbed(p_.now, header.at, message);
    if (p_.config.ejection == Ejection::ideal) {
      p_.eject_queued(header.at);
      return true;
    }
    header.simple = true;
    header.absorbed = false;
    header.channel = p_.numbering.ejection_channel(p_.absorption.terminal_at(node));
    header.lanes = p_.numbering.lanes_of_classes(p_.classes_out(p_.messages[message]));
    header.next = p_.query_of(header.at).state;
    ++p_.store.channel(header.channel).wanted;
    return try_channel(header.at, header.channel, header.lanes, header.next);
  }

  MachineParts& p_;
  Observer& observer_;
  VcGrants<Observer>& grants_;
};

}  // namespace dateline
