// Sampled paths: reproducible, legal, and as frequent as the relation's weights say; sampled channel loads with honest
// standard errors.
#include <catch2/catch.hpp>
#include <cmath>
#include <map>

#include "models/analysis/loads/channel_load.hpp"
#include "models/analysis/loads/path_sampler.hpp"
#include "models/base/error.hpp"
#include "tests/support/cases/toy_network.hpp"
#include "tests/support/cases/unfit_relations.hpp"
#include "tests/support/oracles/chances.hpp"
#include "tests/support/oracles/pair_table.hpp"
#include "tests/support/oracles/path_oracle.hpp"
#include "tests/support/oracles/two_phase_oracle.hpp"
#include "tests/support/routings.hpp"
#include "tests/support/sample.hpp"
#include "traffic/registry.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

LoadOptions sampled(std::uint64_t paths, std::uint64_t seed) {
  LoadOptions options;
  options.sample = {paths, seed};
  return options;
}

}  // namespace

TEST_CASE("the same seed, pair and number give the same path, whatever was drawn before") {
  const auto t = make_cube("torus:5x5");
  const auto romm = relation_of(*t, "romm");
  PathSampler forward(*t, *romm, 42), backward(*t, *romm, 42), other(*t, *romm, 43);
  using Paths = std::map<std::pair<std::uint32_t, std::uint64_t>, std::vector<ChannelId>>;
  Paths first, second, third;
  for (std::uint32_t d = 0; d < t->nodes(); ++d) {
    for (std::uint64_t i = 0; i < 20; ++i) {
      first[{d, i}] = forward.path(TerminalId(3), TerminalId(d), i);
      third[{d, i}] = other.path(TerminalId(3), TerminalId(d), i);
    }
  }
  for (std::uint64_t i = 20; i-- > 0;) {
    for (std::uint32_t d = t->nodes(); d-- > 0;) second[{d, i}] = backward.path(TerminalId(3), TerminalId(d), i);
  }
  CHECK(first == second);
  CHECK(first != third);
}

TEST_CASE("a path leads from its source to its destination and has positive probability") {
  const std::string name = GENERATE("torus:4x3", "mesh:3x3", "hypercube:3");
  const auto t = make_cube(name);
  for (const std::string& routing : oblivious_routings(*t)) {
    const auto relation = relation_of(*t, routing);
    const PairTable table = enumerated(*t, routing, TieRule::split);
    PathSampler sampler(*t, *relation, 5);
    for (std::uint32_t s = 0; s < t->nodes(); ++s) {
      for (std::uint32_t d = 0; d < t->nodes(); ++d) {
        for (std::uint64_t i = 0; i < 10; ++i) {
          NodeId at(s);
          for (const ChannelId c : sampler.path(TerminalId(s), TerminalId(d), i)) {
            REQUIRE(t->channel(c).from == at);
            REQUIRE(table.at(s, d, c) > 0);
            at = t->channel(c).to;
          }
          REQUIRE(at == NodeId(d));
        }
      }
    }
  }
}

TEST_CASE("whole paths are as frequent as their probabilities, jointly within 1e-6") {
  // 8x8x4 with three tied dimensions: eight paths of 1/8; and pairs with fewer.
  const auto t = make_cube("torus:8x8x4");
  const auto dor = relation_of(*t, "dor");
  const PathOracle oracle(*t, TieRule::split);
  const std::uint64_t draws = 20000;
  PathSampler sampler(*t, *dor, 1);
  const std::vector<NodeId> destinations = {t->node_at({4, 4, 2}), t->node_at({4, 1, 2}), t->node_at({3, 4, 1}), t->node_at({2, 7, 3})};
  std::size_t tests = 0;
  for (const NodeId to : destinations) tests += oracle.dor_paths(0, to.value()).size();
  REQUIRE(tests == 8 + 4 + 2 + 1);
  for (const NodeId to : destinations) {
    std::map<std::vector<ChannelId>, std::uint64_t> seen;
    for (std::uint64_t i = 0; i < draws; ++i) ++seen[sampler.path(TerminalId(0), TerminalId(to.value()), i)];
    const auto paths = oracle.dor_paths(0, to.value());
    CHECK(seen.size() == paths.size());
    for (const OraclePath& path : paths) {
      CAPTURE(to.value(), seen[path.channels], to_double(path.probability));
      CHECK(plausible(static_cast<double>(seen[path.channels]), draws, to_double(path.probability), tests));
    }
  }
}

TEST_CASE("crossings of every channel are as frequent as the exact loads, jointly within 1e-6") {
  const std::string name = GENERATE("torus:5x5", "torus:4x4", "mesh:4x4", "hypercube:4");
  const auto t = make_cube(name);
  const std::uint64_t draws = 4000;
  const std::vector<std::uint32_t> destinations = {0, 1, 6, 10, 12, 15};
  for (const std::string& routing : oblivious_routings(*t)) {
    const auto relation = relation_of(*t, routing);
    PathSampler sampler(*t, *relation, 17);
    for (const std::uint32_t d : destinations) {
      const PairTable::Row exact = TwoPhaseOracle(*t, TieRule::split).loads(routing, 0, d);
      std::vector<std::uint64_t> crossings(t->channels(), 0);
      for (std::uint64_t i = 0; i < draws; ++i) {
        for (const ChannelId c : sampler.path(TerminalId(0), TerminalId(d), i)) ++crossings[c.value()];
      }
      // Valiant may cross a channel twice; halved, crossings of a path lie in [0, 1], and Hoeffding's bound holds.
      for (std::uint32_t c = 0; c < t->channels(); ++c) {
        CAPTURE(name, routing, d, c, crossings[c], to_double(exact[c]));
        CHECK(plausible(static_cast<double>(crossings[c]) / 2, draws, to_double(exact[c]) / 2, 4 * 5 * destinations.size() * t->channels()));
      }
    }
  }
}

TEST_CASE("the VC classes of a route do not make it more likely") {
  // From 1 to 3 on a ring of 4 the two ways have different numbers of classes to offer under relaxed and shared
  // classes.
  const auto t = make_cube("torus:4");
  for (const VcPolicy policy : {VcPolicy::split, VcPolicy::static_, VcPolicy::shared, VcPolicy::relaxed}) {
    const auto dor = make_relation("dor", *t, taken("dor", *t, {TieRule::split, policy, 6}));
    PathSampler sampler(*t, *dor, 4);
    double plus = 0;
    const int draws = 20000;
    for (int i = 0; i < draws; ++i) {
      plus += t->channel(sampler.path(TerminalId(1), TerminalId(3), static_cast<std::uint64_t>(i)).at(0)).sign > 0 ? 1 : 0;
    }
    CHECK(plausible(plus, draws, 0.5, 3));
  }
}

TEST_CASE("start states are drawn by their weights") {
  const ToyNetwork t("two nodes, three links", 2, {{0, 1}, {0, 1}, {0, 1}});
  WeightedPaths relation(t);
  relation.set(NodeId(0), NodeId(1), {{{ChannelId(0)}, 1}, {{ChannelId(2)}, 10}, {{ChannelId(4)}, 89}});
  PathSampler sampler(t, relation, 3);
  std::map<std::uint32_t, double> seen;
  const int draws = 100000;
  for (int i = 0; i < draws; ++i) seen[sampler.path(TerminalId(0), TerminalId(1), static_cast<std::uint64_t>(i)).at(0).value()] += 1;
  CHECK(plausible(seen[0], draws, 0.01, 3));
  CHECK(plausible(seen[2], draws, 0.10, 3));
  CHECK(plausible(seen[4], draws, 0.89, 3));
}

TEST_CASE("adaptive relations and headers that go round are refused") {
  const auto t = make_cube("torus:5");
  const EitherWay adaptive(*t);
  CHECK_THROWS_WITH(PathSampler(*t, adaptive, 1).path(TerminalId(0), TerminalId(2), 0),
                    Catch::StartsWith("loads: routing=") && Catch::Contains("adaptive"));
  CHECK_THROWS_AS(PathSampler(*t, adaptive, 1).path(TerminalId(0), TerminalId(2), 0), ConfigError);
  CHECK_THROWS_WITH(PathSampler(*t, Absorber(*t), 1).path(TerminalId(0), TerminalId(2), 0), Catch::Contains("absorbs"));
  CHECK(PathSampler(*t, Absorber(*t), 1).path(TerminalId(1), TerminalId(4), 0).size() == 3);
  // OnceMore ends after finitely many rounds with probability 1, each with 1/2; 84 hops are 16 rounds, so 10^6 paths
  // hold a longer one.
  const OnceMore round(*t);
  PathSampler sampler(*t, round, 1);
  const auto draw = [&] {
    std::size_t longest = 0;
    for (std::uint64_t i = 0; i < 1000000; ++i) longest = std::max(longest, sampler.path(TerminalId(0), TerminalId(2), i).size());
    return longest;
  };
  CHECK_THROWS_WITH(draw(), Catch::Contains("round for ever"));
}

TEST_CASE("sampled loads refuse a sample of one, and what exact loads refuse") {
  const auto t = make_cube("torus:5");
  const auto pattern = make_traffic("tornado", *t);
  CHECK_THROWS_AS(channel_load(*t, *relation_of(*t, "dor"), *pattern, sampled(1, 1)), ConfigError);
  CHECK_THROWS_WITH(channel_load(*t, *relation_of(*t, "dor"), *pattern, sampled(1, 1)), Catch::StartsWith("loads: sample=1"));
  CHECK_THROWS_AS(channel_load(*t, EitherWay(*t), *pattern, sampled(10, 1)), ConfigError);
}

TEST_CASE("sampled loads are exact and certain where there is nothing to draw") {
  const auto t = make_cube("mesh:4x3");
  const auto dor = relation_of(*t, "dor");
  for (const char* const name : {"uniform", "bit-complement", "random:3"}) {
    const auto pattern = make_traffic(name, *t);
    const ChannelLoads exact = channel_load(*t, *dor, *pattern);
    const ChannelLoads drawn = channel_load(*t, *dor, *pattern, sampled(2, 9));
    CHECK(drawn.load == exact.load);
    CHECK(drawn.gamma_max == exact.gamma_max);
    CHECK(drawn.mean_hops == exact.mean_hops);
    CHECK(drawn.standard_error == std::vector<double>(t->channels(), 0.0));
    CHECK(exact.standard_error.empty());
  }
}

TEST_CASE("sampled loads lie within five standard errors of the exact ones, and come out the same again") {
  const auto [name, traffic] = GENERATE(take(sample(5U, 1U), table<std::string, std::string>({{"torus:5x3", "uniform-self"},
                                                                                              {"mesh:4x4", "uniform"},
                                                                                              {"hypercube:4", "transpose"},
                                                                                              {"torus:4x4", "uniform"},
                                                                                              {"torus:4x4", "transpose"}})));
  const auto t = make_cube(name);
  const auto pattern = make_traffic(traffic, *t);
  for (const std::string& routing : oblivious_routings(*t)) {
    const auto relation = relation_of(*t, routing);
    const ChannelLoads exact = channel_load(*t, *relation, *pattern);
    const ChannelLoads drawn = channel_load(*t, *relation, *pattern, sampled(1000, 21));
    const ChannelLoads again = channel_load(*t, *relation, *pattern, sampled(1000, 21));
    CHECK(drawn.load == again.load);
    CHECK(drawn.standard_error == again.standard_error);
    CHECK(drawn.demand == exact.demand);
    REQUIRE(drawn.standard_error.size() == t->channels());
    for (std::uint32_t c = 0; c < t->channels(); ++c) {
      CAPTURE(name, traffic, routing, c, to_double(drawn.load[c]), to_double(exact.load[c]), drawn.standard_error[c]);
      // A channel that few sampled paths cross knows its own error badly: one crossing more or less in all is allowed.
      CHECK(std::abs(to_double(Rational(drawn.load[c] - exact.load[c]))) <= 5 * drawn.standard_error[c] + 2.0 / 1000);
    }
    CHECK(drawn.by_symmetry == exact.by_symmetry);
  }
}

TEST_CASE("the standard error reported is the spread over seeds") {
  const auto [name, routing, traffic] = GENERATE(table<std::string, std::string, std::string>({{"torus:4x4", "romm", "uniform"},
                                                                                               {"torus:4x4", "romm", "transpose"},
                                                                                               {"torus:4x4", "valiant", "random:4"},
                                                                                               {"torus:5x3", "rlb", "uniform-self"},
                                                                                               {"mesh:3x3", "o1turn", "uniform"}}));
  const auto t = make_cube(name);
  const auto pattern = make_traffic(traffic, *t);
  const auto relation = relation_of(*t, routing);
  const int seeds = 200;
  std::vector<double> sum(t->channels(), 0), squares(t->channels(), 0), reported(t->channels(), 0);
  for (int seed = 0; seed < seeds; ++seed) {
    const ChannelLoads loads = channel_load(*t, *relation, *pattern, sampled(16, static_cast<std::uint64_t>(seed)));
    for (std::uint32_t c = 0; c < t->channels(); ++c) {
      const double x = to_double(loads.load[c]);
      sum[c] += x;
      squares[c] += x * x;
      reported[c] += loads.standard_error[c] * loads.standard_error[c];
    }
  }
  double mean_ratio = 0;
  int counted = 0;
  for (std::uint32_t c = 0; c < t->channels(); ++c) {
    const double spread = (squares[c] - sum[c] * sum[c] / seeds) / (seeds - 1);
    const double claimed = reported[c] / seeds;
    if (claimed == 0 && spread < 1e-12) continue;
    CAPTURE(name, routing, c, spread, claimed);
    // A variance over 200 seeds has a relative standard error of sqrt(2/199) = 10%: 50% are five of them.
    CHECK(spread / claimed > 0.5);
    CHECK(spread / claimed < 1.6);
    mean_ratio += spread / claimed;
    ++counted;
  }
  REQUIRE(counted > 0);
  if (pattern->permutation_invariant() && t->kind() == CubeTopology::Kind::torus) return;  // all channels of an orbit are one measurement
  CHECK(mean_ratio / counted == Approx(1).margin(0.15));
}
