// What a path table does, for tests, from its definition alone: the paths of every pair, what each channel carries, and
// the worst permutation of each channel, by the Hungarian method on integers. O(C N^3). Shares nothing with
// models/analysis.
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/numbers/rational.hpp"
#include "models/network/relation/path_table.hpp"
#include "models/network/topology/cube.hpp"

namespace dateline::test {

// The largest sum of weight[i][p(i)] over permutations p; weights >= 0.
[[nodiscard]] std::int64_t heaviest_assignment(const std::vector<std::vector<std::int64_t>>& weight);

class TableOracle {
 public:
  // Checks that every path leads, channel by channel and without visiting a node twice, from its source to its
  // destination, that weights are at least 1, and that all pairs but those of a node with itself have paths; throws
  // std::logic_error otherwise.
  TableOracle(const CubeTopology& topology, const PathTable& table);

  // The share of the packets source -> destination that cross the channel.
  [[nodiscard]] Rational share(std::uint32_t source, std::uint32_t destination, ChannelId channel) const;
  // The load of the worst permutation on one channel, and on any.
  [[nodiscard]] Rational worst_load(ChannelId channel) const;
  [[nodiscard]] Rational worst_load() const;
  [[nodiscard]] Rational mean_hops() const;  // over all N^2 pairs
  [[nodiscard]] std::uint64_t longest_path() const;

 private:
  [[nodiscard]] ChannelId moved(ChannelId channel, std::uint32_t by) const;
  void add(std::uint32_t source, std::uint32_t destination, const std::vector<WeightedPath>& paths, std::uint32_t moved_by);

  const CubeTopology& topology_;
  std::vector<std::vector<WeightedPath>> paths_;  // [source x N + destination]
  std::int64_t scale_ = 1;                        // shares are whole multiples of 1 / scale_
};

}  // namespace dateline::test
