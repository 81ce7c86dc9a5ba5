// Where terminals are: the topology's own maps, and the graph files that place them.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "models/base/error.hpp"
#include "models/network/topology/graph.hpp"
#include "models/network/topology/topologies.hpp"
#include "tests/support/cases/terminal_networks.hpp"
#include "tests/support/scratch_file.hpp"

using namespace dateline;
using namespace dateline::test;
using Catch::Contains;

namespace {

using Numbers = std::vector<std::uint32_t>;

Numbers terminals_at(const Topology& t, std::uint32_t router) {
  Numbers list;
  for (const TerminalId terminal : t.terminals_of(NodeId(router))) list.push_back(terminal.value());
  return list;
}

TerminalCube ring_of_4(const Numbers& router_of) {
  std::vector<NodeId> routers;
  for (const std::uint32_t v : router_of) routers.emplace_back(v);
  return {CubeTopology::Kind::torus, {4}, routers};
}

std::unique_ptr<Topology> graph(const std::string& text) {
  const ScratchFile file(text);
  return make_topology("graph:" + file.path());
}

std::string refusal(const std::string& text) {
  try {
    (void)graph(text);
  } catch (const ConfigError& e) {
    return e.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("a topology that says nothing has terminal t at router t") {
  const auto t = make_topology("mesh:3x2");
  CHECK(t->terminals() == 6);
  CHECK(t->one_terminal_a_router());
  for (std::uint32_t v = 0; v < 6; ++v) {
    CHECK(t->router_of(TerminalId(v)) == NodeId(v));
    CHECK(terminals_at(*t, v) == Numbers{v});
    CHECK(t->terminals_of(NodeId(v)).size() == 1);
  }
}

TEST_CASE("a topology may place terminals anywhere, several at a router and none") {
  const TerminalCube t = ring_of_4({2, 0, 2, 3, 0, 2});
  CHECK(t.terminals() == 6);
  CHECK_FALSE(t.one_terminal_a_router());
  CHECK(terminals_at(t, 0) == Numbers{1, 4});
  CHECK(terminals_at(t, 1).empty());
  CHECK(t.terminals_of(NodeId(1)).empty());
  CHECK(terminals_at(t, 2) == Numbers{0, 2, 5});
  CHECK(terminals_at(t, 3) == Numbers{3});
  CHECK(t.terminals_of(NodeId(2)).front() == TerminalId(0));
  CHECK(t.router_of(TerminalId(4)) == NodeId(0));
  CHECK(t.router_of(TerminalId(5)) == NodeId(2));
}

TEST_CASE("as many terminals as routers in another order are not one terminal a router; in order they are") {
  CHECK_FALSE(ring_of_4({1, 0, 2, 3}).one_terminal_a_router());
  CHECK_FALSE(ring_of_4({0, 0, 2, 3}).one_terminal_a_router());
  CHECK(ring_of_4({0, 1, 2, 3}).one_terminal_a_router());
}

TEST_CASE("terminals at no router, too many at one, and no terminals at all are refused") {
  CHECK_THROWS_AS(ring_of_4({0, 4}), InvariantError);
  CHECK_THROWS_AS(ring_of_4({}), InvariantError);
  CHECK(ring_of_4(Numbers(255, 1)).terminals_of(NodeId(1)).size() == 255);
  CHECK_THROWS_AS(ring_of_4(Numbers(256, 1)), InvariantError);
}

TEST_CASE("a graph file places terminals, numbered by node; other nodes have one") {
  const auto t = graph("0 1\nterminals 2 3\n1 2\n2 3  # a line\nterminals 0 0\n");
  CHECK(t->nodes() == 4);
  CHECK(t->terminals() == 5);
  CHECK(terminals_at(*t, 0).empty());
  CHECK(terminals_at(*t, 1) == Numbers{0});
  CHECK(terminals_at(*t, 2) == Numbers{1, 2, 3});
  CHECK(terminals_at(*t, 3) == Numbers{4});
  CHECK(graph("0 1\nterminals 0 1\nterminals 1 1\n")->one_terminal_a_router());
  CHECK(graph("0 1\nterminals 0 255\nterminals 1 0\n")->terminals() == 255);
}

TEST_CASE("a graph file's terminals that cannot be are refused with their line") {
  CHECK_THAT(refusal("0 1\nterminals 0\n"), Contains("line 2") && Contains("terminals NODE COUNT"));
  CHECK_THAT(refusal("0 1\nterminals 0 1 2\n"), Contains("line 2") && Contains("terminals NODE COUNT"));
  CHECK_THAT(refusal("terminals x 1\n0 1\n"), Contains("line 1") && Contains("'x' is no node"));
  CHECK_THAT(refusal("0 1\nterminals 1 -1\n"), Contains("line 2") && Contains("'-1'") && Contains("0..255"));
  CHECK_THAT(refusal("0 1\nterminals 1 256\n"), Contains("line 2") && Contains("'256'") && Contains("0..255"));
  CHECK_THAT(refusal("0 1\nterminals 1 2\n\nterminals 1 2\n"), Contains("line 4") && Contains("node 1") && Contains("after line 2"));
  CHECK_THAT(refusal("# a comment\nterminals 7 2\n0 1\nterminals 1 2\n"), Contains("line 2") && Contains("node 7") && Contains("no edge"));
  CHECK_THAT(refusal("0 1\nterminals 0 0\nterminals 1 0\n"), Contains("has 0 terminals") && Contains("2..262144"));
  CHECK_THAT(refusal("0 1\nterminals 0 0\n"), Contains("has 1 terminals") && Contains("2..262144"));
}

TEST_CASE("a graph has at most 2^18 terminals") {
  std::string ring;
  const std::uint32_t nodes = 1U << 17U;
  for (std::uint32_t v = 0; v < nodes; ++v) ring += std::to_string(v) + " " + std::to_string((v + 1) % nodes) + "\n";
  for (std::uint32_t v = 0; v < nodes; ++v) ring += "terminals " + std::to_string(v) + " 2\n";
  CHECK(graph(ring)->terminals() == 1U << 18U);
  const std::string last = "terminals " + std::to_string(nodes - 1) + " 2\n";
  CHECK_THAT(refusal(ring.substr(0, ring.size() - last.size()) + "terminals " + std::to_string(nodes - 1) + " 3\n"),
             Contains("has 262145 terminals"));
}
