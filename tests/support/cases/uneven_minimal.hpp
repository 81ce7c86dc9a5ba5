// A minimal oblivious routing on a mesh with ugly odds: at every node the next dimension is drawn with large weights of
// the node's own, so that the denominators of a path's probability have nothing in common and soon pass 64 bits. Its
// loads by enumeration of all minimal paths, for comparison.
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/numbers/random.hpp"
#include "models/base/numbers/rational.hpp"
#include "models/network/relation/relation.hpp"
#include "models/network/topology/cube.hpp"

namespace dateline::test {

class UnevenMinimal final : public RoutingRelation {
 public:
  // Weights 1 .. `heaviest`. `mesh` must outlive the relation.
  UnevenMinimal(const CubeTopology& mesh, std::uint64_t heaviest) : mesh_(mesh), heaviest_(heaviest) {}

  [[nodiscard]] std::uint64_t weight(NodeId node, int d) const { return 1 + mix(node.value() * 16U + static_cast<std::uint32_t>(d)) % heaviest_; }

  [[nodiscard]] StartStates start(NodeId /*src*/, NodeId /*dst*/) const override { return {StartState{}}; }
  void next(NodeId node, ChannelId /*in*/, NodeId dst, HeaderState /*state*/, Candidates& out) const override {
    for (int d = 0; d < mesh_.dimensions(); ++d) {
      const std::uint32_t at = mesh_.coordinate(node, d), to = mesh_.coordinate(dst, d);
      if (at == to) continue;
      Candidate& c = out.emplace_back();
      c.route = static_cast<std::uint32_t>(d);
      c.channel = mesh_.out(node, mesh_.port(d, at < to ? 1 : -1));
      c.classes = 1;
      c.weight = weight(node, d);
    }
    if (out.empty()) out.emplace_back().exit = Exit::deliver;
  }
  [[nodiscard]] int classes() const override { return 1; }

  // Expected crossings of every channel by one packet: every minimal path with the product of its odds.
  [[nodiscard]] std::vector<Rational> loads(NodeId src, NodeId dst) const {
    std::vector<Rational> load(mesh_.channels());
    add_paths(src, dst, 1, load);
    return load;
  }

 private:
  void add_paths(NodeId at, NodeId dst, const Rational& probability, std::vector<Rational>& load) const {
    Integer total = 0;
    for (int d = 0; d < mesh_.dimensions(); ++d) {
      if (mesh_.coordinate(at, d) != mesh_.coordinate(dst, d)) total += weight(at, d);
    }
    for (int d = 0; d < mesh_.dimensions(); ++d) {
      const std::uint32_t x = mesh_.coordinate(at, d), y = mesh_.coordinate(dst, d);
      if (x == y) continue;
      const ChannelId c = mesh_.out(at, mesh_.port(d, x < y ? 1 : -1));
      const Rational part = probability * Rational(weight(at, d), total);
      load[c.value()] += part;
      add_paths(mesh_.channel(c).to, dst, part, load);
    }
  }

  const CubeTopology& mesh_;
  std::uint64_t heaviest_;
};

}  // namespace dateline::test
