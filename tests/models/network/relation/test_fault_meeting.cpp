// A relation that can be offered a failed channel is found out, with a pair; one that cannot is let be.
#include <catch2/catch.hpp>

#include "models/base/error.hpp"
#include "models/network/faults/fault_map.hpp"
#include "models/network/faults/faults.hpp"
#include "models/network/relation/fault_meeting.hpp"
#include "models/network/topology/topologies.hpp"
#include "routing/registry/registry.hpp"
#include "tests/support/scratch_file.hpp"

using namespace dateline;

namespace {

struct Network {
  std::unique_ptr<Topology> topology;
  std::unique_ptr<RoutingRelation> relation;
};

Network network(const std::string& topology, const std::string& routing, const std::string& faults) {
  Network n;
  n.topology = make_topology(topology);
  RoutingOptions options;
  options.faults = std::make_shared<const FaultMap>(read_faults(*n.topology, faults, 1));
  n.relation = make_relation(routing, *n.topology, options);
  return n;
}

std::optional<FaultMeeting> meeting(const std::string& topology, const std::string& routing, const std::string& faults) {
  const Network n = network(topology, routing, faults);
  return find_fault_meeting(*n.topology, *n.relation);
}

// Dimension order on a mesh, by hand: dimension 0 first.
bool passes(std::uint32_t side, std::uint32_t source, std::uint32_t destination, std::uint32_t from, std::uint32_t to) {
  std::uint32_t at = source;
  while (at != destination) {
    const std::uint32_t x = at % side, goal = destination % side;
    const std::uint32_t next = x != goal ? (x < goal ? at + 1 : at - 1) : (at < destination ? at + side : at - side);
    if (at == from && next == to) return true;
    at = next;
  }
  return false;
}

}  // namespace

TEST_CASE("dimension order meets every failed link and every failed node that it passes") {
  for (const char* faults : {"links:5-6", "links:0-4", "nodes:5", "nodes:1", "nodes:6+links:0-1", "random:3", "random-links:4"}) {
    CAPTURE(faults);
    const Network n = network("mesh:4x4", "dor", faults);
    const auto met = find_fault_meeting(*n.topology, *n.relation);
    REQUIRE(met);
    const FaultMap& map = *n.relation->faults();
    const Channel& channel = n.topology->channel(met->channel);
    CHECK(map.failed(met->channel));
    CHECK_FALSE(map.failed(NodeId(met->source.value())));
    CHECK_FALSE(map.failed(NodeId(met->destination.value())));
    CHECK(passes(4, met->source.value(), met->destination.value(), channel.from.value(), channel.to.value()));
  }
}

TEST_CASE("the end of a line is passed by nobody in dimension order, so its failure is none of theirs") {
  for (const char* faults : {"nodes:0", "nodes:4", "nodes:0,4"}) CHECK_FALSE(meeting("mesh:5", "dor", faults));
  CHECK(meeting("mesh:5", "valiant", "nodes:0"));  // by way of any node
  CHECK_FALSE(meeting("torus:3", "dor", "nodes:1"));
  CHECK(meeting("torus:3", "dor", "links:0-1"));
}

TEST_CASE("an adaptive relation is refused though it has another way: it may be offered the failed one") {
  CHECK(meeting("mesh:4x4", "west-first", "links:5-6"));
  CHECK(meeting("mesh:4x4", "odd-even", "nodes:5"));
}

TEST_CASE("a table whose paths go around the faults is let be") {
  std::string around = "1: 0 3 2 1\n1: 1 2 3 0\n";  // a ring of four without the link 0-1
  for (const char* path : {"0 3 2", "0 3", "1 2", "1 2 3", "2 1", "2 3", "2 3 0", "3 2 1", "3 2", "3 0"}) around += std::string("1: ") + path + "\n";
  const test::ScratchFile table(around);
  CHECK_FALSE(meeting("torus:4", "table:" + table.path(), "links:0-1"));
  CHECK(meeting("torus:4", "table:" + table.path(), "links:1-2"));
}

TEST_CASE("the error names the pair, the channel and the routing, on one line") {
  const Network n = network("mesh:3", "dor", "links:0-1+nodes:2");
  REQUIRE_THROWS_WITH(refuse_fault_meetings(*n.topology, *n.relation, {"one", "two"}),
                      Catch::Contains("routing=dor") && Catch::Contains("from node") && (Catch::Contains("0->1") || Catch::Contains("1->0")) &&
                          Catch::EndsWith("; around faults go: one, two"));
  const auto plain = make_topology("torus:8x8");
  CHECK_NOTHROW(refuse_fault_meetings(*plain, *make_relation("dor", *plain, {}), {}));
}
