// Phase 2, its state: head flits at the front of their buffers that have no VC yet. New ones are routed once
// (route_computation.hpp); one without a competitor takes a VC at once, the others join their node's list in the
// order of VC arbitration and are tried again whenever a VC of a channel they ask for is released
// (vc_allocator.hpp). Owned by the node where the head flits wait.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/network/relation/relation.hpp"
#include "sim/core/state/competing_heads.hpp"
#include "sim/core/state/vc_store.hpp"

namespace dateline {

struct WaitingHead {
  static constexpr std::uint32_t kNone = 0xffffffffU;
  std::uint64_t key = 0;    // order within its node: fcfs (cycle, input port, VC), oldest (generated, input port, VC), round-robin (input port, VC)
  Cycle ready = 0;          // first cycle in which it may be given a VC
  HeaderState next;         // if simple
  VcId at;                  // the VC in whose buffer it is
  ChannelId channel;        // if simple
  std::uint32_t vcs = 0;    // of `channel`, if simple
  std::uint32_t route = 0;  // the drawn or cheapest route, if drawn
  std::uint32_t after = kNone, before = kNone;  // its neighbours in the list
  std::uint32_t first_kept = 0, kept = 0;       // its candidates among those of the cycle `asked` (Scratch::kept)
  Cycle asked = ~Cycle{0};
  bool simple = false;    // one candidate: a retry need not ask the relation
  bool drawn = false;     // of its rank only `route` counts
  std::uint8_t rank = 0;  // of `route`, if drawn
  bool absorbed = false;  // absorption is among its candidates; tried after all channels
  bool forwards = true;   // channels are among them
  bool blocked = false;   // an observer was notified

  // Of those offered to it. Weighted routes are of one rank.
  [[nodiscard]] bool takes(const Candidate& c) const { return !drawn || c.route == route || (c.weight == 0 && c.rank > rank); }
};

struct VcOption {  // a free choice of a head flit
  ChannelId channel;
  std::uint32_t free;  // VCs
  HeaderState next;
};

// The islip allocator: a head flit asks for a VC.
struct VcRequest {
  VcId vc, at;             // `at`: the VC in whose buffer the head flit is
  std::uint32_t distance;  // first of the head flit from the VC's pointer, then of the VC from the head flit's
  std::uint32_t head;      // its index
  std::uint8_t rank;
  HeaderState next;
};
// Its work at one router; between two routers no VC and no head flit has a place.
struct VcMatchingRoom {
  static constexpr std::uint32_t kNone = 0xffffffffU;
  std::vector<std::uint32_t> of_one_channel;  // head flits that ask for VCs of one channel
  std::vector<VcRequest> granted;             // of every VC that is asked for, the request that it grants
  std::vector<VcRequest> accepted;            // of every head flit that is granted some, the one that it accepts
  IdVector<VcId, std::uint32_t> of_vc;        // its place in `granted`
  std::vector<std::uint32_t> of_head;         // its place in `accepted`, by index
};

class WaitingHeads {
 public:
  static constexpr std::uint32_t kNone = WaitingHead::kNone;

  // `orders`: of head flits at a router, by input port and VC (HeadsInOrder).
  WaitingHeads(std::uint32_t nodes, std::uint32_t channels, std::uint32_t orders) : nodes_(nodes), scratch_(channels, orders) {}

  // No head flit has come, and nothing has changed for those that wait.
  [[nodiscard]] bool quiet() const { return arrived_.empty() && must_retry_.empty(); }
  // A head flit has come to the front of the buffer of `vc`; it is routed in the next phase 2.
  [[nodiscard]] AppendList<VcId>& arrived() { return arrived_; }
  // A VC that some waiting head flit of `node` may want is free: its list is examined in the next phase 2.
  void mark_dirty(NodeId node) {
    NodeQueue& queue = nodes_[node];
    if (queue.must_retry || queue.first == kNone) return;
    queue.must_retry = true;
    must_retry_.push_back(node);
  }
  [[nodiscard]] std::vector<NodeId>& must_retry() { return must_retry_; }
  void retried(NodeId node) { nodes_[node].must_retry = false; }

  [[nodiscard]] std::uint32_t first(NodeId node) const { return nodes_[node].first; }
  [[nodiscard]] const WaitingHead& head(std::uint32_t index) const { return waiting_[index]; }
  [[nodiscard]] WaitingHead& head(std::uint32_t index) { return waiting_[index]; }
  [[nodiscard]] std::uint32_t nodes() const { return static_cast<std::uint32_t>(nodes_.size()); }

  std::uint32_t insert(const WaitingHead& head, NodeId node);  // by key; returns its index
  void remove(std::uint32_t index, NodeId node);

  // No head flit waits or has come.
  void forget();

  // Whether new head flits of other kinds ask for network channels of `node`; no longer after the phase.
  [[nodiscard]] bool mixed(NodeId node) const { return nodes_[node].mixed; }
  void set_mixed(NodeId node, bool mixed) { nodes_[node].mixed = mixed; }

  // VCs that were given in the last cycle to head flits that may cross only in the next (RouterConfig::vc_stage).
  [[nodiscard]] AppendList<VcId>& held_back() { return held_back_; }
  [[nodiscard]] const AppendList<VcId>& held_back() const { return held_back_; }

  // Room for a cycle's work, kept.
  struct Scratch {
    Scratch(std::uint32_t channels, std::uint32_t orders) : competing(channels), choosing(orders) {}
    CompetingHeads competing;                                           // new head flits with one way on, by channel
    HeadsInOrder choosing;                                              // new head flits with a choice (HeaderStep)
    AppendList<VcId> at;                                                // new head flits: the VC in whose buffer each is,
    std::vector<HeaderQuery> queries;                                   // what the relation is asked,
    std::vector<HeaderStep> steps;                                      // what it answers,
    std::array<AppendList<std::uint32_t>, HeaderStep::kKinds> of_kind;  // which of them got which kind of answer
    // Those with one way on; head flits of the other kinds join them once they have theirs.
    [[nodiscard]] AppendList<std::uint32_t>& one_way() { return of(HeaderStep::Kind::single); }
    [[nodiscard]] AppendList<std::uint32_t>& of(HeaderStep::Kind kind) { return of_kind[static_cast<std::size_t>(kind)]; }
    std::vector<WaitingHead> several;
    Candidates kept;  // theirs, of their drawn routes only
    Candidates candidates;
    Candidates foreseen;  // of a head flit that goes on: what it will be offered at its next router
    std::vector<VcOption> options;
    VcMatchingRoom matching;
    std::vector<NodeId> match_again;  // a head flit that asked for a VC got none
  };
  [[nodiscard]] Scratch& scratch() { return scratch_; }
  // Between two cycles no head flits compete, and the room for a cycle's work holds nothing.
  template <typename Archive>
  void io(Archive& archive) {
    auto& [nodes_of, waiting, unused, arrived_heads, retries, held, room] = *this;
    static_cast<void>(room);
    archive(nodes_of, waiting, unused, arrived_heads, retries, held);
  }

 private:
  struct NodeQueue {
    std::uint32_t first = kNone, last = kNone;  // waiting head flits, sorted by key
    bool must_retry = false, mixed = false;
  };
  IdVector<NodeId, NodeQueue> nodes_;
  std::vector<WaitingHead> waiting_;
  std::vector<std::uint32_t> unused_;  // places of waiting_
  AppendList<VcId> arrived_;
  std::vector<NodeId> must_retry_;
  AppendList<VcId> held_back_;
  Scratch scratch_;
};

// VC allocation as a stage: head flits that were given their VCs in the last cycle may cross from now on.
inline void let_cross(WaitingHeads& heads, VcStore& store) {
  VcView view = store.view();
  for (const VcId vc : heads.held_back()) {
    view.ownership.act_as_sender(vc);
    view.words[vc.value() >> 6U].avail |= vc_bit(vc.value());
  }
  heads.held_back().clear();
}

}  // namespace dateline
