// UGAL on a dragonfly: a packet to another group goes minimally, or by way of a group uniform among all but the
// source's and the destination's (valiant_group.hpp), whichever costs less at its source (RoutingRelation::
// weighs_hops). Source: J. Kim, W. J. Dally, S. Scott, D. Abts, ISCA 2008. Progressive (PAR): what goes minimally and
// has come to another router of the source's group chooses there once more, between its link and the same group.
// Source: N. Jiang, J. Kim, W. J. Dally, ISCA 2009.
// The start state draws the group and, where two groups share several links, one for either way, all alike; of more
// than four links each is drawn with four of those of the other way, evenly spaced, as all pairs would be their square.
// Hops are exact, but that behind the intermediate group's entry the most are taken where links are drawn later.
// VC classes: 3 of ugal, the links crossed so far, of local channels; the first link in class 0, the second in 1 or 2.
// 4 of par: of local channels 0 before the second choice, 1 behind it, then 1 + the links crossed; the first link in 0
// or 1, the second in 2 or 3. Inside a group one hop, in class 0.
// The header's state: links crossed, whether it is leaving a group (dragonfly_hops.hpp), and in the source's group what
// it may do there still, the group and the links drawn.
// Cost of next(): O(links between two groups).
#pragma once

#include <vector>

#include "models/network/relation/minimal_ways.hpp"
#include "models/network/relation/relation.hpp"
#include "routing/networks/dragonfly/dragonfly_hops.hpp"

namespace dateline {

class DragonflyUgal final : public RoutingRelation, public MinimalWays {
 public:
  enum class Choice { at_source, progressive };

  // `topology`, of three groups or more, must outlive the relation.
  DragonflyUgal(const DragonflyTopology& topology, Choice choice);

  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override { return start_between({TerminalId(), TerminalId(), src, dst}); }
  [[nodiscard]] std::uint64_t start_count(const Ends& ends) const override;
  [[nodiscard]] HeaderState start_at(const Ends& ends, std::uint64_t i) const override;
  [[nodiscard]] bool weighs_hops() const override { return true; }
  [[nodiscard]] std::uint32_t minimal_hops(NodeId from, NodeId to) const override { return hops_.most_hops(from, to); }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override;
  void steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const override;
  [[nodiscard]] int classes() const override { return progressive_ ? 4 : 3; }
  [[nodiscard]] std::vector<Symmetry> symmetries() const override { return hops_.topology().automorphisms(); }

 private:
  struct Drawn;  // what a state of the source's group says
  [[nodiscard]] Candidate minimal(NodeId node, NodeId dst, const Drawn& drawn) const;
  [[nodiscard]] Candidate detour(NodeId node, NodeId dst, const Drawn& drawn) const;
  // On over the link: that link itself, or the local hop to it.
  [[nodiscard]] Candidate over(NodeId node, const DragonflyHops::Link& link, bool minimal, const Drawn& drawn) const;
  [[nodiscard]] bool in_source_group(NodeId node, NodeId dst, HeaderState state) const;
  [[nodiscard]] const DragonflyHops::Stage& stage_of(HeaderState state) const;

  DragonflyHops hops_;
  bool progressive_;
};

}  // namespace dateline
