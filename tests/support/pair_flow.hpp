// The flow of one packet under a relation: what the relation says of one pair of nodes, and nothing else. For comparisons with enumerations.
#pragma once

#include <vector>

#include "models/network/rational.hpp"
#include "models/network/relation.hpp"
#include "models/network/topology.hpp"
#include "models/network/traffic_pattern.hpp"

namespace dateline::test {

// Expected crossings of every channel. The relation must be oblivious and without loops of places; else std::logic_error.
[[nodiscard]] std::vector<Rational> pair_flow(const Topology& topology, const RoutingRelation& relation, NodeId source, NodeId destination);

// One source sends everything to one node.
class OnePair final : public TrafficPattern {
 public:
  OnePair(NodeId source, NodeId destination) : source_(source), destination_(destination) {}
  [[nodiscard]] std::vector<Demand> row(NodeId source) const override {
    if (source != source_) return {};
    return {{destination_, 1}};
  }
  [[nodiscard]] NodeId sample(NodeId, RandomStream&) const override { return destination_; }
  [[nodiscard]] Rational share(NodeId source) const override { return source == source_ ? 1 : 0; }

 private:
  NodeId source_, destination_;
};

}  // namespace dateline::test
