// D-mod-k routing in fat trees and folded Clos networks: up to a nearest common ancestor by the ports that the digits
// of the destination terminal's number choose, then down: at level l digit l - 1, base K; to spine t mod S. All packets
// to a terminal meet, so in a fat tree, or a Clos with T <= S, it loads no down channel twice under a permutation.
// Source: E. Zahavi, "Fat-tree routing and node ordering providing contention free traffic for MPI global collectives",
// JPDC 2012.
// It looks at terminals, and claims no symmetries of routers. VC classes: 1. The header's state: the terminal's number.
// Cost of next(): O(1).
#pragma once

#include "models/network/relation/relation.hpp"
#include "routing/networks/trees/tree_hops.hpp"

namespace dateline {

class DModK final : public RoutingRelation {
 public:
  // `topology`, a fat tree or a folded Clos network, must outlive the relation.
  explicit DModK(const Topology& topology) : topology_(topology), hops_(topology) {}

  // As to the first terminal of a router, where it has any.
  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override;
  [[nodiscard]] StartStates start_between(const Ends& ends) const override;
  [[nodiscard]] bool by_terminal() const override { return true; }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override;
  void steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const override;
  [[nodiscard]] int classes() const override { return 1; }

 private:
  [[nodiscard]] ChannelId hop(NodeId node, NodeId dst, HeaderState state) const {
    if (hops_.is_above(node, dst)) return hops_.down(node, dst);
    return hops_.up(node, hops_.up_of(node, static_cast<std::uint32_t>(state.word)));
  }

  const Topology& topology_;
  TreeHops hops_;
};

}  // namespace dateline
