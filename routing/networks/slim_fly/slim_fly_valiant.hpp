// Valiant's routing on a Slim Fly: minimal routing to a router uniform among all R, both ends included, and minimal
// routing on from there. Source: M. Besta and T. Hoefler, SC 2014.
// The intermediate is deferred: the first hop is drawn by the routers behind it, and the router that it leads to stops
// phase 1 or goes on to one two hops from the source. Where the source has c common neighbours with a router, each has
// a c-th of it. Phase 2 forgets the intermediate.
// VC classes: 4, the hops made in phase 1, and two more than those of phase 2. The header's state: 0 at the source, 1
// after the first hop; in phase 2 its class. Cost of next(): O(degree), after the first hop O(degree^2); to make it,
// routers x degree^2.
#pragma once

#include <vector>

#include "models/network/relation/relation.hpp"
#include "models/network/relation/symmetric_classes.hpp"
#include "routing/networks/slim_fly/slim_fly_hops.hpp"

namespace dateline {

class SlimFlyValiant final : public RoutingRelation, public SymmetricClasses {
 public:
  // `topology` must outlive the relation.
  explicit SlimFlyValiant(const SlimFlyTopology& topology);

  [[nodiscard]] StartStates start(NodeId /*src*/, NodeId /*dst*/) const override { return {StartState{}}; }
  [[nodiscard]] bool starts_plain() const override { return true; }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override;
  void steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const override;
  [[nodiscard]] int classes() const override { return 4; }
  [[nodiscard]] std::vector<Symmetry> symmetries() const override { return hops_.topology().automorphisms(); }

 private:
  SlimFlyHops hops_;
  std::uint64_t a_router_;                // chances of each router: a multiple of all numbers of common neighbours
  std::vector<std::uint64_t> first_hop_;  // per channel: chances of the routers that phase 1 reaches by it first
};

}  // namespace dateline
