// UGAL on a HyperX: at its source a packet goes minimally, by dimension order, or by way of a router uniform among all
// R, whichever costs less there (RoutingRelation::weighs_hops). Source: A. Singh, 2005; J. H. Ahn and others, SC 2009.
// The start state draws the intermediate router; the choice is made once, at the source.
// VC classes: 2, the phase; minimal routing is phase 2 alone. The header's state: 0 in phase 2, 1 + the intermediate
// router in phase 1, 1 + R + it where the choice is to be made.
// Cost of next(): O(dimensions).
#pragma once

#include <vector>

#include "models/network/relation/relation.hpp"
#include "models/network/relation/symmetric_classes.hpp"
#include "routing/networks/hyperx/hyperx_hops.hpp"

namespace dateline {

class HyperXUgal final : public RoutingRelation, public SymmetricClasses {
 public:
  // `topology` must outlive the relation.
  explicit HyperXUgal(const HyperXTopology& topology) : topology_(topology), hops_(topology) {}

  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override { return start_between({TerminalId(), TerminalId(), src, dst}); }
  [[nodiscard]] std::uint64_t start_count(const Ends& ends) const override { return ends.from == ends.to ? 1 : topology_.nodes(); }
  [[nodiscard]] HeaderState start_at(const Ends& ends, std::uint64_t i) const override;
  [[nodiscard]] bool weighs_hops() const override { return true; }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override;
  void steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const override;
  [[nodiscard]] int classes() const override { return 2; }
  [[nodiscard]] std::vector<Symmetry> symmetries() const override { return topology_.place_symmetries(); }

 private:
  void add(NodeId node, NodeId to, Candidate way, Candidates& out) const;
  [[nodiscard]] std::uint16_t distance(NodeId from, NodeId to) const;

  const HyperXTopology& topology_;
  HyperXHops hops_;
};

}  // namespace dateline
