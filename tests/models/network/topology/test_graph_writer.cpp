// Topologies written as graphs and read back.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <tuple>
#include <vector>

#include "models/network/topology/graph.hpp"
#include "models/network/topology/graph_writer.hpp"
#include "models/network/topology/topologies.hpp"
#include "tests/support/cases/toy_network.hpp"
#include "tests/support/cases/wires.hpp"
#include "tests/support/scratch_file.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

std::unique_ptr<GraphTopology> written_and_read(const Topology& topology) {
  const ScratchFile file(graph_text(topology));
  return read_graph("graph:x", file.path());
}

using Wire = std::tuple<std::uint32_t, std::uint32_t, std::uint64_t, std::uint64_t, std::uint16_t>;

// In the order of channel numbers.
std::vector<Wire> channels_of(const Topology& topology) {
  std::vector<Wire> all;
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    const Channel& channel = topology.channel(ChannelId(c));
    all.emplace_back(channel.from.value(), channel.to.value(), channel.bandwidth.numerator(), channel.bandwidth.denominator(), channel.latency);
  }
  return all;
}

std::vector<Wire> sorted(std::vector<Wire> wires) {
  std::sort(wires.begin(), wires.end());
  return wires;
}

std::vector<std::uint32_t> routers_of_terminals(const Topology& topology) {
  std::vector<std::uint32_t> routers;
  for (std::uint32_t t = 0; t < topology.terminals(); ++t) routers.push_back(topology.router_of(TerminalId(t)).value());
  return routers;
}

}  // namespace

TEST_CASE("a topology read back as a graph has the same routers, terminals and channels") {
  for (const char* name :
       {"torus:2", "torus:4x3", "torus:5x2x3:t2", "mesh:4x3", "hypercube:3:t2", "hyperx:3x4:t3", "fullmesh:5", "dragonfly:2,4,2",
        "dragonfly:1,3,2,4:absolute", "dragonfly:1,1,6,3:relative", "fattree:3,3", "fattree:2,4", "clos:4,2,4", "slimfly:4", "slimfly:5:t1"}) {
    CAPTURE(name);
    const auto t = make_topology(name);
    t->table().set_latency(0, 7);
    const auto graph = written_and_read(*t);
    CHECK(graph->nodes() == t->nodes());
    CHECK(routers_of_terminals(*graph) == routers_of_terminals(*t));
    CHECK(sorted(channels_of(*graph)) == sorted(channels_of(*t)));
  }
}

TEST_CASE("channels keep their numbers where an order of lines can say so") {
  for (const char* name : {"mesh:4x3", "mesh:5", "hypercube:4", "hyperx:3x4:t3", "fullmesh:6", "fattree:3,3", "clos:4,2,4", "dragonfly:1,4,1"}) {
    CAPTURE(name);
    const auto t = make_topology(name);
    CHECK(channels_of(*written_and_read(*t)) == channels_of(*t));
  }
  // No order does: on a ring each link would have to stand before the one that its first router begins.
  const auto ring = make_topology("torus:4");
  CHECK(channels_of(*written_and_read(*ring)) != channels_of(*ring));
}

TEST_CASE("links whose latency there is another than back stay links") {
  const auto t = make_topology("clos:2,1,3");
  t->table().set_latency(0, 4);
  CHECK(graph_text(*t) == "# clos:2,1,3\nterminals 0 3\nterminals 1 3\nterminals 2 0\n0 2 1 4/-\n1 2 1 4/-\n");
  t->table().set_latency(1, 9);
  CHECK(graph_text(*t) == "# clos:2,1,3\nterminals 0 3\nterminals 1 3\nterminals 2 0\n0 2 1 4/9\n1 2 1 4/9\n");
  const auto back = written_and_read(*t);
  CHECK(channels_of(*back) == channels_of(*t));
  for (std::uint32_t c = 0; c < t->channels(); ++c) {
    const Channel& channel = t->channel(ChannelId(c));
    CHECK(back->in(channel.from, channel.from_port) == t->in(channel.from, channel.from_port));
  }
}

TEST_CASE("bandwidths, latencies, parallel and one-way channels are written as they are") {
  const ToyNetwork t("toy", 3, {{0, 1, Bandwidth(1, 3), Bandwidth(1, 3)}, {1, 2, 1, Bandwidth(5, 2)}, {2, 0}, {2, 0}});
  const auto back = written_and_read(t);
  CHECK(sorted(channels_of(*back)) == sorted(channels_of(t)));
  CHECK(graph_text(t) == "# toy\n0 1 1/3\n1 > 2\n2 > 1 5/2\n2 0\n2 0\n");
  const ScratchFile file("0 > 1 1 4000\n1 > 2 1/2\n2 > 0\n0 1 2x 1 9\nterminals 1 0\nterminals 2 5\n");
  const auto graph = read_graph("graph:x", file.path());
  const auto again = written_and_read(*graph);
  CHECK(channels_of(*again) == channels_of(*graph));
  CHECK(terminal_counts(*again) == std::vector<std::uint32_t>{1, 0, 5});
}
