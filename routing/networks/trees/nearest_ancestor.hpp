// Nearest-common-ancestor routing in fat trees and folded Clos networks: up by any ports until a router is above the
// destination, then down. Source: F. Petrini and M. Vanneschi, IPPS 1997; the up port is one that is free
// (adaptive), or drawn, all alike (W. J. Dally and B. Towles, 2004, section 9.2).
// VC classes: 1, since all ups come before all downs. Cost of next(): O(up ports).
#pragma once

#include <vector>

#include "models/network/relation/relation.hpp"
#include "routing/networks/trees/tree_hops.hpp"

namespace dateline {

class NearestAncestor final : public RoutingRelation {
 public:
  enum class Choice { free, drawn };
  // `topology`, a fat tree or a folded Clos network, must outlive the relation.
  NearestAncestor(const Topology& topology, Choice choice) : topology_(topology), hops_(topology), choice_(choice) {}

  [[nodiscard]] StartStates start(NodeId /*src*/, NodeId /*dst*/) const override { return {StartState{}}; }
  [[nodiscard]] bool starts_plain() const override { return true; }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override;
  void steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const override;
  [[nodiscard]] int classes() const override { return 1; }
  [[nodiscard]] std::vector<Symmetry> symmetries() const override { return topology_.automorphisms(); }

 private:
  const Topology& topology_;
  TreeHops hops_;
  Choice choice_;
};

}  // namespace dateline
