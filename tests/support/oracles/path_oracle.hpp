// Dimension-order paths one by one, for tests: every path of a packet with its probability, from the rules of Towles
// and Dally (2002) and docs/reference/vc-classes.md alone. It has digit arithmetic of its own and shares nothing with
// models/ or routing/ but the channel numbers.
// Node index = x0 + k0 (x1 + k1 (...)). A tie (distance exactly k/2 on a ring) by TieRule: split is two paths of 1/2
// each.
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/numbers/rational.hpp"
#include "models/network/topology/cube.hpp"
#include "routing/oblivious/dimension_order.hpp"

namespace dateline::test {

struct OraclePath {
  Rational probability;
  std::vector<ChannelId> channels;
  std::vector<NodeId> nodes;  // source first, destination last
};

class PathOracle {
 public:
  PathOracle(const CubeTopology& topology, TieRule tie_rule);

  [[nodiscard]] std::vector<OraclePath> dor_paths(std::uint32_t source, std::uint32_t destination) const;
  // The least number of hops.
  [[nodiscard]] std::uint32_t distance(std::uint32_t source, std::uint32_t destination) const;
  // Adds `share` of one packet source -> destination, dimension order, to the loads (one per channel).
  void add_dor(std::uint32_t source, std::uint32_t destination, const Rational& share, std::vector<Rational>& load) const;

 private:
  struct Turn {  // one way through one dimension
    int sign;
    std::uint32_t hops;
    Rational probability;
  };
  [[nodiscard]] std::vector<std::uint32_t> digits(std::uint32_t node) const;
  [[nodiscard]] std::vector<Turn> turns(std::size_t dimension, std::uint32_t from, std::uint32_t to) const;
  [[nodiscard]] ChannelId channel(std::uint32_t from, std::size_t dimension, int sign) const;

  CubeTopology::Kind kind_;
  TieRule tie_rule_;
  std::vector<std::uint32_t> radices_;
  std::uint32_t nodes_;
  std::vector<std::uint32_t> number_;  // of the channel that leaves node v in dimension d with sign s: [(v n + d) 2 + (s < 0)]
};

}  // namespace dateline::test
