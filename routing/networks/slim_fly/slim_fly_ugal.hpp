// UGAL on a Slim Fly: at its source a packet goes minimally, or by way of a router uniform among all R, whichever costs
// less there (RoutingRelation::weighs_hops). Source: M. Besta and T. Hoefler, SC 2014.
// The start state draws the intermediate router and one of the minimal ways; of several ways to the intermediate router
// the cheapest is taken.
// VC classes: 4, those of valiant: the hops made in phase 1, and two more than those of phase 2; minimal routing is
// phase 2 alone. The header's state: its class in the low two bits; in phase 1 the intermediate router above them, at
// the source the way and kChoosing too.
// Cost of next(): O(degree).
#pragma once

#include <vector>

#include "models/network/relation/relation.hpp"
#include "models/network/relation/symmetric_classes.hpp"
#include "routing/networks/slim_fly/slim_fly_hops.hpp"

namespace dateline {

class SlimFlyUgal final : public RoutingRelation, public SymmetricClasses {
 public:
  // `topology` must outlive the relation.
  explicit SlimFlyUgal(const SlimFlyTopology& topology) : hops_(topology) {}

  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override { return start_between({TerminalId(), TerminalId(), src, dst}); }
  [[nodiscard]] std::uint64_t start_count(const Ends& ends) const override;
  [[nodiscard]] HeaderState start_at(const Ends& ends, std::uint64_t i) const override;
  [[nodiscard]] bool weighs_hops() const override { return true; }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override;
  void steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const override;
  [[nodiscard]] int classes() const override { return 4; }
  [[nodiscard]] std::vector<Symmetry> symmetries() const override { return hops_.topology().automorphisms(); }

 private:
  void choose(NodeId node, NodeId dst, HeaderState state, Candidates& out) const;

  SlimFlyHops hops_;
};

}  // namespace dateline
