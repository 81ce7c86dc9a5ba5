// Optimal oblivious routing against published values, bounds proven by hand, and the same question put without symmetry
// or duality.
#include <algorithm>
#include <catch2/catch.hpp>

#include "models/analysis/optimal/exact_routing.hpp"
#include "models/analysis/optimal/optimal_routing.hpp"
#include "models/base/error.hpp"
#include "tests/support/oracles/path_oracle.hpp"
#include "tests/support/oracles/permutation_program.hpp"
#include "tests/support/oracles/table_oracle.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

// Twice the capacity load: half of capacity.
Rational half_capacity_gamma(std::uint32_t k) { return k % 2 == 0 ? Rational(k, 4) : Rational(k * k - 1, 4 * k); }

std::string square(std::uint32_t k) { return "torus:" + std::to_string(k) + "x" + std::to_string(k); }

OptimalRouting optimum(const CubeTopology& t, bool minimal_only = false, std::optional<Rational> limit = std::nullopt) {
  OptimalOptions options;
  options.minimal_only = minimal_only;
  options.gamma_limit = std::move(limit);
  return optimal_routing(t, topology_automorphisms(t), options);
}

// A network of any links.
class Graph final : public Topology {
 public:
  Graph(std::uint32_t nodes, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& links)
      : Topology("graph", nodes, static_cast<int>(links.size())) {
    std::uint16_t port = 0;
    for (const auto& [a, b] : links) {
      add_channel({NodeId(a), Port(port), NodeId(b), Port(port), -1, 0});
      add_channel({NodeId(b), Port(port), NodeId(a), Port(port), -1, 0});
      ++port;
    }
    check_links(*this);
  }
};

Rational mean_distance(const CubeTopology& t) {
  const PathOracle oracle(t, TieRule::split);
  Rational sum = 0;
  for (std::uint32_t s = 0; s < t.nodes(); ++s) {
    for (std::uint32_t d = 0; d < t.nodes(); ++d) sum += oracle.distance(s, d);
  }
  return sum / (std::uint64_t{t.nodes()} * t.nodes());
}

}  // namespace

TEST_CASE("the heaviest assignment is that of all permutations tried") {
  std::uint64_t random = 12345;
  for (int round = 0; round < 50; ++round) {
    std::vector<std::vector<std::int64_t>> weight(5, std::vector<std::int64_t>(5));
    for (auto& row : weight) {
      for (std::int64_t& w : row) {
        random = random * 6364136223846793005U + 1442695040888963407U;
        w = static_cast<std::int64_t>(random >> 60U);
      }
    }
    std::vector<std::size_t> p = {0, 1, 2, 3, 4};
    std::int64_t heaviest = 0;
    do {
      std::int64_t sum = 0;
      for (std::size_t i = 0; i < 5; ++i) sum += weight[i][p[i]];
      heaviest = std::max(heaviest, sum);
    } while (std::next_permutation(p.begin(), p.end()));
    REQUIRE(heaviest_assignment(weight) == heaviest);
  }
}

TEST_CASE("the optimum of a small network is that of all permutations written out") {
  const std::string name = GENERATE("torus:2", "torus:3", "torus:4", "torus:5", "torus:2x2", "mesh:2", "mesh:3", "mesh:4", "mesh:5", "mesh:2x2",
                                    "hypercube:1", "hypercube:2");
  CAPTURE(name);
  const auto t = make_cube(name);
  const auto [gamma, hops] = by_all_permutations(*t);
  const OptimalRouting best = optimum(*t);
  CHECK(best.lp_gamma == Approx(gamma).epsilon(1e-7));
  CHECK(best.lp_mean_hops == Approx(hops).epsilon(1e-6));
  const TableOracle table(*t, best.table);
  CHECK(to_double(table.worst_load()) == Approx(gamma).epsilon(1e-7));
  CHECK(to_double(table.mean_hops()) == Approx(hops).epsilon(1e-6));
}

TEST_CASE("a graph without symmetry has the optimum of all permutations too, and one in two parts is refused") {
  const Graph tail(4, {{0, 1}, {1, 2}, {2, 0}, {2, 3}});                           // a triangle with a tail: 3 is behind one link
  const Graph house(5, {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 4}, {1, 4}, {2, 3}});  // two links between 2 and 3
  for (const Graph* graph : {&tail, &house}) {
    CHECK_FALSE(optimum_of_all_permutations(*graph).table.relative);
  }
  CHECK_THROWS_WITH(optimal_routing(Graph(4, {{0, 1}, {2, 3}}), {}), Catch::Contains("not connected"));
}

TEST_CASE("the best worst case of a square torus is half of capacity, exactly") {
  const std::uint32_t k = GENERATE(3U, 4U, 5U, 6U);
  CAPTURE(k);
  const auto t = make_cube(square(k));
  const OptimalRouting best = optimum(*t);
  CHECK(best.lp_gamma == Approx(to_double(half_capacity_gamma(k))).epsilon(1e-9));
  CHECK(best.gamma == half_capacity_gamma(k));
  CHECK_FALSE(best.stopped);
  CHECK_FALSE(best.rounded);
  CHECK(best.table.relative);
  const TableOracle table(*t, best.table);
  CHECK(table.worst_load() == half_capacity_gamma(k));
  CHECK(table.mean_hops() == best.mean_hops);
  CHECK(to_double(best.mean_hops) == Approx(best.lp_mean_hops).epsilon(1e-9));
}

TEST_CASE("the fewest hops at the optimum are those published: 1.5600 times the least for k = 5, 1.4790 for k = 8") {
  const auto [k, locality] = GENERATE(table<std::uint32_t, double>({{5U, 1.5600}, {8U, 1.4790}}));
  const auto t = make_cube(square(k));
  const OptimalRouting best = optimum(*t);
  CHECK(best.gamma == half_capacity_gamma(k));
  CHECK(to_double(best.mean_hops / mean_distance(*t)) == Approx(locality).margin(5e-5));
}

TEST_CASE("every packet n k / 2 hops from home leaves a hypercube or an even torus no better than half of capacity, and that is reached") {
  // All N packets cross n k / 2 channels of 2 n N (hypercube: n of n N): a load of k / 4 (1) at least, on the mean
  // channel.
  const auto [name, bound] = GENERATE(table<std::string, Rational>({{"hypercube:3", 1}, {"hypercube:4", 1}, {"torus:8", 2}, {"torus:4x4x4", 1}}));
  CAPTURE(name);
  const auto t = make_cube(name);
  const OptimalRouting best = optimum(*t);
  CHECK(best.gamma == bound);
  CHECK(TableOracle(*t, best.table).worst_load(ChannelId(0)) == bound);
}

TEST_CASE("the best routing on shortest paths of the 8-ary 2-cube has a worst case of 7/2") {
  const auto t = make_cube("torus:8x8");
  const OptimalRouting best = optimum(*t, true);
  CHECK(best.gamma == Rational(7, 2));
  CHECK(best.mean_hops == mean_distance(*t));
  const TableOracle table(*t, best.table);
  CHECK(table.worst_load(t->out(NodeId(0), t->port(0, +1))) == Rational(7, 2));
  CHECK(table.longest_path() == 8);
}

TEST_CASE("a limit on the worst case buys locality, convexly, down to shortest paths") {
  const auto t = make_cube("torus:5x5");
  const RoutingOptimizer optimizer(*t, topology_automorphisms(*t), false, 100'000);
  const Rational minimal = optimum(*t, true).gamma;
  const Rational least = half_capacity_gamma(5);
  constexpr int kSteps = 8;
  std::vector<double> hops;
  for (int i = 0; i <= kSteps; ++i) {
    const Rational limit = least + (minimal - least) * i / kSteps;
    const OptimalRouting best = optimizer.solve(limit, 100);
    CAPTURE(to_string(limit));
    const TableOracle table(*t, best.table);
    CHECK(best.gamma <= limit);
    CHECK(table.worst_load(ChannelId(0)) <= best.gamma);
    CHECK(to_double(table.mean_hops()) == Approx(best.lp_mean_hops).epsilon(1e-9));
    hops.push_back(best.lp_mean_hops);
  }
  CHECK(hops.front() == Approx(1.56 * to_double(mean_distance(*t))));
  CHECK(hops.back() == Approx(to_double(mean_distance(*t))));
  CHECK(hops[kSteps - 1] > hops.back() + 1e-6);  // a smaller worst case than that of shortest paths costs hops
  for (std::size_t i = 1; i + 1 < hops.size(); ++i) CHECK(hops[i] <= (hops[i - 1] + hops[i + 1]) / 2 + 1e-9);
  for (std::size_t i = 1; i < hops.size(); ++i) CHECK(hops[i] <= hops[i - 1] + 1e-9);
}

TEST_CASE("symmetry changes the work, not the optimum") {
  const std::string name = GENERATE("torus:3x3", "torus:2x3", "mesh:3x3", "hypercube:3");
  CAPTURE(name);
  const auto t = make_cube(name);
  const OptimalRouting with = optimum(*t);
  const OptimalRouting without = optimal_routing(*t, {});
  CHECK(without.rows > with.rows);
  CHECK_FALSE(without.table.relative);
  CHECK(with.table.relative == (t->kind() != CubeTopology::Kind::mesh));
  CHECK(without.lp_gamma == Approx(with.lp_gamma).epsilon(1e-7));
  CHECK(without.lp_mean_hops == Approx(with.lp_mean_hops).epsilon(1e-6));
  for (const OptimalRouting* best : {&with, &without}) {
    const TableOracle table(*t, best->table);
    CHECK(table.worst_load() <= best->gamma);
    CHECK(to_double(best->gamma) == Approx(with.lp_gamma).epsilon(1e-5));
    CHECK(table.mean_hops() == best->mean_hops);
  }
}

TEST_CASE("flows keep the symmetries and their own reversal") {
  const auto t = make_cube("torus:4x4");
  const TableOracle table(*t, optimum(*t).table);
  const auto swap = dimension_swaps(*t).front();
  const auto mirror = reflections(*t, 0).front();
  for (std::uint32_t d = 0; d < t->nodes(); ++d) {
    for (std::uint32_t c = 0; c < t->channels(); ++c) {
      const Channel& channel = t->channel(ChannelId(c));
      const Rational share = table.share(0, d, ChannelId(c));
      for (const Symmetry& map : {swap, mirror}) {
        const NodeId from = map.image[channel.from.value()], to = map.image[channel.to.value()];
        for (int p = 0; p < t->ports(); ++p) {
          if (peer(*t, from, Port(static_cast<std::uint16_t>(p))) != to) continue;
          REQUIRE(table.share(0, map.image[d].value(), t->out(from, Port(static_cast<std::uint16_t>(p)))) == share);
        }
      }
      REQUIRE(table.share(d, 0, t->out(channel.to, channel.to_port)) == share);
    }
  }
}

TEST_CASE("flows that are no simple fractions are rounded to paths, a millionth from the optimum, with a proven bound") {
  const auto t = make_cube("torus:4x4");
  const RoutingOrbits orbits(*t, topology_automorphisms(*t));
  const RoutingProgram built = routing_program(*t, orbits, false, 100'000);
  LinearProgram lp = built.program;
  lp.cost = built.hops;
  std::vector<double> mixed(lp.columns.size(), 0);
  // Between the routings for two limits, at an irrational place.
  const double part = std::sqrt(0.5);
  for (const auto& [limit, weight] : {std::pair(1.0, part), std::pair(1.25, 1 - part)}) {
    lp.columns[built.gamma].upper = limit;
    const LinearSolution solution = solve_linear_program(lp);
    REQUIRE(solution.status == LinearSolution::Status::optimal);
    for (std::size_t i = 0; i < mixed.size(); ++i) mixed[i] += weight * solution.x[i];
  }
  const ExactRouting exact = exact_routing(*t, orbits, built, mixed);
  CHECK(exact.rounded);
  const TableOracle table(*t, path_table(*t, orbits, exact.flow, true));
  const double gamma = part + 1.25 * (1 - part);
  CHECK(to_double(exact.gamma) == Approx(gamma).epsilon(1e-4));
  for (std::uint32_t c = 0; c < 4; ++c) CHECK(table.worst_load(ChannelId(c)) <= exact.gamma);
  double hops = 0;
  for (std::size_t i = 0; i < mixed.size(); ++i) hops += mixed[i] * built.hops[i];
  CHECK(to_double(table.mean_hops()) == Approx(hops).epsilon(1e-4));
}

TEST_CASE("the simplest fraction near a number has the smallest denominator") {
  const auto brute = [](double x, double tolerance) {
    for (std::int64_t q = 1;; ++q) {
      const auto below = static_cast<std::int64_t>(x * static_cast<double>(q));
      for (const std::int64_t p : {below, below + 1}) {
        const Rational above = Rational(p, q) - exact_value(x);
        if (above <= exact_value(tolerance) && -above <= exact_value(tolerance)) return Rational(p, q);
      }
    }
  };
  for (const double x : {0.5, 0.3333, 1.0, 0.999, 0.618034, 1.7320508, 0.01}) {
    CAPTURE(x);
    CHECK(simplest_fraction(x, 1e-3) == brute(x, 1e-3));
    CHECK(denominator(simplest_fraction(x, 1e-4)) == denominator(brute(x, 1e-4)));
  }
  CHECK(simplest_fraction(0, 1e-9) == 0);
  CHECK(simplest_fraction(-1e-11, 1e-9) == 0);
  CHECK(simplest_fraction(1234.0 / 4321.0, 1e-10) == Rational(1234, 4321));
}

TEST_CASE("the same input gives the same paths") {
  const auto t = make_cube("torus:5x5");
  const PathTable a = optimum(*t).table, b = optimum(*t).table;
  REQUIRE(a.paths.size() == b.paths.size());
  for (std::size_t i = 0; i < a.paths.size(); ++i) {
    REQUIRE(a.paths[i].size() == b.paths[i].size());
    for (std::size_t j = 0; j < a.paths[i].size(); ++j) {
      REQUIRE(a.paths[i][j].weight == b.paths[i][j].weight);
      REQUIRE(a.paths[i][j].channels == b.paths[i][j].channels);
    }
  }
}

TEST_CASE("without effort there is no table, and it says so") {
  const auto t = make_cube("torus:4x4");
  OptimalOptions hurried;
  hurried.effort = 0;
  const OptimalRouting none = optimal_routing(*t, topology_automorphisms(*t), hurried);
  CHECK(none.stopped);
  CHECK(none.table.paths.empty());
}

TEST_CASE("a limit that no routing keeps, and programs too large, are refused") {
  const auto t = make_cube("torus:4x4");
  CHECK_THROWS_WITH(optimum(*t, false, Rational(99, 100)), Catch::Contains("gamma-limit=99/100"));
  CHECK_THROWS_AS(optimum(*t, false, Rational(99, 100)), ConfigError);
  CHECK_THROWS_AS(optimum(*t, true, Rational(1)), ConfigError);  // shortest paths cannot
  OptimalOptions small;
  small.max_entries = 100;
  CHECK_THROWS_WITH(optimal_routing(*t, topology_automorphisms(*t), small), Catch::Contains("torus:4x4") && Catch::Contains("allowed at most 100"));
  const auto large = make_cube("torus:32x32");
  CHECK_THROWS_WITH(optimum(*large), Catch::Contains("torus:32x32") && Catch::Contains("1024"));
}
