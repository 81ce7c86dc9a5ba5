// Concurrent flow by hand: prices, tables, the interval, and permutations with the most hops. Values of whole networks:
// tests/sim/cli/analysis/test_throughput.py.
#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <set>

#include "models/analysis/throughput/concurrent_flow.hpp"
#include "models/analysis/throughput/flow_table.hpp"
#include "models/analysis/throughput/named_optimum.hpp"
#include "models/analysis/throughput/price_bound.hpp"
#include "models/analysis/throughput/worst_traffic.hpp"
#include "models/base/error.hpp"
#include "models/base/numbers/random_permutation.hpp"
#include "models/network/symmetry/distances.hpp"
#include "models/network/topology/graph.hpp"
#include "models/network/topology/topologies.hpp"
#include "routing/registry/registry.hpp"
#include "tests/support/sample.hpp"
#include "traffic/registry.hpp"

using namespace dateline;

namespace {

// 0 -> 3 over node 1 with bandwidth 1 or over node 2 with bandwidth 3, and back with bandwidth 1.
GraphTopology diamond() {
  return GraphTopology("diamond", {{NodeId(0), NodeId(1), true, 1},
                                   {NodeId(1), NodeId(3), true, 1},
                                   {NodeId(0), NodeId(2), true, 3},
                                   {NodeId(2), NodeId(3), true, 3},
                                   {NodeId(3), NodeId(0), true, 1}});
}

FlowProblem across(const Topology& t) { return FlowProblem(t, nullptr, {{NodeId(3), {NodeId(0)}, {1}}}, FlowPaths::any); }

std::uint64_t hops_of(const Topology& t, const std::vector<TerminalId>& permutation) {
  std::uint64_t sum = 0;
  for (std::uint32_t s = 0; s < permutation.size(); ++s) sum += hops_from(t, NodeId(s))[permutation[s].value()];
  return sum;
}

}  // namespace

TEST_CASE("one demand takes all ways at once, and a cut proves that there are no more", "[throughput]") {
  const GraphTopology t = diamond();
  const FlowProblem problem = across(t);
  const ConcurrentFlow flow = concurrent_flow(problem);
  CHECK(flow.exact());
  CHECK(flow.lower == 4);
  CHECK(table_load(problem, flow.table) == Rational(1, 4));
  CHECK(price_bound(problem, flow.prices) == Rational(4));
}

TEST_CASE("prices prove what the cheapest ways cost", "[throughput]") {
  const GraphTopology t = diamond();
  const FlowProblem problem = across(t);
  std::vector<Integer> prices(t.channels(), 1);
  CHECK(price_bound(problem, prices) == Rational(9, 2));  // bandwidths 1 + 1 + 3 + 3 + 1 over two hops
  prices.assign(t.channels(), 0);
  CHECK_FALSE(price_bound(problem, prices).has_value());
  prices[0] = -1;
  CHECK_THROWS_AS(price_bound(problem, prices), InvariantError);
}

TEST_CASE("prices that are nearly whole numbers of a unit are taken for them", "[throughput]") {
  const auto all = whole_prices({0.5, 0.25, 0, 1e-13});
  REQUIRE_FALSE(all.empty());
  bool found = false;
  for (const auto& prices : all) found = found || prices == std::vector<Integer>{2, 1, 0, 0};
  CHECK(found);
  CHECK(all.back() == std::vector<Integer>{1000000, 500000, 0, 0});
}

TEST_CASE("a table over a channel that is not there is no proof", "[throughput]") {
  const GraphTopology t = diamond();
  const FlowProblem problem = across(t);
  PathTable table = concurrent_flow(problem).table;
  table.paths[3].front().channels.pop_back();
  CHECK_THROWS_AS(table_load(problem, table), InvariantError);
  table.paths[3].clear();
  CHECK_THROWS_AS(table_load(problem, table), InvariantError);
}

TEST_CASE("without effort there is an interval, and more of it is never worse", "[throughput]") {
  const auto t = make_cube("torus:5x5");
  const FlowProblem problem(*t, nullptr, flow_demands(*t, nullptr, *make_traffic("tornado", *t)), FlowPaths::any);
  Rational lower = 0, upper = 1000;
  for (const std::uint64_t pivots : {std::uint64_t{1}, std::uint64_t{400}}) {
    FlowEffort effort;
    effort.pivots = pivots;
    const ConcurrentFlow flow = concurrent_flow(problem, effort);
    CHECK(flow.lower >= lower);
    CHECK(flow.upper <= upper);
    CHECK(flow.lower <= Rational(5, 6));
    CHECK(flow.upper >= Rational(5, 6));
    lower = flow.lower;
    upper = flow.upper;
  }
  CHECK(concurrent_flow(problem).lower == Rational(5, 6));
}

TEST_CASE("permutations with the most hops", "[throughput]") {
  for (const auto& [name, hops] :
       {std::pair<const char*, std::uint64_t>{"torus:3x3", 18}, {"mesh:4x4", 64}, {"mesh:5x5", 120}, {"hypercube:4", 64}}) {
    const auto t = make_cube(name);
    CHECK(hops_of(*t, longest_permutation(*t, nullptr)) == hops);
  }
  std::vector<GraphEdge> petersen;
  for (std::uint32_t i = 0; i < 5; ++i) {
    petersen.push_back({NodeId(i), NodeId((i + 1) % 5)});
    petersen.push_back({NodeId(i), NodeId(i + 5)});
    petersen.push_back({NodeId(i + 5), NodeId((i + 2) % 5 + 5)});
  }
  const GraphTopology t("petersen", petersen);
  CHECK(hops_of(t, longest_permutation(t, nullptr)) == 20);
}

TEST_CASE("a climb never rises", "[throughput]") {
  const auto t = make_cube("torus:4x3");
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    const auto start = random_permutation<TerminalId>(t->terminals(), seed);
    const FlowProblem problem(*t, nullptr, permutation_demands(*t, nullptr, start), FlowPaths::any);
    const Climb climbed = climb(*t, nullptr, FlowPaths::any, start, {});
    CHECK(climbed.flow.upper <= concurrent_flow(problem).upper);
  }
}

TEST_CASE("a cut proves O1TURN best on even square meshes and on no odd one", "[throughput]") {
  for (const std::uint32_t k : {2U, 4U}) {
    const auto t = make_cube("mesh:" + std::to_string(k) + "x" + std::to_string(k));
    CHECK(cut_load(*t) == Rational(k, 2));
    const auto found = named_optimum(*t, *make_relation("o1turn", *t, {}));
    REQUIRE(found);
    CHECK(found->gamma == Rational(k, 2));
  }
  const auto odd = make_cube("mesh:3x3");
  CHECK_FALSE(named_optimum(*odd, *make_relation("o1turn", *odd, {})).has_value());
}

// Permutations that an automorphism takes to one another, or reversal, have one theta: of each such class one is
// solved. Source of the values: all 9! of them, by a linear program of another hand.
TEST_CASE("the worst of all permutations of a 3x3 mesh", "[throughput]") {
  const auto t = make_topology("mesh:3x3");
  std::vector<std::vector<std::uint32_t>> maps;  // the eight of the square
  for (std::uint32_t m = 0; m < 8; ++m) {
    std::vector<std::uint32_t>& map = maps.emplace_back();
    for (std::uint32_t v = 0; v < 9; ++v) {
      std::uint32_t x = v % 3, y = v / 3;
      if ((m & 1U) != 0) x = 2 - x;
      if ((m & 2U) != 0) y = 2 - y;
      if ((m & 4U) != 0) std::swap(x, y);
      map.push_back(x + 3 * y);
    }
  }
  std::vector<std::uint32_t> permutation(9);
  std::iota(permutation.begin(), permutation.end(), 0U);
  Rational least = 1000;
  std::uint64_t solved = 0, worst = 0;
  do {
    std::set<std::vector<std::uint32_t>> alike;
    for (const auto& map : maps) {
      std::vector<std::uint32_t> moved(9), reversed(9);
      for (std::uint32_t v = 0; v < 9; ++v) {
        moved[map[v]] = map[permutation[v]];
        reversed[map[permutation[v]]] = map[v];
      }
      alike.insert(moved);
      alike.insert(reversed);
    }
    if (*alike.begin() != permutation) continue;  // the first of its class
    if (alike.size() == 1 && std::is_sorted(permutation.begin(), permutation.end())) continue;  // nothing is sent
    std::vector<TerminalId> to;
    for (const std::uint32_t v : permutation) to.emplace_back(v);
    const ConcurrentFlow flow = concurrent_flow(FlowProblem(*t, nullptr, permutation_demands(*t, nullptr, to), FlowPaths::any));
    REQUIRE(flow.exact());
    ++solved;
    if (flow.lower < least) worst = 0;
    least = std::min(least, flow.lower);
    if (flow.lower == least) worst += alike.size();
  } while (std::next_permutation(permutation.begin(), permutation.end()) && (test::whole() || solved < 60));
  CHECK(solved >= 60);
  CHECK(least >= Rational(8, 9));
  if (!test::whole()) return;
  CHECK(least == Rational(8, 9));
  CHECK(worst == 144);
  const std::vector<TerminalId> known = {TerminalId(4), TerminalId(3), TerminalId(6), TerminalId(1), TerminalId(8),
                                         TerminalId(7), TerminalId(2), TerminalId(5), TerminalId(0)};
  CHECK(concurrent_flow(FlowProblem(*t, nullptr, permutation_demands(*t, nullptr, known), FlowPaths::any)).lower == least);
}
