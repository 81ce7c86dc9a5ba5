// --faults as text: what it names, what it draws, and what is refused.
#include "models/network/faults/faults.hpp"

#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "models/base/error.hpp"
#include "models/network/faults/fault_draws.hpp"
#include "models/network/faults/fault_shape.hpp"
#include "models/network/topology/cube.hpp"
#include "models/network/topology/graph.hpp"
#include "models/network/topology/topologies.hpp"
#include "tests/support/scratch_file.hpp"

using namespace dateline;

namespace {

std::string text_of(const FaultMap& faults) {
  std::string text;
  for (const NodeId node : faults.nodes()) text += std::to_string(node.value()) + " ";
  for (const LinkEnd& link : faults.links()) text += std::to_string(link.node.value()) + "." + std::to_string(link.port.value()) + " ";
  return text;
}

std::string faults_of(const std::string& topology, const std::string& faults, std::uint64_t seed = 1) {
  const auto t = make_topology(topology);
  return text_of(read_faults(*t, faults, seed));
}

// The error line; "accepted" if there is none.
std::string refusal(const std::string& topology, const std::string& faults) {
  try {
    return "accepted " + faults_of(topology, faults);
  } catch (const ConfigError& e) {
    return e.what();
  }
}

}  // namespace

TEST_CASE("faults are nodes, links by their nodes, and links by node and port") {
  CHECK(faults_of("torus:8x8", "none").empty());
  CHECK(faults_of("torus:8x8", "nodes:17,3") == "3 17 ");
  CHECK(faults_of("torus:8x8", "links:1-0") == "0.0 ");
  CHECK(faults_of("torus:8x8", "links:0-7") == "0.1 ");   // the wrap, behind port 1 of node 0
  CHECK(faults_of("torus:8x8", "links:7.0") == "0.1 ");   // the same link from its other end
  CHECK(faults_of("torus:8x8", "links:8.3,5-6") == "0.2 5.0 ");
  CHECK(faults_of("torus:2x3", "links:0-1") == "0.0 0.1 ");  // radix 2: two parallel links
  CHECK(faults_of("torus:2x3", "links:1.1") == "0.0 ");
  CHECK(faults_of("hypercube:3", "links:5.1") == "5.1 ");
  CHECK(faults_of("mesh:4x4", "nodes:5+links:0-1+nodes:2") == "2 5 0.0 ");
  CHECK(faults_of("torus:4x4", "nodes:0+links:0-1") == "0 0.0 ");  // a link at a failed node is redundant
}

TEST_CASE("one-way channels of a graph are links too") {
  const GraphTopology graph(
      "g", {{NodeId(0), NodeId(1), true, 1}, {NodeId(1), NodeId(2), true, 1}, {NodeId(2), NodeId(0), true, 1}, {NodeId(0), NodeId(2)}});
  CHECK(text_of(read_faults(graph, "links:2-0", 1)).size() == 8);  // the one-way channel and the link: two of them
  CHECK(text_of(read_faults(graph, "links:1-0", 1)) == "0.0 ");
  CHECK_FALSE(read_faults(graph, "links:0-1", 1).connected());
}

TEST_CASE("a fault file has a node or a link a line") {
  const test::ScratchFile file("# a comment\nnode 3\n\nlink 0 1 # wrap\nlink 6.2\n");
  CHECK(faults_of("torus:4x4", file.path()) == "3 0.0 6.2 ");
  CHECK(faults_of("torus:4x4", file.path() + "+nodes:9") == "3 9 0.0 6.2 ");
}

TEST_CASE("a mistake in faults is one line that names the part") {
  const auto check = [](const std::string& faults, std::initializer_list<const char*> says) {
    const std::string line = refusal("torus:4x4", faults);
    CAPTURE(faults, line);
    CHECK(line.find('\n') == std::string::npos);
    for (const char* part : says) CHECK_THAT(line, Catch::Contains(part));
  };
  check("nodes:16", {"nodes:16", "16", "0..15"});
  check("nodes:", {"nodes:", "whole number"});
  check("nodes:3,", {"nodes:3,", "whole number"});
  check("nodes:-1", {"-1", "whole number"});
  check("nodes:3,3", {"nodes:3,3", "node 3 twice"});
  check("nodes:3+links:0-1+nodes:3", {"=nodes:3 ", "node 3 twice"});
  check("region:bar2@0,0+nodes:4", {"=nodes:4 ", "node 4 twice"});
  check("nodes:4+region:bar2@0,0", {"region:bar2@0,0", "node 4 twice"});
  check("links:0-1,1-0", {"link 1-0 twice"});
  check("links:0-1+links:1.1", {"=links:1.1", "twice"});
  check("links:0-2", {"0-2", "no link between nodes 0 and 2"});
  check("links:0-0", {"0-0", "no link"});
  check("links:0-16", {"16", "0..15"});
  check("links:0.4", {"4", "0..3"});
  check("links:0", {"links:0", "node.port"});
  check("links:0-1-2", {"links:0-1-2", "1-2"});
  check("nodes:0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15", {"no node alive"});
  check("nodes", {"nodes", "needs an argument"});
  check("", {"''"});
  check("nodes:1+", {"''"});
  check("nodes:1++nodes:2", {"''"});
  check("none+nodes:1", {"none", "no such file"});
  check("node:1", {"node:1", "nodes"});
  check("/no/such/file", {"/no/such/file", "no such file"});
  check("/", {"folder"});
  check(std::string("nodes:\x01\n"), {"\\x01\\x0a"});
}

TEST_CASE("a mistake in a fault file names the line") {
  const auto line_of = [](const std::string& content) { return refusal("torus:4x4", test::ScratchFile(content).path()); };
  CHECK_THAT(line_of("node 3\nnode 3\n"), Catch::Contains("line 2") && Catch::Contains("node 3 twice"));
  CHECK_THAT(line_of("link 0 1\nlink 1.1\n"), Catch::Contains("line 2") && Catch::Contains("twice"));
  CHECK_THAT(line_of("node 16\n"), Catch::Contains("line 1") && Catch::Contains("0..15"));
  CHECK_THAT(line_of("link 0 2\n"), Catch::Contains("line 1") && Catch::Contains("no link"));
  CHECK_THAT(line_of("router 3\n"), Catch::Contains("line 1") && Catch::Contains("link 3 4"));
  CHECK_THAT(line_of("node\n"), Catch::Contains("line 1"));
  CHECK_THAT(line_of("node 1 2\n"), Catch::Contains("line 1"));
  CHECK_THAT(line_of(std::string("node \0 1\n", 9)), Catch::Contains("line 1"));
}

TEST_CASE("random faults are as many as asked for, others with another seed, and leave the network connected") {
  const auto torus = make_topology("torus:8x8");
  std::set<std::string> sets;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const FaultMap faults = read_faults(*torus, "random:12", seed);
    REQUIRE(faults.nodes().size() == 12);
    REQUIRE(faults.connected());
    CHECK(text_of(faults) == faults_of("torus:8x8", "random:12@" + std::to_string(seed)));
    sets.insert(text_of(faults));
  }
  CHECK(sets.size() == 200);  // of 3 10^12
  const FaultMap links = read_faults(*torus, "random-links:20@3", 1);
  CHECK(links.links().size() == 20);
  CHECK(links.connected());
}

TEST_CASE("random parts draw among what no other part names") {
  const auto torus = make_topology("torus:4x4");
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const FaultMap faults = read_faults(*torus, "random:3+nodes:0,1+random:2@5+random-links:2+links:6-7", seed);
    CHECK(faults.nodes().size() == 7);
    CHECK(faults.failed(NodeId(0)));
    CHECK(faults.failed(NodeId(1)));
    CHECK(faults.links().size() == 3);
    int redundant = 0;  // links drawn are between nodes that live; the one named may be at a failed one
    for (const LinkEnd& link : faults.links()) redundant += faults.failed(link.node) || faults.failed(peer(*torus, link.node, link.port)) ? 1 : 0;
    CHECK(redundant <= 1);
  }
}

TEST_CASE("draws that cannot be made are refused, and so are those that never leave the network connected") {
  CHECK_THAT(refusal("torus:4x4", "random:16@1"), Catch::Contains("random:16@1") && Catch::Contains("0..15"));
  CHECK_THAT(refusal("torus:4x4", "random:99999999999@1"), Catch::Contains("0..15"));
  CHECK_THAT(refusal("torus:4x4", "nodes:1,2,3+random:13"), Catch::Contains("random:13") && Catch::Contains("at most 12"));
  CHECK_THAT(refusal("torus:4x4", "random-links:33"), Catch::Contains("random-links:33") && Catch::Contains("at most 32"));
  CHECK_THAT(refusal("torus:4x4", "random:x"), Catch::Contains("random:x"));
  CHECK_THAT(refusal("torus:4x4", "random:3@"), Catch::Contains("random:3@") && Catch::Contains("seed"));
  CHECK_THAT(refusal("torus:4x4", "random:3@18446744073709551616"), Catch::Contains("seed"));
  // A spanning tree of 16 nodes has 15 links: of 32, 18 cannot fail.
  CHECK_THAT(refusal("torus:4x4", "random-links:18@1"), Catch::Contains("random-links:18@1") && Catch::Contains("10000 draws"));
  // What node 0 leaves of the ring is a line, which any link cuts.
  CHECK_THAT(refusal("torus:6", "nodes:0+random-links:1@1"), Catch::Contains("10000 draws"));
  CHECK(most_fault_draws(*make_topology("torus:4x4")) == 10000);
  CHECK(faults_of("torus:4x4", "random:15@1").size() > 15);  // one node alone is connected
  CHECK(faults_of("torus:4x4", "random:0").empty());
}

TEST_CASE("only random parts without a seed of their own use the run's") {
  CHECK(uses_seed("random:5"));
  CHECK(uses_seed("nodes:1+random-links:2"));
  CHECK_FALSE(uses_seed("none"));
  CHECK_FALSE(uses_seed("random:5@7+nodes:1"));
  CHECK_FALSE(uses_seed("region:U5@1,1"));
}

TEST_CASE("every published pattern has the faults and the connectedness that it says") {
  std::ifstream file(std::string(DATELINE_TEST_DATA) + "/fault-rerouting.json");
  const auto patterns = nlohmann::json::parse(file)["patterns"];
  REQUIRE(patterns.size() == 40);
  for (const auto& p : patterns) {
    CAPTURE(p["id"]);
    std::string topology = "torus:", faults;
    if (p.contains("radices")) {
      for (const auto& k : p["radices"]) topology += (topology.back() == ':' ? "" : "x") + k.dump();
    } else {
      for (int d = 0; d < p["n"].get<int>(); ++d) topology += (d == 0 ? "" : "x") + p["k"].dump();
    }
    for (const auto& node : p["faulty_nodes"]) faults += (faults.empty() ? "nodes:" : ",") + node.dump();
    std::set<std::pair<std::uint32_t, int>> links;
    const std::size_t before = faults.size();
    for (const auto& link : p["faulty_links"]) {
      faults += faults.size() == before ? std::string(before == 0 ? "" : "+") + "links:" : std::string(",");
      faults += link[0].dump() + "." + link[1].dump();
    }
    const auto torus = make_topology(topology);
    const FaultMap map = read_faults(*torus, faults.empty() ? "none" : faults, 1);
    CHECK(map.nodes().size() == p["faulty_nodes"].size());
    CHECK(map.links().size() == p["faulty_links"].size());
    CHECK(map.connected() == p["connected"].get<bool>());
    for (const auto& node : p["faulty_nodes"]) CHECK(map.failed(NodeId(node)));
    for (const auto& link : p["faulty_links"]) CHECK_FALSE(map.usable(NodeId(link[0]), Port(link[1])));
    if (!p.contains("det")) continue;
    const std::uint64_t healthy = map.healthy_terminals();
    CHECK(healthy * (healthy - 1) == p["det"]["ordered_pairs"].get<std::uint64_t>());
  }
}
