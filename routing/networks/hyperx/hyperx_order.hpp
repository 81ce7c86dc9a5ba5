// Dimension order on a HyperX: dimensions ascending, one hop in each that differs. Source: J. H. Ahn and others, SC
// 2009; on a full mesh it is direct routing.
// VC classes: 1, since dimensions ascend. Cost of next(): O(1).
#pragma once

#include <vector>

#include "models/network/relation/relation.hpp"
#include "routing/networks/hyperx/hyperx_hops.hpp"

namespace dateline {

class HyperXOrder final : public RoutingRelation {
 public:
  // `topology` must outlive the relation.
  explicit HyperXOrder(const HyperXTopology& topology) : topology_(topology), hops_(topology) {}

  [[nodiscard]] StartStates start(NodeId /*src*/, NodeId /*dst*/) const override { return {StartState{}}; }
  [[nodiscard]] bool starts_plain() const override { return true; }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override;
  void steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const override;
  [[nodiscard]] int classes() const override { return 1; }
  [[nodiscard]] std::vector<Symmetry> symmetries() const override { return topology_.place_symmetries(); }

 private:
  const HyperXTopology& topology_;
  HyperXHops hops_;
};

}  // namespace dateline
