// Regions by name, drawn as in Fig. 1 of Safaei et al. 2006, and which of them are convex.
#include "models/network/faults/fault_regions.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "models/base/error.hpp"
#include "models/network/faults/fault_shape.hpp"
#include "models/network/faults/faults.hpp"
#include "models/network/topology/cube.hpp"
#include "models/network/topology/topologies.hpp"

using namespace dateline;

namespace {

using Cells = std::set<std::pair<std::uint32_t, std::uint32_t>>;

// Rows from the highest y down, # a failed node.
struct Drawn {
  std::vector<std::string> rows;
  bool convex;
};
const std::map<std::string, Drawn> kShapes = {
    {"bar2", {{"#", "#"}, true}},
    {"bar3", {{"#", "#", "#"}, true}},
    {"hbar3", {{"###"}, true}},
    {"bar5", {{"#", "#", "#", "#", "#"}, true}},
    {"dbar2x3", {{"# #", "# #", "# #"}, true}},
    {"block2x2", {{"##", "##"}, true}},
    {"block2x3", {{"##", "##", "##"}, true}},
    {"block3x3", {{"###", "###", "###"}, true}},
    {"L3", {{"#", "##"}, false}},
    {"L5", {{"#", "#", "###"}, false}},
    {"L9", {{"#", "#", "#", "#", "#####"}, false}},
    {"plus5", {{" #", "###", " #"}, false}},
    {"plus9", {{"  #", "  #", "#####", "  #", "  #"}, false}},
    {"T5", {{"###", " #", " #"}, false}},
    {"T10", {{"  #", "#####", "  #", "  #", "  #", "  #"}, false}},
    {"U5", {{"# #", "###"}, false}},
    {"U7", {{"# #", "# #", "###"}, false}},
    {"U8", {{"#  #", "#  #", "####"}, false}},
    {"C7", {{"###", "#", "###"}, false}},
    {"H7", {{"# #", "###", "# #"}, false}},
    {"H12", {{"#  #", "#  #", "####", "#  #", "#  #"}, false}},
};

Cells drawn(const Drawn& shape) {
  Cells cells;
  for (std::size_t row = 0; row < shape.rows.size(); ++row) {
    for (std::size_t x = 0; x < shape.rows[row].size(); ++x) {
      if (shape.rows[row][x] == '#') cells.insert({static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(shape.rows.size() - 1 - row)});
    }
  }
  return cells;
}

FaultMap region(const Topology& topology, const std::string& text) { return read_faults(topology, "region:" + text, 1); }

std::vector<std::uint32_t> nodes_of(const std::string& topology, const std::string& text) {
  const auto t = make_topology(topology);
  std::vector<std::uint32_t> nodes;
  const FaultMap faults = region(*t, text);
  for (const NodeId node : faults.nodes()) nodes.push_back(node.value());
  return nodes;
}

std::string refusal(const std::string& topology, const std::string& text) {
  try {
    (void)nodes_of(topology, text);
  } catch (const ConfigError& e) {
    return e.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("every region has the shape of its name, wherever it lies, and is convex or concave as the paper calls it") {
  const auto torus = make_topology("torus:8x9");
  const auto& cube = dynamic_cast<const CubeTopology&>(*torus);
  REQUIRE(fault_regions().size() == kShapes.size());
  for (const FaultRegion& r : fault_regions()) {
    CAPTURE(r.name);
    const Drawn& shape = kShapes.at(r.name);
    const Cells cells = drawn(shape);
    REQUIRE(r.cells.size() == cells.size());
    for (const auto& [x, y] : {std::pair{0U, 0U}, std::pair{3U, 2U}, std::pair{6U, 7U}, std::pair{7U, 8U}}) {  // the last two wrap
      const FaultMap faults = region(*torus, r.name + "@" + std::to_string(x) + "," + std::to_string(y));
      REQUIRE(faults.nodes().size() == cells.size());
      for (const auto& [dx, dy] : cells) CHECK(faults.failed(cube.node_at({(x + dx) % 8, (y + dy) % 9})));
      CHECK(is_convex(faults) == shape.convex);
      CHECK(faults.connected());
    }
  }
}

TEST_CASE("a region lies in the plane that is named, its anchor's coordinates there first") {
  // plus5@3,3,5:dims02 (spec): x0 from 3, x2 from 3, x1 = 5; nodes x0 + 8 (x1 + 8 x2).
  const auto node = [](std::uint32_t x0, std::uint32_t x2) { return x0 + 8 * (5 + 8 * x2); };
  CHECK(nodes_of("torus:8x8x8", "plus5@3,3,5:dims02") == std::vector<std::uint32_t>{node(4, 3), node(3, 4), node(4, 4), node(5, 4), node(4, 5)});
  CHECK(nodes_of("torus:8x8x8", "bar2@1,2,3") == std::vector<std::uint32_t>{1 + 8 * (2 + 8 * 3), 1 + 8 * (3 + 8 * 3)});
  CHECK(nodes_of("torus:8x8", "bar2@1,2:dims10") == std::vector<std::uint32_t>{2 + 8 * 1, 3 + 8 * 1});  // x along dimension 1
  CHECK(nodes_of("torus:2x3x4x5", "bar2@0,4,1,2:dims13") == std::vector<std::uint32_t>{1 + 2 * (0 + 3 * (2 + 4 * 0)), 1 + 2 * (0 + 3 * (2 + 4 * 4))});
}

TEST_CASE("the published patterns of regions are those of their names") {
  std::ifstream file(std::string(DATELINE_TEST_DATA) + "/fault-rerouting.json");
  const auto patterns = nlohmann::json::parse(file)["patterns"];
  int checked = 0;
  for (const auto& p : patterns) {
    const std::string id = p["id"];
    if (id.find('@') == std::string::npos) continue;
    CAPTURE(id);
    std::vector<std::uint32_t> expected;
    for (const auto& node : p["faulty_nodes"]) expected.push_back(node);
    std::string name = id.substr(3);  // "2d-U5@2,2", "3d-U7@2,3,4-dims12"
    std::replace(name.begin(), name.end(), '-', ':');
    CHECK(nodes_of(id[0] == '2' ? "torus:8x8" : "torus:8x8x8", name) == expected);
    ++checked;
  }
  CHECK(checked == 16);
}

TEST_CASE("a region that does not fit is refused") {
  CHECK_THAT(refusal("torus:8x8", "V5@1,1"), Catch::Contains("region:V5@1,1") && Catch::Contains("U5"));
  CHECK_THAT(refusal("torus:8x8", "@1,1"), Catch::Contains("unknown"));
  CHECK_THAT(refusal("torus:8x8", "U5"), Catch::Contains("NAME@x,y"));
  CHECK_THAT(refusal("torus:8x8", "U5@"), Catch::Contains("region:U5@"));
  CHECK_THAT(refusal("torus:8x8", "U5@1"), Catch::Contains("1 coordinates") && Catch::Contains("2 dimensions"));
  CHECK_THAT(refusal("torus:8x8", "U5@1,2,3"), Catch::Contains("3 coordinates"));
  CHECK_THAT(refusal("torus:8x8", "U5@8,1"), Catch::Contains("8") && Catch::Contains("0..7"));
  CHECK_THAT(refusal("torus:8x8", "U5@1,x"), Catch::Contains("whole number"));
  for (const char* suffix : {":", ":dims", ":dims0", ":dims011", ":dims0x", ":plane01"}) {
    CHECK_THAT(refusal("torus:8x8", std::string("U5@1,1") + suffix), Catch::Contains("dimsAB"));
  }
  CHECK_THAT(refusal("torus:8x8", "U5@1,1:dims02"), Catch::Contains("dimensions 0..1"));
  CHECK_THAT(refusal("torus:8x8", "U5@1,1:dims11"), Catch::Contains("1 and 1"));
  CHECK_THAT(refusal("torus:8x4", "bar5@0,0"), Catch::Contains("larger than dimension 1 of radix 4"));
  CHECK_THAT(refusal("torus:4x8", "bar5@0,0:dims10"), Catch::Contains("larger than dimension 0 of radix 4"));
  CHECK(refusal("torus:3x8", "plus5@2,7") == "accepted");
  CHECK(refusal("mesh:8x8", "bar3@7,5") == "accepted");
  CHECK_THAT(refusal("mesh:8x8", "bar3@7,6"), Catch::Contains("beyond the border") && Catch::Contains("dimension 1"));
  CHECK_THAT(refusal("mesh:8x8", "hbar3@6,0"), Catch::Contains("beyond the border") && Catch::Contains("dimension 0"));
  CHECK_THAT(refusal("hypercube:4", "U5@0,0,0,0"), Catch::Contains("hypercube:4"));
  CHECK_THAT(refusal("torus:8", "bar2@0"), Catch::Contains("two or more dimensions"));
}

TEST_CASE("a pattern is convex if each of its regions fills its box") {
  const auto convex = [](const std::string& topology, const std::string& faults) {
    const auto t = make_topology(topology);
    return is_convex(read_faults(*t, faults, 1));
  };
  CHECK(convex("torus:8x8", "none") == true);
  CHECK(convex("torus:8x8", "nodes:9") == true);
  CHECK(convex("torus:8x8", "nodes:0,9") == true);             // they touch at a corner: two regions of one node
  CHECK(convex("torus:8x8", "nodes:0,7,56,63") == true);       // a block across both wraps
  CHECK(convex("torus:8x8", "nodes:0,7,56") == false);         // the same without a corner: an L
  CHECK(convex("mesh:8x8", "nodes:0,7,56,63") == true);        // four regions
  CHECK(convex("torus:4x8", "nodes:0,1,2,3") == true);         // a whole ring
  CHECK(convex("torus:8x8", "links:0-1,1-9") == true);         // links that failed alone are no region
  CHECK(convex("torus:8x8", "nodes:0,1+links:0-1") == true);
  CHECK(convex("hypercube:3", "nodes:0,1,2,3") == true);       // a subcube
  CHECK(convex("hypercube:3", "nodes:0,1,2") == false);
  CHECK(convex("torus:4x4x4", "nodes:0,1,4,5,16,17,20,21") == true);   // 2x2x2
  CHECK(convex("torus:4x4x4", "nodes:0,1,4,5,16,17,20") == false);
}
