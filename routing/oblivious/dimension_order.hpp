// Dimension-order routing (DOR; e-cube on a hypercube): dimensions in ascending order, the shorter way in each.
// Source: W. J. Dally and C. L. Seitz, 1987 (dateline classes on rings); Safaei et al. 2006, section 3.
// Torus: the direction is chosen by the hop that enters a dimension; at distance k/2 exactly by the tie rule: split
// (either with probability 1/2; union is the same), plus (always +), parity (+ from an even coordinate, - from an odd
// one).
// VC classes: mesh and hypercube 1; torus 2 (split, static, relaxed) or all VCs (shared), see
// docs/reference/vc-classes.md. The wrap-around channel of a ring is + out of coordinate k-1 and - out of
// coordinate 0. Throws ConfigError for policy shared with fewer than 2 VCs.
#pragma once

#include <string_view>
#include <vector>

#include "models/network/relation/relation.hpp"
#include "models/network/relation/ways_by_offset.hpp"
#include "models/network/step_table.hpp"
#include "models/network/topology/cube.hpp"
#include "routing/oblivious/tie_rule.hpp"

namespace dateline {

enum class VcPolicy { split, static_, relaxed, shared };
constexpr std::array<EnumName<VcPolicy>, 4> enum_names(VcPolicy) {
  return {{{VcPolicy::split, "split"}, {VcPolicy::static_, "static"}, {VcPolicy::relaxed, "relaxed"}, {VcPolicy::shared, "shared"}}};
}

// The state of a header of dimension-order routing that is to go through `dimension` in this direction, be it the
// longer way (less than once around), and has made no hop there.
[[nodiscard]] HeaderState dimension_order_heading(std::uint32_t dimension, bool plus);

class DimensionOrder final : public RoutingRelation, public WaysByOffset, public AnswersByTable {
 public:
  // `topology` must outlive the relation. `vcs` matters to policy shared only.
  DimensionOrder(const CubeTopology& topology, TieRule tie_rule, VcPolicy vc_policy, int vcs);

  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override;
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override;
  void steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const override;
  [[nodiscard]] const StepTable* step_table() const override { return table_.empty() ? nullptr : &table_; }
  [[nodiscard]] bool starts_plain() const override { return true; }
  [[nodiscard]] bool by_dimension() const override { return true; }
  [[nodiscard]] int classes() const override { return classes_; }
  [[nodiscard]] std::vector<Symmetry> symmetries() const override;

 private:
  struct Leg {  // what is left in the lowest dimension that differs
    NodeId node;
    std::uint32_t dimension, at, target;  // coordinates
    HeaderState state;
    bool done;  // no dimension differs
  };
  // Truth values are 0 or 1.
  struct Way {
    std::uint32_t plus;     // the direction in which the leg goes on: that of the header's state, or of the shorter way
    std::uint32_t tie;      // either direction, with equal probability
    std::uint32_t forward;  // hops left towards +
  };
  [[nodiscard]] Leg leg_of(NodeId node, NodeId dst, HeaderState state) const;
  [[nodiscard]] Way way_of(const Leg& leg) const;
  // Channel, class and next state of one hop, as policy split or static has them.
  void take_hop(const Leg& leg, const Way& way, std::uint32_t plus, HeaderStep& step, std::size_t side) const;
  // The same hop with the further classes of the other policies.
  void offer_classes(const Leg& leg, const Way& way, std::uint32_t plus, std::uint32_t route, Candidates& out) const;

  void make_table();
  [[nodiscard]] std::uint32_t port_of(std::uint32_t dimension, std::uint32_t plus) const { return (dimension << two_ways_) + (~plus & two_ways_); }

  struct AtHalf {  // the tie rule, at distance k/2: 1 for one of them
    std::uint32_t goes_plus, by_parity, splits;
  };
  const CubeTopology& topology_;
  TieRule tie_rule_;
  VcPolicy policy_;  // of a torus; else split, into one class
  int classes_;
  std::uint32_t dimensions_;
  AtHalf at_half_;
  std::uint32_t two_classes_, two_ways_;  // 1 on a torus; 1 but on a hypercube, where a dimension has one port
  std::vector<std::uint32_t> rings_;      // per dimension: nodes of its ring; far more than any on a mesh or hypercube
  StepTable table_;                       // empty if too large, or where a hop has further classes: then next() is asked
};

}  // namespace dateline
