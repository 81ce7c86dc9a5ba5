// The channels that bring a header nearer to its destination on a cube, which of them is that of e-cube, and the
// dateline class of each: what adaptive routings with escape channels are made of.
// Source: J. Duato 1993; W. Dally and C. Seitz 1987 (datelines); F. Safaei et al. 2006, section 3.
// On a ring both directions are minimal at distance k/2 exactly; e-cube then goes + from an even coordinate, - from an
// odd one: the parity of the coordinate where the header is, whatever hops it made before.
// Dateline bits: bit d is set once the header has crossed the wrap-around channel of dimension d (+ out of coordinate
// k-1, - out of 0), over whatever VC, and cleared when d is done. A hop in d belongs to class 0 while the bit is clear,
// the wrap-around channel itself included, to class 1 afterwards. Mesh and hypercube have no such channel.
// Cost: O(n). Throws nothing.
#pragma once

#include <cstdint>

#include "models/network/relation/relation.hpp"
#include "models/network/topology/cube.hpp"

namespace dateline {

struct MinimalHop {
  ChannelId channel;
  std::uint32_t dimension;
  bool plus;  // its direction; without meaning on a hypercube
  bool e_cube;
  std::uint32_t dateline_class;
  HeaderState next;  // the dateline bits after it
};

class MinimalWays {
 public:
  // The topology must outlive it.
  explicit MinimalWays(const CubeTopology& topology)
      : topology_(topology),
        torus_(topology.kind() == CubeTopology::Kind::torus),
        dimensions_(static_cast<std::uint32_t>(topology.dimensions())),
        ports_a_dimension_(topology.kind() == CubeTopology::Kind::hypercube ? 1 : 2) {}

  // The dateline classes there are: 2 on a torus, else 1.
  [[nodiscard]] int dateline_classes() const { return torus_ ? 2 : 1; }
  // Calls visit(MinimalHop) for all minimal hops of a header with these dateline bits, ascending by dimension, + before
  // -; just one is that of e-cube. None at the destination.
  template <typename Visit>
  void for_each(NodeId node, NodeId destination, HeaderState bits, Visit visit) const {
    const std::uint16_t* const here = topology_.coordinates(node);
    const std::uint16_t* const there = topology_.coordinates(destination);
    bool lowest = true;
    for (std::uint32_t d = 0; d < dimensions_; ++d) {
      const std::uint32_t at = here[d], to = there[d];
      if (at == to) continue;
      if (torus_) {
        const std::uint32_t k = topology_.radix(static_cast<int>(d));
        const std::uint32_t forward = to > at ? to - at : to + k - at;
        const bool tie = 2 * forward == k, odd = at % 2 == 1;
        if (2 * forward <= k) visit(hop(node, d, true, lowest && !(tie && odd), at == k - 1, forward == 1, bits));
        if (2 * forward >= k) visit(hop(node, d, false, lowest && !(tie && !odd), at == 0, k - forward == 1, bits));
      } else {
        visit(hop(node, d, to > at, lowest, false, false, bits));
      }
      lowest = false;
    }
  }

 private:
  [[nodiscard]] MinimalHop hop(NodeId node, std::uint32_t d, bool plus, bool e_cube, bool wraps, bool last, HeaderState bits) const {
    const std::uint64_t bit = std::uint64_t{1} << d;
    const std::uint32_t port = d * ports_a_dimension_ + (plus ? 0 : ports_a_dimension_ - 1);
    const std::uint64_t after = wraps ? bits.word | bit : bits.word;
    return {topology_.out(node, Port(static_cast<std::uint16_t>(port))),
            d,
            plus,
            e_cube,
            static_cast<std::uint32_t>(bits.word >> d & 1U),
            HeaderState{last ? after & ~bit : after}};
  }

  const CubeTopology& topology_;
  bool torus_;
  std::uint32_t dimensions_, ports_a_dimension_;
};

}  // namespace dateline
