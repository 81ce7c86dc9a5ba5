// Dimension-order routing (DOR; e-cube on a hypercube): dimensions in ascending order, the shorter way in each.
// Source: W. J. Dally and C. L. Seitz, 1987 (dateline classes on rings); Safaei et al. 2006, section 3.
// Torus: the direction is chosen by the hop that enters a dimension; at distance k/2 exactly by the tie rule: split (either with probability
// 1/2), plus (always +), parity (+ from an even coordinate, - from an odd one).
// VC classes: mesh and hypercube 1; torus 2 (split, relaxed) or all VCs (shared), see docs/machine.md section 7. The wrap-around channel of a
// ring is + out of coordinate k-1 and - out of coordinate 0. Throws ConfigError for policy shared with fewer than 2 VCs.
#pragma once

#include <string_view>

#include "models/network/cube.hpp"
#include "models/network/relation.hpp"

namespace dateline {

enum class TieRule { split, plus, parity };
enum class VcPolicy { split, shared, relaxed };

class DimensionOrder final : public RoutingRelation {
 public:
  // `topology` must outlive the relation. `vcs` matters to policy shared only.
  DimensionOrder(const CubeTopology& topology, TieRule tie_rule, VcPolicy vc_policy, int vcs);

  [[nodiscard]] std::vector<StartState> start(NodeId src, NodeId dst) const override;
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override;
  [[nodiscard]] int classes() const override { return classes_; }
  [[nodiscard]] std::vector<Symmetry> symmetries() const override;

 private:
  struct Leg {  // what is left in one dimension
    NodeId node;
    int dimension;
    std::uint32_t at, target, radix;  // coordinates
  };
  // One hop of the leg; the candidates differ by VC class only.
  void add_hop(const Leg& leg, bool plus, bool second_class, std::uint32_t route, Candidates& out) const;

  const CubeTopology& topology_;
  TieRule tie_rule_;
  VcPolicy vc_policy_;
  int classes_;
};

}  // namespace dateline
