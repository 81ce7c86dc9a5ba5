// The channels that bring a header nearer to its destination on a cube, which of them is that of e-cube, and the
// dateline class of each: what adaptive routings with escape channels are made of.
// Source: J. Duato 1993; W. Dally and C. Seitz 1987 (datelines); F. Safaei et al. 2006, section 3.
// On a ring both directions are minimal at distance k/2 exactly; e-cube then goes + from an even coordinate, - from an
// odd one: the parity of the coordinate where the header is, whatever hops it made before.
// Dateline bits: bit d is set once the header has crossed the wrap-around channel of dimension d (+ out of coordinate
// k-1, - out of 0), over whatever VC, and cleared when d is done. A hop in d belongs to class 0 while the bit is clear,
// the wrap-around channel itself included, to class 1 afterwards. Mesh and hypercube have no such channel.
// Cost: O(n); a byte for every two coordinates of a dimension. Throws nothing.
#pragma once

#include <cstdint>
#include <vector>

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

class NearerHops {
 public:
  // The topology must outlive it.
  explicit NearerHops(const CubeTopology& topology);

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
      const Directions offered = directions(d, at, to);
      for (const bool plus : {true, false}) {
        if (offered.goes(plus)) visit(hop(node, d, plus, lowest && offered.e_cube(plus), offered, bits));
      }
      lowest = false;
    }
  }

  // Whether answer() can be given: a node has at most 16 channels, and coordinates are few enough for a table.
  [[nodiscard]] bool answers() const { return !rows_.empty(); }
  // For each query all of them as a choice (HeaderStep) that leads over any, by whatever classes, with the e-cube hop
  // as its escape: ways, channels, the escape's class and the state after it, and whether any way changes the state. At
  // the destination that means nothing. Then calls then(query, its answer).
  template <typename Then>
  void answer(const HeaderQuery* queries, std::size_t count, HeaderStep* steps, Then then) const {
    torus_ ? answer<true>(queries, count, steps, then) : answer<false>(queries, count, steps, then);
  }
  // The state after one of those ways.
  [[nodiscard]] HeaderState after(const HeaderQuery& query, ChannelId way) const;

 private:
  // Of a dimension, by bits: + and - are minimal; e-cube takes -; + and - wrap around; + and - finish the dimension;
  // some minimal one wraps around; some finishes it.
  struct Directions {
    std::uint16_t bits = 0;
    [[nodiscard]] static unsigned side(bool plus) { return plus ? 0 : 1; }
    [[nodiscard]] bool goes(bool plus) const { return (bits >> side(plus) & 1U) != 0; }
    [[nodiscard]] bool e_cube(bool plus) const { return (bits >> 2U & 1U) == side(plus); }
    [[nodiscard]] std::uint32_t wraps(unsigned side) const { return bits >> (3 + side) & 1U; }
    [[nodiscard]] std::uint32_t ends(unsigned side) const { return bits >> (5 + side) & 1U; }
    // Whether some minimal direction sets the dateline bit, if it is clear, or clears it, if it is set: 1 or 0.
    [[nodiscard]] std::uint32_t changes(unsigned dateline_bit) const { return bits >> (7U + dateline_bit) & 1U; }
  };

  [[nodiscard]] Directions directions(std::uint32_t d, std::uint32_t at, std::uint32_t to) const {
    if (!torus_) return {static_cast<std::uint16_t>(to > at ? 1U : 2U | 4U)};
    const std::uint32_t k = topology_.radix(static_cast<int>(d));
    const std::uint32_t forward = to > at ? to - at : to + k - at;
    const std::uint32_t plus = 2 * forward <= k ? 1 : 0, minus = 2 * forward >= k ? 1 : 0;
    const std::uint32_t by_minus = minus & ((1U - plus) | (at & 1U));
    const std::uint32_t wraps = (at == k - 1 ? 1U : 0U) | (at == 0 ? 2U : 0U), ends = (forward == 1 ? 1U : 0U) | (k - forward == 1 ? 2U : 0U);
    const std::uint32_t minimal = plus | minus << 1U;
    const std::uint32_t some_wraps = (minimal & wraps) != 0 ? 1 : 0, some_ends = (minimal & ends) != 0 ? 1 : 0;
    return {static_cast<std::uint16_t>(minimal | by_minus << 2U | wraps << 3U | ends << 5U | some_wraps << 7U | some_ends << 8U)};
  }
  [[nodiscard]] MinimalHop hop(NodeId node, std::uint32_t d, bool plus, bool e_cube, Directions offered, HeaderState bits) const {
    return {topology_.out(node, Port(static_cast<std::uint16_t>(port(d, Directions::side(plus))))),
            d,
            plus,
            e_cube,
            static_cast<std::uint32_t>(bits.word >> d & 1U),
            after(d, offered, Directions::side(plus), bits)};
  }
  [[nodiscard]] std::uint32_t port(std::uint32_t d, unsigned side) const { return d * ports_a_dimension_ + (ports_a_dimension_ - 1) * side; }
  [[nodiscard]] static HeaderState after(std::uint32_t d, Directions offered, unsigned side, HeaderState bits) {
    return {(bits.word | std::uint64_t{offered.wraps(side)} << d) & ~(std::uint64_t{offered.ends(side)} << d)};
  }
  template <bool kTorus, typename Then>
  void answer(const HeaderQuery* queries, std::size_t count, HeaderStep* steps, Then then) const;

  const CubeTopology& topology_;
  bool torus_;
  std::uint32_t dimensions_, ports_a_dimension_;
  std::vector<ChannelId> first_;     // per node
  std::vector<Directions> entries_;  // of all dimensions, for every coordinate a row: to all of them
  std::vector<std::uint32_t> rows_;  // per node and dimension: where the row of its coordinate begins; none: no answers
};

// Without a branch on where the header is: no predictor knows.
template <bool kTorus, typename Then>
void NearerHops::answer(const HeaderQuery* queries, std::size_t count, HeaderStep* steps, Then then) const {
  const std::uint32_t dimensions = dimensions_;  // in registers
  const Directions* const entries = entries_.data();
  const std::uint32_t* const rows = rows_.data();
  const ChannelId* const first_of = first_.data();
  const std::uint16_t* const coordinates = topology_.coordinates(NodeId(0));
  for (std::size_t i = 0; i < count; ++i) {
    const HeaderQuery& query = queries[i];
    const std::uint32_t* const row = rows + std::size_t{query.node.value()} * dimensions;
    const std::uint16_t* const there = coordinates + std::size_t{query.destination.value()} * dimensions;
    const std::uint32_t first = kTorus ? query.node.value() * 2 * dimensions : first_of[query.node.value()].value();
    std::uint32_t ways = 0, changes = 0, lowest = 0;
    Directions by_lowest;
    for (std::uint32_t d = dimensions; d-- > 0;) {
      const Directions offered = entries[row[d] + there[d]];
      const std::uint32_t any = offered.bits & 3U;
      if (kTorus) {  // every node has all ports
        ways |= any << (2 * d);
        changes |= offered.changes(static_cast<unsigned>(query.state.word >> d) & 1U);
      } else {
        const std::uint32_t channel = topology_.out(query.node, Port(static_cast<std::uint16_t>(port(d, any >> 1U)))).value();
        ways |= any != 0 ? 1U << ((channel - first) & 31U) : 0;
      }
      lowest = any != 0 ? d : lowest;
      by_lowest.bits = any != 0 ? offered.bits : by_lowest.bits;
    }
    const unsigned side = by_lowest.bits >> 2U & 1U;
    HeaderStep& step = steps[i];
    step.channel[0] = ChannelId(first);
    step.ways = static_cast<std::uint16_t>(ways);
    step.changes = changes != 0;
    step.next[0] = query.state;
    step.channel[1] = kTorus ? ChannelId(first + 2 * lowest + side) : topology_.out(query.node, Port(static_cast<std::uint16_t>(port(lowest, side))));
    step.next[1] = after(lowest, by_lowest, side, query.state);
    step.escape_classes = static_cast<std::uint16_t>(kTorus ? 1U << (query.state.word >> lowest & 1U) : 1U);
    then(query, step);
  }
}

}  // namespace dateline
