// Duato's protocol that software leads around failed nodes and links. A message is adaptive until a fault absorbs it,
// and from then on goes by segments of dimension order (segment_routing.hpp).
// Source: F. Safaei et al. 2006, adaptive routing. Ties by parity. With nothing failed it is `duato`, whose VC classes
// it has. It is absorbed where all minimal channels have failed; where only the escape has, it takes an adaptive VC if
// one is free and else, with nothing to fall back on, is absorbed too (`BlockedEscape`: our choice; the paper is
// silent). An absorbed message asks for an adaptive VC of its channel first, then for the escape of its class. With
// `escape` sticky it stays on escapes from the first that it takes to its next absorption.
#pragma once

#include <vector>

#include "routing/adaptive/duato.hpp"
#include "routing/software_based/blocked_escape.hpp"
#include "routing/software_based/segment_routing.hpp"

namespace dateline {

class SwAdaptive final : public RoutingRelation {
 public:
  // `topology` must outlive the relation.
  explicit SwAdaptive(const CubeTopology& topology, BlockedEscape blocked = BlockedEscape::absorb, DetourOptions options = {},
                      EscapeUse escape = EscapeUse::free)
      : duato_(topology, escape), segments_(topology, VcPolicy::split, 2, options), blocked_(blocked), escape_(escape) {}

  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override;
  [[nodiscard]] bool starts_plain() const override { return true; }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override;
  void steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const override;
  [[nodiscard]] HeaderState after(const HeaderQuery& query, ChannelId way) const override { return duato_.after(query, way); }
  // Whatever has failed: it may yet, in the course of a run.
  [[nodiscard]] bool absorbs() const override { return true; }
  [[nodiscard]] Resumption resume(NodeId node, NodeId dst, const SoftwareHeader& header) const override;
  [[nodiscard]] bool by_reflection() const override { return faults() == nullptr; }
  [[nodiscard]] int classes() const override { return duato_.classes(); }
  [[nodiscard]] int class_of_vc(int vc, int vcs) const override { return duato_.class_of_vc(vc, vcs); }
  // None around faults.
  [[nodiscard]] std::vector<Symmetry> symmetries() const override;

 private:
  void leave_out_failed(const FaultMap& map, HeaderStep& answer) const;
  void next_on_segment(NodeId node, NodeId dst, HeaderState state, Candidates& out) const;

  Duato duato_;
  SegmentRouting segments_;
  BlockedEscape blocked_;
  EscapeUse escape_;
};

}  // namespace dateline
