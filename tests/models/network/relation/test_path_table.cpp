// Tables of paths as text: what a line means, that what is written reads back equal, and every kind of damage with its
// line or its pair.
#include <catch2/catch.hpp>
#include <random>

#include "models/base/error.hpp"
#include "models/network/relation/path_table_file.hpp"
#include "models/network/topology/cube.hpp"
#include "models/network/topology/graph.hpp"
#include "tests/support/oracles/node_paths.hpp"
#include "tests/support/scratch_file.hpp"
#include "tests/support/scratch_folder.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

// 0 and 1 joined by two links and a one-way channel 0 > 1, 1 and 2 by one link, 0 and 2 by one.
GraphTopology small() {
  const auto edge = [](std::uint32_t a, std::uint32_t b, bool one_way = false) { return GraphEdge{NodeId(a), NodeId(b), one_way, 1}; };
  return {"small", {edge(0, 1), edge(1, 2), edge(1, 0), edge(0, 1, true), edge(2, 0)}};
}
const char* const kSmall = "1: 0 1\n1: 0 2\n1: 1 0\n1: 1 2\n1: 2 0\n1: 2 1\n";

PathTable read(const Topology& t, const std::string& text) {
  const ScratchFile file(text, "table");
  return read_path_table(t, file.path());
}

std::string refusal(const Topology& t, const std::string& text) {
  const ScratchFile file(text, "table");
  try {
    (void)read_path_table(t, file.path());
  } catch (const ConfigError& e) {
    const std::string what = e.what();
    REQUIRE_THAT(what, Catch::Contains(file.path()));
    REQUIRE(what.find('\n') == std::string::npos);
    return what;
  }
  return "accepted";
}

std::string refusal(const Topology& t, const PathTable& table) {
  try {
    check_path_table(t, table, "made");
  } catch (const ConfigError& e) {
    return e.what();
  }
  return "accepted";
}

// The nodes of a path, source first.
std::vector<std::uint32_t> nodes_of(const Topology& t, const WeightedPath& path) {
  std::vector<std::uint32_t> nodes = {t.channel(path.channels.front()).from.value()};
  for (const ChannelId c : path.channels) nodes.push_back(t.channel(c).to.value());
  return nodes;
}

std::string hops(std::size_t count) {  // a path from 0 of so many hops over the triangle
  std::string line = "1: 0";
  for (std::size_t i = 1; i <= count; ++i) line += " " + std::to_string(i % 3);
  return line + "\n";
}

}  // namespace

TEST_CASE("a line is a path with its weight, in the pair of its ends") {
  const auto t = small();
  const PathTable table =
      read(t, "# all pairs\n7: 0 1\n1: 0 2  # direct\n\n9007199254740992: 0 1 2\n1: 1 0\n1: 1 2\n1: 2 0\n1: 2 0 1\n3: 0 1 0 2 1\n");
  CHECK_FALSE(table.relative);
  REQUIRE(table.paths.size() == 9);
  for (const unsigned self : {0U, 4U, 8U}) CHECK(table.paths[self].empty());
  REQUIRE(table.paths[0 * 3 + 1].size() == 2);
  CHECK(table.paths[1][0].weight == 7);
  CHECK(nodes_of(t, table.paths[1][0]) == std::vector<std::uint32_t>{0, 1});
  CHECK(table.paths[1][1].weight == 3);
  CHECK(nodes_of(t, table.paths[1][1]) == std::vector<std::uint32_t>{0, 1, 0, 2, 1});
  REQUIRE(table.paths[2].size() == 2);
  CHECK(table.paths[2][1].weight == 9007199254740992);
  CHECK(nodes_of(t, table.paths[2][1]) == std::vector<std::uint32_t>{0, 1, 2});
  CHECK(nodes_of(t, table.paths[2 * 3 + 1][0]) == std::vector<std::uint32_t>{2, 0, 1});
}

TEST_CASE("a step over the K-th parallel channel is written node/K, from 0 in the order of ports") {
  const auto t = small();
  // Ports of 0: 0 and 1 links with 1, 2 one way to 1, 3 with 2. Ports of 1: 0 link, 1 with 2, 2 second link.
  const PathTable table = read(t, std::string(kSmall) + "1: 0 1/1\n1: 0 1/2\n1: 2 1 0/1\n1: 1 0/01\n");
  const auto channel = [&](std::uint32_t node, std::uint16_t port) { return t.out(NodeId(node), Port(port)); };
  REQUIRE(table.paths[1].size() == 3);
  CHECK(table.paths[1][0].channels == std::vector<ChannelId>{channel(0, 0)});
  CHECK(table.paths[1][1].channels == std::vector<ChannelId>{channel(0, 1)});
  CHECK(table.paths[1][2].channels == std::vector<ChannelId>{channel(0, 2)});
  CHECK(table.paths[3][1].channels == std::vector<ChannelId>{channel(1, 2)});
  CHECK(table.paths[6][1].channels == std::vector<ChannelId>{channel(2, 0), channel(1, 2)});
  CHECK_THAT(refusal(t, std::string(kSmall) + "1: 0 1/3\n"),
             Catch::Contains("line 7") && Catch::Contains("none of the channels 0..2 from node 0 to node 1"));
  CHECK_THAT(refusal(t, std::string(kSmall) + "1: 1 0/2\n"), Catch::Contains("line 7") && Catch::Contains("none of the channels 0..1"));
  // A torus ring of two has two links between its nodes: + out of 0 is the first, - the second.
  const auto ring = make_cube("torus:2");
  const PathTable both = read(*ring, "relative\n1: 0 1/0\n1: 0 1/1\n");
  CHECK(both.paths[1][0].channels == std::vector<ChannelId>{ring->out(NodeId(0), ring->port(0, +1))});
  CHECK(both.paths[1][1].channels == std::vector<ChannelId>{ring->out(NodeId(0), ring->port(0, -1))});
}

TEST_CASE("a hop names its VC class behind @, and the same channels in other classes are another path") {
  const auto t = small();
  const std::string text = "1: 0 1@0\n2: 0 1@15\n3: 0 1/2@0\n1: 0 1@3 2@0\n1: 1 0@1\n1: 1 2@0\n1: 2 0@0\n1: 2 1@2\n";
  const PathTable table = read(t, text);
  CHECK(names_classes(table));
  REQUIRE(table.paths[1].size() == 3);
  CHECK(table.paths[1][1].classes == std::vector<std::uint8_t>{15});
  CHECK(table.paths[2][0].classes == std::vector<std::uint8_t>{3, 0});
  CHECK(path_table_text(t, table) == text);
  CHECK_FALSE(table == read(t, kSmall));
  CHECK_THAT(refusal(t, text + "2: 0 1/0@15\n"), Catch::Contains("the same path twice from node 0 to node 1"));
  // Without them the first two are one path of weight 3, in the place of the first.
  const PathTable plain = without_classes(table);
  CHECK_FALSE(names_classes(plain));
  CHECK_FALSE(names_classes(read(t, kSmall)));
  CHECK(path_table_text(t, plain) == "3: 0 1\n3: 0 1/2\n1: 0 1 2\n1: 1 0\n1: 1 2\n1: 2 0\n1: 2 1\n");
}

TEST_CASE("a class that is none, or not at every hop of the file, is refused with the line and what is allowed") {
  const auto t = small();
  const std::string good = "1: 0 1@0\n1: 0 2@0\n1: 1 0@0\n1: 1 2@0\n1: 2 0@0\n1: 2 1@0\n";
  REQUIRE(refusal(t, good) == "accepted");
  for (const std::string word : {"1@16", "1@", "1@-1", "1@x", "1@0@0", "1@1/0", "1@99999999999", "1@+1", "1@0.5"}) {
    CHECK_THAT(refusal(t, good + "1: 0 2@0 " + word + "\n"),
               Catch::Contains("line 7") && Catch::Contains("'" + word + "'") && Catch::Contains("C 0..15"));
  }
  for (const std::string line : {"1: 0 2 1", "1: 0 2@0 1", "1: 0 2 1@0"}) {
    CHECK_THAT(refusal(t, good + line + "\n"), Catch::Contains("line 7") && Catch::Contains("names no VC class") && Catch::Contains("line 1") &&
                                                   Catch::Contains("'node@C' at every hop of the file or at none"));
  }
  CHECK_THAT(refusal(t, std::string(kSmall) + "1: 0 2 1@0\n"),
             Catch::Contains("line 7") && Catch::Contains("'1@0' names a VC class, and line 1 begins without"));
  CHECK_THAT(refusal(t, good + "1: 0@0 2@0 1@0\n"),
             Catch::Contains("line 7") && Catch::Contains("'0@0' begins the path") && Catch::Contains("second node"));
  CHECK_THAT(refusal(t, good + "1: 0 @0\n"), Catch::Contains("line 7") && Catch::Contains("'@0' is no node"));
  PathTable table = read(t, good);
  table.paths[1][0].classes = {16};
  CHECK_THAT(refusal(t, table), Catch::Contains("VC class 0..15") && Catch::Contains("from node 0 to node 1"));
  table.paths[1][0].classes = {};
  CHECK_THAT(refusal(t, table), Catch::Contains("VC class 0..15") && Catch::Contains("from node 0 to node 1"));
  table.paths[1][0].classes = {0, 0};
  CHECK_THAT(refusal(t, table), Catch::Contains("VC class 0..15") && Catch::Contains("from node 0 to node 1"));
}

TEST_CASE("a relative table holds the paths of node 0") {
  for (const std::string name : {"torus:3", "hypercube:2"}) {
    const auto t = make_cube(name);
    const std::string text = name == "torus:3" ? "# c\nrelative\n1: 0 1\n2: 0 2 1\n1: 0 2\n" : "relative\n1: 0 1\n1: 0 2\n2: 0 1 3\n2: 0 2 3\n";
    const PathTable table = read(*t, text);
    CHECK(table.relative);
    REQUIRE(table.paths.size() == t->nodes());
    CHECK(table.paths[0].empty());
    CHECK(path_table_text(*t, table) == text.substr(text.find("relative")));
  }
}

TEST_CASE("what is written reads back equal") {
  std::mt19937_64 random(5);
  for (int run = 0; run < 200; ++run) {
    // A ring, so that it is connected, and edges at random, parallel ones too; paths are random walks.
    const auto nodes = static_cast<std::uint32_t>(2 + random() % 7);
    std::vector<GraphEdge> edges;
    for (std::uint32_t v = 0; v < nodes; ++v) edges.push_back({NodeId(v), NodeId((v + 1) % nodes), true, 1});
    for (std::uint64_t i = random() % 10; i > 0; --i) {
      const auto a = static_cast<std::uint32_t>(random() % nodes), b = static_cast<std::uint32_t>(random() % nodes);
      if (a != b) edges.push_back({NodeId(a), NodeId(b), random() % 2 == 0, 1});
    }
    const GraphTopology t("g", edges);
    PathTable table = empty_path_table(t, false, "made");
    const bool classes = random() % 2 == 0;
    for (std::uint32_t s = 0; s < nodes; ++s) {
      for (std::uint32_t v = 0; v < nodes; ++v) {
        for (std::uint64_t i = s == v ? 0 : 1 + random() % 4; i > 0; --i) {
          WeightedPath path{1 + (random() & 0xffffffffU) % 0xffffffffU, {}};
          for (std::uint32_t at = s; at != v;) {
            const auto c = t.out(NodeId(at), Port(static_cast<std::uint16_t>(random() % static_cast<std::uint64_t>(t.ports()))));
            if (c == kNoChannel) continue;
            path.channels.push_back(c);
            at = t.channel(c).to.value();
          }
          for (std::size_t hop = 0; classes && hop < path.channels.size(); ++hop) path.classes.push_back(static_cast<std::uint8_t>(random() % 16));
          auto& list = table.paths[s * nodes + v];
          const auto same = [&](const WeightedPath& other) { return other.channels == path.channels; };
          const bool allowed = path.channels.size() <= longest_path(t) && std::none_of(list.begin(), list.end(), same);
          if (allowed) list.push_back(path);
          if (list.empty()) ++i;  // too long: another one
        }
      }
    }
    const std::string text = path_table_text(t, table);
    CAPTURE(run, text);
    REQUIRE(read(t, text) == table);
  }
}

TEST_CASE("a bad line is refused with its number") {
  const auto t = small();
  REQUIRE(refusal(t, kSmall) == "accepted");
  const auto with = [&](const std::string& line) { return refusal(t, std::string(kSmall) + line + "\n"); };
  for (const std::string word :
       {"0:", "9007199254740993:", "99999999999999999999:", "-1:", "1.5:", "+1:", "x:", ":", "1", "1;", "relative", "1::", "1/2:"}) {
    CHECK_THAT(with(word + " 0 1 2"), Catch::Contains("line 7") && Catch::Contains("'" + word + "' is no weight"));
  }
  for (const std::string word : {"3", "-1", "x", "1.0", "99999999999999999999", "+1", "/1"}) {
    CHECK_THAT(with("1: 0 " + word), Catch::Contains("line 7") && Catch::Contains("'" + word + "' is no node") && Catch::Contains("0..2"));
    CHECK_THAT(with("1: " + word + " 0"), Catch::Contains("line 7") && Catch::Contains("'" + word + "' is no node"));
  }
  for (const std::string word : {"1/", "1/x", "1/-1", "1/1/1", "1/ 1"})
    CHECK_THAT(with("1: 0 " + word), Catch::Contains("line 7") && Catch::Contains("node/K"));
  CHECK_THAT(with("1: 0/0 1"), Catch::Contains("line 7") && Catch::Contains("'0/0' is no node"));
  for (const std::string line : {"1:", "1: 0"}) CHECK_THAT(with(line), Catch::Contains("line 7") && Catch::Contains("fewer than two nodes"));
  CHECK_THAT(with("1: 0 1 0"), Catch::Contains("line 7") && Catch::Contains("ends where it begins"));
  CHECK_THAT(with("1: 0 0 1"), Catch::Contains("line 7") && Catch::Contains("no channel leads from node 0 to node 0"));
  const GraphTopology path("path", {{NodeId(0), NodeId(1), false, 1}, {NodeId(1), NodeId(2), false, 1}, {NodeId(2), NodeId(0), true, 1}});
  CHECK_THAT(refusal(path, "1: 0 1\n# x\n1: 0 2\n"), Catch::Contains("line 3") && Catch::Contains("no channel leads from node 0 to node 2"));
}

TEST_CASE("a path has at most 4 N + 64 hops") {
  const auto t = small();
  REQUIRE(longest_path(t) == 76);
  CHECK(refusal(t, kSmall + hops(76)) == "accepted");  // 0 1 2 0 ... 1
  CHECK_THAT(refusal(t, kSmall + hops(77)), Catch::Contains("line 7") && Catch::Contains("76 hops"));
  CHECK_THAT(refusal(t, kSmall + hops(100'000)), Catch::Contains("line 7"));
  PathTable table = read(t, kSmall + hops(76));
  auto& longest = table.paths[1].back();
  longest.channels.push_back(t.out(NodeId(1), Port(0)));
  longest.channels.push_back(t.out(NodeId(0), Port(0)));
  CHECK_THAT(refusal(t, table), Catch::Contains("76 hops") && Catch::Contains("from node 0 to node 1"));
}

TEST_CASE("a table without a path for a pair is refused with the pair") {
  const auto t = small();
  CHECK_THAT(refusal(t, "1: 0 1\n1: 0 2\n1: 1 0\n1: 2 0\n1: 2 1\n"), Catch::Contains("no path from node 1 to node 2"));
  CHECK_THAT(refusal(t, ""), Catch::Contains("no path from node 0 to node 1"));
  CHECK_THAT(refusal(*make_cube("torus:4"), "relative\n1: 0 1\n1: 0 3\n"), Catch::Contains("no path from node 0 to node 2"));
}

TEST_CASE("a path twice is refused, parallel channels tell paths apart") {
  const auto t = small();
  CHECK_THAT(refusal(t, std::string(kSmall) + "2: 0 1/0\n"), Catch::Contains("the same path twice from node 0 to node 1"));
  CHECK(refusal(t, std::string(kSmall) + "2: 0 1/2\n") == "accepted");
}

TEST_CASE("relative tables need translations, and begin at node 0") {
  const auto mesh = make_cube("mesh:3");
  CHECK_THAT(refusal(*mesh, "relative\n1: 0 1\n1: 0 1 2\n"), Catch::Contains("relative") && Catch::Contains("mesh:3"));
  CHECK_THAT(refusal(small(), "relative\n1: 0 1\n1: 0 2\n"), Catch::Contains("relative") && Catch::Contains("small"));
  CHECK_THAT(refusal(*make_cube("torus:3"), "relative\n1: 0 1\n1: 1 2\n1: 0 2\n"), Catch::Contains("line 3") && Catch::Contains("node 0"));
  CHECK_THAT(refusal(*make_cube("torus:3"), "relative\nrelative\n1: 0 1\n1: 0 2\n"), Catch::Contains("line 2"));
}

TEST_CASE("tables of all pairs are for at most 4096 nodes, relative ones for any number") {
  const auto large = make_cube("torus:4097");
  CHECK_THAT(refusal(*large, "1: 0 1\n"), Catch::Contains("4096") && Catch::Contains("torus:4097"));
  CHECK_THAT(refusal(*large, "relative\n1: 0 1\n"), Catch::Contains("no path from node 0 to node 2"));
}

TEST_CASE("a file that cannot be read, or holds no text, is refused") {
  const auto t = small();
  const ScratchFolder empty;
  CHECK_THROWS_WITH(read_path_table(t, empty.path("nosuch.table")), Catch::Contains("/nosuch.table") && Catch::Contains("cannot be read"));
  CHECK_THROWS_WITH(read_path_table(t, ""), Catch::Contains("file name"));
  CHECK_THAT(refusal(t, std::string("1: 0 1\n\x02\n")), Catch::Contains("line 2") && Catch::Contains("no text"));
  CHECK_THAT(refusal(t, "1: 0 " + std::string(100'000, '1')), Catch::Contains("line 1") && Catch::Contains("longer"));
}

TEST_CASE("tables that a program makes are checked alike") {
  const auto t = small();
  const PathTable good = read(t, kSmall);
  REQUIRE(refusal(t, good) == "accepted");
  const auto changed = [&](auto change) {
    PathTable table = good;
    change(table);
    return refusal(t, table);
  };
  CHECK_THAT(changed([](PathTable& p) { p.paths[1][0].weight = 0; }), Catch::Contains("weight 0 from node 0 to node 1"));
  CHECK_THAT(changed([](PathTable& p) { p.paths[3][0].weight = std::uint64_t{1} << 63U; }),
             Catch::Contains("2^63") && Catch::Contains("1 to node 0"));
  CHECK(changed([](PathTable& p) { p.paths[3][0].weight = (std::uint64_t{1} << 63U) - 1; }) == "accepted");
  CHECK_THAT(changed([&](PathTable& p) {
               p.paths[1][0].weight = (std::uint64_t{1} << 63U) - 1;
               p.paths[1].push_back({1, {t.out(NodeId(0), Port(1))}});
             }),
             Catch::Contains("2^63") && Catch::Contains("0 to node 1"));
  CHECK_THAT(changed([](PathTable& p) { p.paths[1].clear(); }), Catch::Contains("no path from node 0 to node 1"));
  CHECK_THAT(changed([](PathTable& p) { p.paths[1][0].channels.clear(); }), Catch::Contains("does not lead there from node 0 to node 1"));
  CHECK_THAT(changed([](PathTable& p) { p.paths[2] = p.paths[1]; }), Catch::Contains("does not lead there from node 0 to node 2"));
  CHECK_THAT(changed([](PathTable& p) { p.paths[1][0].channels = {ChannelId(999)}; }), Catch::Contains("does not lead there"));
  CHECK_THAT(changed([](PathTable& p) { p.paths[0] = p.paths[1]; }), Catch::Contains("a path from node 0 to node 0"));
  CHECK_THAT(changed([](PathTable& p) { p.paths[1].push_back(p.paths[1][0]); }), Catch::Contains("the same path twice"));
  CHECK_THROWS_AS(changed([](PathTable& p) { p.paths.pop_back(); }), InvariantError);
}

TEST_CASE("the writer refuses a weight that no line could hold, and a table that is none") {
  const auto t = small();
  PathTable table = read(t, kSmall);
  table.paths[1][0].weight = (std::uint64_t{1} << 53U) + 1;
  CHECK_THROWS_WITH(path_table_text(t, table), Catch::Contains("9007199254740993") && Catch::Contains("9007199254740992"));
  table.paths[1].clear();
  CHECK_THROWS_AS(path_table_text(t, table), ConfigError);
}

TEST_CASE("shortest-path tables of the example graphs are read") {
  for (const std::string name : {"petersen", "k6", "ring-chords"}) {
    CAPTURE(name);
    const std::string file = DATELINE_TEST_DATA "/" + name + ".graph";
    const auto t = read_graph("graph:" + file, file);
    const NodePaths paths = shortest_paths(channels_of(file));
    REQUIRE(paths.size() == std::size_t{t->nodes()} * (t->nodes() - 1));
    const PathTable table = read(*t, table_text(paths));
    for (const auto& [pair, list] : paths) {
      const auto& got = table.paths[pair.first * t->nodes() + pair.second];
      REQUIRE(got.size() == list.size());
      for (std::size_t i = 0; i < list.size(); ++i) {
        REQUIRE(got[i].weight == list[i].weight);
        REQUIRE(nodes_of(*t, got[i]) == list[i].nodes);
      }
    }
  }
}
