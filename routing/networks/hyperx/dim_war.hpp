// DimWAR, dimension-ordered weighted adaptive routing on a HyperX: dimensions ascending; in each a header goes to its
// destination's place, or by way of one other place. Source: N. McDonald, M. Isaev, A. Flores, A. Davis, J. Kim,
// "Practical and efficient incremental adaptive routing for HyperX networks", SC 2019; there by a weight of hops and
// occupancy, here a deroute is taken where the direct channel has no free VC.
// VC classes: 2; the first hop of a dimension takes class 0, the one after a deroute class 1. The header's state: 1
// after a deroute. Cost of next(): O(side).
#pragma once

#include <vector>

#include "models/network/relation/relation.hpp"
#include "routing/networks/hyperx/hyperx_hops.hpp"

namespace dateline {

class DimWar final : public RoutingRelation {
 public:
  // `topology` must outlive the relation.
  explicit DimWar(const HyperXTopology& topology) : topology_(topology), hops_(topology) {}

  [[nodiscard]] StartStates start(NodeId /*src*/, NodeId /*dst*/) const override { return {StartState{}}; }
  [[nodiscard]] bool starts_plain() const override { return true; }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override;
  void steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const override;
  [[nodiscard]] int classes() const override { return 2; }
  [[nodiscard]] std::vector<Symmetry> symmetries() const override { return topology_.place_symmetries(); }

 private:
  const HyperXTopology& topology_;
  HyperXHops hops_;
};

}  // namespace dateline
