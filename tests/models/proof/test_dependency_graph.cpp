// Proofs of deadlock freedom: what must be accepted, what must be rejected, and what the cycle given must look like.
#include <catch2/catch.hpp>
#include <functional>

#include "models/base/error.hpp"
#include "models/proof/dependency_graph.hpp"
#include "routing/registry/registry.hpp"
#include "tests/support/routings.hpp"

using namespace dateline;

namespace {

// A relation made of one function; `classes` VC classes.
class ByRule final : public RoutingRelation {
 public:
  using Rule = std::function<void(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out)>;
  ByRule(int classes, Rule rule) : classes_(classes), rule_(std::move(rule)) {}
  [[nodiscard]] StartStates start(NodeId, NodeId) const override { return {StartState{}}; }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override { rule_(node, in, dst, state, out); }
  [[nodiscard]] int classes() const override { return classes_; }

 private:
  int classes_;
  Rule rule_;
};

void deliver(Candidates& out) { out.emplace_back().exit = Exit::deliver; }

Candidate& hop(const CubeTopology& t, NodeId node, int dimension, int sign, unsigned classes, Candidates& out) {
  Candidate& c = out.emplace_back();
  c.route = static_cast<std::uint32_t>(out.size() - 1);
  c.channel = t.out(node, t.port(dimension, sign));
  c.classes = static_cast<std::uint16_t>(classes);
  c.weight = 0;
  return c;
}

// Signs of the shorter ways in one dimension of a torus; both at a tie.
std::vector<int> shorter_ways(const CubeTopology& t, NodeId from, NodeId to, int d) {
  const std::uint32_t k = t.radix(d);
  const std::uint32_t up = (t.coordinate(to, d) + k - t.coordinate(from, d)) % k;
  if (up == 0) return {};
  if (2 * up == k) return {+1, -1};
  return {2 * up < k ? +1 : -1};
}

// Dimension order the shorter way in one class: no dateline.
ByRule without_dateline(const CubeTopology& t) {
  return {1, [&t](NodeId node, ChannelId, NodeId dst, HeaderState, Candidates& out) {
            for (int d = 0; d < t.dimensions(); ++d) {
              const auto ways = shorter_ways(t, node, dst, d);
              if (ways.empty()) continue;
              hop(t, node, d, ways.front(), 1, out).weight = 1;
              return;
            }
            deliver(out);
          }};
}

enum class Escapes { none, everywhere, not_in_dimension_1, without_dateline };

// Any minimal hop on class 2; escapes by dimension order on class 0 before the wrap-around channel and class 1 where
// none is ahead, seen from the coordinates alone (Dally and Seitz), so that a header may come back to the escapes
// anywhere.
ByRule adaptive_torus(const CubeTopology& t, Escapes escapes) {
  return {3, [&t, escapes](NodeId node, ChannelId, NodeId dst, HeaderState, Candidates& out) {
            int lowest = -1;
            for (int d = 0; d < t.dimensions(); ++d) {
              for (const int sign : shorter_ways(t, node, dst, d)) {
                if (lowest < 0) lowest = d;
                hop(t, node, d, sign, 4, out);
              }
            }
            if (lowest < 0) return deliver(out);
            if (escapes == Escapes::none || (escapes == Escapes::not_in_dimension_1 && lowest == 1)) return;
            const int sign = shorter_ways(t, node, dst, lowest).front();
            const std::uint32_t at = t.coordinate(node, lowest);
            const std::uint32_t to = t.coordinate(dst, lowest);
            const bool wrap_ahead = sign > 0 ? to < at : to > at;
            Candidate& escape = hop(t, node, lowest, sign, wrap_ahead || escapes == Escapes::without_dateline ? 1 : 2, out);
            escape.rank = 1;
            escape.escape = true;
          }};
}

// A minimal adaptive relation on a hypercube by turns: may a message that entered `node` by dimension j leave by i? It
// looks ahead, so a header never enters a state from which the rule lets it go no further.
using Turn = std::function<bool(std::uint32_t node, int j, int i)>;

bool can_finish(std::uint32_t node, int j, std::uint32_t dst, const Turn& turn) {
  if (node == dst) return true;
  for (std::uint32_t left = node ^ dst; left != 0; left &= left - 1) {
    const int i = __builtin_ctz(left);
    if ((j < 0 || turn(node, j, i)) && can_finish(node ^ 1U << static_cast<unsigned>(i), i, dst, turn)) return true;
  }
  return false;
}

ByRule by_turns(const CubeTopology& t, Turn turn) {
  return {1, [&t, turn = std::move(turn)](NodeId node, ChannelId in, NodeId dst, HeaderState, Candidates& out) {
            if (node == dst) return deliver(out);
            const int j = in == kNoChannel ? -1 : t.channel(in).dimension;
            for (std::uint32_t left = node.value() ^ dst.value(); left != 0; left &= left - 1) {
              const int i = __builtin_ctz(left);
              if ((j < 0 || turn(node.value(), j, i)) && can_finish(node.value() ^ 1U << static_cast<unsigned>(i), i, dst.value(), turn)) {
                hop(t, node, i, +1, 1, out);
              }
            }
          }};
}

// Rings, the shorter way (+ at a tie). Escapes rise a level with each escape hop and begin at 0 again behind an
// adaptive one, so no escape asks directly for one of its own level. Classes 0..2: escape levels; 3: adaptive, the
// shorter way or, if they wander, either. State: 0 at the source, 1..3 came by that level of escape, 4 by an adaptive
// channel.
ByRule levels(const CubeTopology& t, bool adaptive_after_escape, bool wander = false) {
  return {4, [&t, adaptive_after_escape, wander](NodeId node, ChannelId, NodeId dst, HeaderState state, Candidates& out) {
            if (node == dst) return deliver(out);
            const int sign = shorter_ways(t, node, dst, 0).front();
            const bool by_escape = state.word >= 1 && state.word <= 3;
            const std::uint64_t level = by_escape ? state.word : 0;
            if (!by_escape || adaptive_after_escape) hop(t, node, 0, sign, 8, out).next = {4};
            if (wander && (!by_escape || adaptive_after_escape)) hop(t, node, 0, -sign, 8, out).next = {4};
            Candidate& escape = hop(t, node, 0, sign, 1U << level, out);
            escape.rank = 1;
            escape.escape = true;
            escape.next = {level + 1};
          }};
}

bool bit(std::uint32_t node, int i) { return (node >> static_cast<unsigned>(i) & 1U) != 0; }

void check_cycle(const CubeTopology& t, const DeadlockProof& proof) {
  REQUIRE_FALSE(proof.cycle.empty());
  for (std::size_t i = 0; i < proof.cycle.size(); ++i) {
    const ClassedChannel& here = proof.cycle[i];
    const ClassedChannel& next = proof.cycle[(i + 1) % proof.cycle.size()];
    CHECK(t.channel(here.channel).to == t.channel(next.channel).from);  // the head of one is where the next begins
  }
}

}  // namespace

TEST_CASE("dimension order with datelines is accepted by the full graph") {
  const std::string name =
      GENERATE("torus:2x2", "torus:3x3", "torus:4x4", "torus:5x4", "torus:8", "torus:3x3x3", "mesh:4x4", "mesh:5x2x3", "hypercube:5");
  const auto tie = GENERATE(TieRule::split, TieRule::plus, TieRule::parity);
  const auto policy = GENERATE(VcPolicy::split, VcPolicy::static_, VcPolicy::relaxed);
  CAPTURE(name);
  const auto t = make_cube(name);
  const DeadlockProof proof = prove_deadlock_freedom(*t, *make_relation("dor", *t, test::taken("dor", *t, {tie, policy, 2})));
  CHECK(proof.deadlock_free);
  CHECK_FALSE(proof.by_escape);
  CHECK(proof.cycle.empty());
  CHECK(proof.delivered_pairs == std::uint64_t{t->nodes()} * (t->nodes() - 1));
}

TEST_CASE("shared VCs are accepted by their escapes") {
  // On a ring of 4 or more a worm holds one free VC and asks for the next of the same ring: the full graph is cyclic.
  const std::string name = GENERATE("torus:4x4", "torus:5x4", "torus:8", "torus:4x4x2");
  const int vcs = GENERATE(3, 4, 16);
  const auto t = make_cube(name);
  const DeadlockProof proof = prove_deadlock_freedom(*t, *make_relation("dor", *t, {TieRule::split, VcPolicy::shared, vcs}));
  CHECK(proof.deadlock_free);
  CHECK(proof.by_escape);
  CHECK(proof.cycle.empty());
  CHECK_THAT(proof.reason, Catch::Contains("Duato"));
}

TEST_CASE("shared with two VCs has nothing but escapes, and needs no condition of Duato's") {
  const auto t = make_cube("torus:5x4");
  const DeadlockProof proof = prove_deadlock_freedom(*t, *make_relation("dor", *t, {TieRule::split, VcPolicy::shared, 2}));
  CHECK(proof.deadlock_free);
  CHECK_FALSE(proof.by_escape);
}

TEST_CASE("the graph of 8x8 has the vertices and dependencies counted by hand") {
  // A ring of 8, one way: class 0 on all 8 channels, class 1 on the 3 that a worm of 4 hops can still cross after the
  // wrap-around one. Inside the ring 7 dependencies in class 0, 1 into class 1, 2 in class 1. From each of the 22
  // vertices of a ring of dimension 0 a worm turns into 2 of dimension 1.
  const auto t = make_cube("torus:8x8");
  const DeadlockProof proof = prove_deadlock_freedom(*t, *make_relation("dor", *t, {TieRule::split, VcPolicy::split, 2}));
  CHECK(proof.vertices == 16 * 2 * 11);
  CHECK(proof.dependencies == 16 * 2 * 10 + 8 * 22 * 2);
  CHECK(proof.mean_hops == Rational(256, 63));
  // static: class 0 on all but the wrap-around channel, class 1 on the 7 that are at most 3 hops before or behind it; 6
  // dependencies in either. A worm of class 1 turns behind the wrap-around channel only, from 4 vertices, one of class
  // 0 from 7; into +: class 0 from coordinates 0..6, class 1 from 4..7.
  const DeadlockProof fixed = prove_deadlock_freedom(*t, *make_relation("dor", *t, {TieRule::split, VcPolicy::static_, 2}));
  CHECK(fixed.vertices == 16 * 2 * 14);
  CHECK(fixed.dependencies == 16 * 2 * 12 + (2 * 11) * (2 * 11));
  CHECK(fixed.mean_hops == Rational(256, 63));
  const auto cube = make_cube("hypercube:3");
  const DeadlockProof e_cube = prove_deadlock_freedom(*cube, *make_relation("e-cube", *cube, {}));
  CHECK(e_cube.vertices == 24);
  CHECK(e_cube.dependencies == 24);  // 8 nodes x ascending turns 0-1, 0-2, 1-2
  CHECK(e_cube.mean_hops == Rational(12, 7));
}

TEST_CASE("dimension order without a dateline is rejected with a ring as the cycle") {
  const auto [name, radix] =
      GENERATE(table<std::string, std::size_t>({{"torus:4", 4}, {"torus:5", 5}, {"torus:8", 8}, {"torus:5x4", 4}, {"torus:6x6", 6}}));
  CAPTURE(name);
  const auto t = make_cube(name);
  const DeadlockProof proof = prove_deadlock_freedom(*t, without_dateline(*t));
  CHECK_FALSE(proof.deadlock_free);
  CHECK(proof.cycle.size() == radix);
  check_cycle(*t, proof);
  for (const ClassedChannel& v : proof.cycle) {
    CHECK(t->channel(v.channel).dimension == t->channel(proof.cycle.front().channel).dimension);
    CHECK(t->channel(v.channel).sign == t->channel(proof.cycle.front().channel).sign);
  }
  CHECK(proof.delivered_pairs == proof.pairs);  // delivery is another question
}

TEST_CASE("rings of two and three need no dateline: no worm crosses two channels of one") {
  for (const char* name : {"torus:3", "torus:3x3", "torus:2x2"}) {
    const auto t = make_cube(name);
    CHECK(prove_deadlock_freedom(*t, without_dateline(*t)).deadlock_free);
  }
}

TEST_CASE("fully adaptive minimal routing on a torus is rejected without escapes and accepted with them") {
  const std::string name = GENERATE("torus:4x4", "torus:5x5", "torus:5x4");
  CAPTURE(name);
  const auto t = make_cube(name);
  const DeadlockProof none = prove_deadlock_freedom(*t, adaptive_torus(*t, Escapes::none));
  CHECK_FALSE(none.deadlock_free);
  check_cycle(*t, none);
  const DeadlockProof all = prove_deadlock_freedom(*t, adaptive_torus(*t, Escapes::everywhere));
  CHECK(all.deadlock_free);
  CHECK(all.by_escape);
  CHECK(all.delivered_pairs == all.pairs);
}

TEST_CASE("escapes that are missing at some place, or are cyclic themselves, are not enough") {
  const auto t = make_cube("torus:5x5");
  const DeadlockProof gaps = prove_deadlock_freedom(*t, adaptive_torus(*t, Escapes::not_in_dimension_1));
  CHECK_FALSE(gaps.deadlock_free);
  CHECK_THAT(gaps.reason, Catch::Contains("no escape"));
  const DeadlockProof ring = prove_deadlock_freedom(*t, adaptive_torus(*t, Escapes::without_dateline));
  CHECK_FALSE(ring.deadlock_free);
  CHECK_THAT(ring.reason, Catch::Contains("extended"));
  check_cycle(*t, ring);
  for (const ClassedChannel& v : ring.cycle) CHECK(v.vc_class == VcClass(0));
}

TEST_CASE("escapes that depend on each other through an adaptive channel only are found cyclic") {
  // On a ring of 6 a worm of three hops holds level 0, an adaptive channel, and asks for level 0 two channels on: 0, 2,
  // 4, 0.
  const auto t = make_cube("torus:6");
  const DeadlockProof indirect = prove_deadlock_freedom(*t, levels(*t, true));
  CHECK_FALSE(indirect.deadlock_free);
  CHECK_THAT(indirect.reason, Catch::Contains("extended"));
  CHECK(indirect.cycle.size() == 3);
  for (const ClassedChannel& v : indirect.cycle) CHECK(v.vc_class == VcClass(0));
  const DeadlockProof direct = prove_deadlock_freedom(*t, levels(*t, false));
  CHECK(direct.deadlock_free);
  CHECK(direct.by_escape);
  // From level 0 to level 1 of the next channel, six each way; to level 2 with worms of three hops, one way. What a
  // header asks for behind another escape depends on that one.
  CHECK(direct.dependencies == 12 + 6);
  // The same where headers may go round for ever before their first escape.
  const DeadlockProof wandering = prove_deadlock_freedom(*t, levels(*t, false, true));
  CHECK(wandering.by_escape);
  CHECK(wandering.dependencies == 12 + 6);
  const DeadlockProof wandering_between = prove_deadlock_freedom(*t, levels(*t, true, true));
  CHECK_FALSE(wandering_between.deadlock_free);
  CHECK_THAT(wandering_between.reason, Catch::Contains("extended"));
}

TEST_CASE("turns on a hypercube: rules proved free of deadlock are accepted, the controls rejected") {
  const int n = GENERATE(2, 3, 4);
  CAPTURE(n);
  const auto t = make_cube("hypercube:" + std::to_string(n));
  const auto proof_of = [&](Turn turn) { return prove_deadlock_freedom(*t, by_turns(*t, std::move(turn))); };

  CHECK(proof_of([](std::uint32_t, int j, int i) { return i > j; }).deadlock_free);                                 // e-cube
  CHECK(proof_of([](std::uint32_t u, int j, int i) { return !(bit(u, j) && bit(u, i)); }).deadlock_free);           // P-cube: no fall after a rise
  CHECK(proof_of([](std::uint32_t u, int j, int i) { return i > j || !bit(u, i); }).deadlock_free);                 // down only by a rise
  CHECK(proof_of([](std::uint32_t u, int j, int i) { return i > j || !bit(u, j); }).deadlock_free);                 // down only after a fall
  CHECK(proof_of([](std::uint32_t u, int j, int i) { return i > j || (bit(u, j) && !bit(u, i)); }).deadlock_free);  // down between two rises

  const DeadlockProof free = proof_of([](std::uint32_t, int, int) { return true; });
  CHECK_FALSE(free.deadlock_free);
  check_cycle(*t, free);
  const DeadlockProof parity = proof_of([](std::uint32_t u, int j, int i) { return i > j || __builtin_popcount(u) % 2 == 0; });
  CHECK_FALSE(parity.deadlock_free);
  check_cycle(*t, parity);
  CHECK(parity.delivered_pairs == parity.pairs);
}

TEST_CASE("a relation that never delivers is caught") {
  const auto t = make_cube("torus:4");
  const ByRule round(2, [&t](NodeId node, ChannelId, NodeId, HeaderState, Candidates& out) { hop(*t, node, 0, +1, 1, out).weight = 1; });
  const DeadlockProof proof = prove_deadlock_freedom(*t, round);
  CHECK(proof.delivered_pairs < proof.pairs);
  CHECK(proof.delivered_pairs == 0);
  CHECK_FALSE(proof.deadlock_free);
}

TEST_CASE("a relation that can go astray for some pairs only is caught for those") {
  // Destinations 0..2 are reached the + way; to 3 a header may turn back for ever between 1 and 2.
  const auto t = make_cube("mesh:4");
  const ByRule stray(1, [&t](NodeId node, ChannelId, NodeId dst, HeaderState, Candidates& out) {
    if (node == dst) return deliver(out);
    hop(*t, node, 0, dst.value() > node.value() ? +1 : -1, 1, out);
    if (dst == NodeId(3) && node == NodeId(2)) hop(*t, node, 0, -1, 1, out);
  });
  const DeadlockProof proof = prove_deadlock_freedom(*t, stray);
  CHECK(proof.pairs == 12);
  CHECK(proof.delivered_pairs == 9);
}

TEST_CASE("headers absorbed away from their destination are not counted as delivered") {
  const auto t = make_cube("mesh:3");
  const ByRule absorbs(1, [&t](NodeId node, ChannelId, NodeId dst, HeaderState, Candidates& out) {
    if (node == dst) return deliver(out);
    if (node == NodeId(1)) {
      out.emplace_back().exit = Exit::absorb;  // and resume() is an error: the message is lost
      return;
    }
    hop(*t, node, 0, dst.value() > node.value() ? +1 : -1, 1, out).weight = 1;
  });
  CHECK(prove_deadlock_freedom(*t, absorbs).delivered_pairs < 6);
}

TEST_CASE("a broken relation is an internal error, not a proof") {
  const auto t = make_cube("torus:4");
  const auto prove = [&](const ByRule::Rule& rule) { return prove_deadlock_freedom(*t, ByRule(2, rule)); };
  using S = HeaderState;
  CHECK_THROWS_AS(prove([](NodeId, ChannelId, NodeId, S, Candidates&) {}), InvariantError);                     // no way on
  CHECK_THROWS_AS(prove([](NodeId, ChannelId, NodeId, S, Candidates& out) { deliver(out); }), InvariantError);  // at the wrong node
  CHECK_THROWS_AS(prove([&](NodeId, ChannelId, NodeId, S, Candidates& out) { hop(*t, NodeId(0), 0, 1, 1, out); }),
                  InvariantError);                                                                                             // from the wrong node
  CHECK_THROWS_AS(prove([&](NodeId v, ChannelId, NodeId, S, Candidates& out) { hop(*t, v, 0, 1, 0, out); }), InvariantError);  // no class
  CHECK_THROWS_AS(prove([&](NodeId v, ChannelId, NodeId, S, Candidates& out) { hop(*t, v, 0, 1, 4, out); }), InvariantError);  // a class too many
  CHECK_THROWS_AS(prove([&](NodeId v, ChannelId, NodeId, S, Candidates& out) { hop(*t, v, 0, 1, 1, out).channel = ChannelId(99); }), InvariantError);
}

TEST_CASE("a header that starts at its destination and is routed away is part of the proof") {
  // A row of two: 0 -> 1 and 1 -> 0 take one channel each and wait for nothing. Messages to the own node go over and
  // come back: each holds the channel that the other needs.
  const auto t = make_cube("mesh:2");
  const auto away_and_back = [&t](int classes) {
    return ByRule(classes, [&t, classes](NodeId node, ChannelId in, NodeId dst, HeaderState, Candidates& out) {
      if (node == dst && in != kNoChannel) return deliver(out);
      const bool back = in != kNoChannel;
      hop(*t, node, 0, node == NodeId(0) ? +1 : -1, back && classes == 2 ? 2 : 1, out).weight = 1;
    });
  };
  const DeadlockProof one = prove_deadlock_freedom(*t, away_and_back(1));
  CHECK_FALSE(one.deadlock_free);
  CHECK(one.cycle.size() == 2);
  CHECK(one.pairs == 2);
  CHECK(one.delivered_pairs == 2);
  CHECK(one.self_pairs == 2);
  CHECK(one.delivered_self_pairs == 2);
  CHECK(one.mean_hops == 1);  // over pairs of different nodes
  const DeadlockProof two = prove_deadlock_freedom(*t, away_and_back(2));
  CHECK(two.deadlock_free);
  CHECK(two.dependencies == 2);
  CHECK(two.vertices == 4);
}

TEST_CASE("a header that never comes back to the node it was for is not delivered") {
  const auto t = make_cube("mesh:2");
  const ByRule lost(1, [&t](NodeId node, ChannelId in, NodeId dst, HeaderState, Candidates& out) {
    if (node == dst && (in != kNoChannel || dst == NodeId(1))) return deliver(out);
    if (node != dst && in != kNoChannel) {
      out.emplace_back().exit = Exit::absorb;
      return;
    }
    hop(*t, node, 0, node == NodeId(0) ? +1 : -1, 1, out).weight = 1;
  });
  const DeadlockProof proof = prove_deadlock_freedom(*t, lost);
  CHECK(proof.deadlock_free);
  CHECK(proof.delivered_pairs == 2);
  CHECK(proof.delivered_self_pairs == 1);
  CHECK_FALSE(proof.delivers_all());
}
