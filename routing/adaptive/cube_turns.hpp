// Minimal partially adaptive routing on a hypercube by a turn rule (routing/adaptive/cube_turn_rules.hpp): one VC
// class, no escapes, all minimal ways that break no turn, unweighted, in ascending order of dimensions. The state
// is the last crossing, 0 before the first: the lower half all dimensions up to the one crossed, the upper half the
// one crossed if positively. Cost of next(): O(ways).
#pragma once

#include "models/base/error.hpp"
#include "models/network/relation/relation.hpp"
#include "models/network/topology/cube.hpp"
#include "routing/adaptive/cube_turn_rules.hpp"

namespace dateline {

template <typename Rule>
class CubeTurns final : public RoutingRelation {
 public:
  // `topology` must outlive the relation. Throws ConfigError if it is no hypercube.
  explicit CubeTurns(const CubeTopology& topology) : topology_(topology) {
    if (topology.kind() != CubeTopology::Kind::hypercube)
      throw ConfigError("turns on a cube", "topology", topology.name(), "is no hypercube; allowed: hypercube");
  }

  [[nodiscard]] StartStates start(NodeId /*src*/, NodeId /*dst*/) const override { return {StartState{}}; }
  [[nodiscard]] bool starts_plain() const override { return true; }
  [[nodiscard]] int classes() const override { return 1; }

  void next(NodeId node, ChannelId /*in*/, NodeId dst, HeaderState state, Candidates& out) const override {
    if (node == dst) {
      out.emplace_back().exit = Exit::deliver;
      return;
    }
    Candidate hop;
    hop.classes = 1;
    hop.weight = 0;
    for (Dimensions ways = ways_of(node, dst, state); ways != 0; ways &= ways - 1) {
      const auto d = static_cast<unsigned>(__builtin_ctz(ways));
      hop.route = d;
      hop.channel = topology_.out(node, Port(static_cast<std::uint16_t>(d)));
      hop.next = after_first(ways, node);
      out.push_back(hop);
    }
  }

  void steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const override {
    for (std::size_t i = 0; i < count; ++i) {  // without a branch on where the header is: at the destination it has no ways
      const HeaderQuery& query = queries[i];
      HeaderStep& answer = answers[i];
      const Dimensions ways = ways_of(query.node, query.destination, query.state);
      answer.kind = query.node == query.destination ? HeaderStep::Kind::deliver : HeaderStep::Kind::choice;
      answer.channel[0] = topology_.out(query.node, Port(0));
      answer.ways = static_cast<std::uint16_t>(ways);  // a port is a dimension; there are no more than 16
      answer.classes = 1;
      answer.escape_classes = 0;
      answer.changes = (ways & (ways - 1)) != 0;  // the state after a hop says which it was
      answer.next[0] = after_first(ways, query.node);
    }
  }

  [[nodiscard]] HeaderState after(const HeaderQuery& query, ChannelId way) const override {
    return after_first(Dimensions{1} << topology_.channel(way).from_port.value(), query.node);
  }

 private:
  using Dimensions = cube_turns::Dimensions;

  // The state of a message that leaves `node` by the lowest dimension of `ways`.
  static HeaderState after_first(Dimensions ways, NodeId node) {
    const Dimensions up_to = ways ^ (ways - 1);
    return {up_to | std::uint64_t{up_to & ways & ~node.value()} << 32U};
  }

  static Dimensions ways_of(NodeId node, NodeId dst, HeaderState state) {
    const std::uint32_t here = node.value(), there = dst.value();
    const cube_turns::Left left{there & ~here, here & ~there};
    const cube_turns::Crossed last{static_cast<Dimensions>(state.word), state.word >> 32U != 0};
    return Rule::turns(left, last) & Rule::finishing(left) & left.all();
  }

  const CubeTopology& topology_;
};

using PCube = CubeTurns<cube_turns::PCube>;
using LiMin = CubeTurns<cube_turns::DownOnlyPositive>;
using LiMinB = CubeTurns<cube_turns::DownAfterNegative>;
using Chiu = CubeTurns<cube_turns::DownPositiveToPositive>;
using MixAb3 = CubeTurns<cube_turns::MirroredFrom3<cube_turns::DownOnlyPositive>>;
using MixBb3 = CubeTurns<cube_turns::MirroredFrom3<cube_turns::DownAfterNegative>>;

}  // namespace dateline
