// Routings beyond cubes at full load, with the fewest VCs: as they are they never deadlock; where neighbouring stages
// share a class the proof refuses each (tests/routing/test_network_relations.cpp), and each does deadlock.
#include <catch2/catch.hpp>

#include "models/network/topology/topologies.hpp"
#include "tests/support/cases/merged_classes.hpp"
#include "tests/support/deadlock_search.hpp"
#include "tests/support/network_loads.hpp"
#include "tests/support/routings.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

TEST_CASE("relations whose neighbouring stages share a class deadlock under full load, and the relations themselves do not") {
  struct Case {
    const char *topology, *routing, *traffic;
  };
  const auto c = GENERATE(values<Case>({{"hyperx:3x3:t4", "valiant", "uniform"},
                                        {"hyperx:3x3:t4", "dim-war", "uniform"},
                                        {"hyperx:3x3:t4", "omni-war:1", "uniform"},
                                        {"dragonfly:2,4,2", "min", "uniform"},
                                        {"dragonfly:2,4,2", "valiant-group", "uniform"},
                                        {"dragonfly:2,4,2", "valiant", "uniform"},
                                        {"dragonfly:4,2,1", "min", "uniform"},
                                        {"dragonfly:4,2,1", "valiant-group", "uniform"},
                                        {"dragonfly:4,2,1", "valiant", "uniform"},
                                        {"slimfly:3:t4", "min", "uniform"},
                                        {"slimfly:3:t4", "valiant", "uniform"}}));
  CAPTURE(c.topology, c.routing);
  const auto t = make_topology(c.topology);
  const auto relation = make_relation(c.routing, *t, {});
  const auto pattern = make_traffic(c.traffic, *t);
  for (int merged = 0; merged + 1 < relation->classes(); ++merged) {
    CAPTURE(merged);
    CHECK_FALSE(deadlock_of(*t, MergedClasses(*relation, merged), *pattern, 1, 100'000).empty());
  }
  CHECK(deadlock_of(*t, *relation, *pattern, 1, 5'000).empty());
}

namespace {

void soak(const std::string& topology, Cycle cycles) {
  const auto t = make_topology(topology);
  for (const std::string& routing : routings_on(*t)) {
    CAPTURE(topology, routing);
    const auto relation = make_relation(routing, *t, {});
    for (const char* traffic : {"uniform", "adv:1"}) CHECK(deadlock_of(*t, *relation, *make_traffic(traffic, *t), 3, cycles).empty());
  }
}

const std::vector<std::string> kSoaked = {"hyperx:3x3:t4", "fullmesh:5:t4", "dragonfly:2,4,2", "dragonfly:2,3,2,4:absolute",
                                          "fattree:3,3",   "clos:3,2,4",    "slimfly:3:t3"};

}  // namespace

TEST_CASE("past saturation no routing beyond cubes deadlocks with the fewest VCs") {
  soak(GENERATE(from_range(kSoaked)), sample(Cycle{20'000}, Cycle{1'500}));
}

TEST_CASE("past saturation no routing beyond cubes deadlocks with the fewest VCs in a million cycles", "[long]") {
  soak(GENERATE(from_range(kSoaked)), 1'000'000);
}
