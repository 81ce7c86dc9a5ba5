// Phase 2, its state: headers at the front of their buffers that have no VC yet. New ones are routed once
// (route_computation.hpp); one that nobody competes with takes a VC at once, the others join their node's list in the
// order of header arbitration and are tried again whenever a VC of a channel they ask for is released
// (vc_allocator.hpp). Owned by the node where the headers wait.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/network/relation/relation.hpp"
#include "sim/core/state/competing_heads.hpp"

namespace dateline {

struct WaitingHeader {
  static constexpr std::uint32_t kNone = 0xffffffffU;
  std::uint64_t key = 0;                        // order within its node: fcfs (cycle, input port, VC), round-robin (input port, VC)
  Cycle ready = 0;                              // first cycle in which it may be given a VC
  HeaderState next;                             // if simple
  VcId at;                                      // the VC in whose buffer it is
  ChannelId channel;                            // if simple
  std::uint32_t lanes = 0;                      // of `channel`, if simple
  std::uint32_t route = 0;                      // the drawn route, if drawn
  std::uint32_t after = kNone, before = kNone;  // its neighbours in the list
  std::uint32_t first_kept = 0, kept = 0;       // its candidates among those of the cycle `asked` (Scratch::kept)
  Cycle asked = 0;
  bool simple = false;                          // one candidate: a retry need not ask the relation
  bool drawn = false;                           // weighted: only `route` counts
  bool absorbed = false;                        // absorption is among its candidates; tried after all channels
  bool forwards = true;                         // channels are among them
  bool blocked = false;                         // an observer was told so
};

struct HeaderOption {  // a free choice of a header
  ChannelId channel;
  std::uint32_t free;  // lanes
  HeaderState next;
};

class HeaderStage {
 public:
  static constexpr std::uint32_t kNone = WaitingHeader::kNone;
  static constexpr unsigned kPlaceBits = 20;  // of a key: input port (16), VC (4)

  HeaderStage(std::uint32_t nodes, std::uint32_t channels) : nodes_(nodes), rivals_(channels) {}

  // No header has come, and nothing has changed for those that wait.
  [[nodiscard]] bool quiet() const { return arrived_.empty() && dirty_.empty(); }
  // A header has come to the front of the buffer of `vc`; it is routed in the next phase 2.
  [[nodiscard]] AppendList<VcId>& arrived() { return arrived_; }
  // A VC that some waiting header of `node` may want is free: its list is looked at in the next phase 2.
  void mark_dirty(NodeId node) {
    NodeQueue& queue = nodes_[node];
    if (queue.dirty || queue.first == kNone) return;
    queue.dirty = true;
    dirty_.push_back(node);
  }
  [[nodiscard]] std::vector<NodeId>& dirty() { return dirty_; }
  void clean(NodeId node) { nodes_[node].dirty = false; }

  [[nodiscard]] std::uint32_t first(NodeId node) const { return nodes_[node].first; }
  [[nodiscard]] const WaitingHeader& header(std::uint32_t index) const { return waiting_[index]; }
  [[nodiscard]] WaitingHeader& header(std::uint32_t index) { return waiting_[index]; }
  [[nodiscard]] std::uint32_t nodes() const { return static_cast<std::uint32_t>(nodes_.size()); }

  std::uint32_t insert(const WaitingHeader& header, NodeId node);  // by key; returns its index
  void remove(std::uint32_t index, NodeId node);

  // No header waits or has come.
  void forget();

  [[nodiscard]] HeaderRivals& rivals() { return rivals_; }

  // Round-robin header arbitration: where the scan of `node` begins, and what was granted in it. The pointer moves
  // behind the granted header that came first in the scan, when the phase ends; so the order in which headers are
  // granted does not matter.
  [[nodiscard]] std::uint32_t pointer(NodeId node) const { return nodes_[node].pointer; }
  void granted(NodeId node, std::uint32_t place);
  void move_pointers();

  // Room for a cycle's work, kept.
  struct Scratch {
    AppendList<VcId> at;                                                // new headers: the VC in whose buffer each is,
    std::vector<HeaderQuery> queries;                                   // what the relation is asked,
    std::vector<HeaderStep> steps;                                      // what it answers,
    std::array<AppendList<std::uint32_t>, HeaderStep::kKinds> of_kind;  // which of them got which kind of answer
    // Those with one way on; headers of the other kinds join them once they have theirs.
    [[nodiscard]] AppendList<std::uint32_t>& one_way() { return of(HeaderStep::Kind::single); }
    [[nodiscard]] AppendList<std::uint32_t>& of(HeaderStep::Kind kind) { return of_kind[static_cast<std::size_t>(kind)]; }
    std::vector<WaitingHeader> several;
    Candidates kept;  // theirs, of their drawn routes only
    Candidates candidates;
    Candidates foreseen;  // of a header that goes on: what it will be offered at its next router
    std::vector<HeaderOption> options;
  };
  [[nodiscard]] Scratch& scratch() { return scratch_; }

 private:
  struct NodeQueue {
    std::uint32_t first = kNone, last = kNone;  // waiting headers, sorted by key
    std::uint32_t pointer = 0;
    std::uint32_t nearest = kNone;  // of the headers granted in this phase: the least distance from the pointer
    bool dirty = false;
  };
  IdVector<NodeId, NodeQueue> nodes_;
  std::vector<WaitingHeader> waiting_;
  std::vector<std::uint32_t> unused_;  // places of waiting_
  AppendList<VcId> arrived_;
  std::vector<NodeId> dirty_, moving_;
  HeaderRivals rivals_;
  Scratch scratch_;
};

}  // namespace dateline
