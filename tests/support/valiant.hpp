// Valiant's two-phase routing on a torus: dimension order to a node drawn from all N (source and destination included), dimension order on from
// there; shorter ways, split ties. Source: L. Valiant 1982; specs of B. Towles and W. Dally 2002 (self pairs go by way of the intermediate too).
// For tests: it shows that the contract of models/network/relation.hpp carries an oblivious random relation with few states.
// The intermediate is deferred, never enumerated. Phase 1 enters dimension d at offset 0; the offsets have weight 2 each (of 2k), the two signs of
// k/2 weight 1 each. So it skips the dimension with 2/2k, goes either way with (k-1)/2k, and after h hops of one way stops with 2 of k-2h+1 (all of
// it at h = k/2), which telescopes to uniform. Phase 2 forgets the intermediate. VC classes: 2 x descents + dateline bit. A descent is a hop in a
// lower dimension than the hop before, or a reversal in the same dimension; the bit restarts at either and at every new dimension, and stays on where
// phase 2 goes on the way phase 1 went. With ascending order in both phases there is at most one descent (where the phases meet): 4 classes in any
// number of dimensions, of the 2(2n-1) that random orders would need.
#pragma once

#include "models/network/cube.hpp"
#include "models/network/relation.hpp"

namespace dateline::test {

class Valiant final : public RoutingRelation {
 public:
  enum class Reversals { are_descents, are_ignored };  // ignored: the rule that fails, for a negative test

  // `topology` must be a torus and outlive the relation.
  explicit Valiant(const CubeTopology& topology, Reversals reversals = Reversals::are_descents);

  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override;
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override;
  [[nodiscard]] int classes() const override { return 4; }
  [[nodiscard]] std::vector<Symmetry> symmetries() const override;

 private:
  struct Fields;  // the state, unpacked
  struct Header {
    NodeId node;
    ChannelId in;
    NodeId dst;
  };
  void enter_phase_one(const Header& header, const Fields& now, int dimension, std::uint64_t weight, Candidates& out) const;
  void phase_two(const Header& header, const Fields& now, std::uint64_t weight, Candidates& out) const;
  // A hop; `then` holds phase, dimension, way and hops taken after it.
  void add_hop(const Header& header, const Fields& now, Fields then, std::uint64_t weight, Candidates& out) const;

  const CubeTopology& topology_;
  Reversals reversals_;
};

}  // namespace dateline::test
