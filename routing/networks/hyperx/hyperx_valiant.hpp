// Valiant's routing on a HyperX: dimension order to a router uniform among all R, both ends included, and dimension
// order on from there. Source: L. G. Valiant, 1982; J. H. Ahn and others, SC 2009.
// The intermediate is deferred: phase 1 draws its place dimension by dimension, any of the S of a side alike, and makes
// a hop where it is another; phase 2 forgets it.
// VC classes: 2, the phase. The header's state: the dimension that phase 1 draws next; dimensions() in phase 2.
// Cost of next(): O(ports) in phase 1, O(1) in phase 2.
#pragma once

#include <vector>

#include "models/network/relation/relation.hpp"
#include "models/network/relation/symmetric_classes.hpp"
#include "routing/networks/hyperx/hyperx_hops.hpp"

namespace dateline {

class HyperXValiant final : public RoutingRelation, public SymmetricClasses {
 public:
  // `topology` must outlive the relation.
  explicit HyperXValiant(const HyperXTopology& topology) : topology_(topology), hops_(topology) {}

  [[nodiscard]] StartStates start(NodeId /*src*/, NodeId /*dst*/) const override { return {StartState{}}; }
  [[nodiscard]] bool starts_plain() const override { return true; }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override;
  void steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const override;
  [[nodiscard]] int classes() const override { return 2; }
  [[nodiscard]] std::vector<Symmetry> symmetries() const override { return topology_.place_symmetries(); }

 private:
  [[nodiscard]] std::uint64_t second_phase() const { return static_cast<std::uint64_t>(hops_.dimensions()); }

  const HyperXTopology& topology_;
  HyperXHops hops_;
};

}  // namespace dateline
