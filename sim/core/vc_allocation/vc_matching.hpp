// Phase 2 with the islip VC allocator: the head flits that wait at a router ask for all free VCs that they may take, of
// every rank; every VC grants one of them; every head flit accepts one of those that it was granted (docs/reference/
// router-cycle.md, section 4). One pass of iSLIP: N. McKeown, IEEE/ACM Trans. Networking 7(2), 1999.
// Cost: O(r) of r requests at a router.
#pragma once

#include <algorithm>
#include <tuple>

#include "sim/core/vc_allocation/vc_requests.hpp"

namespace dateline {

template <typename Observer>
class VcMatching {
 public:
  VcMatching(VcAllocationView tile, VcRequests<Observer>& requests, VcAssignment<Observer>& assignment)
      : p_(tile), requests_(requests), assignment_(assignment), room_(tile.heads().scratch().matching) {
    if (room_.of_vc.empty()) room_.of_vc.assign(tile.numbering().vcs(), VcMatchingRoom::kNone);
  }

  // Head flits that get a VC leave the list of `node`; false if one that asked for some got none.
  [[nodiscard]] bool match(NodeId node) {
    room_.granted.clear();
    room_.accepted.clear();
    room_.of_one_channel.clear();
    std::size_t asking = 0;
    for (std::uint32_t i = p_.heads().first(node); i != WaitingHeads::kNone;) {
      WaitingHead& head = p_.heads().head(i);
      const std::uint32_t after = head.after;
      if (head.ready <= p_.now()) {
        if (ask(i, head) || (head.absorbed && asks_to_leave(i, head, node))) ++asking;
      }
      i = after;
    }
    for (const std::uint32_t i : room_.of_one_channel) ask_one_channel(i, p_.heads().head(i));
    accept_one_of_each_head();
    std::sort(room_.accepted.begin(), room_.accepted.end(), [](const VcRequest& a, const VcRequest& b) { return a.at < b.at; });
    for (const VcRequest& accepted : room_.accepted) {
      take(accepted);
      p_.heads().remove(accepted.head, node);
    }
    return room_.accepted.size() == asking;
  }

 private:
  // A head flit that may be absorbed leaves the list, or asks for the way into the memory of its node; true if it asks.
  [[nodiscard]] bool asks_to_leave(std::uint32_t index, WaitingHead& head, NodeId node) {
    const auto absorbing = requests_.try_absorb(head, requests_.candidates_now(head));
    if (absorbing == VcRequests<Observer>::Absorbing::left) p_.heads().remove(index, node);
    return absorbing == VcRequests<Observer>::Absorbing::leaving && ask(index, head);
  }
  // False if no VC is free that it may take.
  [[nodiscard]] bool ask(std::uint32_t index, const WaitingHead& head) {
    if (head.simple) {
      const bool asks = requests_.free_vcs(head.at, head.channel, head.vcs) != 0;
      if (asks) room_.of_one_channel.push_back(index);
      return asks;
    }
    bool asks = false;
    for (const Candidate& c : requests_.candidates_now(head)) {
      if (c.exit != Exit::channel) continue;
      const std::uint32_t free = requests_.free_vcs(head.at, c.channel, p_.numbering().vcs_of_classes(c.classes));
      ask_each(free, {p_.numbering().vc(c.channel, 0), head.at, 0, index, c.rank, c.next});
      asks |= free != 0;
    }
    return asks;
  }
  // Once it is known which head flits want the channel: where no other does, all VCs grant it.
  void ask_one_channel(std::uint32_t index, const WaitingHead& head) {
    const std::uint32_t free = requests_.free_vcs(head.at, head.channel, head.vcs);
    const VcId first = p_.numbering().vc(head.channel, 0);
    if (p_.store().channel(head.channel).wanted != 1) return ask_each(free, {first, head.at, 0, index, 0, head.next});
    room_.accepted.push_back({VcId(first.value() + nearest(head.at, first, free)), head.at, 0, index, 0, head.next});
  }
  // Of these VCs of a channel, whose first is `first`, the one that the head flit at `at` accepts.
  [[nodiscard]] std::uint32_t nearest(VcId at, VcId first, std::uint32_t vcs) const {
    const std::uint32_t behind = 0U - p_.matching_pointers().distance_of_vc(at, p_.numbering().order_of(first));  // VCs before the pointer
    const std::uint32_t from = behind < kMaxVcs ? vcs >> behind << behind : 0;
    return static_cast<std::uint32_t>(__builtin_ctz(from != 0 ? from : vcs));
  }

  // The head flit of `request` asks for these VCs of a channel, whose first the request names. A VC grants the first in
  // the order of its pointer; the lower rank where a head flit asks twice.
  void ask_each(std::uint32_t free, VcRequest request) {
    const std::uint32_t first = request.vc.value(), order = assignment_.request_order(request.at);
    if (request.head >= room_.of_head.size()) room_.of_head.resize(2 * std::size_t{request.head} + 1, VcMatchingRoom::kNone);
    for (; free != 0; free &= free - 1) {
      request.vc = VcId(first + static_cast<std::uint32_t>(__builtin_ctz(free)));
      request.distance = p_.matching_pointers().distance_of_head(request.vc, order);
      std::uint32_t& place = room_.of_vc[request.vc];
      if (place == VcMatchingRoom::kNone) {
        place = static_cast<std::uint32_t>(room_.granted.size());
        room_.granted.push_back(request);
      } else if (VcRequest& granted = room_.granted[place]; std::tuple(request.distance, request.rank) < std::tuple(granted.distance, granted.rank)) {
        granted = request;
      }
    }
  }
  // The first VC in the order of its pointer.
  void accept_one_of_each_head() {
    for (VcRequest& granted : room_.granted) {
      room_.of_vc[granted.vc] = VcMatchingRoom::kNone;
      granted.distance = p_.matching_pointers().distance_of_vc(granted.at, p_.numbering().order_of(granted.vc));
      std::uint32_t& place = room_.of_head[granted.head];
      if (place == VcMatchingRoom::kNone) {
        place = static_cast<std::uint32_t>(room_.accepted.size());
        room_.accepted.push_back(granted);
      } else if (granted.distance < room_.accepted[place].distance) {
        room_.accepted[place] = granted;
      }
    }
    for (const VcRequest& granted : room_.granted) room_.of_head[granted.head] = VcMatchingRoom::kNone;
  }

  void take(const VcRequest& accepted) {
    const WaitingHead& head = p_.heads().head(accepted.head);
    head.simple ? void(--p_.store().channel(head.channel).wanted) : void(drop_request(requests_.candidates_now(head), p_.store()));
    p_.matching_pointers().accepted(head.at, assignment_.request_order(head.at), accepted.vc, p_.numbering().order_of(accepted.vc));
    const PacketId id = p_.store().packets(head.at).front;
    VcView view = p_.store().view();
    assignment_.grant(view, head.at, accepted.vc, accepted.next, id, p_.packets()[id]);
  }

  const VcAllocationView p_;
  VcRequests<Observer>& requests_;
  VcAssignment<Observer>& assignment_;
  VcMatchingRoom& room_;
};

}  // namespace dateline
