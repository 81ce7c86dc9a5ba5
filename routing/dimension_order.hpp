// Dimension-order routing (DOR; e-cube on a hypercube): dimensions in ascending order, the shorter way in each.
// Source: W. J. Dally and C. L. Seitz, 1987 (dateline classes on rings); Safaei et al. 2006, section 3.
// Torus: the direction is chosen by the hop that enters a dimension; at distance k/2 exactly by the tie rule: split (either with probability
// 1/2; union is the same), plus (always +), parity (+ from an even coordinate, - from an odd one).
// VC classes: mesh and hypercube 1; torus 2 (split, relaxed) or all VCs (shared), see docs/machine.md section 7. The wrap-around channel of a
// ring is + out of coordinate k-1 and - out of coordinate 0. Throws ConfigError for policy shared with fewer than 2 VCs.
#pragma once

#include <string_view>

#include "models/network/cube.hpp"
#include "models/network/relation.hpp"
#include "routing/tie_rule.hpp"

namespace dateline {

enum class VcPolicy { split, shared, relaxed };
constexpr std::array<EnumName<VcPolicy>, 3> enum_names(VcPolicy) {
  return {{{VcPolicy::split, "split"}, {VcPolicy::shared, "shared"}, {VcPolicy::relaxed, "relaxed"}}};
}

class DimensionOrder final : public RoutingRelation {
 public:
  // `topology` must outlive the relation. `vcs` matters to policy shared only.
  DimensionOrder(const CubeTopology& topology, TieRule tie_rule, VcPolicy vc_policy, int vcs);

  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override;
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override;
  [[nodiscard]] int classes() const override { return classes_; }
  [[nodiscard]] std::vector<Symmetry> symmetries() const override;

 private:
  enum class Classes { one, split, shared, relaxed };  // one: mesh and hypercube

  struct Leg {  // what is left in one dimension
    NodeId node;
    int dimension;
    std::uint32_t at, target, radix;  // coordinates
    bool second_class;                // the header is in its second class already
  };
  // One hop of the leg in the class that policy split gives it.
  [[nodiscard]] Candidate hop(const Leg& leg, bool plus, std::uint32_t route) const;
  // The same hop with the further classes of the other policies.
  void offer_classes(const Leg& leg, bool plus, std::uint32_t route, Candidates& out) const;

  const CubeTopology& topology_;
  TieRule tie_rule_;
  Classes policy_;
  int classes_;
};

}  // namespace dateline
