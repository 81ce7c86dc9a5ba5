// Minimal routing on a Slim Fly: to a neighbour at once, else by way of a common neighbour, all alike. Source: M. Besta
// and T. Hoefler, SC 2014.
// VC classes: 2, the hops made so far, which is the header's state. Cost of next(): O(degree).
#pragma once

#include <vector>

#include "models/network/relation/relation.hpp"
#include "routing/networks/slim_fly/slim_fly_hops.hpp"

namespace dateline {

class SlimFlyMinimal final : public RoutingRelation {
 public:
  // `topology` must outlive the relation.
  explicit SlimFlyMinimal(const SlimFlyTopology& topology) : hops_(topology) {}

  [[nodiscard]] StartStates start(NodeId /*src*/, NodeId /*dst*/) const override { return {StartState{}}; }
  [[nodiscard]] bool starts_plain() const override { return true; }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override;
  void steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const override;
  [[nodiscard]] int classes() const override { return 2; }
  [[nodiscard]] std::vector<Symmetry> symmetries() const override { return hops_.topology().automorphisms(); }

 private:
  SlimFlyHops hops_;
};

}  // namespace dateline
