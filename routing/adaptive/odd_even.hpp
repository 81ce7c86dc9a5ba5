// The odd-even turn model on a 2-D mesh: minimal, partially adaptive, one VC class, no escapes. Where a message may
// turn depends on the column x_0: rule 1: no turn from east to north in an even column, none from north to west in an
// odd one; rule 2: the same with south for north. No circle of waits can then have a rightmost column. Source: G.-M.
// Chiu, The odd-even turn model for adaptive routing, 2000, function ROUTE.
// East is + in dimension 0, north + in dimension 1. A header bound east must not enter its destination's column by east
// if that is even and rows are left. ROUTE's "source column" is here: did not come by east; in an even column that is
// the same. Every minimal path that the rules allow is offered.
#pragma once

#include <vector>

#include "models/network/relation/relation.hpp"
#include "models/network/topology/cube.hpp"

namespace dateline {

class OddEven final : public RoutingRelation {
 public:
  // `topology` must outlive the relation. Throws ConfigError if it is no mesh of two dimensions.
  explicit OddEven(const CubeTopology& topology);

  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override;
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override;
  void steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const override;
  [[nodiscard]] bool starts_plain() const override { return true; }
  [[nodiscard]] int classes() const override { return 1; }

 private:
  // Dimensions that a header which has not arrived may go on in, by bits; the channel in one of them.
  [[nodiscard]] std::uint32_t dimensions_at(NodeId node, ChannelId in, NodeId dst) const;
  [[nodiscard]] ChannelId channel_towards(NodeId node, NodeId dst, int dimension) const;

  const CubeTopology& topology_;
  std::vector<ChannelId> first_channels_;  // per node
};

}  // namespace dateline
