// The least largest load over all splits: by hand, against an exact simplex over enumerated paths, against the loads of
// oblivious routings, and the paper's values on the hypercube of 8 dimensions.
#include <catch2/catch.hpp>

#include "models/analysis/adaptive/split_bound.hpp"
#include "models/analysis/latency/bounds.hpp"
#include "models/analysis/loads/channel_load.hpp"
#include "models/base/error.hpp"
#include "models/base/numbers/random.hpp"
#include "models/network/topology/graph.hpp"
#include "routing/registry/registry.hpp"
#include "tests/support/cases/fully_adaptive.hpp"
#include "tests/support/oracles/all_paths.hpp"
#include "tests/support/oracles/demand_rows.hpp"
#include "tests/support/oracles/exact_simplex.hpp"
#include "tests/support/routings.hpp"
#include "tests/support/sample.hpp"
#include "traffic/registry.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

SplitBound bound_of(const Topology& t, const RoutingRelation& relation, const TrafficPattern& pattern) {
  return split_bound(t, split_graph(t, relation, pattern, kLongSplits));
}

Rational exact_bound(const Topology& t, const RoutingRelation& relation, const TrafficPattern& pattern) {
  const SplitBound bound = bound_of(t, relation, pattern);
  REQUIRE(bound.exact());
  return bound.lower;
}

// A few flows of uneven sizes.
DemandRows drawn_flows(const Topology& t, std::uint64_t seed) {
  std::vector<std::vector<Demand>> rows(t.terminals());
  for (std::uint32_t i = 0; i < 5; ++i) {
    const std::uint64_t bits = mix(mix(seed) + i);
    const TerminalId to(static_cast<std::uint32_t>((bits >> 20U) % t.terminals()));
    std::vector<Demand>& row = rows[bits % t.terminals()];
    if (row.empty()) row.push_back({to, Rational(1 + (bits >> 40U) % 6, 7)});
  }
  return DemandRows(rows);
}

struct Flow {
  Rational amount;
  std::vector<ChannelPath> paths;
};

std::vector<Flow> flows_of(const Topology& t, const RoutingRelation& relation, const TrafficPattern& pattern) {
  std::vector<Flow> flows;
  for (std::uint32_t s = 0; s < t.terminals(); ++s) {
    for (const Demand& d : pattern.row(TerminalId(s))) flows.push_back({d.probability, all_paths(t, relation, TerminalId(s), d.destination)});
  }
  return flows;
}

// Columns: the share of each path, gamma, a slack for each channel.
Rational by_simplex(const Topology& t, const std::vector<Flow>& flows) {
  std::size_t paths = 0;
  for (const Flow& flow : flows) paths += flow.paths.size();
  const std::size_t columns = paths + 1 + t.channels();
  std::vector<std::vector<Rational>> a(flows.size() + t.channels(), std::vector<Rational>(columns));
  std::vector<Rational> b(a.size()), cost(columns);
  cost[paths] = 1;
  std::size_t column = 0;
  for (std::size_t f = 0; f < flows.size(); ++f) {
    b[f] = flows[f].amount;
    for (const ChannelPath& path : flows[f].paths) {
      a[f][column] = 1;
      for (const ChannelId c : path) a[flows.size() + c.value()][column] += 1;
      ++column;
    }
  }
  for (std::uint32_t c = 0; c < t.channels(); ++c) {
    a[flows.size() + c][paths] = -to_rational(t.channel(ChannelId(c)).bandwidth);
    a[flows.size() + c][paths + 1 + c] = 1;
  }
  return least_cost(a, b, cost).value();
}

// What the prices prove, from the enumerated paths.
Rational proved(const Topology& t, const std::vector<Flow>& flows, const std::vector<Rational>& prices) {
  Rational sum = 0, total = 0;
  for (std::uint32_t c = 0; c < t.channels(); ++c) {
    REQUIRE(prices[c] >= 0);
    sum += prices[c] * to_rational(t.channel(ChannelId(c)).bandwidth);
  }
  REQUIRE(sum == 1);
  for (const Flow& flow : flows) {
    std::optional<Rational> cheapest;
    for (const ChannelPath& path : flow.paths) {
      Rational cost = 0;
      for (const ChannelId c : path) cost += prices[c.value()];
      if (!cheapest || cost < *cheapest) cheapest = cost;
    }
    total += flow.amount * cheapest.value();
  }
  return total;
}

}  // namespace

TEST_CASE("one flow with two ways loads each with half of it", "[adaptive]") {
  const auto t = make_cube("mesh:2x2");
  const DemandRows corner({{{TerminalId(3), Rational(3, 5)}}, {}, {}, {}});
  CHECK(exact_bound(*t, FullyAdaptive(*t), corner) == Rational(3, 10));
  CHECK(exact_bound(*t, *make_relation("dor", *t, {}), corner) == Rational(3, 5));
}

TEST_CASE("a split follows bandwidths, and prices are per bandwidth", "[adaptive]") {
  // 0 -> 3 over node 1 with bandwidth 1 or over node 2 with bandwidth 3: in parts 1/4 and 3/4.
  const GraphTopology t(
      "diamond",
      {{NodeId(0), NodeId(1), false, 1}, {NodeId(1), NodeId(3), false, 1}, {NodeId(0), NodeId(2), false, 3}, {NodeId(2), NodeId(3), false, 3}});
  const auto relation = make_relation("duato-updown", t, {});
  const DemandRows across({{{TerminalId(3), 1}}, {}, {}, {}});
  const SplitBound bound = bound_of(t, *relation, across);
  CHECK(bound.exact());
  CHECK(bound.lower == Rational(1, 4));
  CHECK(proved(t, flows_of(t, *relation, across), bound.prices) == Rational(1, 4));
}

TEST_CASE("the bound is that of an exact simplex over all paths, and its prices prove it", "[adaptive]") {
  struct Case {
    const char* topology;
    const char* routing;
  };
  const auto [topology, routing] = GENERATE(values<Case>({{"hypercube:3", "p-cube"},
                                                          {"hypercube:3", "li-min"},
                                                          {"hypercube:3", "chiu"},
                                                          {"hypercube:3", "mix-bb3"},
                                                          {"mesh:3x3", "west-first"},
                                                          {"mesh:3x3", "odd-even"},
                                                          {"mesh:3x3", "negative-first"},
                                                          {"mesh:3x3", "duato"},
                                                          {"torus:3x3", "duato"},
                                                          {"mesh:3x3", "duato-updown"}}));
  const std::uint64_t seed = GENERATE(range(1U, 6U));
  CAPTURE(topology, routing, seed);
  const auto t = make_cube(topology);
  const auto relation = make_relation(routing, *t, {});
  const DemandRows pattern = drawn_flows(*t, seed);
  const std::vector<Flow> flows = flows_of(*t, *relation, pattern);
  const SplitBound bound = bound_of(*t, *relation, pattern);
  CHECK(bound.exact());
  CHECK(bound.lower == by_simplex(*t, flows));
  CHECK(proved(*t, flows, bound.prices) == bound.lower);
}

TEST_CASE("of an oblivious routing the bound is its largest load", "[adaptive]") {
  const auto [topology, traffic] = GENERATE(table<const char*, const char*>(
      {{"torus:4x4", "uniform"}, {"torus:4x4", "random:3"}, {"mesh:3x4", "hotspot:1@1/5"}, {"hypercube:4", "transpose"}}));
  const auto t = make_cube(topology);
  const auto pattern = make_traffic(traffic, *t);
  for (const std::string& routing : oblivious_routings(*t)) {
    CAPTURE(topology, traffic, routing);
    const auto relation = make_relation(routing, *t, {});
    CHECK(exact_bound(*t, *relation, *pattern) == channel_load(*t, *relation, *pattern).gamma_max);
  }
}

TEST_CASE("on the hypercube of 8 dimensions the bounds are those of the paper's patterns", "[adaptive]") {
  const auto t = make_cube("hypercube:8");
  const auto gamma = [&](const char* routing, const char* traffic) {
    CAPTURE(routing, traffic);
    return exact_bound(*t, *make_relation(routing, *t, {}), *make_traffic(traffic, *t));
  };
  CHECK(gamma("p-cube", "bit-reverse") == 10);
  CHECK(gamma("p-cube", "transpose") == 10);
  CHECK(gamma("p-cube", "reverse-flip") == Rational(15, 8));
  for (const char* routing : sample(std::vector{"dor", "li-min", "li-min-b", "chiu", "mix-ab3", "mix-bb3"}, {"li-min", "chiu", "mix-bb3"})) {
    for (const char* traffic : sample(std::vector{"transpose", "bit-reverse", "reverse-flip"}, {"transpose"})) CHECK(gamma(routing, traffic) == 8);
  }
}

TEST_CASE("a fully adaptive torus carries uniform traffic at its capacity", "[adaptive]") {
  const auto t = make_cube("torus:6x6");
  const auto relation = make_relation("duato", *t, {});
  // Uniform without self is 36/35 of uniform with self, whose load is k/8.
  CHECK(exact_bound(*t, *relation, *make_traffic("uniform", *t)) == Rational(36, 35) * Rational(6, 8));
}

TEST_CASE("what is sent to the own node loads nothing, and no traffic has no bound", "[adaptive]") {
  const auto t = make_cube("mesh:2x2");
  const FullyAdaptive relation(*t);
  CHECK(exact_bound(*t, relation, DemandRows({{{TerminalId(0), 1}}, {}, {}, {}})) == 0);
  CHECK(exact_bound(*t, relation, DemandRows({{}, {}, {}, {}})) == 0);
  const Bounds silent = compute_bounds(*t, *make_relation("duato", *t, {}), DemandRows({{}, {}, {}, {}}), {}, 1e9, kLongSplits);
  CHECK_FALSE(silent.ideal_throughput);
  CHECK(silent.why_missing == "no source sends anything");
}

TEST_CASE("bounds of an adaptive routing: 1 / gamma, and the latency of a message alone", "[adaptive]") {
  const auto t = make_cube("mesh:4x4");
  const auto pattern = make_traffic("transpose", *t);  // 12 nodes send, 40 hops in all
  for (const char* routing : {"west-first", "odd-even", "duato"}) {
    const auto relation = make_relation(routing, *t, {});
    const Bounds bounds = compute_bounds(*t, *relation, *pattern, {2, 1, 4, 20}, 1e9, kLongSplits);
    CAPTURE(routing);
    CHECK(bounds.why_missing.empty());
    CHECK(bounds.zero_load_latency == Rational(40, 12) * 3 + 21);
    CHECK(bounds.ideal_throughput == Rational(1) / exact_bound(*t, *relation, *pattern));
    CHECK_FALSE(bounds.loads);
    const Bounds shallow = compute_bounds(*t, *relation, *pattern, {2, 1, 3, 20}, 1e9, kLongSplits);
    CHECK_FALSE(shallow.zero_load_latency);
    CHECK(shallow.ideal_throughput == bounds.ideal_throughput);
  }
}

TEST_CASE("splits beyond the size asked for, and paths without end, are not given", "[adaptive]") {
  const auto t = make_cube("hypercube:8");
  const auto relation = make_relation("p-cube", *t, {});
  CHECK_THROWS_AS(split_graph(*t, *relation, *make_traffic("uniform", *t), kLongSplits), BudgetError);
  const auto pattern = make_traffic("bit-reverse", *t);
  const SplitGraph graph = split_graph(*t, *relation, *pattern, kShortSplits);
  CHECK(graph.flows == 240);
  const double size = static_cast<double>(graph.flows) * static_cast<double>(graph.steps);
  CHECK_NOTHROW(split_graph(*t, *relation, *pattern, size));
  CHECK_THROWS_AS(split_graph(*t, *relation, *pattern, size - 1), BudgetError);
  const Bounds bounds = compute_bounds(*t, *relation, *make_traffic("uniform", *t), {}, 1e9, kLongSplits);
  CHECK(bounds.over_budget);
  CHECK_FALSE(bounds.ideal_throughput);
}
