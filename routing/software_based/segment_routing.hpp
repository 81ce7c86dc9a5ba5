// Dimension order in segments, with software that leads messages around what failed: what `sw-deterministic` does with
// every message and `sw-adaptive` with those that were absorbed.
// Source: F. Safaei et al. 2006, section 3. A message whose channel has failed, or whose segment ends short of its
// destination, is absorbed; the software gives it its next segment (software_rules.hpp).
// A segment goes through dimensions in ascending order, through each in one direction and less than once around, so the
// dateline classes of dimension order keep it free of cycles.
#pragma once

#include "routing/oblivious/dimension_order.hpp"
#include "routing/software_based/software_rules.hpp"

namespace dateline {

class SegmentRouting {
 public:
  // `topology` must outlive it. `vcs` matters to policy shared only.
  SegmentRouting(const CubeTopology& topology, VcPolicy vc_policy, int vcs, DetourOptions options = {})
      : topology_(topology), order_(topology, TieRule::parity, vc_policy, vcs), rules_(topology, options), nothing_(topology, {}, {}) {}

  [[nodiscard]] const DimensionOrder& dimension_order() const { return order_; }
  // As RoutingRelation has them. A state on no segment is one of dimension order. `faults` null: nothing failed.
  void next(const FaultMap* faults, NodeId node, NodeId dst, HeaderState state, Candidates& out) const;
  // At the start of a segment of this header.
  [[nodiscard]] Resumption resume(const FaultMap* faults, NodeId node, NodeId dst, const SoftwareHeader& header) const;

 private:
  const CubeTopology& topology_;
  DimensionOrder order_;
  SoftwareRules rules_;
  FaultMap nothing_;
};

}  // namespace dateline
