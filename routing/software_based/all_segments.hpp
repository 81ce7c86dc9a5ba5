// What a software-based routing can do under every map of faults, as one relation without faults: packets that start as
// the routing has them, or, as if software had just sent them on, on any segment from anywhere to anywhere.
// A packet that software leads around faults is at every moment on its own first way or on a segment: dimensions in
// ascending order, through each in one direction and less than once around (segment_routing.hpp). Which segment it is
// follows from the faults; the channels that it takes on it, and their VC classes, do not: a channel that has failed
// is left out, and where none is left the packet is absorbed and holds nothing. So whatever fails and is repaired, and
// whenever, a header asks for a channel while it holds another only if one of this relation does; and it waits only
// where it is offered an escape or is absorbed. A graph of it without a cycle is therefore a proof for all maps and all
// changes between them. That a map's packets arrive follows from the last resort: after its limit of absorptions a
// packet goes by the fewest segments without faults, of which there are some in a connected network (last_resort.hpp).
// Source: W. Dally and C. Seitz 1987, J. Duato 1993; F. Safaei et al. 2006, section 3, for the segments.
// It never absorbs: every segment's target is the packet's destination. Start states: 1 + 3^n on a torus of n
// dimensions (each direction that may be requested, or none), 2 on a mesh and a hypercube, where a direction follows
// from the target.
#pragma once

#include <memory>

#include "models/network/topology/cube.hpp"
#include "routing/software_based/software_header.hpp"

namespace dateline {

class AllSegments final : public RoutingRelation {
 public:
  // `of`: sw-deterministic or sw-adaptive without faults. The topology must outlive it.
  AllSegments(const CubeTopology& topology, std::unique_ptr<const RoutingRelation> of);

  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override;
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override { of_->next(node, in, dst, state, out); }
  [[nodiscard]] int classes() const override { return of_->classes(); }
  [[nodiscard]] int class_of_vc(int vc, int vcs) const override { return of_->class_of_vc(vc, vcs); }

 private:
  const CubeTopology& topology_;
  std::unique_ptr<const RoutingRelation> of_;
};

}  // namespace dateline
