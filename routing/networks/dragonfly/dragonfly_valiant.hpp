// Valiant's routing on a dragonfly by a router: minimal routing to a router uniform among all R, both ends included,
// and minimal routing on from there. Source: L. G. Valiant, 1982, with the minimal routing of J. Kim and others, ISCA
// 2008.
// The intermediate is deferred: phase 1 draws a link, or a place of the source's own group; behind the link a place of
// the group it leads to. Phase 2 forgets it.
// VC classes: 4. Local channels: in phase 1 the links crossed in it, in phase 2 two more; a link may be crossed in 0 or
// 1, in phase 2 in 2 or 3. The header's state: links crossed in the phase, whether it is leaving (dragonfly_hops.hpp),
// the phase. Cost of next(): O(group size + global channels of a router) in phase 1, else O(links between two groups).
#pragma once

#include <vector>

#include "models/network/relation/relation.hpp"
#include "models/network/relation/symmetric_classes.hpp"
#include "routing/networks/dragonfly/dragonfly_hops.hpp"

namespace dateline {

class DragonflyValiant final : public RoutingRelation, public SymmetricClasses {
 public:
  // `topology` must outlive the relation.
  explicit DragonflyValiant(const DragonflyTopology& topology) : hops_(topology) {}

  [[nodiscard]] StartStates start(NodeId /*src*/, NodeId /*dst*/) const override { return {StartState{}}; }
  [[nodiscard]] bool starts_plain() const override { return true; }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override;
  void steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const override;
  [[nodiscard]] int classes() const override { return 4; }
  [[nodiscard]] std::vector<Symmetry> symmetries() const override { return hops_.topology().automorphisms(); }

 private:
  // `weight`: of each of the ways on.
  void second_phase(const DragonflyHops::Leg& leg, HeaderState state, std::uint64_t weight, std::uint32_t route, Candidates& out) const;

  DragonflyHops hops_;
};

}  // namespace dateline
