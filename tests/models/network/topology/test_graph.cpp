// Graphs from files: which channels and ports an edge makes, bandwidths, connectivity against brute force, and every
// kind of damage with its line.
#include <catch2/catch.hpp>
#include <random>
#include <set>

#include "models/base/error.hpp"
#include "models/network/topology/graph.hpp"
#include "models/network/topology/topologies.hpp"
#include "tests/support/scratch_file.hpp"
#include "tests/support/scratch_folder.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

std::unique_ptr<Topology> graph(const std::string& text) {
  const ScratchFile file(text, "graph");
  return make_topology("graph:" + file.path());
}

std::string refusal(const std::string& text) {
  const ScratchFile file(text, "graph");
  try {
    (void)make_topology("graph:" + file.path());
  } catch (const ConfigError& e) {
    const std::string what = e.what();
    REQUIRE_THAT(what, Catch::Contains(file.path()));
    REQUIRE(what.find('\n') == std::string::npos);
    return what;
  }
  return "accepted";
}

// A topology by hand, to reach the checks of the base class.
class Wires final : public Topology {
 public:
  explicit Wires(const std::vector<Channel>& channels) : Topology("wires", 2, 2) {
    for (const Channel& c : channels) add_channel(c);
    check_links(*this, true);
  }
};

Channel wire(std::uint32_t from, std::uint16_t from_port, std::uint32_t to, std::uint16_t to_port) {
  return {NodeId(from), Port(from_port), NodeId(to), Port(to_port), -1, 0};
}

ChannelId out(const Topology& t, std::uint32_t node, std::uint16_t port) { return t.out(NodeId(node), Port(port)); }
ChannelId in(const Topology& t, std::uint32_t node, std::uint16_t port) { return t.in(NodeId(node), Port(port)); }

using Reach = std::vector<std::vector<bool>>;

// Which node reaches which, by Warshall.
Reach reach_of(std::uint32_t nodes, const std::vector<GraphEdge>& edges) {
  Reach reach(nodes, std::vector<bool>(nodes, false));
  for (std::uint32_t v = 0; v < nodes; ++v) reach[v][v] = true;
  for (const GraphEdge& e : edges) {
    reach[e.from.value()][e.to.value()] = true;
    if (!e.one_way) reach[e.to.value()][e.from.value()] = true;
  }
  for (std::uint32_t k = 0; k < nodes; ++k) {
    for (std::uint32_t i = 0; i < nodes; ++i) {
      for (std::uint32_t j = 0; j < nodes; ++j) reach[i][j] = reach[i][j] || (reach[i][k] && reach[k][j]);
    }
  }
  return reach;
}

}  // namespace

TEST_CASE("an edge is two channels over one link, a one-way edge one channel alone") {
  // Ports by the order of the lines: 0: to 1, to 2, from 2. 1: to 0, to 2. 2: from and to 1, from and to 0, to 0.
  const auto t = graph("0 1\n1 2\n0 2\n2 > 0\n");
  CHECK(t->nodes() == 3);
  CHECK(t->channels() == 7);
  CHECK(t->ports() == 3);
  const std::vector<std::tuple<std::uint32_t, std::uint16_t, std::uint32_t, std::uint16_t>> expected = {
      {0, 0, 1, 0}, {0, 1, 2, 1}, {1, 0, 0, 0}, {1, 1, 2, 0}, {2, 0, 1, 1}, {2, 1, 0, 1}, {2, 2, 0, 2}};
  for (std::uint32_t c = 0; c < 7; ++c) {  // numbered by node, then port
    const auto& [from, from_port, to, to_port] = expected[c];
    const Channel& channel = t->channel(ChannelId(c));
    CHECK(channel.from == NodeId(from));
    CHECK(channel.from_port == Port(from_port));
    CHECK(channel.to == NodeId(to));
    CHECK(channel.to_port == Port(to_port));
    CHECK(channel.dimension == -1);
    CHECK(channel.sign == 0);
    CHECK(channel.bandwidth == 1);
    CHECK(out(*t, from, from_port) == ChannelId(c));
    CHECK(in(*t, to, to_port) == ChannelId(c));
  }
  CHECK(out(*t, 0, 2) == kNoChannel);  // only arrives there
  CHECK(in(*t, 2, 2) == kNoChannel);   // only leaves there
  CHECK(out(*t, 1, 2) == kNoChannel);  // no such port
  CHECK(in(*t, 1, 2) == kNoChannel);
}

TEST_CASE("two one-way edges against each other are two links") {
  const auto t = graph("0 > 1\n1 > 0\n");
  CHECK(t->channels() == 2);
  CHECK(t->ports() == 2);
  CHECK(t->channel(out(*t, 0, 0)).to_port == Port(0));
  CHECK(t->channel(out(*t, 1, 1)).to_port == Port(1));
}

TEST_CASE("parallel edges are parallel channels in the order of the lines") {
  const auto t = graph("0 1 1\n1 0 2\n0 > 1 3\n");
  REQUIRE(t->channels() == 5);
  for (std::uint16_t p = 0; p < 3; ++p) CHECK(t->channel(out(*t, 0, p)).bandwidth == p + 1);
  for (std::uint16_t p = 0; p < 2; ++p) CHECK(t->channel(out(*t, 1, p)).bandwidth == p + 1);
}

TEST_CASE("the name is what the user gave, and the Petersen graph is what it is") {
  const std::string name = std::string("graph:") + DATELINE_TEST_DATA + "/petersen.graph";
  const auto t = make_topology(name);
  CHECK(t->name() == name);
  CHECK(t->nodes() == 10);
  CHECK(t->channels() == 30);
  CHECK(t->ports() == 3);
  for (std::uint32_t v = 0; v < 10; ++v) {
    std::set<std::uint32_t> near = {v};
    for (std::uint16_t p = 0; p < 3; ++p) near.insert(peer(*t, NodeId(v), Port(p)).value());
    REQUIRE(near.size() == 4);  // degree 3, no parallel edges
    std::set<std::uint32_t> within_two;
    for (const std::uint32_t w : near) {
      for (std::uint16_t p = 0; p < 3; ++p) within_two.insert(peer(*t, NodeId(w), Port(p)).value());
    }
    REQUIRE(within_two.size() == 10);  // diameter 2
  }
}

TEST_CASE("a bandwidth is exact and holds for both directions") {
  const auto t = graph("# a comment\n\n0 1 2\n1 2 0.25   # another\r\n2 > 0 4/6\n2 0 1e1\n0 2\n");
  CHECK(t->channel(out(*t, 0, 0)).bandwidth == 2);
  CHECK(t->channel(out(*t, 1, 0)).bandwidth == 2);
  CHECK(t->channel(out(*t, 1, 1)).bandwidth == Bandwidth(1, 4));
  CHECK(t->channel(out(*t, 2, 0)).bandwidth == Bandwidth(1, 4));
  CHECK(t->channel(out(*t, 2, 1)).bandwidth == Bandwidth(2, 3));
  CHECK(t->channel(out(*t, 2, 2)).bandwidth == 10);
  CHECK(t->channel(out(*t, 0, 2)).bandwidth == 10);
  CHECK(t->channel(out(*t, 0, 3)).bandwidth == 1);
  CHECK(other_bandwidth(*t) == ChannelId(0));
  CHECK(other_bandwidth(*graph("0 1\n1 2\n2 > 0 3\n")) == ChannelId(4));
  CHECK(graph("0 1 18446744073709551615/2\n")->channel(ChannelId(0)).bandwidth == Bandwidth(18446744073709551615ULL, 2));
  CHECK(graph("0 1 36893488147419103230/4\n")->channel(ChannelId(0)).bandwidth == Bandwidth(18446744073709551615ULL, 2));  // reduced, it fits
  CHECK(other_bandwidth(*graph("0 1 1.0\n1 2 3/3\n")) == kNoChannel);
}

TEST_CASE("a latency follows the bandwidth, and a number of parallel edges comes before both") {
  const auto t = graph("0 1 1/9 20\n1 > 2 1 4095\n2 0 3x\n2 > 0 2x 1/2 7\n");
  CHECK(t->channels() == 2 + 1 + 6 + 2);
  for (const auto& [node, port] : {std::pair{0U, 0}, {1U, 0}}) {
    CHECK(t->channel(out(*t, node, static_cast<std::uint16_t>(port))).latency == 20);
    CHECK(t->channel(out(*t, node, static_cast<std::uint16_t>(port))).bandwidth == Bandwidth(1, 9));
  }
  CHECK(t->channel(out(*t, 1, 1)).latency == 4095);
  CHECK(t->channel(out(*t, 1, 1)).bandwidth == 1);
  for (std::uint16_t port = 1; port < 4; ++port) {
    const Channel& there = t->channel(out(*t, 2, port));
    CHECK(there.latency == 0);
    CHECK(there.to == NodeId(0));
    CHECK(there.to_port == Port(port));
  }
  for (std::uint16_t port = 4; port < 6; ++port) {
    CHECK(t->channel(out(*t, 2, port)).latency == 7);
    CHECK(t->channel(out(*t, 2, port)).bandwidth == Bandwidth(1, 2));
  }
  CHECK(t->kinds() == std::vector<std::string>{"link"});
  const auto both = graph("0 1 1/2 20/5\n1 2 1 -/3\n2 0 1 6/-\n");
  std::vector<std::uint16_t> latencies;  // 0 -> 1, 0 -> 2, 1 -> 0, 1 -> 2, 2 -> 1, 2 -> 0
  for (std::uint32_t c = 0; c < both->channels(); ++c) latencies.push_back(both->channel(ChannelId(c)).latency);
  CHECK(latencies == std::vector<std::uint16_t>{20, 0, 5, 0, 3, 6});
}

TEST_CASE("a channel without a way back is a link of its own, and a way back uses the same two ports") {
  CHECK_NOTHROW(Wires({wire(0, 0, 1, 0), wire(1, 1, 0, 1)}));
  CHECK_NOTHROW(Wires({wire(0, 0, 1, 0), wire(1, 0, 0, 0), wire(0, 1, 1, 1)}));
  CHECK_THROWS_AS(Wires({wire(0, 0, 1, 0), wire(1, 0, 0, 1)}), InvariantError);                    // comes back at another port
  CHECK_THROWS_AS(Wires({wire(0, 0, 1, 0), wire(1, 1, 0, 0)}), InvariantError);                    // comes back from another port
  CHECK_THROWS_AS(Wires({wire(0, 0, 1, 0), wire(0, 1, 1, 0), wire(1, 1, 0, 0)}), InvariantError);  // two arrive at one port
  CHECK_THROWS_AS(Wires({wire(0, 0, 1, 0), wire(0, 0, 1, 1), wire(1, 1, 0, 0)}), InvariantError);  // two leave by one port
}

TEST_CASE("a line that is no edge is refused with its number") {
  for (const std::string bad : {"7", "0 >", "0 1 2 3 4", "0 > 1 2 3 4", "0 1 2x 1 2 3", "> 0 1", "0>1"}) {
    CAPTURE(bad);
    CHECK_THAT(refusal("0 1\n" + bad + "\n"), Catch::Contains("line 2") && Catch::Contains("'a > b'"));
  }
  for (const std::string bad : {"x", "-1", "1.0", "+1", "0x1", "1,", "99999999999999999999"}) {
    CAPTURE(bad);
    CHECK_THAT(refusal("# c\n\n0 " + bad + "\n"), Catch::Contains("line 3") && Catch::Contains("'" + bad + "' is no node"));
    CHECK_THAT(refusal(bad + " > 0 2\n"), Catch::Contains("line 1") && Catch::Contains("'" + bad + "' is no node"));
  }
  for (const std::string bad : {"x", "-1", "1/0", "nan", "inf", "0x2", "1e999", "/2"}) {
    CAPTURE(bad);
    CHECK_THAT(refusal("0 1 " + bad + "\n"), Catch::Contains("line 1") && Catch::Contains("'" + bad + "' is no bandwidth"));
  }
  for (const std::string wide : {"18446744073709551616", "1e-20", "36893488147419103233/36893488147419103232"}) {
    CHECK_THAT(refusal("0 1 " + wide + "\n"), Catch::Contains("line 1") && Catch::Contains("2^64"));
  }
  for (const std::string bad : {"", "0", "4096", "2/3", "x"}) {
    CHECK_THAT(refusal("0 1 1 5/" + bad + "\n"), Catch::Contains("line 1") && Catch::Contains("'" + bad + "' is no latency; allowed 1..4095"));
    CHECK_THAT(refusal("0 1 1 " + bad + "/-\n"), Catch::Contains("line 1") && Catch::Contains("is no latency; allowed 1..4095"));
  }
  CHECK_THAT(refusal("0 > 1 1 2/3\n1 0\n"), Catch::Contains("line 1") && Catch::Contains("'2/3' is no latency"));
  for (const std::string bad : {"0", "4096", "1.5", "x", "-", "-1", "99999999999"}) {
    CHECK_THAT(refusal("0 1 1 " + bad + "\n"), Catch::Contains("line 1") && Catch::Contains("'" + bad + "' is no latency; allowed 1..4095"));
  }
  for (const std::string bad : {"0x", "256x", "99999999999x"}) {
    CHECK_THAT(refusal("0 1 " + bad + "\n"), Catch::Contains("line 1") && Catch::Contains("'" + bad + "' is no number of edges; allowed 1x..255x"));
  }
  for (const std::string zero : {"0", "0.0", "0/7"})
    CHECK_THAT(refusal("0 1\n0 > 1 " + zero + "\n"), Catch::Contains("line 2") && Catch::Contains("bandwidth 0"));
  CHECK_THAT(refusal("0 1\n3 3\n"), Catch::Contains("line 2") && Catch::Contains("joins node 3 to itself"));
  CHECK_THAT(refusal("0 > 0\n"), Catch::Contains("line 1") && Catch::Contains("joins node 0 to itself"));
  CHECK_THAT(refusal("0 262144\n"), Catch::Contains("line 1") && Catch::Contains("262144 nodes"));
  CHECK_THAT(refusal("0 " + std::string(1000, '1') + "\n"), Catch::Contains("line 1") && Catch::Contains("longer"));
  CHECK_THAT(refusal(std::string("0 1\n\x01\n")), Catch::Contains("line 2") && Catch::Contains("no text"));
  CHECK_THAT(refusal(""), Catch::Contains("no edges"));
  CHECK_THAT(refusal("# nothing\n"), Catch::Contains("no edges"));
  CHECK_THROWS_WITH(make_topology("graph:"), Catch::Contains("file name"));
  const ScratchFolder empty;
  CHECK_THROWS_WITH(make_topology("graph:" + empty.path("nosuch.graph")), Catch::Contains("/nosuch.graph") && Catch::Contains("cannot be read"));
  CHECK_THROWS_WITH(make_topology("graph"), Catch::Contains("graph:FILE"));
}

TEST_CASE("every number up to the largest must be a node") {
  CHECK_THAT(refusal("0 1\n1 3\n"), Catch::Contains("no edge at node 2") && Catch::Contains("0..3"));
  CHECK_THAT(refusal("1 2\n"), Catch::Contains("no edge at node 0"));
}

TEST_CASE("a node has at most 255 ports") {
  std::string star, complete;
  for (int v = 1; v <= 255; ++v) star += "0 " + std::to_string(v) + "\n";
  for (int v = 1; v < 256; ++v) {
    for (int w = 0; w < v; ++w) complete += std::to_string(v) + " " + std::to_string(w) + "\n";
  }
  CHECK(graph(star)->ports() == 255);
  CHECK(graph(complete)->channels() == 256 * 255);
  CHECK_THAT(refusal(star + "256 0\n"), Catch::Contains("line 256") && Catch::Contains("node 0") && Catch::Contains("255"));
  CHECK_THAT(refusal(star + "1 > 0\n"), Catch::Contains("line 256") && Catch::Contains("node 0") && Catch::Contains("255"));
  std::vector<GraphEdge> edges(256, {NodeId(0), NodeId(1), false, 1});
  CHECK_THROWS_WITH(GraphTopology("g", edges), Catch::Contains("256 edges at node 0") && Catch::Contains("255"));
  edges.pop_back();
  CHECK(GraphTopology("g", edges).channels() == 510);
}

TEST_CASE("a ring of 2^18 nodes is read, a larger one is not") {
  std::vector<GraphEdge> edges;
  for (std::uint32_t v = 0; v < 1U << 18U; ++v) edges.push_back({NodeId(v), NodeId((v + 1) % (1U << 18U)), true, 1});
  const GraphTopology ring("ring", edges);
  CHECK(ring.nodes() == 1U << 18U);
  CHECK(ring.channels() == 1U << 18U);
  edges.push_back({NodeId(0), NodeId(1U << 18U), false, 1});
  CHECK_THROWS_WITH(GraphTopology("ring", edges), Catch::Contains("262144"));
}

TEST_CASE("edges given by a program are checked as those of a file") {
  CHECK_THROWS_WITH(GraphTopology("g", {}), Catch::Contains("no edges"));
  CHECK_THROWS_WITH(GraphTopology("g", {{NodeId(0), NodeId(1), false, 0}}), Catch::Contains("bandwidth 0"));
  CHECK_THROWS_WITH(GraphTopology("g", {{NodeId(2), NodeId(2), false, 1}}), Catch::Contains("node 2 to itself"));
}

TEST_CASE("a graph is accepted if and only if brute force finds it strongly connected, and the pair named is cut off") {
  std::mt19937_64 random(7);
  int accepted = 0, refused = 0;
  for (int run = 0; run < 1500; ++run) {
    const auto nodes = static_cast<std::uint32_t>(2 + random() % 6);
    std::vector<GraphEdge> edges;
    for (std::uint32_t v = 0; v < nodes; ++v) {  // every node appears
      const auto other = static_cast<std::uint32_t>(random() % (nodes - 1));
      edges.push_back({NodeId(v), NodeId(other < v ? other : other + 1), random() % 4 != 0, 1});
      if (random() % 2 == 0) std::swap(edges.back().from, edges.back().to);
    }
    const Reach reach = reach_of(nodes, edges);
    bool connected = true;
    for (const auto& row : reach) connected = connected && std::find(row.begin(), row.end(), false) == row.end();
    std::string what = "accepted";
    try {
      GraphTopology("g", edges);
    } catch (const ConfigError& e) {
      what = e.what();
    }
    CAPTURE(run, what);
    REQUIRE((what == "accepted") == connected);
    ++(connected ? accepted : refused);
    if (connected) continue;
    std::uint32_t from = 0, to = 0;
    const auto at = what.find("from node ");
    REQUIRE(at != std::string::npos);
    REQUIRE(std::sscanf(what.c_str() + at, "from node %u to node %u", &from, &to) == 2);
    REQUIRE_FALSE(reach.at(from).at(to));
  }
  CHECK(accepted > 200);
  CHECK(refused > 200);
}
