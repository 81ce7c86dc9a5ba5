// The ratio to the best routing for the same traffic: by hand, as printed for small networks, and each side of the
// proof anew.
#include <catch2/catch.hpp>

#include "models/analysis/competitive/against_optimum.hpp"
#include "models/analysis/competitive/competitive_routing.hpp"
#include "models/analysis/loads/symmetry_check.hpp"
#include "models/analysis/optimal/linear_program.hpp"
#include "models/analysis/throughput/concurrent_flow.hpp"
#include "models/base/error.hpp"
#include "models/network/symmetry/orbits.hpp"
#include "models/network/topology/graph.hpp"
#include "routing/networks/any_topology/table.hpp"
#include "routing/registry/registry.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;

namespace {

AgainstOptimum ratio_of(const Topology& t, const RoutingRelation& relation, bool by_symmetry = true) {
  const std::vector<Symmetry> symmetries = by_symmetry ? usable_symmetries(t, relation) : std::vector<Symmetry>{};
  const PairLoads loads(t, relation, symmetries);
  const Orbits orbits(t, symmetries);
  std::vector<ChannelId> channels;
  for (std::uint32_t c = 0; c < t.channels(); ++c) {
    if (orbits.is_first(ChannelId(c))) channels.emplace_back(c);
  }
  return against_optimum(t, loads, channels, kNoPivotLimit);
}

GraphTopology petersen() {
  std::vector<GraphEdge> edges;
  for (std::uint32_t i = 0; i < 5; ++i) {
    edges.push_back({NodeId(i), NodeId((i + 1) % 5)});
    edges.push_back({NodeId(i), NodeId(i + 5)});
    edges.push_back({NodeId(i + 5), NodeId((i + 2) % 5 + 5)});
  }
  return GraphTopology("petersen", edges);
}

void check_least(const Topology& t, const Rational& ratio) {
  CAPTURE(t.name());
  const OptimalRouting found = competitive_routing(t, t.automorphisms(), kNoPivotLimit);
  CHECK_FALSE(found.rounded);
  CHECK(found.lp_gamma == Approx(to_double(ratio)).epsilon(1e-9));
  const TableRouting relation(t, found.table, "competitive");
  const AgainstOptimum own = ratio_of(t, relation);
  CHECK(own.exact());
  CHECK(own.upper == ratio);
}

}  // namespace

TEST_CASE("the only way there is is the best", "[competitive]") {
  const auto line = make_cube("mesh:4");
  CHECK(ratio_of(*line, *make_relation("dor", *line, {})).upper == 1);
}

TEST_CASE("the direct way on a ring of three leaves the other idle", "[competitive]") {
  // One pair alone could have both ways: twice as much. Only that pair loads its channel, so no traffic is worse.
  const auto ring = make_cube("torus:3");
  const AgainstOptimum ratio = ratio_of(*ring, *make_relation("dor", *ring, {}));
  CHECK(ratio.exact());
  CHECK(ratio.upper == 2);
}

TEST_CASE("the least ratios of small networks", "[competitive]") {
  for (const auto& [name, ratio] : {std::pair<const char*, Rational>{"torus:3x3", 2},
                                    {"torus:4x4", Rational(42, 17)},
                                    {"mesh:3x3", Rational(29, 15)},
                                    {"hypercube:3", 2},
                                    {"hypercube:4", Rational(42, 17)}}) {
    check_least(*make_cube(name), ratio);
  }
}

TEST_CASE("the least ratio of the Petersen graph", "[competitive][long]") { check_least(petersen(), Rational(11, 5)); }

TEST_CASE("both sides of a ratio are proofs", "[competitive]") {
  for (const char* name : test::sample(std::vector{"torus:3x3", "mesh:3x2", "torus:4x3"}, {"torus:3x3", "mesh:3x2"})) {
    const auto t = make_cube(name);
    for (const char* routing : {"dor", "romm", "valiant"}) {
      CAPTURE(name, routing);
      const auto relation = make_relation(routing, *t, {});
      const AgainstOptimum ratio = ratio_of(*t, *relation);
      REQUIRE(ratio.exact());
      CHECK(ratio.upper >= 1);
      const AgainstOptimum without = ratio_of(*t, *relation, false);
      CHECK(without.upper == ratio.upper);
      CHECK(without.channels.size() == t->channels());
      // From above: no way is cheaper than what the pair brings, by Floyd and Warshall's algorithm.
      std::vector<std::vector<Rational>> cost(t->nodes(), std::vector<Rational>(t->nodes(), 1'000'000));
      Rational sum = 0;
      for (std::uint32_t c = 0; c < t->channels(); ++c) {
        const Rational price = Rational(ratio.prices[c]) * ratio.unit;
        Rational& direct = cost[t->channel(ChannelId(c)).from.value()][t->channel(ChannelId(c)).to.value()];
        direct = std::min(direct, price);
        sum += price;
      }
      CHECK(sum == ratio.upper);
      for (std::uint32_t k = 0; k < t->nodes(); ++k) {
        for (auto& row : cost) {
          for (std::uint32_t j = 0; j < t->nodes(); ++j) row[j] = std::min(row[j], Rational(row[k] + cost[k][j]));
        }
      }
      const PairLoads loads(*t, *relation, {});
      const ValueRows rows = loads.rows(ratio.channel);
      for (std::uint32_t s = 0; s < t->nodes(); ++s) {
        for (std::size_t i = rows.begin[s]; i < rows.begin[s + 1]; ++i) {
          if (rows.column[i] != s) CHECK(loads.values()[rows.value[i]] <= cost[s][rows.column[i]]);
        }
      }
      // From below: the load of the traffic on the channel, and what some paths carry of it.
      const ValueRows of = loads.rows(ratio.loaded);
      Rational load = 0;
      for (const AgainstOptimum::Flow& f : ratio.traffic) {
        for (std::size_t i = of.begin[f.source.value()]; i < of.begin[f.source.value() + 1]; ++i) {
          if (of.column[i] == f.destination.value()) load += f.amount * loads.values()[of.value[i]];
        }
      }
      CHECK(load == ratio.load);
      CHECK(Rational(load * ratio.theta) == ratio.lower);
    }
  }
}

TEST_CASE("without effort there is no ratio, and a network may be too large", "[competitive]") {
  const auto t = make_cube("torus:4x4");
  const auto dor = make_relation("dor", *t, {});
  const PairLoads loads(*t, *dor, {});
  CHECK(against_optimum(*t, loads, {ChannelId(0)}, 1).stopped);
  CHECK(competitive_routing(*t, t->automorphisms(), 1).stopped);
  const auto large = make_cube("torus:16x16");
  const auto on = make_relation("dor", *large, {});
  CHECK_THROWS_AS(against_optimum(*large, PairLoads(*large, *on, on->symmetries()), {ChannelId(0)}, 1), ConfigError);
}
