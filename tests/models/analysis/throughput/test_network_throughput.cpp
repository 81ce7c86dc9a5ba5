// What any routing could carry, beside a routing: bounds by hand, flows alike against all flows, values of small
// networks.
#include <catch2/catch.hpp>

#include "models/analysis/loads/channel_load.hpp"
#include "models/analysis/throughput/concurrent_flow.hpp"
#include "models/analysis/throughput/flow_table.hpp"
#include "models/analysis/throughput/network_throughput.hpp"
#include "models/analysis/throughput/simple_bound.hpp"
#include "models/analysis/throughput/symmetric_flow.hpp"
#include "models/analysis/throughput/worst_traffic.hpp"
#include "models/network/symmetry/distances.hpp"
#include "routing/registry/registry.hpp"
#include "tests/support/sample.hpp"
#include "traffic/registry.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

FlowProblem problem_of(const Topology& t, const char* pattern) {
  return FlowProblem(t, nullptr, flow_demands(t, nullptr, *make_traffic(pattern, t)), FlowPaths::any);
}

FlowProblem permutation_problem(const Topology& t, const std::vector<std::uint32_t>& to) {
  std::vector<TerminalId> permutation;
  for (const std::uint32_t d : to) permutation.emplace_back(d);
  return FlowProblem(t, nullptr, permutation_demands(t, nullptr, permutation), FlowPaths::any);
}

}  // namespace

TEST_CASE("hops, cuts and routers bound what any routing carries", "[throughput]") {
  // Tornado on a ring of 5: every packet goes two hops, 10 channels for 10 hops. A line's halves: the channel between.
  CHECK(simple_bound(problem_of(*make_cube("torus:5"), "tornado")).theta == 1);
  CHECK(simple_bound(problem_of(*make_cube("mesh:4"), "bit-complement")).theta == Rational(1, 2));
  CHECK(simple_bound(problem_of(*make_cube("mesh:8x8"), "uniform")).theta == Rational(63, 128));
  CHECK(simple_bound(problem_of(*make_cube("torus:4"), "hotspot:0@1")).theta == Rational(2, 3));  // two channels for three senders
}

TEST_CASE("theta of small networks, by flows that are alike", "[throughput]") {
  struct Row {
    const char* name;
    Rational uniform, transpose, tornado, complement;
  };
  const Row rows[] = {{"torus:3x3", {8, 3}, {8, 3}, {3, 2}, 2},     {"torus:4x4", {15, 8}, 2, {4, 3}, 1},
                      {"torus:5x5", {8, 5}, {3, 2}, {5, 6}, 1},     {"mesh:3x3", {4, 3}, {4, 3}, 1, 1},
                      {"mesh:4x4", {15, 16}, 1, 1, Rational(1, 2)}, {"mesh:5x5", {4, 5}, {3, 4}, Rational(1, 2), Rational(1, 2)}};
  ThroughputEffort effort;
  effort.columns = 6000;
  for (const Row& row : rows) {
    if (!whole() && std::string(row.name).find('5') != std::string::npos) continue;
    const auto t = make_cube(row.name);
    const auto dor = make_relation("dor", *t, {});
    for (const auto& [pattern, theta] : {std::pair<const char*, Rational>{"uniform", row.uniform},
                                         {"transpose", row.transpose},
                                         {"tornado", row.tornado},
                                         {"bit-complement", row.complement}}) {
      CAPTURE(row.name, pattern);
      const auto traffic = make_traffic(pattern, *t);
      const auto found = network_throughput(*t, nullptr, *traffic, channel_load(*t, *dor, *traffic).gamma_max, effort);
      REQUIRE(found);
      CHECK(found->exact());
      CHECK(found->lower == theta);
      CHECK(concurrent_flow(problem_of(*t, pattern)).lower == theta);
    }
  }
}

TEST_CASE("flows that are alike carry as much as any", "[throughput]") {
  for (const char* name : {"torus:4x3", "mesh:3x3", "hypercube:3"}) {
    const auto t = make_cube(name);
    for (std::uint32_t seed = 1; seed <= sample(12U, 3U); ++seed) {
      CAPTURE(name, seed);
      const FlowProblem problem = problem_of(*t, ("random:" + std::to_string(seed)).c_str());
      const SymmetricFlow::Value value = SymmetricFlow(problem).solve(20'000);
      REQUIRE(value.lower);
      REQUIRE(value.upper);
      CHECK(*value.lower == *value.upper);
      CHECK(*value.lower == concurrent_flow(problem).lower);
    }
  }
}

TEST_CASE("paths of flows that are alike carry what these do", "[throughput]") {
  for (const char* pattern : {"uniform", "tornado", "transpose", "shift:7"}) {
    CAPTURE(pattern);
    const auto t = make_cube("torus:4x4");
    const FlowProblem problem = problem_of(*t, pattern);
    SymmetricFlow flow(problem);
    const SymmetricFlow::Value value = flow.solve(20'000);
    REQUIRE(value.lower);
    FlowTable table(problem);
    for (std::size_t d = 0; d < problem.demands().size(); ++d) table.add(d, flow.flow(d));
    CHECK(Rational(1 / table_load(problem, std::move(table).take())) == *value.lower);
  }
}

TEST_CASE("a move by half a torus, which every packet crosses in 8 hops, is carried at 256 channels / 512 hops", "[throughput][long]") {
  const auto t = make_cube("torus:8x8");
  const FlowProblem problem = problem_of(*t, "shift:36");
  const ConcurrentFlow flow = concurrent_flow(problem);
  CHECK(flow.exact());
  CHECK(flow.lower == Rational(1, 2));
  CHECK(table_load(problem, flow.table) == 2);
}

TEST_CASE("a pattern that is moved onto itself has few flows", "[throughput]") {
  const auto t = make_cube("torus:6x6");
  CHECK(SymmetricFlow(problem_of(*t, "tornado")).columns() <= 36 * 4 + 1);  // translations leave one demand
  CHECK(SymmetricFlow(problem_of(*t, "transpose")).columns() < problem_of(*t, "transpose").columns() / 6);
}

TEST_CASE("where the bounds do not meet and the program is too large an interval is left, or nothing", "[throughput]") {
  const auto t = make_cube("torus:6x6");
  const auto traffic = make_traffic("random:3", *t);
  const Rational gamma = channel_load(*t, *make_relation("dor", *t, {}), *traffic).gamma_max;
  ThroughputEffort effort;
  effort.columns = 10;
  const auto found = network_throughput(*t, nullptr, *traffic, gamma, effort);
  REQUIRE(found);
  CHECK(found->lower == Rational(1 / gamma));
  CHECK(found->lower < found->upper);
  CHECK_FALSE(network_throughput(*t, nullptr, *traffic, 0, effort));
  effort.flows = 100;
  CHECK_FALSE(network_throughput(*t, nullptr, *traffic, gamma, effort));
}

TEST_CASE("rounds leave an interval that holds theta, whether a routing is known or not", "[throughput]") {
  for (const char* name : {"torus:4x4", "mesh:4x3", "hypercube:4"}) {
    const auto t = make_cube(name);
    for (std::uint32_t seed = 1; seed <= sample(20U, 4U); ++seed) {
      CAPTURE(name, seed);
      const auto traffic = make_traffic("random:" + std::to_string(seed), *t);
      const FlowProblem problem(*t, nullptr, flow_demands(*t, nullptr, *traffic), FlowPaths::any);
      const Rational theta = concurrent_flow(problem).lower;
      const Rational gamma = channel_load(*t, *make_relation("dor", *t, {}), *traffic).gamma_max;
      ThroughputEffort effort;
      effort.columns = 1;
      effort.visits = 100'000;
      const auto unknown = network_throughput(*t, nullptr, *traffic, 0, effort);
      REQUIRE(unknown);
      CHECK(unknown->lower > 0);
      CHECK(unknown->lower <= theta);
      CHECK(theta <= unknown->upper);
      const auto narrow = network_throughput(*t, nullptr, *traffic, gamma, effort);
      REQUIRE(narrow);
      CHECK(narrow->lower >= Rational(1 / gamma));
      CHECK(narrow->lower <= theta);
      CHECK(theta <= narrow->upper);
      CHECK(narrow->upper <= simple_bound(problem).theta);
    }
  }
}

// Uniform traffic crosses a cut of 2k or k channels; k/4 or k/2 of a packet's destinations less its own, and no cut is
// worse.
TEST_CASE("of networks of 256 routers bounds that meet need no program", "[throughput]") {
  const auto of = [](const char* network, const char* pattern) {
    const auto t = make_cube(network);
    const auto traffic = make_traffic(pattern, *t);
    const auto found = network_throughput(*t, nullptr, *traffic, channel_load(*t, *make_relation("dor", *t, {}), *traffic).gamma_max, {});
    REQUIRE(found);
    CHECK(found->exact());
    return found->lower;
  };
  CHECK(of("torus:16x16", "uniform") == Rational(255, 512));
  CHECK(of("mesh:16x16", "uniform") == Rational(255, 1024));
}

TEST_CASE("longest permutations differ in theta, and one need not be the worst", "[throughput]") {
  const auto three = make_cube("torus:3x3"), five = make_cube("torus:5x5");
  struct Case {
    const Topology& topology;
    std::uint64_t hops;
    Rational theta;
    std::vector<std::uint32_t> to;
  };
  for (const Case& c : {Case{*three, 18, Rational(32, 19), {7, 6, 3, 2, 8, 0, 1, 5, 4}},
                        {*three, 18, Rational(3, 2), {5, 3, 4, 7, 8, 6, 1, 2, 0}},
                        {*five, 100, Rational(25, 28), {18, 19, 10, 16, 17, 22, 24, 15, 20, 21, 3, 23, 0, 1, 2, 8, 4, 9, 6, 7, 13, 14, 5, 11, 12}}}) {
    std::uint64_t hops = 0;
    for (std::uint32_t s = 0; s < c.to.size(); ++s) hops += hops_from(c.topology, NodeId(s))[c.to[s]];
    CHECK(hops == c.hops);
    const ConcurrentFlow flow = concurrent_flow(permutation_problem(c.topology, c.to));
    CHECK(flow.exact());
    CHECK(flow.lower == c.theta);
  }
  CHECK(concurrent_flow(problem_of(*five, "tornado")).lower == Rational(5, 6));  // 50 hops, and worse than 25/28
}

TEST_CASE("the worst permutation of the 3 x 3 mesh lies above the best oblivious routing", "[throughput]") {
  const auto t = make_cube("mesh:3x3");
  CHECK(concurrent_flow(permutation_problem(*t, {4, 3, 6, 1, 8, 7, 2, 5, 0})).lower == Rational(8, 9));
  for (std::uint32_t seed = 1; seed <= sample(5000U, 60U); ++seed) {
    const SymmetricFlow::Value value = SymmetricFlow(problem_of(*t, ("random:" + std::to_string(seed)).c_str())).solve(20'000);
    REQUIRE(value.lower);
    CHECK(*value.lower >= Rational(8, 9));
  }
}
