// Average cases: against every permutation by itself, and intervals against the mean of all. Values of whole networks:
// tests/sim/cli/analysis/test_average.py.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "models/analysis/average/average_case.hpp"
#include "models/analysis/loads/channel_load.hpp"
#include "models/analysis/loads/symmetry_check.hpp"
#include "models/analysis/reliability/estimates.hpp"
#include "routing/registry/registry.hpp"
#include "traffic/patterns/permutation.hpp"

using namespace dateline;

namespace {

PairLoads loads_of(const Topology& t, const RoutingRelation& relation) { return PairLoads(t, relation, usable_symmetries(t, relation)); }

}  // namespace

TEST_CASE("the average over all permutations is that of each by itself", "[average]") {
  const std::string name = GENERATE("torus:2x2", "torus:5", "mesh:3x2");
  const std::string routing = GENERATE("dor", "romm", "valiant");
  CAPTURE(name, routing);
  const auto t = make_cube(name);
  const auto relation = make_relation(routing, *t, {});
  std::vector<TerminalId> to;
  for (std::uint32_t i = 0; i < t->terminals(); ++i) to.emplace_back(i);
  std::vector<Rational> throughputs;
  Rational gammas = 0, inverse = 0;
  std::uint64_t count = 0;
  do {
    const Rational gamma = channel_load(*t, *relation, PermutationTraffic("p", to)).gamma_max;
    gammas += gamma;
    ++count;
    if (gamma == 0) continue;
    throughputs.push_back(1 / gamma);
    inverse += throughputs.back();
  } while (std::next_permutation(to.begin(), to.end()));
  std::sort(throughputs.begin(), throughputs.end());
  const EnumeratedAverage all = enumerate_average(*t, loads_of(*t, *relation));
  CHECK(all.permutations == count);
  CHECK(all.loading == throughputs.size());
  CHECK(all.mean_gamma == Rational(gammas / count));
  CHECK(all.mean_throughput == Rational(inverse / throughputs.size()));
  CHECK(all.least_throughput == throughputs.front());
  CHECK(all.median_throughput == throughputs[(throughputs.size() - 1) / 2]);
}

TEST_CASE("a drawn permutation has the load that it has as a pattern", "[average]") {
  const auto t = make_cube("mesh:4x3");
  const auto relation = make_relation("romm", *t, {});
  AverageSampling sampling;
  sampling.draws = 20;
  sampling.seed = 7;
  const std::vector<double> gammas = drawn_gammas(*t, loads_of(*t, *relation), sampling);
  REQUIRE(gammas.size() == 20);
  for (std::uint64_t i = 0; i < 20; ++i) {
    CHECK(gammas[i] == to_double(channel_load(*t, *relation, PermutationTraffic("p", drawn_permutation(sampling, i, 0, t->terminals()))).gamma_max));
  }
  sampling.first = 5;  // the same draws, from the sixth on
  sampling.draws = 15;
  CHECK(drawn_gammas(*t, loads_of(*t, *relation), sampling) == std::vector<double>(gammas.begin() + 5, gammas.end()));
}

TEST_CASE("a sum of permutations loads no channel more than its parts, and weighs them by 1 in all", "[average]") {
  const auto t = make_cube("torus:4x4");
  const auto relation = make_relation("dor", *t, {});
  const PairLoads loads = loads_of(*t, *relation);
  AverageSampling sampling;
  sampling.draws = 30;
  sampling.permutations = 6;
  const std::vector<double> sums = drawn_gammas(*t, loads, sampling);
  for (std::uint64_t i = 0; i < sums.size(); ++i) {
    double most = 0;
    for (std::uint32_t q = 0; q < 6; ++q) {
      const PermutationTraffic part("p", drawn_permutation(sampling, i, q, t->terminals()));
      most = std::max(most, to_double(channel_load(*t, *relation, part).gamma_max));
    }
    CHECK(sums[i] <= most * (1 + 1e-12));
    CHECK(sums[i] > 0);
  }
  sampling.permutations = 1;
  const std::vector<double> ones = drawn_gammas(*t, loads, sampling);
  sampling.permutations = 0;
  const std::vector<double> whole = drawn_gammas(*t, loads, sampling);
  for (std::size_t i = 0; i < ones.size(); ++i) CHECK(ones[i] == Approx(whole[i]).epsilon(1e-12));
}

TEST_CASE("intervals of a sample cover the mean of all permutations in about 95 of 100 seeds", "[average]") {
  const auto t = make_cube("mesh:3x3");
  const auto relation = make_relation("dor", *t, {});
  const PairLoads loads = loads_of(*t, *relation);
  constexpr double kMean = 248927.0 / 362879;  // of all 9! but the identity
  int covered = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    AverageSampling sampling;
    sampling.draws = 200;
    sampling.seed = seed;
    MeanEstimate throughput;
    for (const double gamma : drawn_gammas(*t, loads, sampling)) {
      if (gamma > 0) throughput.add(1 / gamma);
    }
    const auto interval = throughput.interval();
    REQUIRE(interval);
    if (interval->low <= kMean && kMean <= interval->high) ++covered;
  }
  CHECK(covered >= 90);
  CHECK(covered <= 99);
}
