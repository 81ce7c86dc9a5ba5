// Routings of Slim Flies against closed forms.
#include <catch2/catch.hpp>
#include <string>

#include "models/analysis/worst_case/worst_case.hpp"
#include "models/network/topology/slim_fly.hpp"
#include "models/network/topology/topologies.hpp"
#include "tests/support/network_loads.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

TEST_CASE("two terminals' worth of every router may meet on a channel of a slim fly, and no more") {
  for (const std::uint32_t q : {3U, 4U, 5U}) {
    for (const std::uint32_t terminals : {1U, 3U}) {
      const auto t = make_topology("slimfly:" + std::to_string(q) + ":t" + std::to_string(terminals));
      CAPTURE(t->name());
      const auto min = make_relation("min", *t, {});
      CHECK(WorstCaseSearch(*t, *min).run().gamma == 2 * terminals);
    }
  }
}

TEST_CASE("where ways are unique uniform traffic loads all channels alike") {
  const auto t = make_topology("slimfly:5");  // the graph of Hoffman and Singleton
  const std::uint32_t terminals = 4, degree = SlimFlyTopology::degree(5), all = 50 * terminals;
  for (const auto& [kind, range] : loads_by_kind(*t, "min", "uniform")) {
    CHECK(range == all_at(Rational(terminals * terminals * (2 * degree - 1), all - 1)));
  }
  for (const auto& [kind, range] : loads_by_kind(*t, "valiant", "random:2")) CHECK(range == all_at(Rational(52, 25)));
}

TEST_CASE("by way of any router every permutation loads each channel of a slim fly twice as much as all to all") {
  for (const std::uint32_t q : {3U, 4U, 7U, 8U, 9U}) {
    if (q > sample(9U, 4U)) break;
    const auto t = make_topology("slimfly:" + std::to_string(q) + ":t2");
    CAPTURE(t->name());
    const auto min = make_relation("min", *t, {}), valiant = make_relation("valiant", *t, {});
    std::vector<Rational> twice = channel_load(*t, *min, *make_traffic("uniform-self", *t)).load;
    for (Rational& load : twice) load *= 2;
    for (const char* traffic : {"uniform-self", "random:1", "shift:5"}) {
      CHECK(channel_load(*t, *valiant, *make_traffic(traffic, *t, FixedPoints::send)).load == twice);
    }
  }
}
