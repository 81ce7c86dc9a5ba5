#include "tests/support/oracles/pair_table.hpp"

#include <algorithm>
#include <stdexcept>

#include "tests/support/oracles/two_phase_oracle.hpp"

namespace dateline::test {

PairTable::PairTable(const Topology& topology, const std::function<Row(NodeId, NodeId)>& loads) : topology_(topology), nodes_(topology.nodes()) {
  for (std::uint32_t i = 0; i < nodes_; ++i) {
    for (std::uint32_t j = 0; j < nodes_; ++j) load_.push_back(loads(NodeId(i), NodeId(j)));
  }
}

Integer PairTable::scale() const {
  Integer common = 1;
  for (const Row& row : load_) {
    for (const Rational& x : row) common = lcm(common, denominator(x));
  }
  return common;
}

PairTable::Row PairTable::of_permutation(const std::vector<TerminalId>& destination) const {
  Row sum(topology_.channels());
  for (std::uint32_t i = 0; i < nodes_; ++i) {
    for (std::uint32_t c = 0; c < sum.size(); ++c) sum[c] += row(i, destination[i].value())[c];
  }
  return sum;
}

PairTable::Row PairTable::of_matrix(const std::vector<std::vector<Rational>>& matrix) const {
  Row sum(topology_.channels());
  for (std::uint32_t i = 0; i < nodes_; ++i) {
    for (std::uint32_t j = 0; j < nodes_; ++j) {
      if (matrix[i][j] == 0) continue;
      for (std::uint32_t c = 0; c < sum.size(); ++c) {
        if (row(i, j)[c] != 0) sum[c] += matrix[i][j] * row(i, j)[c];
      }
    }
  }
  return sum;
}

PairTable::Row PairTable::heaviest_of_all() const {
  const std::size_t channels = topology_.channels();
  const Integer common = scale();
  std::vector<std::vector<std::int64_t>> whole;
  for (const Row& row : load_) {
    auto& to = whole.emplace_back();
    for (const Rational& x : row) {
      const Integer scaled = numerator(Rational(x * common));
      if (scaled > Integer(1) << 50U) throw std::logic_error("the loads are too fine to enumerate");
      to.push_back(static_cast<std::int64_t>(scaled));
    }
  }
  std::vector<std::vector<std::int64_t>> sums(nodes_ + 1, std::vector<std::int64_t>(channels, 0));  // over the first sources
  std::vector<std::int64_t> most(channels, 0);
  std::vector<bool> taken(nodes_, false);
  const std::function<void(std::uint32_t)> place = [&](std::uint32_t i) {
    if (i == nodes_) {
      for (std::size_t c = 0; c < channels; ++c) most[c] = std::max(most[c], sums[i][c]);
      return;
    }
    for (std::uint32_t j = 0; j < nodes_; ++j) {
      if (taken[j]) continue;
      taken[j] = true;
      const auto& add = whole[std::size_t{i} * nodes_ + j];
      for (std::size_t c = 0; c < channels; ++c) sums[i + 1][c] = sums[i][c] + add[c];
      place(i + 1);
      taken[j] = false;
    }
  };
  place(0);
  Row result;
  for (std::uint32_t c = 0; c < channels; ++c) result.push_back(Rational(Integer(most[c]), common) / to_rational(topology_.channel(ChannelId(c)).bandwidth));
  return result;
}

PairTable enumerated(const CubeTopology& topology, const std::string& routing, TieRule tie_rule) {
  const TwoPhaseOracle oracle(topology, tie_rule);
  return {topology, [&](NodeId i, NodeId j) { return oracle.loads(routing, i.value(), j.value()); }};
}

PairTable enumerated(const Topology& topology, const WeightedPaths& relation) {
  return {topology, [&](NodeId i, NodeId j) { return relation.loads(i, j); }};
}

}  // namespace dateline::test
