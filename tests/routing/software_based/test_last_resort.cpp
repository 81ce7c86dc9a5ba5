// The last resort against a search of all segments on small networks: no sequence has fewer segments, or as few with
// fewer hops.
#include <algorithm>
#include <catch2/catch.hpp>
#include <limits>
#include <set>
#include <utility>

#include "routing/software_based/last_resort.hpp"
#include "routing/software_based/sw_deterministic.hpp"
#include "tests/support/cases/random_faults.hpp"
#include "tests/support/oracles/fault_walk.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

using Length = std::pair<std::uint32_t, std::uint32_t>;  // segments, hops
constexpr Length kNever{std::numeric_limits<std::uint32_t>::max(), 0};

// Of every segment without faults from one node, by plain recursion over dimensions and numbers of hops: the fewest
// hops to each of its ends.
class AllSegments {
 public:
  AllSegments(const FaultyCube& cube, std::uint32_t from) : fewest(cube.topology->nodes(), kNever), cube_(cube) { extend(NodeId(from), 0, 0); }
  std::vector<Length> fewest;

 private:
  void extend(NodeId node, int dimension, std::uint32_t hops) {
    const CubeTopology& t = *cube_.topology;
    if (hops > 0) fewest[node.value()] = std::min(fewest[node.value()], Length{1, hops});
    if (dimension == t.dimensions()) return;
    extend(node, dimension + 1, hops);
    for (const int sign : {+1, -1}) {
      NodeId at = node;
      for (std::uint32_t made = 1; made < t.radix(dimension) && cube_.faults->usable(at, t.port(dimension, sign)); ++made) {
        at = peer(t, at, t.port(dimension, sign));
        extend(at, dimension + 1, hops + made);
      }
    }
  }
  const FaultyCube& cube_;
};

// The best sequences between all pairs, by relaxing until nothing changes.
std::vector<std::vector<Length>> best_sequences(const FaultyCube& cube) {
  const std::uint32_t nodes = cube.topology->nodes();
  std::vector<std::vector<Length>> one, best;
  for (std::uint32_t v = 0; v < nodes; ++v) one.push_back(AllSegments(cube, v).fewest);
  best = one;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t a = 0; a < nodes; ++a) {
      for (std::uint32_t b = 0; b < nodes; ++b) {
        if (best[a][b] == kNever) continue;
        for (std::uint32_t c = 0; c < nodes; ++c) {
          if (one[b][c] == kNever) continue;
          const Length by_b{best[a][b].first + 1, best[a][b].second + one[b][c].second};
          if (by_b < best[a][c]) {
            best[a][c] = by_b;
            changed = true;
          }
        }
      }
    }
  }
  return best;
}

// The sequence that the last resort takes, walked hop by hop.
Length walked(const FaultyCube& cube, NodeId from, NodeId to) {
  const CubeTopology& t = *cube.topology;
  Length length{0, 0};
  for (NodeId node = from; node != to; ++length.first) {
    const Segment segment = last_resort_segment(t, *cube.faults, node, to);
    REQUIRE(segment.target != node);
    for (std::uint32_t d = 0; d < static_cast<std::uint32_t>(t.dimensions()); ++d) {
      while (t.coordinate(node, static_cast<int>(d)) != t.coordinate(segment.target, static_cast<int>(d))) {
        const Turn turn{d, segment.requested[d]};
        REQUIRE(turn.sign != Sign::none);
        REQUIRE(usable(t, *cube.faults, node, turn));
        node = t.channel(channel_of(t, node, turn)).to;
        ++length.second;
      }
    }
    REQUIRE(node == segment.target);
    REQUIRE(length.first < t.nodes());
  }
  return length;
}

}  // namespace

TEST_CASE("the last resort takes the fewest segments, then the fewest hops") {
  std::uint64_t pairs = 0, several = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const FaultyCube cube = random_faulty_cube(seed);
    if (cube.topology->nodes() > 32) continue;
    CAPTURE(seed, cube.topology->name());
    const auto best = best_sequences(cube);
    for (std::uint32_t from = 0; from < cube.topology->nodes(); ++from) {
      for (std::uint32_t to = 0; to < cube.topology->nodes(); ++to) {
        if (from == to || cube.faults->failed(NodeId(from)) || cube.faults->failed(NodeId(to))) continue;
        REQUIRE(walked(cube, NodeId(from), NodeId(to)) == best[from][to]);
        ++pairs;
        several += best[from][to].first > 2 ? 1 : 0;
      }
    }
  }
  CHECK(pairs > 20'000);
  CHECK(several > 1'000);
}

TEST_CASE("the last resort is refused where no healthy way leads") {
  const auto t = make_cube("mesh:3x3");
  const FaultMap cut(*t, {NodeId(1), NodeId(3)}, {});
  CHECK_THROWS_WITH(last_resort_segment(*t, cut, NodeId(0), NodeId(8)), "internal error: no healthy way from node 0 to node 8");
}

TEST_CASE("once called, the last resort meets no other fault") {
  for (std::uint64_t seed = 0; seed < sample(300U); ++seed) {
    const FaultyCube cube = random_faulty_cube(seed);
    CAPTURE(seed, cube.topology->name());
    SwDeterministic relation(*cube.topology, VcPolicy::split, 2, {1, false});  // at the first absorption
    relation.set_faults(cube.faults);
    FaultWalk walk(*cube.topology, relation);
    for (std::uint32_t from = 0; from < cube.topology->nodes(); ++from) {
      for (std::uint32_t to = 0; to < cube.topology->nodes(); ++to) {
        if (from == to || cube.faults->failed(NodeId(from)) || cube.faults->failed(NodeId(to))) continue;
        const WalkResult r = walk.from_source(NodeId(from), NodeId(to));
        REQUIRE(r.delivered);
        REQUIRE(r.absorptions <= 1);
      }
    }
  }
}
