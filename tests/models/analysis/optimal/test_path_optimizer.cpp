// 2TURN: its paths by hand, its values as printed for tori of 3, 4 and 6 a side, and the mean over a sample.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "models/analysis/average/average_case.hpp"
#include "models/analysis/optimal/optimal_routing.hpp"
#include "models/analysis/optimal/path_optimizer.hpp"
#include "models/analysis/optimal/two_turn_paths.hpp"
#include "models/analysis/worst_case/worst_case.hpp"
#include "models/base/error.hpp"
#include "routing/networks/any_topology/table.hpp"

using namespace dateline;

namespace {

PathOptimizer two_turns(const CubeTopology& t) {
  return PathOptimizer(t, t.automorphisms(), [&t](NodeId from, NodeId to) { return two_turn_paths(t, from, to); });
}

}  // namespace

TEST_CASE("paths of two turns by hand", "[2turn]") {
  const auto mesh = make_cube("mesh:3x2");
  // 0 1 2 / 3 4 5: from 0 to 1 straight, or up, across and down, also beyond; not through 0 again.
  const auto straight = two_turn_paths(*mesh, NodeId(0), NodeId(1));
  CHECK(straight.size() == 2);
  // From 0 to 5: up then across twice; across, up, across; across twice, up: x first of any length, or y first.
  CHECK(two_turn_paths(*mesh, NodeId(0), NodeId(5)).size() == 3);
  const auto torus = make_cube("torus:5x5");
  for (std::uint32_t d = 1; d < torus->nodes(); ++d) {
    const auto paths = two_turn_paths(*torus, NodeId(0), NodeId(d));
    CHECK(std::set<std::vector<ChannelId>>(paths.begin(), paths.end()).size() == paths.size());
    for (const auto& path : paths) {
      std::set<std::uint32_t> passed = {0};
      int turns = 0;
      NodeId at(0);
      for (std::size_t i = 0; i < path.size(); ++i) {
        const Channel& c = torus->channel(path[i]);
        REQUIRE(c.from == at);
        at = c.to;
        REQUIRE(passed.insert(at.value()).second);
        if (i > 0 && torus->channel(path[i - 1]).dimension != c.dimension) ++turns;
      }
      REQUIRE(at == NodeId(d));
      REQUIRE(turns <= 2);
    }
  }
}

TEST_CASE("paths of two turns have the best worst case, and on tori of 3, 4 and 6 the fewest hops of all", "[2turn]") {
  struct Case {
    const char* name;
    Rational gamma, hops;
  };
  for (const Case& c : {Case{"torus:3x3", Rational(2, 3), Rational(56, 27)}, Case{"torus:4x4", 1, Rational(27, 10)},
                        Case{"torus:6x6", Rational(3, 2), Rational(545, 126)}}) {
    CAPTURE(c.name);
    const auto t = make_cube(c.name);
    const OptimalRouting found = two_turns(*t).best_worst_case();
    CHECK_FALSE(found.rounded);
    CHECK(found.mean_hops == c.hops);
    const TableRouting relation(*t, found.table, "2turn");
    CHECK(WorstCaseSearch(*t, relation).run().gamma == c.gamma);
    CHECK(found.gamma == c.gamma);
  }
  const auto five = make_cube("torus:5x5");
  const OptimalRouting found = two_turns(*five).best_worst_case(), free = optimal_routing(*five, five->automorphisms());
  CHECK(found.gamma == free.gamma);
  CHECK(found.mean_hops > free.mean_hops);
  const auto mesh = make_cube("mesh:3x3");
  CHECK(two_turns(*mesh).best_worst_case().gamma == Rational(7, 6));
}

TEST_CASE("weights for a sample have the least mean load on it", "[2turn]") {
  const auto t = make_cube("torus:3x3");
  AverageSampling sampling;
  sampling.draws = 12;
  std::vector<std::vector<TerminalId>> permutations;
  for (std::uint64_t i = 0; i < sampling.draws; ++i) permutations.push_back(drawn_permutation(sampling, i, 0, t->terminals()));
  const PathOptimizer optimizer = two_turns(*t);
  const auto mean = [&](const OptimalRouting& routing) {
    const TableRouting relation(*t, routing.table, "x");
    double sum = 0;
    for (const double gamma : drawn_gammas(*t, WorstCaseSearch(*t, relation).loads(), sampling)) sum += gamma;
    return sum / static_cast<double>(sampling.draws);
  };
  const OptimalRouting for_sample = optimizer.best_mean(permutations), for_worst = optimizer.best_worst_case();
  CHECK(mean(for_sample) == Approx(for_sample.lp_gamma).epsilon(1e-5));
  CHECK(mean(for_sample) <= mean(for_worst) + 1e-9);
  CHECK(optimizer.best_mean(permutations, 1).stopped);
}

TEST_CASE("a pair without a path is refused", "[2turn]") {
  const auto t = make_cube("torus:3x3");
  CHECK_THROWS_AS(PathOptimizer(*t, t->automorphisms(), [](NodeId, NodeId) { return std::vector<std::vector<ChannelId>>(); }), ConfigError);
}
