// A relation's routes with VC classes counted anew, from the hops alone: class = 2 x descents + dateline bit on a
// torus, descents elsewhere. For checking the classes a relation gives itself, and for a rule that fails: reversals in
// a dimension that are no descents.
// Uses the upper 16 bits of the state word, which the relation must leave zero (std::logic_error).
#pragma once

#include "models/network/relation/relation.hpp"
#include "models/network/topology/cube.hpp"

namespace dateline::test {

class OwnClasses final : public RoutingRelation {
 public:
  enum class Reversals { are_descents, are_ignored };

  // `routing` and `topology` must outlive the relation.
  OwnClasses(const CubeTopology& topology, const RoutingRelation& routing, Reversals reversals, int classes)
      : topology_(topology), routing_(routing), reversals_(reversals), classes_(classes) {}

  // The part of a state that is the relation's own.
  [[nodiscard]] static HeaderState inner(HeaderState state);
  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override { return routing_.start(src, dst); }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override;
  [[nodiscard]] int classes() const override { return classes_; }

 private:
  const CubeTopology& topology_;
  const RoutingRelation& routing_;
  Reversals reversals_;
  int classes_;
};

}  // namespace dateline::test
