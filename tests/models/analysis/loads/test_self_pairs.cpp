// What a pattern gives to the own node is a message like any other, in every reader of the analysis
// (docs/guide/traffic.md).
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "models/analysis/latency/bounds.hpp"
#include "models/analysis/latency/light_traffic.hpp"
#include "models/analysis/loads/channel_load.hpp"
#include "models/analysis/worst_case/random_permutations.hpp"
#include "models/analysis/worst_case/worst_case.hpp"
#include "tests/support/routings.hpp"
#include "tests/support/scratch_file.hpp"
#include "traffic/patterns/matrix.hpp"
#include "traffic/patterns/permutation.hpp"
#include "traffic/registry.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

using Matrix = std::vector<std::vector<Rational>>;

Matrix identity_matrix(std::uint32_t n) {
  Matrix m(n, std::vector<Rational>(n, 0));
  for (std::uint32_t i = 0; i < n; ++i) m[i][i] = 1;
  return m;
}

// Row i: i/(i+1) to the own node, the rest to the next but one; node 0 is silent.
Matrix uneven_matrix(std::uint32_t n) {
  Matrix m(n, std::vector<Rational>(n, 0));
  for (std::uint32_t i = 1; i < n; ++i) {
    m[i][i] += Rational(i, i + 1);
    m[i][(i + 2) % n] += Rational(1, i + 1);
  }
  return m;
}

Matrix mixture(const Matrix& a, const Matrix& b, const Rational& share) {
  Matrix m = a;
  for (std::size_t i = 0; i < m.size(); ++i) {
    for (std::size_t j = 0; j < m.size(); ++j) m[i][j] = share * a[i][j] + (1 - share) * b[i][j];
  }
  return m;
}

ChannelLoads loads_of(const Topology& t, const RoutingRelation& relation, const Matrix& m) {
  std::string text;
  for (const auto& row : m) {
    for (const Rational& x : row) text += to_string(x) + " ";
    text += "\n";
  }
  const ScratchFile file(text, "matrix");
  return channel_load(t, relation, MatrixTraffic(file.path(), t.terminals()));
}

}  // namespace

TEST_CASE("the load of a mixture of matrices is the mixture of their loads, whatever they give to the own node") {
  const std::string name = GENERATE("torus:3x3", "torus:4x2", "mesh:3x3", "hypercube:3");
  const auto t = make_cube(name);
  for (const std::string& routing : oblivious_routings(*t)) {
    CAPTURE(name, routing);
    const auto relation = relation_of(*t, routing);
    const std::vector<Matrix> matrices = {identity_matrix(t->nodes()), uneven_matrix(t->nodes())};
    for (const Rational& share : {Rational(1, 1000), Rational(1, 2), Rational(999, 1000)}) {
      const ChannelLoads a = loads_of(*t, *relation, matrices[0]), b = loads_of(*t, *relation, matrices[1]);
      const ChannelLoads mixed = loads_of(*t, *relation, mixture(matrices[0], matrices[1], share));
      CHECK(mixed.demand == Rational(share * a.demand + (1 - share) * b.demand));
      for (std::size_t c = 0; c < mixed.load.size(); ++c) REQUIRE(mixed.load[c] == Rational(share * a.load[c] + (1 - share) * b.load[c]));
    }
  }
}

TEST_CASE("valiant takes what is for the own node to an intermediate and back; the others leave it where it is") {
  // A ring of 3: nowhere with 1/3, else one hop out and one back. 3 nodes x 4/3 hops over 6 channels.
  const auto ring = make_cube("torus:3");
  const ChannelLoads away = loads_of(*ring, *relation_of(*ring, "valiant"), identity_matrix(3));
  CHECK(away.demand == 3);
  CHECK(away.mean_hops == Rational(4, 3));
  for (const Rational& load : away.load) CHECK(load == Rational(2, 3));
  for (const std::string routing : {"dor", "o1turn", "romm", "rlb", "ival"}) {
    const ChannelLoads home = loads_of(*ring, *relation_of(*ring, routing), identity_matrix(3));
    CHECK(home.demand == 3);
    CHECK(home.gamma_max == 0);
  }
}

TEST_CASE("a permutation's fixed points load nothing, unless they send") {
  const auto ring = make_cube("torus:3");
  const auto valiant = relation_of(*ring, "valiant");
  const std::vector<TerminalId> swap = {TerminalId(1), TerminalId(0), TerminalId(2)};
  const ChannelLoads silent = channel_load(*ring, *valiant, PermutationTraffic("swap", swap));
  const ChannelLoads sending = channel_load(*ring, *valiant, PermutationTraffic("swap", swap, FixedPoints::send));
  CHECK(silent.demand == 2);
  CHECK(sending.demand == 3);
  // Node 2's own packets go to node 0 or 1 with 1/3 each and back.
  for (std::uint32_t c = 0; c < ring->channels(); ++c) {
    const Channel& channel = ring->channel(ChannelId(c));
    const bool at_two = channel.from == NodeId(2) || channel.to == NodeId(2);
    CHECK(sending.load[c] - silent.load[c] == (at_two ? Rational(1, 3) : Rational(0)));
  }
}

TEST_CASE("bounds count what is for the own node as the relation routes it") {
  const auto ring = make_cube("torus:3");
  const BoundsInput input{1, 0, 2, 8};
  const PermutationTraffic own("own", {TerminalId(0), TerminalId(1), TerminalId(2)}, FixedPoints::send);
  const Bounds away = compute_bounds(*ring, *relation_of(*ring, "valiant"), own, input, 1e9);
  CHECK(away.zero_load_latency == Rational(4, 3) + 8 + 1);
  CHECK(away.ideal_throughput == Rational(3, 2));
  const Bounds home = compute_bounds(*ring, *relation_of(*ring, "dor"), own, input, 1e9);
  CHECK(home.zero_load_latency == Rational(9));
  CHECK_FALSE(home.ideal_throughput.has_value());
  // At home a message meets those of its own source alone: Kbar 1.
  LightTrafficOptions options;
  options.machine = input;
  CHECK(light_traffic_slope(*ring, *relation_of(*ring, "dor"), own, options) == 1);
}

TEST_CASE("the worst case says whether a fixed point may carry load, and its permutation carries it if fixed points send") {
  for (const std::string name : {"torus:3", "torus:4x4", "mesh:3x3", "hypercube:3"}) {
    const auto t = make_cube(name);
    for (const std::string& routing : oblivious_routings(*t)) {
      CAPTURE(name, routing);
      const auto relation = relation_of(*t, routing);
      const WorstCase worst = WorstCaseSearch(*t, *relation).run();
      CHECK(worst.fixed_points_may_load == (routing == "valiant"));
      CHECK(channel_load(*t, *relation, PermutationTraffic("worst", worst.permutation, FixedPoints::send)).gamma_max == worst.gamma);
    }
  }
}

TEST_CASE("random permutations load what their patterns load, fixed points silent or not") {
  const auto t = make_cube("torus:3x2");
  const auto valiant = relation_of(*t, "valiant");
  const PairLoads loads(*t, *valiant, {});
  for (const FixedPoints fixed : {FixedPoints::silent, FixedPoints::send}) {
    Rational worst = 0, total = 0;
    const auto named = [&](std::uint64_t i) { return named_permutation("random:" + std::to_string(i), *t, fixed); };
    for (std::uint64_t i = 0; i < 20; ++i) {
      const Rational gamma = channel_load(*t, *valiant, named(i)).gamma_max;
      worst = std::max(worst, gamma);
      total += gamma;
    }
    const auto draw = [&](std::uint64_t i) { return named(i).destinations(); };
    const PermutationSample sample = sample_permutations(*t, loads, {20, fixed == FixedPoints::send}, draw);
    CHECK(sample.worst == worst);
    CHECK(sample.mean == Rational(total / 20));
  }
}
