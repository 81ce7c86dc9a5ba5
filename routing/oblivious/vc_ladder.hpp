// VC classes for routings that take dimensions in any order, twice over: a header climbs a ladder and never comes down,
// so no circle of waits closes.
// Class = number of descents so far; on a torus 2 x descents + dateline bit. A descent is a hop in a lower dimension
// than the hop before, or a reversal in the same dimension (the same dimension again on a hypercube). The dateline bit
// is set by the wrap-around channel (+ out of k-1, - out of 0) and holds for the hops after it; it begins anew with
// every run of hops in one dimension and direction.
// Within one number of descents the runs go up the dimensions, each a ring with a dateline: W. J. Dally and C. L.
// Seitz, 1987. Without the reversals the graph of Valiant's routing is cyclic on 5x5 (a test).
// Classes above 15 cannot be distinguished in a Candidate: they are given as class 15. A relation with more than 16
// classes can be analysed only.
#pragma once

#include <algorithm>
#include <cstdint>

#include "models/network/relation/relation.hpp"
#include "models/network/topology/cube.hpp"

namespace dateline {

class VcLadder {
 public:
  struct Rung {
    std::uint32_t descents = 0;
    bool wrapped = false;  // the dateline bit of the run in progress
    // In the low kBits of a word.
    [[nodiscard]] std::uint64_t pack() const { return std::uint64_t{descents} << 1U | (wrapped ? 1U : 0U); }
    [[nodiscard]] static Rung unpack(std::uint64_t word) { return {static_cast<std::uint32_t>(word >> 1U & 31U), (word & 1U) != 0}; }
  };
  static constexpr unsigned kBits = 6;

  struct Hop {
    ChannelId channel;
    std::uint16_t classes;
    Rung rung;  // after the hop
  };

  // `most_descents`: of any header of the relation. The topology must outlive the ladder.
  VcLadder(const CubeTopology& topology, int most_descents)
      : topology_(topology), rings_(topology.kind() == CubeTopology::Kind::torus), classes_((most_descents + 1) * (rings_ ? 2 : 1)) {}

  [[nodiscard]] int classes() const { return classes_; }

  // The hop out of `node` in dimension d, the + way or not, of a header that came over `in` on rung `now`.
  [[nodiscard]] Hop hop(NodeId node, ChannelId in, Rung now, int d, bool plus) const {
    bool straight = false;
    if (in != kNoChannel) {
      const Channel& before = topology_.channel(in);
      straight = before.dimension == d && before.sign == (plus ? 1 : -1);
      if (!straight && d <= before.dimension) ++now.descents;
    }
    now.wrapped = straight && now.wrapped;
    const unsigned own = rings_ ? 2 * now.descents + (now.wrapped ? 1U : 0U) : now.descents;
    const ChannelId channel = topology_.out(node, topology_.port(d, plus ? 1 : -1));
    if (rings_ && topology_.coordinate(node, d) == (plus ? topology_.radix(d) - 1 : 0)) now.wrapped = true;
    return {channel, static_cast<std::uint16_t>(1U << std::min(own, 15U)), now};
  }

 private:
  const CubeTopology& topology_;
  bool rings_;
  int classes_;
};

}  // namespace dateline
