// An oblivious relation written down path by path: for every pair of nodes some paths with weights, one start state
// each. Its loads follow from the definition (the sum over paths), so it needs no oracle. For tests of the analysis on
// networks and routings that have no name.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "models/base/numbers/rational.hpp"
#include "models/network/relation/relation.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline::test {

class WeightedPaths final : public RoutingRelation {
 public:
  struct Path {
    std::vector<ChannelId> channels;
    std::uint64_t weight = 1;
  };

  // `topology` must outlive the relation. Until paths are set every pair has one, without channels; right for self
  // pairs only.
  explicit WeightedPaths(const Topology& topology)
      : topology_(topology), paths_(std::size_t{topology.nodes()} * topology.nodes(), std::vector<Path>(1)) {}

  void set(NodeId src, NodeId dst, std::vector<Path> paths) { paths_[pair(src, dst)] = std::move(paths); }
  void claim(std::vector<Symmetry> symmetries) { claims_ = std::move(symmetries); }
  // For every pair one to three random walks without a node twice, with weights up to `heaviest`.
  void draw(std::uint64_t seed, std::uint64_t heaviest);

  // Expected crossings of every channel by one packet, from the definition.
  [[nodiscard]] std::vector<Rational> loads(NodeId src, NodeId dst) const;

  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override;
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override;
  [[nodiscard]] int classes() const override { return 1; }
  [[nodiscard]] std::vector<Symmetry> symmetries() const override { return claims_; }

 private:
  [[nodiscard]] std::size_t pair(NodeId src, NodeId dst) const { return std::size_t{src.value()} * topology_.nodes() + dst.value(); }

  const Topology& topology_;
  std::vector<std::vector<Path>> paths_;  // N x N, row = source
  std::vector<Symmetry> claims_;
};

}  // namespace dateline::test
