// The fewest hops of a message, by hand.
#include <catch2/catch.hpp>

#include "models/network/faults/fault_map.hpp"
#include "models/network/topology/topologies.hpp"
#include "routing/registry/registry.hpp"
#include "tests/support/scratch_file.hpp"
#include "traffic/patterns/fewest_hops.hpp"

using namespace dateline;

namespace {

PairWay way(const std::string& topology_name, const std::string& routing, std::uint32_t from, std::uint32_t to,
            const std::vector<NodeId>& failed = {}) {
  const auto topology = make_topology(topology_name);
  RoutingOptions options;
  options.vcs = 4;
  if (!failed.empty()) options.faults = std::make_shared<const FaultMap>(*topology, failed, std::vector<LinkEnd>{});
  const auto relation = make_relation(routing, *topology, options);
  const TerminalPair pair{TerminalId(from), TerminalId(to)};
  return fewest_hops(*topology, *relation, {pair, pair}, 1, 1e6).at(pair);
}

}  // namespace

TEST_CASE("the fewest hops are those of a shortest way, and it is known whether there is another") {
  CHECK(way("torus:8", "dor", 1, 6).hops == 3);
  CHECK(way("torus:8", "dor", 1, 6).only);
  CHECK(way("torus:8", "dor", 3, 3).hops == 0);
  CHECK(way("mesh:4x4", "duato", 0, 15).hops == 6);
  CHECK_FALSE(way("mesh:4x4", "duato", 0, 15).only);
  CHECK(way("torus:8x8", "valiant", 0, 1).hops == 1);  // through an intermediate node on the way
}

TEST_CASE("an absorption and its injection again are no hop") {
  // 1 to 3 on a ring of five without 2: turned round at its source, 1, 0, 4, 3.
  CHECK(way("torus:5", "sw-deterministic", 1, 3, {NodeId(2)}).hops == 3);
  // 0 to 3 on a ring of seven without 2: absorbed at 1, and back by 0, 6, 5, 4, 3.
  CHECK(way("torus:7", "sw-deterministic", 0, 3, {NodeId(2)}).hops == 1 + 5);
}

TEST_CASE("flits that a slow channel spaces are caught up with at the routers behind it alone") {
  const dateline::test::ScratchFile file("0 1 1/3\n1 2\n");
  const std::string line = "graph:" + file.path();
  // Four flits are 3 x 3 cycles apart at the slow channel; a router behind it takes two cycles for the head flit alone.
  CHECK(way(line, "updown", 0, 2).passing(4, 2) == 9 - 2 + 1);
  CHECK(way(line, "updown", 2, 0).passing(4, 2) == 9 + 1);
  CHECK(way(line, "updown", 1, 2).passing(4, 2) == 4);
}
