// Minimal adaptive routing on a HyperX: a header takes a free adaptive VC in any dimension in which it differs from its
// destination; only if there is none, the escape VC of the channel that dimension order takes. Source: J. H. Ahn and
// others, SC 2009; the escape by J. Duato, 1993.
// VC classes: 0 the escape, 1 adaptive; VC 0 is the escape, all others are adaptive. Cost of next(): O(dimensions).
#pragma once

#include <algorithm>
#include <vector>

#include "models/network/relation/relation.hpp"
#include "routing/networks/hyperx/hyperx_hops.hpp"

namespace dateline {

class MinAdaptive final : public RoutingRelation {
 public:
  // `topology` must outlive the relation.
  explicit MinAdaptive(const HyperXTopology& topology) : topology_(topology), hops_(topology) {}

  [[nodiscard]] StartStates start(NodeId /*src*/, NodeId /*dst*/) const override { return {StartState{}}; }
  [[nodiscard]] bool starts_plain() const override { return true; }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override;
  void steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const override;
  [[nodiscard]] int classes() const override { return 2; }
  [[nodiscard]] int class_of_vc(int vc, int /*vcs*/) const override { return std::min(vc, 1); }
  [[nodiscard]] std::vector<Symmetry> symmetries() const override { return topology_.place_symmetries(); }

 private:
  const HyperXTopology& topology_;
  HyperXHops hops_;
};

}  // namespace dateline
