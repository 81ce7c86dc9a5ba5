// Relations that start a packet in one of several states: a pair is delivered only if the packet arrives from every one
// of them, for all readers that walk messages: proof, reliability, faults that are met.
#ifndef __clang__  // g++ 12 reports both inside Boost.Container's small_vector, wrongly; clang does not know one
#pragma GCC diagnostic ignored "-Wstringop-overread"
#pragma GCC diagnostic ignored "-Warray-bounds"
#endif
#include <algorithm>
#include <catch2/catch.hpp>

#include "models/analysis/reliability/delivery.hpp"
#include "models/network/faults/fault_map.hpp"
#include "models/network/relation/fault_meeting.hpp"
#include "models/network/topology/cube.hpp"
#include "models/proof/dependency_graph.hpp"
#include "tests/support/cases/toy_network.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

// A row of three nodes, the straight way. Packets from 0 to 2 start in one of some states; in those that are lost (bit
// s of `lost`: state s) node 1 takes them out for good.
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
    } else if (in != kNoChannel && (lost_ >> state.word & 1U) != 0) {
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

// A row of three nodes; a packet from 0 to 2 that starts in state s is absorbed s times at node 1, by `rule`.
class AbsorbedByStart final : public RoutingRelation {
 public:
  AbsorbedByStart(const Topology& t, StartStates starts, AbsorptionRule rule) : inner_(t, 0, {}), starts_(std::move(starts)), rule_(rule) {}
  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override {
    return src == NodeId(0) && dst == NodeId(2) ? starts_ : StartStates{StartState{}};
  }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override {
    inner_.next(node, in, dst, state, out);
    if (node == NodeId(1) && dst == NodeId(2) && state.word > 0) out.back().exit = Exit::absorb;
  }
  [[nodiscard]] bool absorbs() const override { return true; }
  [[nodiscard]] Resumption resume(NodeId /*node*/, NodeId /*dst*/, const SoftwareHeader& header) const override {
    const std::uint32_t left = header.words.empty() ? 0 : header.words[0] - 1;
    return {{left}, {{left}}, rule_};
  }
  [[nodiscard]] int classes() const override { return 1; }

 private:
  LostStart inner_;
  StartStates starts_;
  AbsorptionRule rule_;
};

// A ring; state 1 goes up, state 2 goes down, to the end.
class EitherWay final : public RoutingRelation {
 public:
  EitherWay(const CubeTopology& t, StartStates starts) : t_(t), starts_(std::move(starts)) {}
  [[nodiscard]] StartStates start(NodeId /*src*/, NodeId /*dst*/) const override { return starts_; }
  void next(NodeId node, ChannelId /*in*/, NodeId dst, HeaderState state, Candidates& out) const override {
    Candidate& c = out.emplace_back();
    c.next = state;
    c.classes = 1;
    if (node == dst) {
      c.exit = Exit::deliver;
    } else {
      c.channel = t_.out(node, t_.port(0, state.word == 1 ? +1 : -1));
    }
  }
  [[nodiscard]] int classes() const override { return 1; }

 private:
  const CubeTopology& t_;
  StartStates starts_;
};

}  // namespace

TEST_CASE("a pair is delivered if its packet arrives from all of its starts, and by none of them alone") {
  const std::uint64_t lost = 2 * GENERATE(range(0U, 8U));  // any of the states 1, 2, 3: all but one too, and all
  const std::uint64_t weight = GENERATE(1U, 5U);
  CAPTURE(lost, weight);
  StartStates starts = {{HeaderState{1}, 1}, {HeaderState{2}, weight}, {HeaderState{3}, 1}};
  do {
    const LostStart relation(row_of_three(), lost, starts);
    const std::uint64_t delivered = lost == 0 ? 6 : 5;
    const DeadlockProof proof = prove_deadlock_freedom(row_of_three(), relation);
    CHECK(proof.pairs == 6);
    CHECK(proof.delivered_pairs == delivered);
    CHECK(proof.delivered_self_pairs == proof.self_pairs);
    CHECK(proof.delivers_all() == (lost == 0));
    const DeliveredPairs walked = delivered_pairs(row_of_three(), relation, false);
    CHECK(walked.pairs == 6);
    CHECK(walked.certain == delivered);
  } while (std::next_permutation(starts.begin(), starts.end(), [](const StartState& a, const StartState& b) { return a.state.word < b.state.word; }));
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

TEST_CASE("absorptions are the mean over the starts by their weights, the most of any of them") {
  StartStates starts = {{HeaderState{0}, 3}, {HeaderState{1}, 2}};
  do {
    const AbsorbedByStart relation(row_of_three(), starts, AbsorptionRule::reverse);
    const DeliveredPairs walked = delivered_pairs(row_of_three(), relation, false);
    CHECK(walked.certain == 6);
    CHECK(walked.absorptions == Approx(2.0 / 5));
    const DeadlockProof proof = prove_deadlock_freedom(row_of_three(), relation);
    CHECK(proof.absorptions.faults() == Rational(2, 5));
    CHECK(proof.absorptions.most == 1);
    CHECK(proof.mean_hops == Rational(4, 3));
  } while (std::next_permutation(starts.begin(), starts.end(), [](const StartState& a, const StartState& b) { return a.state.word < b.state.word; }));
}

TEST_CASE("a stop at the end of a segment is no absorption at a fault") {
  const AbsorbedByStart relation(row_of_three(), {{HeaderState{1}, 1}}, AbsorptionRule::intermediate);
  CHECK(delivered_pairs(row_of_three(), relation, false).absorptions == 0);
  const DeadlockProof proof = prove_deadlock_freedom(row_of_three(), relation);
  CHECK(proof.absorptions.faults() == 0);
  CHECK(proof.absorptions.by(AbsorptionRule::intermediate) == 1);
}

TEST_CASE("a fault that is met from one start alone is found, whichever start it is") {
  const auto ring = make_cube("torus:5");
  const ChannelId failed = ring->out(NodeId(3), ring->port(0, +1));  // 3 to 4, and back
  StartStates starts = {{HeaderState{1}, 1}, {HeaderState{2}, 1}};
  do {
    EitherWay relation(*ring, starts);
    relation.set_faults(std::make_shared<const FaultMap>(*ring, std::vector<NodeId>{}, std::vector<LinkEnd>{{NodeId(3), ring->port(0, +1)}}));
    const auto met = find_fault_meeting(*ring, relation);
    REQUIRE(met);
    CHECK((met->channel == failed || met->channel == ring->out(NodeId(4), ring->port(0, -1))));
    CHECK(delivered_pairs(*ring, relation, false).certain == 0);  // one of the two ways of every pair passes the link
  } while (std::next_permutation(starts.begin(), starts.end(), [](const StartState& a, const StartState& b) { return a.state.word < b.state.word; }));
}
