// Flows taken apart into weighted paths, and approximate flows made whole.
#include <catch2/catch.hpp>
#include <numeric>
#include <set>

#include "models/analysis/optimal/flow_paths.hpp"
#include "models/base/error.hpp"
#include "models/network/topology/cube.hpp"

using namespace dateline;

namespace {

// Nodes of mesh:3x3 by number, x lowest:  6 7 8 / 3 4 5 / 0 1 2.
class Flow {
 public:
  explicit Flow(const Topology& topology) : topology_(topology), units_(topology.channels(), 0) {}
  Flow& along(const std::vector<std::uint32_t>& nodes, std::uint64_t units) {
    for (std::size_t i = 1; i < nodes.size(); ++i) units_[between(nodes[i - 1], nodes[i]).value()] += units;
    return *this;
  }
  [[nodiscard]] ChannelId between(std::uint32_t from, std::uint32_t to) const {
    for (std::uint32_t c = 0; c < topology_.channels(); ++c) {
      if (topology_.channel(ChannelId(c)).from == NodeId(from) && topology_.channel(ChannelId(c)).to == NodeId(to)) return ChannelId(c);
    }
    throw std::logic_error("no such channel");
  }
  [[nodiscard]] const std::vector<std::uint64_t>& units() const { return units_; }
  [[nodiscard]] std::vector<double> scaled(double factor) const {
    std::vector<double> result;
    for (const std::uint64_t u : units_) result.push_back(static_cast<double>(u) * factor);
    return result;
  }

 private:
  const Topology& topology_;
  std::vector<std::uint64_t> units_;
};

std::vector<std::uint32_t> nodes_of(const Topology& topology, const WeightedPath& path) {
  std::vector<std::uint32_t> nodes = {topology.channel(path.channels.front()).from.value()};
  for (const ChannelId c : path.channels) nodes.push_back(topology.channel(c).to.value());
  return nodes;
}

std::vector<std::uint64_t> sum_of(const Topology& topology, const std::vector<WeightedPath>& paths) {
  std::vector<std::uint64_t> units(topology.channels(), 0);
  for (const WeightedPath& path : paths) {
    for (const ChannelId c : path.channels) units[c.value()] += path.weight;
  }
  return units;
}

}  // namespace

TEST_CASE("two disjoint paths come back with their weights, the wider first, in lowest terms") {
  const auto t = make_cube("mesh:3x3");
  const Flow flow = Flow(*t).along({0, 1, 2, 5, 8}, 20).along({0, 3, 6, 7, 8}, 30);
  const auto paths = decompose_flow(*t, NodeId(0), NodeId(8), flow.units());
  REQUIRE(paths.size() == 2);
  CHECK(nodes_of(*t, paths[0]) == std::vector<std::uint32_t>{0, 3, 6, 7, 8});
  CHECK(paths[0].weight == 3);
  CHECK(nodes_of(*t, paths[1]) == std::vector<std::uint32_t>{0, 1, 2, 5, 8});
  CHECK(paths[1].weight == 2);
}

TEST_CASE("of equally wide paths the one with fewer hops comes first") {
  const auto t = make_cube("mesh:3x3");
  const Flow flow = Flow(*t).along({0, 3, 4, 1}, 1).along({0, 1}, 1);
  const auto paths = decompose_flow(*t, NodeId(0), NodeId(1), flow.units());
  REQUIRE(paths.size() == 2);
  CHECK(nodes_of(*t, paths[0]) == std::vector<std::uint32_t>{0, 1});
  CHECK(nodes_of(*t, paths[1]) == std::vector<std::uint32_t>{0, 3, 4, 1});
}

TEST_CASE("paths that cross add up to the flow, channel by channel") {
  const auto t = make_cube("mesh:3x3");
  // All through the middle node 4, in and out by two channels each: 7 + 5 in, 9 + 3 out.
  const Flow flow = Flow(*t).along({0, 1, 4, 5, 8}, 7).along({0, 3, 4, 5, 8}, 2).along({0, 3, 4, 7, 8}, 3).along({0, 1, 2, 5, 8}, 1);
  const auto paths = decompose_flow(*t, NodeId(0), NodeId(8), flow.units());
  CHECK(sum_of(*t, paths) == flow.units());
  for (const WeightedPath& path : paths) CHECK(path.weight >= 1);
}

TEST_CASE("what runs in circles is dropped, beside a path, across it, or alone") {
  const auto t = make_cube("mesh:3x3");
  const Flow path = Flow(*t).along({0, 1, 2}, 1);
  const Flow beside = Flow(*t).along({0, 1, 2}, 1).along({3, 4, 7, 6, 3}, 5);
  const Flow across = Flow(*t).along({0, 1, 2}, 1).along({1, 2, 5, 4, 1}, 5);
  const Flow to_and_fro = Flow(*t).along({0, 1, 2}, 1).along({1, 0, 1}, 2);
  for (const Flow& flow : {beside, across, to_and_fro}) {
    const auto paths = decompose_flow(*t, NodeId(0), NodeId(2), flow.units());
    CHECK(sum_of(*t, paths) == path.units());
  }
  const Flow alone = Flow(*t).along({3, 4, 7, 6, 3}, 5);
  CHECK(decompose_flow(*t, NodeId(0), NodeId(2), alone.units()).empty());
}

TEST_CASE("a node needs no path to itself") {
  const auto t = make_cube("torus:3");
  CHECK(decompose_flow(*t, NodeId(1), NodeId(1), std::vector<std::uint64_t>(t->channels(), 0)).empty());
}

TEST_CASE("flow that does not arrive is an error") {
  const auto t = make_cube("mesh:3x3");
  const Flow lost = Flow(*t).along({0, 1, 2}, 2).along({0, 3}, 1);
  CHECK_THROWS_AS(decompose_flow(*t, NodeId(0), NodeId(2), lost.units()), InvariantError);
  CHECK_THROWS_AS(whole_units(*t, NodeId(0), NodeId(2), Flow(*t).along({0, 1}, 1).scaled(1), 10), InvariantError);
}

TEST_CASE("thirds become whole units that sum up and are conserved") {
  const auto t = make_cube("mesh:3x3");
  const Flow thirds = Flow(*t).along({0, 1, 2, 5, 8}, 1).along({0, 1, 4, 5, 8}, 1).along({0, 3, 6, 7, 8}, 1);
  const auto units = whole_units(*t, NodeId(0), NodeId(8), thirds.scaled(1.0 / 3), 1024);
  const auto at = [&](std::uint32_t from, std::uint32_t to) { return units[thirds.between(from, to).value()]; };
  CHECK(at(0, 1) + at(0, 3) == 1024);  // 341 + 341 + 342
  CHECK(at(0, 3) >= 341);
  CHECK(at(0, 3) <= 342);
  CHECK(at(1, 2) + at(1, 4) == at(0, 1));
  CHECK(at(4, 5) == at(1, 4));
  CHECK(at(5, 8) == at(2, 5) + at(4, 5));
  CHECK(at(7, 8) == at(0, 3));
}

TEST_CASE("noise of less than half a unit is dropped, and the rest takes its share") {
  const auto t = make_cube("mesh:3x3");
  const Flow path = Flow(*t).along({0, 1, 2}, 1);
  std::vector<double> noisy = path.scaled(0.9999);
  const Flow detour = Flow(*t).along({0, 3, 4, 5, 2}, 1);
  for (std::uint32_t c = 0; c < t->channels(); ++c) noisy[c] += 1e-4 * static_cast<double>(detour.units()[c]);
  const auto units = whole_units(*t, NodeId(0), NodeId(2), noisy, 1000);
  std::vector<std::uint64_t> expected = path.units();
  for (std::uint64_t& u : expected) u *= 1000;
  CHECK(units == expected);
}
