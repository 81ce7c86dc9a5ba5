// Relations that start a packet in one of several states: a pair is delivered only if the packet arrives from every one
// of them.
#include <catch2/catch.hpp>

#include "models/proof/dependency_graph.hpp"
#include "tests/support/toy_network.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

// A row of three nodes, the straight way. Packets from 0 to 2 start in state 1 or 2; in the lost one node 1 takes them
// out for good.
class LostStart final : public RoutingRelation {
 public:
  LostStart(const Topology& t, std::uint64_t lost, StartStates starts) : t_(t), lost_(lost), starts_(std::move(starts)) {}
  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override {
    return src == NodeId(0) && dst == NodeId(2) ? starts_ : StartStates{StartState{}};
  }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override {
    Candidate& c = out.emplace_back();
    c.next = state;
    if (node == dst) {
      c.exit = Exit::deliver;
    } else if (in != kNoChannel && lost_ != 0 && state.word == lost_) {
      c.exit = Exit::absorb;
    } else {
      const NodeId to(node.value() < dst.value() ? node.value() + 1 : node.value() - 1);
      for (std::uint32_t i = 0; i < t_.channels(); ++i) {
        if (t_.channel(ChannelId(i)).from == node && t_.channel(ChannelId(i)).to == to) c.channel = ChannelId(i);
      }
      c.classes = 1;
    }
  }
  [[nodiscard]] int classes() const override { return 1; }

 private:
  const Topology& t_;
  std::uint64_t lost_;
  StartStates starts_;
};

const ToyNetwork& row_of_three() {
  static const ToyNetwork row("row", 3, {{0, 1}, {1, 2}});
  return row;
}

}  // namespace

TEST_CASE("a pair with one start that does not arrive is not delivered, wherever that start stands and whatever its weight") {
  const std::uint64_t lost = GENERATE(1U, 2U, 3U);
  const std::uint64_t weight = GENERATE(1U, 5U);
  CAPTURE(lost, weight);
  const StartStates starts = {{HeaderState{1}, 1}, {HeaderState{2}, weight}, {HeaderState{3}, 1}};
  const DeadlockProof proof = prove_deadlock_freedom(row_of_three(), LostStart(row_of_three(), lost, starts));
  CHECK(proof.pairs == 6);
  CHECK(proof.delivered_pairs == 5);
  CHECK(proof.delivered_self_pairs == proof.self_pairs);
  CHECK_FALSE(proof.delivers_all());
}

TEST_CASE("a pair all of whose starts arrive is delivered, and one without any start is not") {
  const StartStates starts = {{HeaderState{1}, 1}, {HeaderState{2}, 5}, {HeaderState{3}, 1}};
  const DeadlockProof all = prove_deadlock_freedom(row_of_three(), LostStart(row_of_three(), 0, starts));
  CHECK(all.delivers_all());
  CHECK(all.delivered_pairs == 6);
  CHECK(all.mean_hops == Rational(4, 3));  // four neighbours, two pairs two hops apart
  const DeadlockProof none = prove_deadlock_freedom(row_of_three(), LostStart(row_of_three(), 0, {}));
  CHECK(none.delivered_pairs == 5);
}
