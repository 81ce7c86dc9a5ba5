// Dimension order that software leads around failed nodes and links: a message whose channel has failed is absorbed and
// sent on by another way, in segments of dimension order (segment_routing.hpp).
// Source: F. Safaei et al. 2006, deterministic routing. Ties by parity. With nothing failed it is `dor`.
// VC classes: those of `dor`. Policy static is for minimal ways: it is refused by the table of routings.
#pragma once

#include <vector>

#include "routing/software_based/segment_routing.hpp"

namespace dateline {

class SwDeterministic final : public RoutingRelation {
 public:
  // `topology` must outlive the relation. `vcs` matters to policy shared only.
  SwDeterministic(const CubeTopology& topology, VcPolicy vc_policy, int vcs, DetourOptions options = {})
      : segments_(topology, vc_policy, vcs, options) {}

  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override;
  [[nodiscard]] bool starts_plain() const override { return true; }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override;
  void steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const override;
  // Whatever has failed: it may yet, in the course of a run.
  [[nodiscard]] bool absorbs() const override { return true; }
  [[nodiscard]] Resumption resume(NodeId node, NodeId dst, const SoftwareHeader& header) const override;
  [[nodiscard]] int classes() const override { return segments_.dimension_order().classes(); }
  // None around faults.
  [[nodiscard]] std::vector<Symmetry> symmetries() const override;

 private:
  SegmentRouting segments_;
};

}  // namespace dateline
