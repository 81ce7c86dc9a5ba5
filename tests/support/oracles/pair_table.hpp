// Pair channel loads gamma_c(i, j) as a plain table, and what follows from them by the definition alone: the load that
// a permutation or a matrix puts on every channel, and the heaviest over all N! permutations, one by one. Exact;
// relative to bandwidth where a function says so.
// Cost of the enumeration: about e N! x channels additions, so N <= 9.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "models/base/numbers/rational.hpp"
#include "models/network/topology/cube.hpp"
#include "models/network/topology/topology.hpp"
#include "routing/oblivious/shorter_way.hpp"
#include "tests/support/oracles/weighted_paths.hpp"

namespace dateline::test {

class PairTable {
 public:
  using Row = std::vector<Rational>;  // per channel
  PairTable(const Topology& topology, const std::function<Row(NodeId, NodeId)>& loads);

  [[nodiscard]] const Rational& at(std::uint32_t i, std::uint32_t j, ChannelId c) const { return load_[std::size_t{i} * nodes_ + j][c.value()]; }
  [[nodiscard]] const Row& row(std::uint32_t i, std::uint32_t j) const { return load_[std::size_t{i} * nodes_ + j]; }
  [[nodiscard]] std::uint32_t nodes() const { return nodes_; }
  // The least common denominator of all loads.
  [[nodiscard]] Integer scale() const;

  // Of every channel; fixed points count as the table has them.
  [[nodiscard]] Row of_permutation(const std::vector<TerminalId>& destination) const;
  // matrix[i][j]: packets from i to j.
  [[nodiscard]] Row of_matrix(const std::vector<std::vector<Rational>>& matrix) const;
  // Of every channel its largest load / bandwidth over all permutations, by trying each.
  [[nodiscard]] Row heaviest_of_all() const;

 private:
  const Topology& topology_;
  std::uint32_t nodes_;
  std::vector<Row> load_;  // N x N, row = source
};

// Of a routing of the cube family, path by path (two_phase_oracle.hpp).
[[nodiscard]] PairTable enumerated(const CubeTopology& topology, const std::string& routing, TieRule tie_rule);
[[nodiscard]] PairTable enumerated(const Topology& topology, const WeightedPaths& relation);

}  // namespace dateline::test
