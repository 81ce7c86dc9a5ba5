// Minimal routing on a dragonfly: a local hop to a router with a link to the destination's group, the link, a local
// hop; each of several links alike. Source: J. Kim, W. J. Dally, S. Scott, D. Abts, ISCA 2008. It crosses one link at
// most, and so is not always shortest: some routers are nearer by way of two.
// VC classes: 2, the links crossed so far, of local channels; a link may be crossed in either, since what is asked for
// before it and behind it differ. The header's state: links crossed, and whether it is leaving (dragonfly_hops.hpp).
// Cost of next(): O(links between two groups).
#pragma once

#include <vector>

#include "models/network/relation/relation.hpp"
#include "routing/networks/dragonfly/dragonfly_hops.hpp"

namespace dateline {

class DragonflyMinimal final : public RoutingRelation {
 public:
  // `topology` must outlive the relation.
  explicit DragonflyMinimal(const DragonflyTopology& topology) : hops_(topology) {}

  [[nodiscard]] StartStates start(NodeId /*src*/, NodeId /*dst*/) const override { return {StartState{}}; }
  [[nodiscard]] bool starts_plain() const override { return true; }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override;
  void steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const override;
  [[nodiscard]] int classes() const override { return 2; }
  [[nodiscard]] std::vector<Symmetry> symmetries() const override { return hops_.topology().automorphisms(); }

 private:
  DragonflyHops hops_;
};

}  // namespace dateline
