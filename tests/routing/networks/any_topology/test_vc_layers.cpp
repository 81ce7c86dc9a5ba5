// VC classes of tables: checked path by path, and against what theory knows of rings, meshes and trees.
#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <set>

#include "models/analysis/loads/channel_load.hpp"
#include "models/base/error.hpp"
#include "models/network/relation/path_table_file.hpp"
#include "models/proof/dependency_graph.hpp"
#include "routing/networks/any_topology/table.hpp"
#include "tests/support/cases/table_network.hpp"
#include "tests/support/scratch_file.hpp"
#include "traffic/registry.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

// Paths between the two nodes of "0 1": one there that turns back `turns` times on the way, and the straight one back.
std::string to_and_fro(int turns) {
  std::string text = "1: 0";
  for (int i = 0; i <= turns; ++i) text += i % 2 == 0 ? " 1" : " 0";
  return text + "\n1: 1 0\n";
}

bool has_cycle(const std::map<std::uint32_t, std::set<std::uint32_t>>& next) {
  std::map<std::uint32_t, int> colour;  // 1: on the stack, 2: done
  const std::function<bool(std::uint32_t)> visit = [&](std::uint32_t v) {
    if (colour[v] != 0) return colour[v] == 1;
    colour[v] = 1;
    const auto it = next.find(v);
    if (it != next.end()) {
      for (const std::uint32_t w : it->second) {
        if (visit(w)) return true;
      }
    }
    colour[v] = 2;
    return false;
  };
  return std::any_of(next.begin(), next.end(), [&](const auto& entry) { return visit(entry.first); });
}

// Class 0 first, never down and never up by more than one, all classes used, no cycle within a class.
void require_good_layers(const Topology& t, const RoutingRelation& relation) {
  std::map<std::uint32_t, std::map<std::uint32_t, std::set<std::uint32_t>>> layers;
  std::uint32_t highest = 0;
  for (std::uint32_t s = 0; s < t.nodes(); ++s) {
    for (std::uint32_t d = 0; d < t.nodes(); ++d) {
      for (const auto& route : routes(t, relation, s, d)) {
        for (std::size_t i = 0; i < route.size(); ++i) {
          const std::uint32_t before = i == 0 ? 0 : route[i - 1].second;
          REQUIRE(route[i].second >= before);
          REQUIRE(route[i].second <= before + (i == 0 ? 0 : 1));
          highest = std::max(highest, route[i].second);
          if (i > 0 && route[i].second == before) layers[before][route[i - 1].first].insert(route[i].first);
        }
      }
    }
  }
  for (const auto& [layer, next] : layers) {
    CAPTURE(layer);
    REQUIRE_FALSE(has_cycle(next));
  }
  REQUIRE(relation.classes() == static_cast<int>(highest) + 1);
  const DeadlockProof proof = prove_deadlock_freedom(t, relation);
  REQUIRE(proof.deadlock_free);
  REQUIRE(proof.delivered_pairs == std::uint64_t{t.nodes()} * (t.nodes() - 1));
}

}  // namespace

TEST_CASE("classes rise along a path and no class has a cycle, on every example") {
  SECTION("shortest paths") {
    for (const std::string& graph : example_graphs()) {
      CAPTURE(graph);
      const TableNetwork net = shortest(graph);
      require_good_layers(*net.topology, *net.relation);
    }
  }
  SECTION("dimension order") {
    for (const std::string name : {"torus:5x4", "torus:3x3x3", "hypercube:4", "mesh:4x3"}) {
      for (const bool relative : {false, true}) {
        if (relative && name[0] == 'm') continue;
        CAPTURE(name, relative);
        const auto t = make_cube(name);
        require_good_layers(*t, *relation_of(*t, table_text(dor_paths(*t), relative)));
      }
    }
  }
  SECTION("two phases by way of every node") {
    const auto t = make_cube("torus:4x4");
    const NodePaths dor = dor_paths(*t);
    std::map<std::vector<std::uint32_t>, int> from_zero;
    for (std::uint32_t d = 1; d < 16; ++d) {
      for (std::uint32_t by = 1; by < 16; ++by) {
        if (by == d) continue;
        for (const NodePath& first : dor.at({0, by})) {
          for (const NodePath& second : dor.at({by, d})) {
            std::vector<std::uint32_t> nodes = first.nodes;
            nodes.insert(nodes.end(), second.nodes.begin() + 1, second.nodes.end());
            ++from_zero[nodes];
          }
        }
      }
    }
    NodePaths paths;
    for (const auto& [nodes, weight] : from_zero) paths[{0, nodes.back()}].push_back({static_cast<std::uint64_t>(weight), nodes});
    const auto relation = relation_of(*t, table_text(paths, true));
    require_good_layers(*t, *relation);
    CHECK(relation->classes() <= 6);  // what descents and datelines need for two phases of dimension order on a 2-cube
  }
}

TEST_CASE("the fewest classes are found where theory knows them") {
  for (const std::uint32_t k : {3U, 4U, 5U, 16U}) {  // round a ring the channels wait for each other in a circle: one class cannot do
    const TableNetwork net = graph_network(one_way_ring(k), clockwise(k));
    CHECK(net.relation->classes() == 2);
    require_good_layers(*net.topology, *net.relation);
  }
  for (const std::string name : {"mesh:5", "mesh:4x4", "mesh:3x2x3", "hypercube:4"}) {  // dimension order is free of cycles there
    const auto t = make_cube(name);
    CHECK(relation_of(*t, table_text(dor_paths(*t)))->classes() == 1);
  }
  CHECK(shortest("k6").relation->classes() == 1);  // one hop each: no dependencies
  const ScratchFile star("0 1\n0 2\n0 3\n3 4\n", "star");
  CHECK(TableNetwork("graph:" + star.path(), table_text(shortest_paths(channels_of(star.path())))).relation->classes() == 1);  // a tree has no cycle
}

TEST_CASE("a path that turns back again and again needs a class for every second turn, however many that are") {
  const ScratchFile file("0 1\n", "graph");
  for (const int turns : {0, 2, 4, 28, 30, 32, 34, 70}) {
    CAPTURE(turns);
    const TableNetwork net("graph:" + file.path(), to_and_fro(turns));
    CHECK(net.relation->classes() == 1 + turns / 2);                // 0->1 then 1->0 is allowed in a class, then not 1->0 then 0->1
    const auto found = routes(*net.topology, *net.relation, 0, 1);  // classes from 15 on are called 15
    CHECK(found.front().size() == static_cast<std::size_t>(turns) + 1);
    CHECK(found.front().back().second == static_cast<std::uint32_t>(std::min(turns / 2, 15)));
    CHECK(channel_load(*net.topology, *net.relation, *make_traffic("uniform", *net.topology)).mean_hops == Rational(turns + 2, 2));
    if (turns > 30) continue;
    require_good_layers(*net.topology, *net.relation);
  }
}

TEST_CASE("layers do not depend on what was built before, and tables given by a program are as those of a file") {
  const TableNetwork net = shortest("ring-chords");
  const TableNetwork again = shortest("ring-chords");
  const ScratchFile file(table_text(shortest_paths(channels_of(graph_file("ring-chords")))), "table");
  const TableRouting made(*net.topology, read_path_table(*net.topology, file.path()), "made");
  for (std::uint32_t s = 0; s < 9; ++s) {
    for (std::uint32_t d = 0; d < 9; ++d) {
      const auto expected = routes(*net.topology, *net.relation, s, d);
      REQUIRE(routes(*again.topology, *again.relation, s, d) == expected);
      REQUIRE(routes(*net.topology, made, s, d) == expected);
    }
  }
  CHECK_THROWS_WITH(TableRouting(*net.topology, empty_path_table(*net.topology, false, "made"), "made"),
                    Catch::Contains("table=made") && Catch::Contains("no path from node 0 to node 1"));
}
