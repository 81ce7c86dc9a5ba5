// Valiant's routing by groups of a dragonfly: by way of a group uniform among all but the source's and the
// destination's, entered and left as minimal routing does; inside a group minimal. Source: J. Kim, W. J. Dally, S.
// Scott, D. Abts, ISCA 2008, where the intermediate is a group and not a router.
// The group is deferred: any link that leads neither out of nor into the destination's group, all alike, and none is
// remembered, since what has crossed one link is in the intermediate group.
// VC classes: 3, the links crossed so far, of local channels; the first link is crossed in class 0, the second in 1 or
// 2. The header's state: links crossed, and whether it is leaving (dragonfly_hops.hpp).
// Cost of next(): O(group size + global channels of a router) at the source, else O(links between two groups).
#pragma once

#include <vector>

#include "models/network/relation/relation.hpp"
#include "models/network/relation/symmetric_classes.hpp"
#include "routing/networks/dragonfly/dragonfly_hops.hpp"

namespace dateline {

class ValiantGroup final : public RoutingRelation, public SymmetricClasses {
 public:
  // `topology`, of three groups or more, must outlive the relation.
  explicit ValiantGroup(const DragonflyTopology& topology) : hops_(topology) {}

  [[nodiscard]] StartStates start(NodeId /*src*/, NodeId /*dst*/) const override { return {StartState{}}; }
  [[nodiscard]] bool starts_plain() const override { return true; }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override;
  void steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const override;
  [[nodiscard]] int classes() const override { return 3; }
  [[nodiscard]] std::vector<Symmetry> symmetries() const override { return hops_.topology().automorphisms(); }

 private:
  void leave_source(NodeId node, std::uint32_t other_group, bool leaving, Candidates& out) const;

  DragonflyHops hops_;
};

}  // namespace dateline
