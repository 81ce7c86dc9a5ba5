// Phase 2 with the islip VC allocator: the head flits that wait at a router ask for all free VCs that they may take, of
// every rank; every VC grants one of them; every head flit accepts one of those that it was granted (docs/reference/
// router-cycle.md, section 4). One pass of iSLIP: N. McKeown, IEEE/ACM Trans. Networking 7(2), 1999.
// Cost: O(r log r) of r requests at a router.
#pragma once

#include <algorithm>
#include <tuple>

#include "sim/core/vc_allocation/vc_requests.hpp"

namespace dateline {

template <typename Observer>
class VcMatching {
 public:
  VcMatching(VcAllocationView tile, VcRequests<Observer>& requests, VcAssignment<Observer>& assignment)
      : p_(tile), requests_(requests), assignment_(assignment), asked_(tile.heads().scratch().requests) {}

  // Head flits that get a VC leave the list of `node`; false if one that asked for some got none.
  [[nodiscard]] bool match(NodeId node) {
    asked_.clear();
    std::size_t asking = 0;
    for (std::uint32_t i = p_.heads().first(node); i != WaitingHeads::kNone;) {
      const std::uint32_t after = p_.heads().head(i).after;
      const std::size_t before = asked_.size();
      if (p_.heads().head(i).ready <= p_.now() && ask_or_leave(i)) p_.heads().remove(i, node);
      asking += asked_.size() > before ? 1 : 0;
      i = after;
    }
    grant_one_of_each_vc();
    accept_one_of_each_head();
    for (const VcRequest& accepted : asked_) {
      take(accepted);
      p_.heads().remove(accepted.head, node);
    }
    return asked_.size() == asking;
  }

 private:
  // True if the head flit has left for the memory of its node.
  bool ask_or_leave(std::uint32_t index) {
    WaitingHead& head = p_.heads().head(index);
    const std::size_t before = asked_.size();
    ask(index, head);
    if (asked_.size() > before || !head.absorbed) return false;
    const auto absorbing = requests_.try_absorb(head, requests_.candidates_now(head));
    if (absorbing == VcRequests<Observer>::Absorbing::leaving) ask(index, head);
    return absorbing == VcRequests<Observer>::Absorbing::left;
  }
  void ask(std::uint32_t index, const WaitingHead& head) {
    if (head.simple) return ask_for(index, head, head.channel, head.vcs, 0, head.next);
    for (const Candidate& c : requests_.candidates_now(head)) {
      if (c.exit == Exit::channel) ask_for(index, head, c.channel, p_.numbering().vcs_of_classes(c.classes), c.rank, c.next);
    }
  }
  void ask_for(std::uint32_t index, const WaitingHead& head, ChannelId channel, std::uint32_t vcs, std::uint8_t rank, HeaderState next) {
    for (std::uint32_t free = requests_.free_vcs(head.at, channel, vcs); free != 0; free &= free - 1) {
      const VcId vc = p_.numbering().vc(channel, static_cast<std::uint32_t>(__builtin_ctz(free)));
      asked_.push_back({vc, head.at, p_.matching_pointers().distance_of_head(vc, assignment_.request_order(head.at)), index, rank, next});
    }
  }

  // Leaves the first request of each VC, in the order of its pointer; the lower rank where a head flit asks twice.
  void grant_one_of_each_vc() {
    std::stable_sort(asked_.begin(), asked_.end(), [](const VcRequest& a, const VcRequest& b) {
      return std::tuple(a.vc, a.distance, a.rank) < std::tuple(b.vc, b.distance, b.rank);
    });
    asked_.erase(std::unique(asked_.begin(), asked_.end(), [](const VcRequest& a, const VcRequest& b) { return a.vc == b.vc; }), asked_.end());
  }
  // Leaves the first of each head flit, in the order of its pointer.
  void accept_one_of_each_head() {
    for (VcRequest& granted : asked_) granted.distance = p_.matching_pointers().distance_of_vc(granted.at, p_.numbering().order_of(granted.vc));
    std::sort(asked_.begin(), asked_.end(),
              [](const VcRequest& a, const VcRequest& b) { return std::tuple(a.at, a.distance) < std::tuple(b.at, b.distance); });
    asked_.erase(std::unique(asked_.begin(), asked_.end(), [](const VcRequest& a, const VcRequest& b) { return a.at == b.at; }), asked_.end());
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
  std::vector<VcRequest>& asked_;  // of a router; after each step those that are left
};

}  // namespace dateline
