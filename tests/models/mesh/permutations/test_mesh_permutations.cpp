// The mesh's permutations by name against tables written by hand, what is refused, and the same names as traffic on
// square meshes and tori.
// Nodes i m + j, row i, column j.
#include <catch2/catch.hpp>
#include <numeric>

#include "models/base/error.hpp"
#include "models/mesh/permutations/mesh_bounds.hpp"
#include "models/mesh/permutations/permutation_rules.hpp"
#include "models/network/topology/cube.hpp"
#include "tests/reference/reference_mesh.hpp"
#include "tests/support/cases/mesh_runs.hpp"
#include "traffic/patterns/permutation.hpp"
#include "traffic/registry.hpp"

using namespace dateline;
using namespace dateline::test;
using Catch::Contains;

namespace {

using Table = std::vector<std::uint32_t>;

Table table_of(const std::string& name, std::uint32_t side) {
  Table table;
  for (const NodeId to : mesh_permutation(name, side)) table.push_back(to.value());
  return table;
}

// Those that go somewhere else; no absent ones.
std::map<std::uint32_t, std::uint32_t> moving(const std::string& name, std::uint32_t side) {
  std::map<std::uint32_t, std::uint32_t> result;
  const Table table = table_of(name, side);
  for (std::uint32_t i = 0; i < table.size(); ++i) {
    if (table[i] != kAbsent.value() && table[i] != i) result[i] = table[i];
  }
  return result;
}

bool is_permutation(const Table& table) {
  std::vector<bool> taken(table.size(), false);
  for (const std::uint32_t to : table) {
    if (to >= table.size() || taken[to]) return false;
    taken[to] = true;
  }
  return true;
}

}  // namespace

TEST_CASE("the mesh's permutations of side 4 are those written by hand") {
  CHECK(table_of("identity", 4) == Table{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15});
  CHECK(table_of("transpose", 4) == Table{0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15});
  CHECK(table_of("reverse", 4) == Table{15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0});
  CHECK(table_of("bitrev", 4) == Table{0, 2, 1, 3, 8, 10, 9, 11, 4, 6, 5, 7, 12, 14, 13, 15});
  CHECK(table_of("bitrevT", 4) == Table{0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15});
  CHECK(table_of("halfshift", 4) == Table{10, 11, 8, 9, 14, 15, 12, 13, 2, 3, 0, 1, 6, 7, 4, 5});
  CHECK(table_of("affine:3,1", 4) == Table{1, 4, 7, 10, 13, 0, 3, 6, 9, 12, 15, 2, 5, 8, 11, 14});
  CHECK(table_of("blumps:1,1,2", 4) == Table{6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13, 2, 3, 0, 1});
}

TEST_CASE("the mesh's random permutations follow the stated generator") {
  // Worked out with whole numbers of any size.
  CHECK(table_of("random:1", 2) == Table{1, 3, 0, 2});
  CHECK(table_of("random:1", 3) == Table{6, 8, 2, 3, 4, 0, 7, 1, 5});
  CHECK(table_of("random:18446744073709551615", 3) == Table{5, 1, 0, 6, 8, 2, 3, 7, 4});
}

TEST_CASE("an affine rule is exact for numbers of any size") {
  // 2^64 - 2 = 5 mod 9: x -> 5 x + 1.
  CHECK(table_of("affine:18446744073709551614,1", 3) == Table{1, 6, 2, 7, 3, 8, 4, 0, 5});
  CHECK(table_of("affine:5,18446744073709551612", 3) == table_of("affine:5,3", 3));  // 2^64 - 4 = 3 mod 9
}

// H = 4: row 4 holds two of letter 1 from the right, row 5 one of letter 1 and two of letter 2; letter c is column 8 -
// c.
TEST_CASE("lumps stand from the right of the lower-left quarter and go to columns from the right of the upper-right one") {
  const std::map<std::uint32_t, std::uint32_t> lumps = {{35, 7}, {34, 15}, {43, 23}, {42, 6}, {41, 14}};
  CHECK(moving("lumponly:2,2,1", 8) == lumps);
  std::size_t absent = 0;
  for (const std::uint32_t to : table_of("lumponly:2,2,1", 8)) absent += to == kAbsent.value() ? 1 : 0;
  CHECK(absent == 64 - 5);
  std::map<std::uint32_t, std::uint32_t> full = lumps;
  const std::map<std::uint32_t, std::uint32_t> rest = {{32, 4},  {33, 5},  {40, 12}, {48, 13}, {49, 20}, {50, 21},
                                                       {51, 22}, {56, 28}, {57, 29}, {58, 30}, {59, 31}};
  full.insert(rest.begin(), rest.end());
  const auto quarter = full;
  for (const auto& [from, to] : quarter) full[63 - from] = 63 - to;
  CHECK(moving("lump:2,2,1", 8) == full);
  CHECK(is_permutation(table_of("lump:2,2,1", 8)));
}

// n = 2: subplane rows one down, columns three on; inside, row and column exchanged.
TEST_CASE("block lumps shift the subplanes and transpose blocks inside") {
  const Table table = table_of("blumps:2,1,3", 8);
  CHECK((table[0] == 22 && table[1] == 30 && table[8] == 23 && table[9] == 31 && table[63] == 13));
  CHECK(is_permutation(table));
  // n = 4, blocks of 2: relative (1, 2) -> row 0 + 0, column 2 + 1.
  CHECK(table_of("blumps:2,0,0", 16)[1 * 16 + 2] == 3);
}

// n = 4, L = 2, three rows: letters 11, 221 and 33 21 from the right, to columns 15, 14, 13 of rows 4..7.
TEST_CASE("zone lumps fill rows of subplane (4,2) from the right and go to subplane (2,4)") {
  const auto node = [](std::uint32_t i, std::uint32_t j) { return 16 * i + j; };
  CHECK(moving("zonelump:1", 16) == std::map<std::uint32_t, std::uint32_t>{{node(12, 7), node(4, 15)},
                                                                           {node(12, 6), node(5, 15)},
                                                                           {node(13, 7), node(6, 15)},
                                                                           {node(13, 6), node(4, 14)},
                                                                           {node(13, 5), node(5, 14)},
                                                                           {node(14, 7), node(7, 15)},
                                                                           {node(14, 6), node(6, 14)},
                                                                           {node(14, 5), node(4, 13)},
                                                                           {node(14, 4), node(5, 13)}});
}

TEST_CASE("every rule of the mesh is a permutation, and the reference's") {
  for (const std::uint32_t side : {2U, 3U, 4U, 6U, 8U, 12U, 16U, 32U, 64U}) {
    std::vector<std::string> names = {"identity", "transpose", "reverse", "random:0", "random:12345678901234567890", "affine:1,7", "affine:35,11"};
    if (side % 2 == 0) names.push_back("halfshift");
    if ((side & (side - 1)) == 0) names.insert(names.end(), {"bitrev", "bitrevT"});
    if (side % 4 == 0) names.insert(names.end(), {"blumps:1,2,3", "lump:" + std::to_string(side / 4) + ",2," + std::to_string(side / 4)});
    if (side % 8 == 0) names.insert(names.end(), {"blumps:2,3,0", "lump:1,3,1"});
    for (const std::string& name : names) {
      CAPTURE(side, name);
      CHECK(is_permutation(table_of(name, side)));
      CHECK(table_of(name, side) == reference_mesh_destinations(static_cast<int>(side), name));
    }
    if (side < 8 || side % 4 != 0) continue;
    for (const std::string name : {"lumponly:1,2,1", "lumponly:2,2,0", "zonelump:1", "zonelump:5"}) {
      CAPTURE(side, name);
      CHECK(table_of(name, side) == reference_mesh_destinations(static_cast<int>(side), name));
    }
  }
}

TEST_CASE("a rule is refused where it is not defined, with what it needs") {
  const std::vector<std::tuple<std::string, std::uint32_t, std::string>> cases = {
      {"bitrev", 12, "power of two"},
      {"bitrevT", 6, "power of two"},
      {"halfshift", 5, "even"},
      {"affine:2,1", 4, "common divisor"},
      {"affine:0,1", 4, "common divisor"},
      {"affine:6,1", 3, "common divisor"},
      {"lump:3,2,2", 8, "at most 4"},
      {"lump:5,1,0", 8, "L=5"},
      {"lump:1,5,0", 8, "R=5"},
      {"lump:0,1,1", 8, "L=0"},
      {"lump:1,0,1", 8, "R=0"},
      {"lumponly:4,2,1", 8, "at most 4"},
      {"lumponly:1,2,1", 5, "multiple of 4"},
      {"blumps:4,0,0", 24, "divides 6"},
      {"blumps:3,0,0", 8, "B=3"},
      {"blumps:0,0,0", 8, "B=0"},
      {"blumps:1,4,0", 8, "DR=4"},
      {"blumps:1,0,4", 8, "DC=4"},
      {"blumps:1,0,0", 6, "multiple of 4"},
      {"zonelump:0", 16, "Q=0"},
      {"zonelump:1", 6, "multiple of 4"},
      {"transpose:1", 4, "takes no numbers"},
      {"identity:", 4, "takes no numbers"},
      {"random", 4, "random:SEED"},
      {"affine", 4, "affine:A,B"},
      {"affine:1", 4, "affine:A,B"},
      {"affine:1,2,3", 4, "affine:A,B"},
      {"lump:1,2", 8, "lump:L,R,Q"},
      {"blumps:1,2,3,0", 8, "blumps:B,DR,DC"},
      {"zonelump:1,2", 16, "zonelump:Q"},
      {"random:x", 4, "random:x"},
      {"random:-1", 4, "random:-1"},
      {"random:", 4, "random:"},
      {"random:18446744073709551616", 4, "random:18446744073709551616"},
      {"affine:1, 2", 4, "affine:1, 2"},
      {"lump:99999999999,1,1", 8, "L=99999999999"},
      {"transpos", 4, "transpose"},
      {"zonelum:3", 16, "zonelump:Q"},
      {"", 4, "unknown"},
      {"Identity", 4, "identity"},
      {"identity", 1, "2..4096"},
      {"identity", 4097, "2..4096"},
      {"identity", 0, "2..4096"},
  };
  for (const auto& [name, side, says] : cases) {
    CAPTURE(name, side);
    CHECK_THROWS_AS(mesh_permutation(name, side), ConfigError);
    CHECK_THROWS_WITH(mesh_permutation(name, side), Contains("mesh: ") && Contains(says));
  }
}

TEST_CASE("the mesh's permutations are traffic on square meshes and tori, with the same destinations") {
  for (const std::uint32_t k : {4U, 5U, 8U}) {
    for (const std::string kind : {"mesh:", "torus:"}) {
      const auto cube = make_cube(kind + std::to_string(k) + "x" + std::to_string(k));
      const CubeTopology& topology = *cube;
      std::vector<std::string> names = {"transpose", "reverse", "random:3", "affine:3,1", "affine:7,2"};
      if (k % 4 == 0) names.insert(names.end(), {"halfshift", "bitrev", "bitrevT", "blumps:1,3,1", "lump:1,2,1", "lump:2,1,5"});
      for (const std::string& name : names) {
        CAPTURE(k, kind, name);
        std::vector<TerminalId> expected;
        for (const NodeId to : mesh_permutation(name, k)) expected.emplace_back(to.value());
        CHECK(named_permutation(name, topology).destinations() == expected);
        for (const std::string& text : {name, "permutation:" + name}) {
          const auto pattern = make_traffic(text, topology);
          for (std::uint32_t node = 0; node < k * k; ++node) {
            const auto row = pattern->row(TerminalId(node));
            REQUIRE(row.size() == (pattern->share(TerminalId(node)) == 0 ? 0 : 1));
            if (!row.empty()) CHECK(row[0].destination == expected[node]);
            if (row.empty()) CHECK(expected[node].value() == node);
          }
        }
      }
      for (const std::string name : {"lumponly:1,1,1", "zonelump:1", "lumponly:2,2,1"}) CHECK_THROWS_AS(make_traffic(name, topology), ConfigError);
    }
  }
  for (const char* text : {"mesh:8x4", "torus:4x4x4", "mesh:16"}) {
    const auto topology = make_cube(text);
    for (const std::string name : {"reverse", "halfshift", "bitrev", "bitrevT", "lump:1,1,1", "blumps:1,1,1"}) {
      CAPTURE(name);
      CHECK_THROWS_AS(make_traffic(name, *topology), ConfigError);
    }
    CHECK(make_traffic("affine:3,1", *topology)->row(TerminalId(5)).front().destination == TerminalId(16 % topology->terminals()));  // on any network
  }
}

TEST_CASE("the lower bound is the longest distance, or the busiest cut over its channels") {
  // Distance alone.
  const MeshLowerBound one = mesh_lower_bound(4, packets_of(4, {{0, 15}}));
  CHECK((one.farthest == 6 && one.busiest_cut == 1 && one.steps() == 6));
  const MeshLowerBound none = mesh_lower_bound(4, packets_of(4, {{5, 5}}));
  CHECK((none.farthest == 0 && none.busiest_cut == 0 && none.steps() == 0));
  // Halfshift on side 8: every packet crosses the middle both ways, 32 each way over 8 channels; distance 8.
  const MeshLowerBound half = mesh_lower_bound(8, mesh_permutation("halfshift", 8));
  CHECK((half.farthest == 8 && half.busiest_cut == 4));
  // Side 2, both packets of a column to the other one: 2 over 2 channels. Reverse of side 4: 8 packets over 4 channels,
  // corners 6 apart.
  CHECK(mesh_lower_bound(2, packets_of(2, {{0, 1}, {2, 3}})).busiest_cut == 1);
  CHECK(mesh_lower_bound(4, mesh_permutation("reverse", 4)).busiest_cut == 2);
  // Five packets across one line of four channels: two steps.
  CHECK(mesh_lower_bound(4, packets_of(4, {{0, 2}, {4, 6}, {8, 10}, {12, 14}, {1, 3}})).busiest_cut == 2);
  CHECK(mesh_lower_bound(4, packets_of(4, {{0, 8}, {1, 9}, {2, 10}, {3, 11}, {4, 12}})).busiest_cut == 2);
  CHECK(mesh_lower_bound(4, packets_of(4, {{8, 0}, {9, 1}, {10, 2}, {11, 3}, {12, 4}})).busiest_cut == 2);
  CHECK(mesh_lower_bound(4, packets_of(4, {{2, 0}, {6, 4}, {10, 8}, {14, 12}, {3, 1}})).busiest_cut == 2);
  for (const std::string name : {"transpose", "reverse", "random:4", "lump:4,2,3", "lumponly:4,2,3"}) {
    for (const std::string algorithm : {"a0", "farthest-first"}) {
      const MeshCase c = mesh_case(16, algorithm, name);
      CHECK(result_of(c).steps >= mesh_lower_bound(16, c.destination).steps());
    }
  }
}
