// Walks the messages of a relation that software leads around faults: hop by hop through its candidates, from
// absorption to absorption, with nothing of the simulator but the relation itself.
// Fails the test that calls it where the relation breaks its contract: a failed channel offered, an absorption without
// a cause.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "models/base/numbers/exact_fraction.hpp"
#include "models/network/faults/fault_map.hpp"
#include "models/network/relation/relation.hpp"
#include "models/network/topology/cube.hpp"

namespace dateline::test {

// One hop of a message that leaves no choice: where, and the VC class it asks for (the escape's, if there is one).
struct WalkedHop {
  ChannelId channel;
  std::uint16_t classes;
};
using WalkedSegment = std::vector<WalkedHop>;

struct WalkResult {
  bool delivered = false;  // false: it came back to where it was, with the same header
  std::uint32_t hops = 0, absorptions = 0, stops = 0;
  bool last_resort = false;
};

// The way of a deterministic message, from its source or from `node`, where it was absorbed for the first time.
class FaultWalk {
 public:
  FaultWalk(const CubeTopology& topology, const RoutingRelation& relation) : topology_(topology), relation_(relation) {}
  using OnSegment = std::function<void(NodeId from, HeaderState state, const WalkedSegment&)>;
  [[nodiscard]] WalkResult from_source(NodeId node, NodeId destination, const OnSegment& on_segment = {});
  [[nodiscard]] WalkResult from_absorption(NodeId node, NodeId destination, const OnSegment& on_segment = {});

 private:
  [[nodiscard]] bool walk_segment(NodeId& node, NodeId destination, HeaderState state);  // whether it ended at an absorption
  [[nodiscard]] WalkResult walk(NodeId node, NodeId destination, HeaderState state, bool absorbed, const OnSegment& on_segment);

  const CubeTopology& topology_;
  const RoutingRelation& relation_;
  Candidates candidates_;
  WalkedSegment segment_;
};

// What an adaptive message meets on the average with nobody in its way: every hop uniform over the channels of rank 0.
struct Expectation {
  ExactFraction hops, absorptions, stops, faulted;
};
class AdaptiveWalk {
 public:
  AdaptiveWalk(const CubeTopology& topology, const RoutingRelation& relation, NodeId destination)
      : relation_(relation), topology_(topology), absorbed_(topology, relation), destination_(destination) {}
  [[nodiscard]] const Expectation& from_source(NodeId node) { return at(node, relation_.start(node, destination_).front().state); }
  [[nodiscard]] bool all_delivered() const { return all_delivered_; }

 private:
  [[nodiscard]] const Expectation& at(NodeId node, HeaderState state);
  [[nodiscard]] Expectation after_absorption(NodeId node);

  const RoutingRelation& relation_;
  const CubeTopology& topology_;
  FaultWalk absorbed_;
  NodeId destination_;
  bool all_delivered_ = true;
  std::vector<std::unordered_map<std::uint64_t, Expectation>> known_;  // by node and state
};

}  // namespace dateline::test
