// The optimal routing where channels differ in bandwidth: by hand, and by the same question put without duality.
#include <catch2/catch.hpp>

#include "models/analysis/optimal/optimal_routing.hpp"
#include "tests/support/cases/toy_network.hpp"
#include "tests/support/oracles/permutation_program.hpp"

using namespace dateline;
using namespace dateline::test;

TEST_CASE("parallel links share what crosses in proportion to their bandwidths, each direction for itself") {
  // From 0 to 1 bandwidths 1 and 2: a third of a packet on each unit. From 1 to 0 they are 3 and 5: 1/8 would do; the
  // worst is 1/3.
  const ToyNetwork pair("pair", 2, {{0, 1, 1, 3}, {0, 1, 2, 5}});
  const OptimalRouting best = optimal_routing(pair, {});
  CHECK(best.lp_gamma == Approx(1.0 / 3).epsilon(1e-8));
  CHECK(best.gamma == Rational(1, 3));
  CHECK(best.mean_hops == Rational(1, 2));  // of four pairs two have a hop
  const ToyNetwork back("back", 2, {{0, 1, 3, 1}, {0, 1, 5, 2}});
  CHECK(optimal_routing(back, {}).gamma == Rational(1, 3));
}

TEST_CASE("a channel of small bandwidth is gone round as far as that pays") {
  // A triangle whose link 0 - 1 has bandwidth b either way, the others 1.
  for (const std::uint64_t tenths : {1U, 5U, 10U, 30U}) {
    CAPTURE(tenths);
    const Bandwidth b(tenths, 10);
    const ToyNetwork triangle("triangle", 3, {{0, 1, b, b}, {1, 2}, {2, 0}});
    const auto [gamma, hops] = by_all_permutations(triangle);
    const OptimalRouting best = optimal_routing(triangle, {});
    CHECK(best.lp_gamma == Approx(gamma).epsilon(1e-7));
    CHECK(best.lp_mean_hops == Approx(hops).epsilon(1e-6));
    CHECK(to_double(best.gamma) == Approx(gamma).epsilon(1e-5));
    CHECK(to_double(best.mean_hops) == Approx(hops).epsilon(1e-5));
  }
}

TEST_CASE("uneven graphs have the optimum of all permutations written out") {
  const ToyNetwork tail("tail", 4, {{0, 1, 2, 1}, {1, 2, 1, 3}, {2, 0, 1, 1}, {2, 3, 4, 2}});
  const ToyNetwork square("square", 4, {{0, 1, 1, 2}, {1, 2, 3, 1}, {2, 3, 2, 2}, {3, 0, 1, 5}});
  for (const ToyNetwork* graph : {&tail, &square}) {
    CAPTURE(graph->name());
    (void)optimum_of_all_permutations(*graph);
  }
}
