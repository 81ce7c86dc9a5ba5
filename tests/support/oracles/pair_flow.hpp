// The flow of one packet under a relation: what the relation says of one pair of nodes, and nothing else. For
// comparisons with enumerations.
#pragma once

#include <vector>

#include "models/base/numbers/rational.hpp"
#include "models/network/relation/relation.hpp"
#include "models/network/topology/topology.hpp"
#include "models/network/traffic_pattern.hpp"

namespace dateline::test {

// Expected crossings of every channel. The relation must be oblivious and without loops of places; else
// std::logic_error.
[[nodiscard]] std::vector<Rational> pair_flow(const Topology& topology, const RoutingRelation& relation, NodeId source, NodeId destination);

// One terminal sends everything to one terminal.
class OnePair final : public TrafficPattern {
 public:
  OnePair(TerminalId source, TerminalId destination) : source_(source), destination_(destination) {}
  [[nodiscard]] std::vector<Demand> row(TerminalId source) const override {
    if (source != source_) return {};
    return {{destination_, 1}};
  }
  [[nodiscard]] TerminalId sample(TerminalId, RandomStream&) const override { return destination_; }
  [[nodiscard]] Rational share(TerminalId source) const override { return source == source_ ? 1 : 0; }

 private:
  TerminalId source_, destination_;
};

}  // namespace dateline::test
