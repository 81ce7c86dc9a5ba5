// Dimension order hop by hop: ways, ties, datelines and VC classes, against docs/reference/vc-classes.md
// and tables worked out by hand.
#include <catch2/catch.hpp>
#include <map>

#include "models/base/error.hpp"
#include "routing/oblivious/dimension_order.hpp"
#include "tests/support/oracles/path_oracle.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

struct Step {
  std::uint32_t from, to;
  unsigned classes;  // mask
  int rank;
  friend bool operator==(const Step& a, const Step& b) { return a.from == b.from && a.to == b.to && a.classes == b.classes && a.rank == b.rank; }
};
std::ostream& operator<<(std::ostream& out, const Step& s) { return out << s.from << "->" << s.to << " classes " << s.classes << " rank " << s.rank; }

// The candidates at one place, in the order in which they are tried.
Candidates ask(const RoutingRelation& relation, std::uint32_t node, ChannelId in, std::uint32_t to, HeaderState state) {
  Candidates candidates;
  relation.next(NodeId(node), in, NodeId(to), state, candidates);
  return candidates;
}

Step step_of(const CubeTopology& t, const Candidate& c) {
  const Channel& channel = t.channel(c.channel);
  return {channel.from.value(), channel.to.value(), c.classes, c.rank};
}

// All steps of the way that always takes the candidate numbered `choice` (or the last one there is).
std::vector<Step> way(const CubeTopology& t, const RoutingRelation& relation, std::uint32_t from, std::uint32_t to, std::size_t choice = 0) {
  std::vector<Step> steps;
  HeaderState state = relation.start(NodeId(from), NodeId(to)).front().state;
  ChannelId in = kNoChannel;
  for (int guard = 0; guard < 1000; ++guard) {
    const Candidates candidates = ask(relation, from, in, to, state);
    const Candidate& c = candidates[std::min(choice, candidates.size() - 1)];
    if (c.exit == Exit::deliver) return steps;
    steps.push_back(step_of(t, c));
    from = t.channel(c.channel).to.value();
    in = c.channel;
    state = c.next;
  }
  FAIL("goes round");
  return steps;
}

using Steps = std::vector<Step>;

}  // namespace

TEST_CASE("split: class 0 up to and over the wrap-around channel, class 1 after it") {
  const auto t = make_cube("torus:8");
  const DimensionOrder dor(*t, TieRule::split, VcPolicy::split, 2);
  CHECK(dor.classes() == 2);
  CHECK(way(*t, dor, 6, 1) == Steps{{6, 7, 1, 0}, {7, 0, 1, 0}, {0, 1, 2, 0}});
  CHECK(way(*t, dor, 1, 6) == Steps{{1, 0, 1, 0}, {0, 7, 1, 0}, {7, 6, 2, 0}});
  CHECK(way(*t, dor, 2, 5) == Steps{{2, 3, 1, 0}, {3, 4, 1, 0}, {4, 5, 1, 0}});
  CHECK(way(*t, dor, 7, 0) == Steps{{7, 0, 1, 0}});
}

TEST_CASE("split: the class is new in every dimension") {
  // 4x4, (3,3) -> (1,1) by plus: x0 3,0,1 (wraps at once), then x1 3,0,1 in class 0 again. Node = x0 + 4 x1.
  const auto t = make_cube("torus:4x4");
  const DimensionOrder dor(*t, TieRule::plus, VcPolicy::split, 2);
  CHECK(way(*t, dor, 15, 5) == Steps{{15, 12, 1, 0}, {12, 13, 2, 0}, {13, 1, 1, 0}, {1, 5, 2, 0}});
}

TEST_CASE("static: class 1 from end to end of a way over the wrap-around channel, else class 0") {
  const auto t = make_cube("torus:8");
  const DimensionOrder dor(*t, TieRule::split, VcPolicy::static_, 2);
  CHECK(dor.classes() == 2);
  CHECK(way(*t, dor, 6, 1) == Steps{{6, 7, 2, 0}, {7, 0, 2, 0}, {0, 1, 2, 0}});
  CHECK(way(*t, dor, 1, 6) == Steps{{1, 0, 2, 0}, {0, 7, 2, 0}, {7, 6, 2, 0}});
  CHECK(way(*t, dor, 2, 5) == Steps{{2, 3, 1, 0}, {3, 4, 1, 0}, {4, 5, 1, 0}});
  CHECK(way(*t, dor, 7, 0) == Steps{{7, 0, 2, 0}});
  // A tie at half the ring: 5 to 1 over the wrap-around by +, and without it by -.
  CHECK(way(*t, dor, 5, 1, 0) == Steps{{5, 6, 2, 0}, {6, 7, 2, 0}, {7, 0, 2, 0}, {0, 1, 2, 0}});
  CHECK(way(*t, dor, 5, 1, 1) == Steps{{5, 4, 1, 0}, {4, 3, 1, 0}, {3, 2, 1, 0}, {2, 1, 1, 0}});
}

TEST_CASE("static: every ring that is entered has a class of its own") {
  // 4x4 by plus: (3,0) -> (1,2): x0 3,0,1 wraps, x1 0,1,2 does not. (0,3) -> (2,1): the other way round. Node = x0 + 4
  // x1.
  const auto t = make_cube("torus:4x4");
  const DimensionOrder dor(*t, TieRule::plus, VcPolicy::static_, 2);
  CHECK(way(*t, dor, 3, 9) == Steps{{3, 0, 2, 0}, {0, 1, 2, 0}, {1, 5, 1, 0}, {5, 9, 1, 0}});
  CHECK(way(*t, dor, 12, 6) == Steps{{12, 13, 1, 0}, {13, 14, 1, 0}, {14, 2, 2, 0}, {2, 6, 2, 0}});
}

TEST_CASE("relaxed: without a wrap-around in the dimension either class, never class 0 after class 1") {
  const auto t = make_cube("torus:8");
  const DimensionOrder dor(*t, TieRule::split, VcPolicy::relaxed, 2);
  CHECK(dor.classes() == 2);
  const Candidates both = ask(dor, 2, kNoChannel, 5, {});
  REQUIRE(both.size() == 2);
  CHECK(both[0].route == both[1].route);
  CHECK(both[0].rank == both[1].rank);
  CHECK((both[0].classes | both[1].classes) == 3);
  // After class 1 only class 1 is left; after class 0 both are.
  for (const Candidate& c : both) {
    const Candidates after = ask(dor, 3, c.channel, 5, c.next);
    unsigned classes = 0;
    for (const Candidate& a : after) classes |= a.classes;
    CHECK(classes == (c.classes == 2 ? 2U : 3U));
  }
  // With a wrap-around ahead there is no choice: as split.
  CHECK(way(*t, dor, 6, 1, 0) == Steps{{6, 7, 1, 0}, {7, 0, 1, 0}, {0, 1, 2, 0}});
  CHECK(way(*t, dor, 6, 1, 9) == Steps{{6, 7, 1, 0}, {7, 0, 1, 0}, {0, 1, 2, 0}});
  CHECK(way(*t, dor, 1, 6, 9) == Steps{{1, 0, 1, 0}, {0, 7, 1, 0}, {7, 6, 2, 0}});
}

TEST_CASE("shared: free VCs from 2 on first, then the escape VC of the worm's class") {
  const auto t = make_cube("torus:8");
  const DimensionOrder dor(*t, TieRule::split, VcPolicy::shared, 5);
  CHECK(dor.classes() == 5);
  CHECK(way(*t, dor, 6, 1, 0) == Steps{{6, 7, 28, 0}, {7, 0, 28, 0}, {0, 1, 28, 0}});
  CHECK(way(*t, dor, 6, 1, 1) == Steps{{6, 7, 1, 1}, {7, 0, 1, 1}, {0, 1, 2, 1}});
  for (const Candidate& c : ask(dor, 6, kNoChannel, 1, {})) CHECK(c.escape == (c.rank == 1));
  const DimensionOrder two(*t, TieRule::split, VcPolicy::shared, 2);
  CHECK(way(*t, two, 6, 1) == Steps{{6, 7, 1, 1}, {7, 0, 1, 1}, {0, 1, 2, 1}});
}

TEST_CASE("mesh and hypercube have one class whatever the policy") {
  for (const VcPolicy policy : {VcPolicy::split, VcPolicy::static_, VcPolicy::shared, VcPolicy::relaxed}) {
    const auto mesh = make_cube("mesh:4x3");
    const DimensionOrder on_mesh(*mesh, TieRule::split, policy, 4);
    CHECK(on_mesh.classes() == 1);
    CHECK(way(*mesh, on_mesh, 3, 8) == Steps{{3, 2, 1, 0}, {2, 1, 1, 0}, {1, 0, 1, 0}, {0, 4, 1, 0}, {4, 8, 1, 0}});
    const auto cube = make_cube("hypercube:3");
    const DimensionOrder on_cube(*cube, TieRule::split, policy, 4);
    CHECK(on_cube.classes() == 1);
    CHECK(way(*cube, on_cube, 5, 2) == Steps{{5, 4, 1, 0}, {4, 6, 1, 0}, {6, 2, 1, 0}});
  }
}

TEST_CASE("ties at half a ring: plus always +, parity + from even coordinates, split either with equal weight") {
  const auto t = make_cube("torus:6");
  const DimensionOrder plus(*t, TieRule::plus, VcPolicy::split, 2);
  const DimensionOrder parity(*t, TieRule::parity, VcPolicy::split, 2);
  const DimensionOrder split(*t, TieRule::split, VcPolicy::split, 2);
  for (std::uint32_t s = 0; s < 6; ++s) {
    const std::uint32_t d = (s + 3) % 6;
    const std::uint32_t up = (s + 1) % 6;
    const std::uint32_t down = (s + 5) % 6;
    CHECK(way(*t, plus, s, d).front().to == up);
    CHECK(way(*t, parity, s, d).front().to == (s % 2 == 0 ? up : down));
    const Candidates both = ask(split, s, kNoChannel, d, {});
    REQUIRE(both.size() == 2);
    CHECK(both[0].route != both[1].route);
    CHECK(both[0].weight == both[1].weight);
    CHECK(both[0].weight > 0);
    CHECK(step_of(*t, both[0]).to == up);
    CHECK(step_of(*t, both[1]).to == down);
    CHECK(way(*t, split, s, d, 0).size() == 3);
    CHECK(way(*t, split, s, d, 1).size() == 3);
  }
}

TEST_CASE("a direction once taken is kept, also where the other way has become as short") {
  // From 0 to 3 on a ring of 6 the - way passes 5, from where + would be no shorter but legal; the header goes on 4, 3.
  const auto t = make_cube("torus:6");
  const DimensionOrder split(*t, TieRule::split, VcPolicy::split, 2);
  CHECK(way(*t, split, 0, 3, 1) == Steps{{0, 5, 1, 0}, {5, 4, 2, 0}, {4, 3, 2, 0}});
}

TEST_CASE("parity looks at the coordinate where the dimension is entered, not at the node number") {
  // 4x2 torus, node 5 = (1, 1): x0 = 1 is odd, so a tie in dimension 0 goes down; node 4 = (0, 1): up.
  const auto t = make_cube("torus:4x2");
  const DimensionOrder parity(*t, TieRule::parity, VcPolicy::split, 2);
  CHECK(way(*t, parity, 5, 7).front().to == 4);
  CHECK(way(*t, parity, 4, 6).front().to == 5);
}

TEST_CASE("a torus message crosses each dateline at most once") {
  const std::string name = GENERATE("torus:2x2", "torus:5x4", "torus:8", "torus:3x3x3");
  const auto t = make_cube(name);
  for (const VcPolicy policy : {VcPolicy::split, VcPolicy::static_, VcPolicy::relaxed, VcPolicy::shared}) {
    for (const TieRule tie : {TieRule::split, TieRule::plus, TieRule::parity}) {
      const DimensionOrder dor(*t, tie, policy, 4);
      for (std::uint32_t s = 0; s < t->nodes(); ++s) {
        for (std::uint32_t d = 0; d < t->nodes(); ++d) {
          for (const std::size_t choice : {0U, 1U, 2U, 3U}) {
            std::map<int, int> crossings;
            for (const Step& step : way(*t, dor, s, d, choice)) {
              int dimension = 0;
              while (t->coordinate(NodeId(step.from), dimension) == t->coordinate(NodeId(step.to), dimension)) ++dimension;
              const std::uint32_t a = t->coordinate(NodeId(step.from), dimension);
              const std::uint32_t b = t->coordinate(NodeId(step.to), dimension);
              const std::uint32_t last = t->radix(dimension) - 1;
              if (last > 1 && ((a == last && b == 0) || (a == 0 && b == last))) ++crossings[dimension];
            }
            for (const auto& [dimension, times] : crossings) REQUIRE(times == 1);
          }
        }
      }
    }
  }
}

TEST_CASE("after a crossing of its dateline a worm never asks for class 0 of that ring again") {
  const auto t = make_cube("torus:7");
  for (const VcPolicy policy : {VcPolicy::split, VcPolicy::static_, VcPolicy::relaxed}) {
    const DimensionOrder dor(*t, TieRule::split, policy, 2);
    for (std::uint32_t s = 0; s < 7; ++s) {
      for (std::uint32_t d = 0; d < 7; ++d) {
        for (const std::size_t choice : {0U, 1U}) {
          bool crossed = false;
          for (const Step& step : way(*t, dor, s, d, choice)) {
            if (crossed) REQUIRE(step.classes == 2);
            crossed = crossed || (step.from == 6 && step.to == 0) || (step.from == 0 && step.to == 6);
          }
        }
      }
    }
  }
}

TEST_CASE("the ways of dimension order are the paths that the rules enumerate") {
  const std::string name = GENERATE("torus:4x4", "torus:5x4", "mesh:4x3", "hypercube:4");
  const TieRule tie = GENERATE(TieRule::plus, TieRule::parity);
  const auto t = make_cube(name);
  const DimensionOrder dor(*t, tie, VcPolicy::split, 2);
  const PathOracle oracle(*t, tie);
  for (std::uint32_t s = 0; s < t->nodes(); ++s) {
    for (std::uint32_t d = 0; d < t->nodes(); ++d) {
      const auto paths = oracle.dor_paths(s, d);
      REQUIRE(paths.size() == 1);
      const Steps steps = way(*t, dor, s, d);
      REQUIRE(steps.size() == paths[0].channels.size());
      for (std::size_t i = 0; i < steps.size(); ++i) REQUIRE(steps[i].to == paths[0].nodes[i + 1].value());
    }
  }
}

TEST_CASE("a message to its own node is delivered at once") {
  const auto t = make_cube("torus:3x3");
  const DimensionOrder dor(*t, TieRule::split, VcPolicy::split, 2);
  const Candidates candidates = ask(dor, 4, kNoChannel, 4, {});
  REQUIRE(candidates.size() == 1);
  CHECK(candidates[0].exit == Exit::deliver);
}
