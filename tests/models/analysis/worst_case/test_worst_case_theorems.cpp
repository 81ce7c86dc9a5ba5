// Theorem 1 of B. Towles: no doubly stochastic matrix loads a channel more than some permutation does. Theorem 2: alike
// channels have equal maxima.
#include <algorithm>
#include <catch2/catch.hpp>

#include "models/analysis/loads/channel_load.hpp"
#include "models/analysis/worst_case/worst_case.hpp"
#include "models/network/symmetry/orbits.hpp"
#include "tests/support/oracles/birkhoff.hpp"
#include "tests/support/oracles/pair_table.hpp"
#include "tests/support/routings.hpp"
#include "traffic/patterns/permutation.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

// Of every channel, the load / bandwidth of its heaviest permutation.
std::vector<Rational> heaviest_per_channel(const Topology& t, const RoutingRelation& relation) {
  WorstCaseOptions options;
  options.all_channels = true;
  std::vector<Rational> heaviest(t.channels());
  for (const FocusChannel& f : WorstCaseSearch(t, relation, options).run().focus) heaviest[f.channel.value()] = f.gamma;
  return heaviest;
}

class MatrixPattern final : public TrafficPattern {
 public:
  explicit MatrixPattern(const Matrix& matrix) : matrix_(matrix) {}
  [[nodiscard]] std::vector<Demand> row(TerminalId source) const override {
    std::vector<Demand> row;
    for (std::uint32_t j = 0; j < matrix_.size(); ++j) {
      if (matrix_[source.value()][j] > 0) row.push_back({TerminalId(j), matrix_[source.value()][j]});
    }
    return row;
  }
  [[nodiscard]] TerminalId sample(TerminalId source, RandomStream&) const override { return source; }
  [[nodiscard]] Rational share(TerminalId) const override { return 1; }

 private:
  const Matrix& matrix_;
};

// Mixtures and exchanged matrices in turn, from dense to nearly permutations.
Matrix matrix_number(std::uint32_t i, std::uint32_t nodes) {
  return i % 2 == 0 ? random_mixture(nodes, 1 + i % 15, i) : random_exchanges(nodes, 3 * (i % 50), i);
}

}  // namespace

TEST_CASE("1,000 random doubly stochastic matrices load no channel above its heaviest permutation") {
  const auto t = make_cube("torus:3x3");
  std::vector<Matrix> matrices;
  for (std::uint32_t i = 0; i < 1000; ++i) matrices.push_back(matrix_number(i, t->nodes()));
  for (const std::string routing : {"dor", "romm", "rlb"}) {
    const auto relation = relation_of(*t, routing);
    const std::vector<Rational> heaviest = heaviest_per_channel(*t, *relation);
    const PairTable table = enumerated(*t, routing, TieRule::split);
    Rational most = 0;
    for (std::uint32_t i = 0; i < matrices.size(); ++i) {
      const PairTable::Row load = table.of_matrix(matrices[i]);
      bool within = true;
      for (std::uint32_t c = 0; c < t->channels(); ++c) {
        within = within && load[c] <= heaviest[c];
        most = std::max(most, Rational(load[c] / heaviest[c]));
      }
      CAPTURE(routing, i);
      REQUIRE(within);
      if (i % 25 == 0) REQUIRE(channel_load(*t, *relation, MatrixPattern(matrices[i])).load == load);  // linear, channel by channel
    }
    CHECK(most > Rational(3, 4));  // the bound is not met by far only
  }
}

TEST_CASE("a matrix is taken apart into permutations that make it up again") {
  for (std::uint32_t i = 0; i < 60; ++i) {
    const std::uint32_t n = 2 + i % 9;
    const Matrix matrix = matrix_number(i, n);
    const auto parts = decompose(matrix);
    Matrix sum(n, std::vector<Rational>(n));
    Rational weights = 0;
    for (const WeightedPermutation& part : parts) {
      CHECK(part.weight > 0);
      weights += part.weight;
      for (std::uint32_t row = 0; row < n; ++row) sum[row][part.to[row]] += part.weight;
    }
    CHECK(weights == 1);
    CHECK(sum == matrix);
    CHECK(parts.size() <= n * n - 2 * n + 2);
  }
  CHECK_THROWS_AS(decompose({{1, 0}, {1, 0}}), std::logic_error);
  CHECK_THROWS_AS(decompose({{Rational(3, 2), Rational(-1, 2)}, {Rational(-1, 2), Rational(3, 2)}}), std::logic_error);
}

TEST_CASE("among the permutations of a matrix one loads its busiest channel as much as the matrix does, and none beyond the worst case") {
  const std::string name = GENERATE("torus:3x3", "mesh:3x3", "hypercube:3");
  const auto t = make_cube(name);
  for (const std::string routing : {"dor", "romm", "o1turn"}) {
    const auto relation = relation_of(*t, routing);
    const Rational gamma = WorstCaseSearch(*t, *relation).run().gamma;
    for (std::uint32_t i = 0; i < 12; ++i) {
      CAPTURE(name, routing, i);
      const Matrix matrix = matrix_number(i + 400, t->nodes());
      const ChannelLoads loads = channel_load(*t, *relation, MatrixPattern(matrix));
      Rational most = 0, mean = 0;
      for (const WeightedPermutation& part : decompose(matrix)) {
        std::vector<TerminalId> to;
        for (const std::uint32_t j : part.to) to.emplace_back(j);
        const ChannelLoads of_part = channel_load(*t, *relation, PermutationTraffic("a part", to));
        CHECK(of_part.gamma_max <= gamma);
        most = std::max(most, of_part.load[loads.busiest.value()]);
        mean += part.weight * of_part.load[loads.busiest.value()];
      }
      CHECK(mean == loads.gamma_max);
      CHECK(most >= loads.gamma_max);
    }
  }
}

TEST_CASE("channels that symmetry makes alike have equally heavy permutations, and the images of a permutation load their images") {
  const std::string name = GENERATE("torus:4x4", "torus:4x3", "mesh:4x3", "hypercube:3");
  const auto t = make_cube(name);
  for (const std::string& routing : oblivious_routings(*t)) {
    for (const TieRule tie : tie_rules(*t)) {
      CAPTURE(name, routing, name_of(tie));
      const auto relation = relation_of(*t, routing, tie);
      const std::vector<Rational> heaviest = heaviest_per_channel(*t, *relation);
      const WorstCaseSearch search(*t, *relation);
      const WorstCase worst = search.run();
      const auto claims = relation->symmetries();
      const Orbits orbits(*t, claims);
      for (std::uint32_t c = 0; c < t->channels(); ++c) {
        CHECK(heaviest[c] == worst.focus.at(orbits.orbit_of(ChannelId(c))).gamma);
      }
      for (const Symmetry& g : claims) {
        std::vector<TerminalId> moved(t->nodes());
        for (std::uint32_t v = 0; v < t->nodes(); ++v) moved[g.image[v].value()] = TerminalId(g.image[worst.permutation[v].value()].value());
        const auto load = channel_load(*t, *relation, PermutationTraffic("worst", worst.permutation)).load;
        const auto load_moved = channel_load(*t, *relation, PermutationTraffic("moved", moved)).load;
        for (std::uint32_t c = 0; c < t->channels(); ++c) REQUIRE(load_moved[Orbits::image_of(*t, ChannelId(c), g).value()] == load[c]);
      }
    }
  }
}
