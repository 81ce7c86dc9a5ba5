// The worst-case search against all N! permutations, its certificate against weights from elsewhere, focus channels
// against all channels.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <sstream>

#include "models/analysis/loads/channel_load.hpp"
#include "models/analysis/worst_case/sample_error.hpp"
#include "models/analysis/worst_case/worst_case.hpp"
#include "models/base/error.hpp"
#include "models/network/topology/cube_symmetries.hpp"
#include "tests/support/cases/toy_network.hpp"
#include "tests/support/cases/uneven_minimal.hpp"
#include "tests/support/cases/unfit_relations.hpp"
#include "tests/support/groups.hpp"
#include "tests/support/oracles/pair_table.hpp"
#include "tests/support/routings.hpp"
#include "tests/support/sample.hpp"
#include "traffic/patterns/permutation.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

// Everything a result says of its own channel, against the table: the permutation reaches gamma, and the duals show
// that nothing reaches more.
void check_proof(const Topology& t, const PairTable& table, const WorstCaseSearch& search, const WorstCase& worst) {
  const std::uint32_t n = t.nodes();
  const Rational bandwidth = to_rational(t.channel(worst.channel).bandwidth);
  std::vector<TerminalId> sorted = worst.permutation;
  std::sort(sorted.begin(), sorted.end());
  REQUIRE(sorted.size() == n);
  for (std::uint32_t v = 0; v < n; ++v) REQUIRE(sorted[v] == TerminalId(v));
  const auto load = table.of_permutation(worst.permutation);
  CHECK(load[worst.channel.value()] == worst.gamma * bandwidth);
  for (std::uint32_t c = 0; c < t.channels(); ++c) CHECK(load[c] / to_rational(t.channel(ChannelId(c)).bandwidth) <= worst.gamma);

  REQUIRE(worst.u.size() == n);
  REQUIRE(worst.v.size() == n);
  const Integer scale = search.loads().scale();
  Integer sum = 0;
  bool covers = true;
  std::uint32_t loaded = 0;
  for (std::uint32_t i = 0; i < n; ++i) {
    CHECK(worst.u[i] >= 0);
    CHECK(worst.v[i] >= 0);
    sum += worst.u[i] + worst.v[i];
    for (std::uint32_t j = 0; j < n; ++j) covers = covers && worst.u[i] + worst.v[j] >= table.at(i, j, worst.channel) * scale;
    if (worst.permutation[i] == TerminalId(i) && table.at(i, i, worst.channel) > 0) ++loaded;
  }
  CHECK(covers);
  CHECK(sum == worst.gamma * bandwidth * scale);
  CHECK(worst.loaded_fixed_points == loaded);
}

// Focus channels and their maxima, against a search of every channel.
void check_focus(const Topology& t, const WorstCase& focus, const std::vector<Rational>& heaviest) {
  std::map<Rational, std::uint64_t> by_orbit, by_channel;
  std::uint64_t channels = 0;
  Rational most = 0;
  for (const FocusChannel& f : focus.focus) {
    by_orbit[f.gamma] += f.orbit;
    channels += f.orbit;
    CHECK(f.gamma == heaviest[f.channel.value()]);
  }
  for (const Rational& gamma : heaviest) {
    ++by_channel[gamma];
    most = std::max(most, gamma);
  }
  CHECK(channels == t.channels());
  CHECK(by_orbit == by_channel);
  CHECK(focus.gamma == most);
  CHECK(heaviest[focus.channel.value()] == most);
}

// By focus channels and by all channels, against `heaviest` per channel.
void check_both(const Topology& t, const RoutingRelation& relation, const PairTable& table, const std::vector<Rational>& heaviest) {
  for (const bool all : {false, true}) {
    WorstCaseOptions options;
    options.all_channels = all;
    const WorstCaseSearch search(t, relation, options);
    const WorstCase worst = search.run();
    if (all) CHECK(worst.focus.size() == t.channels());
    if (all) CHECK(search.symmetries().empty());
    CHECK(worst.standard_error == 0);
    check_focus(t, worst, heaviest);
    check_proof(t, table, search, worst);
  }
}

std::vector<Rational> heaviest_per_channel(const Topology& t, const RoutingRelation& relation) {
  WorstCaseOptions options;
  options.all_channels = true;
  std::vector<Rational> heaviest;
  for (const FocusChannel& f : WorstCaseSearch(t, relation, options).run().focus) {
    REQUIRE(f.channel.value() == heaviest.size());
    heaviest.push_back(f.gamma);
  }
  return heaviest;
}

}  // namespace

TEST_CASE("no permutation of all is worse, and the one found is as bad: every channel of small tori, meshes and hypercubes") {
  const std::string name =
      GENERATE(take(sample(17U, 12U), values<std::string>({"torus:2", "torus:3", "torus:6", "torus:7", "torus:2x2", "torus:4x2", "mesh:2", "mesh:7",
                                                           "mesh:2x2x2", "hypercube:1", "hypercube:2", "hypercube:3", "torus:8", "torus:3x3",
                                                           "torus:2x2x2", "mesh:4x2", "mesh:3x3"})));
  const auto t = make_cube(name);
  for (const std::string& routing : oblivious_routings(*t)) {
    for (const TieRule tie : tie_rules(*t)) {
      CAPTURE(name, routing, name_of(tie));
      const PairTable table = enumerated(*t, routing, tie);
      check_both(*t, *relation_of(*t, routing, tie), table, table.heaviest_of_all());
    }
  }
}

TEST_CASE("no permutation of all is worse: any paths on graphs with uneven bandwidths") {
  const std::uint64_t seed = GENERATE(1U, 2U, 3U, 4U, 5U, 6U);
  const ToyNetwork t(
      "seven nodes", 7,
      {{0, 1, Bandwidth(1, 2), 3}, {1, 2}, {2, 3, 2, Bandwidth(2, 3)}, {3, 4}, {4, 5, 1, Bandwidth(1, 5)}, {5, 6}, {6, 0}, {1, 4}, {1, 4}, {2, 6}});
  WeightedPaths relation(t);
  relation.draw(seed, 6);
  // Nothing forbids a packet to its own node to travel.
  relation.set(NodeId(2), NodeId(2), {{{ChannelId(4), ChannelId(5)}, 3}, {{}, 1}});
  const PairTable table = enumerated(t, relation);
  check_both(t, relation, table, table.heaviest_of_all());
}

TEST_CASE("weights beyond 64 and beyond 128 bits give the same answer as enumeration") {
  const auto t = make_cube("mesh:3x2");
  for (const unsigned bits : {8U, 24U, 50U}) {
    const UnevenMinimal relation(*t, std::uint64_t{1} << bits);
    const PairTable table(*t, [&](NodeId i, NodeId j) { return relation.loads(i, j); });
    // 720 permutations in exact arithmetic.
    std::vector<TerminalId> permutation;
    for (std::uint32_t v = 0; v < t->nodes(); ++v) permutation.emplace_back(v);
    std::vector<Rational> heaviest(t->channels());
    do {
      const auto load = table.of_permutation(permutation);
      for (std::uint32_t c = 0; c < t->channels(); ++c) heaviest[c] = std::max(heaviest[c], load[c]);
    } while (std::next_permutation(permutation.begin(), permutation.end()));
    check_both(*t, relation, table, heaviest);
    if (bits == 24) CHECK(table.scale() > (Integer(1) << 64U));
    if (bits == 50) CHECK(table.scale() > (Integer(1) << 128U));
  }
}

TEST_CASE("focus channels find what all channels find, on networks too large for all permutations") {
  const std::string name = GENERATE(take(sample(8U, 5U), values<std::string>({"torus:5x5", "torus:6x4", "torus:4x3x2", "mesh:5x4", "hypercube:5",
                                                                              "torus:6x6", "torus:3x3x3", "mesh:3x2x3"})));
  const auto t = make_cube(name);
  for (const std::string& routing : oblivious_routings(*t)) {
    for (const TieRule tie : tie_rules(*t)) {
      CAPTURE(name, routing, name_of(tie));
      const auto relation = relation_of(*t, routing, tie);
      check_focus(*t, WorstCaseSearch(*t, *relation).run(), heaviest_per_channel(*t, *relation));
    }
  }
}

TEST_CASE("certificates hold against enumerated weights on networks of middle size") {
  const std::string name = GENERATE("torus:5x4", "mesh:4x4", "hypercube:4");
  const auto t = make_cube(name);
  for (const std::string& routing : oblivious_routings(*t)) {
    CAPTURE(name, routing);
    const auto relation = relation_of(*t, routing);
    const WorstCaseSearch search(*t, *relation);
    check_proof(*t, enumerated(*t, routing, TieRule::split), search, search.run());
  }
}

TEST_CASE("the permutation as a pattern has the load found, and leaves no loaded packet at home where that can be") {
  const std::string name = GENERATE("torus:5x5", "torus:4x4", "mesh:4x4", "hypercube:4");
  const auto t = make_cube(name);
  for (const std::string& routing : oblivious_routings(*t)) {
    const auto relation = relation_of(*t, routing);
    const WorstCase worst = WorstCaseSearch(*t, *relation).run();
    const ChannelLoads loads = channel_load(*t, *relation, PermutationTraffic("worst", worst.permutation));
    CAPTURE(name, routing);
    if (routing != "valiant") CHECK(worst.loaded_fixed_points == 0);
    if (worst.loaded_fixed_points == 0) {
      CHECK(loads.gamma_max == worst.gamma);
    } else {
      CHECK(loads.gamma_max <= worst.gamma);
    }
  }
}

TEST_CASE("a packet to its own node counts where nothing else loads a channel as much, and is counted") {
  const ToyNetwork t("two nodes, two links", 2, {{0, 1}, {0, 1}});
  WeightedPaths relation(t);
  relation.set(NodeId(0), NodeId(1), {{{ChannelId(2)}, 1}});
  relation.set(NodeId(1), NodeId(0), {{{ChannelId(3)}, 1}});
  // Out over the first link and back, twice: no other pair uses it.
  relation.set(NodeId(0), NodeId(0), {{{ChannelId(0), ChannelId(1), ChannelId(0), ChannelId(1)}, 2}, {{}, 1}});
  const WorstCase worst = WorstCaseSearch(t, relation).run();
  CHECK(worst.gamma == Rational(4, 3));
  CHECK(worst.channel == ChannelId(0));
  CHECK(worst.permutation == std::vector<TerminalId>{TerminalId(0), TerminalId(1)});
  CHECK(worst.loaded_fixed_points == 1);
}

TEST_CASE("of two permutations as bad as each other the one without loaded packets at home is returned") {
  const ToyNetwork t("two nodes, two links", 2, {{0, 1}, {0, 1}});
  WeightedPaths relation(t);
  relation.set(NodeId(0), NodeId(0), {{{ChannelId(0), ChannelId(1)}, 1}});
  relation.set(NodeId(0), NodeId(1), {{{ChannelId(0)}, 1}});
  relation.set(NodeId(1), NodeId(0), {{{ChannelId(3)}, 1}});
  const WorstCase worst = WorstCaseSearch(t, relation).run();
  CHECK(worst.gamma == 1);
  CHECK(worst.channel == ChannelId(0));
  CHECK(worst.permutation == std::vector<TerminalId>{TerminalId(1), TerminalId(0)});
  CHECK(worst.loaded_fixed_points == 0);
}

TEST_CASE("any number of jobs gives the same result, and reports every channel once") {
  const auto t = make_cube("torus:5x4");
  const auto valiant = relation_of(*t, "valiant");
  WorstCaseOptions one;
  one.all_channels = true;
  const WorstCase expected = WorstCaseSearch(*t, *valiant, one).run();
  for (const int jobs : {2, 3, 200}) {
    WorstCaseOptions options = one;
    options.jobs = jobs;
    std::vector<std::size_t> done;
    options.tick = [&](std::size_t d, std::size_t of) {
      CHECK(of == t->channels());
      done.push_back(d);
    };
    const WorstCase worst = WorstCaseSearch(*t, *valiant, options).run();
    CHECK(worst.gamma == expected.gamma);
    CHECK(worst.channel == expected.channel);
    CHECK(worst.permutation == expected.permutation);
    CHECK(worst.u == expected.u);
    CHECK(worst.v == expected.v);
    REQUIRE(worst.focus.size() == expected.focus.size());
    for (std::size_t i = 0; i < worst.focus.size(); ++i) CHECK(worst.focus[i].gamma == expected.focus[i].gamma);
    REQUIRE(done.size() == t->channels());
    for (std::size_t i = 0; i < done.size(); ++i) CHECK(done[i] == i + 1);
  }
}

TEST_CASE("the weights printed are the loads of the channel times the scale, every positive one, nothing else") {
  const auto t = make_cube("torus:4x3");
  for (const std::string& routing : oblivious_routings(*t)) {
    const auto relation = relation_of(*t, routing);
    const PairTable table = enumerated(*t, routing, TieRule::split);
    const WorstCaseSearch search(*t, *relation);
    for (std::uint32_t c = 0; c < t->channels(); c += 5) {
      std::istringstream text(search.weights_text(ChannelId(c)));
      std::string hash, word, number;
      std::uint32_t nodes = 0;
      text >> hash >> word >> nodes >> word >> number;
      const Integer scale(number);
      CHECK(hash == "#");
      CHECK(nodes == t->nodes());
      CHECK(scale == table.scale());
      std::map<std::pair<std::uint32_t, std::uint32_t>, Rational> listed;
      for (std::uint32_t i = 0, j = 0; text >> i >> j;) {
        text >> number;
        CHECK(listed.emplace(std::make_pair(i, j), Rational(Integer(number), scale)).second);
      }
      for (std::uint32_t i = 0; i < t->nodes(); ++i) {
        for (std::uint32_t j = 0; j < t->nodes(); ++j) {
          const auto found = listed.find({i, j});
          REQUIRE((found == listed.end() ? Rational(0) : found->second) == table.at(i, j, ChannelId(c)));
          REQUIRE((found == listed.end() || found->second > 0));
        }
      }
    }
  }
}

TEST_CASE("false claims, adaptive relations, headers that go round and too much work are refused") {
  const auto t = make_cube("torus:3x3");
  WeightedPaths no_symmetry(*t);
  no_symmetry.draw(1, 5);
  CHECK_NOTHROW(WorstCaseSearch(*t, no_symmetry));
  no_symmetry.claim(translations(*t, false));
  CHECK_THROWS_AS(WorstCaseSearch(*t, no_symmetry), InvariantError);
  WorstCaseOptions trusting_nobody;
  trusting_nobody.all_channels = true;
  CHECK_NOTHROW(WorstCaseSearch(*t, no_symmetry, trusting_nobody));
  no_symmetry.claim({symmetry_of({0, 1, 2}, "too short")});
  CHECK_THROWS_AS(WorstCaseSearch(*t, no_symmetry), InvariantError);

  const auto ring = make_cube("torus:5");
  CHECK_THROWS_AS(WorstCaseSearch(*ring, EitherWay(*ring)), ConfigError);
  CHECK_THROWS_AS(WorstCaseSearch(*ring, OnceMore(*ring)), ConfigError);

  const auto romm = relation_of(*t, "romm");
  for (const std::uint64_t paths : {std::uint64_t{0}, std::uint64_t{1000000}}) {
    WorstCaseOptions small;
    small.budget = 10;
    small.sample.paths = paths;
    CHECK_THROWS_AS(WorstCaseSearch(*t, *romm, small), ConfigError);
    CHECK_THROWS_WITH(WorstCaseSearch(*t, *romm, small), Catch::StartsWith("worst-case: topology=torus:3x3") && Catch::Contains("budget"));
  }
  WorstCaseOptions lonely;
  lonely.sample.paths = 1;
  CHECK_THROWS_WITH(WorstCaseSearch(*t, *romm, lonely), Catch::StartsWith("worst-case: sample=1"));
  // Few paths cost less than all places: what is too much to walk may be sampled.
  const auto large = make_cube("torus:9x9");
  const auto romm_there = relation_of(*large, "romm");
  WorstCaseOptions between;
  between.budget = 81 * 25;
  CHECK_THROWS_WITH(WorstCaseSearch(*large, *romm_there, between), Catch::Contains("--sample-paths"));
  between.sample.paths = 2;
  CHECK_NOTHROW(WorstCaseSearch(*large, *romm_there, between));
}

TEST_CASE("sampled pair loads estimate the worst case, and say how well they know the load of the permutation found") {
  const auto t = make_cube("torus:5x5");
  const auto romm = relation_of(*t, "romm");
  const Rational exact = WorstCaseSearch(*t, *romm).run().gamma;
  WorstCaseOptions options;
  options.sample = {2000, 11};
  const WorstCaseSearch search(*t, *romm, options);
  const WorstCase worst = search.run(), again = WorstCaseSearch(*t, *romm, options).run();
  CHECK(worst.permutation == again.permutation);
  CHECK(worst.gamma == again.gamma);
  CHECK(worst.standard_error == again.standard_error);
  REQUIRE(worst.standard_error > 0);
  // The largest of estimates errs upwards, by a few standard errors at most; the estimate of one permutation errs by
  // its own.
  CHECK(std::abs(to_double(worst.gamma) - to_double(exact)) < 6 * worst.standard_error);
  const Rational true_load = enumerated(*t, "romm", TieRule::split).of_permutation(worst.permutation)[worst.channel.value()];
  CHECK(true_load <= exact);
  CHECK(std::abs(to_double(worst.gamma) - to_double(true_load)) < 6 * worst.standard_error);
  CHECK(Integer(2000) % search.loads().scale() == 0);
  // Where there is nothing to draw the sample is exact.
  WorstCaseOptions two;
  two.sample = {2, 1};
  const WorstCase dor = WorstCaseSearch(*t, *relation_of(*t, "dor"), two).run();
  CHECK(dor.gamma == 2);
  CHECK(dor.standard_error == 0);
}

TEST_CASE("the standard error of a permutation's sampled load is its spread over seeds, with and without symmetries") {
  const auto [name, routing, by_symmetry] = GENERATE(take(sample(5U, 2U), table<std::string, std::string, bool>({{"torus:5x3", "rlb", true},
                                                                                                                 {"torus:5x5", "romm", false},
                                                                                                                 {"torus:5x5", "romm", true},
                                                                                                                 {"torus:4x4", "valiant", true},
                                                                                                                 {"mesh:4x3", "o1turn", true}})));
  const auto t = make_cube(name);
  const auto relation = relation_of(*t, routing);
  const WorstCase exact = WorstCaseSearch(*t, *relation).run();
  const auto symmetries = by_symmetry ? relation->symmetries() : std::vector<Symmetry>{};
  const int seeds = 300;
  double sum = 0, squares = 0, claimed = 0;
  for (int seed = 0; seed < seeds; ++seed) {
    const PathSample sample{20, static_cast<std::uint64_t>(seed)};
    const PairLoads loads(*t, *relation, symmetries, sample);
    const ValueRows rows = loads.rows(exact.channel);
    double load = 0;
    for (std::uint32_t i = 0; i < t->nodes(); ++i) {
      for (std::size_t e = rows.begin[i]; e < rows.begin[i + 1]; ++e) {
        if (TerminalId(rows.column[e]) == exact.permutation[i]) load += to_double(loads.values()[rows.value[e]]);
      }
    }
    const double error = sampled_load_error(*t, *relation, loads, sample, exact.channel, exact.permutation);
    sum += load;
    squares += load * load;
    claimed += error * error / seeds;
  }
  const double mean = sum / seeds, spread = (squares - sum * mean) / (seeds - 1);
  CAPTURE(name, routing, by_symmetry, mean, spread, claimed);
  // A variance over 300 seeds has a relative standard error of sqrt(2/299) = 8%, the mean one of its standard error.
  CHECK(spread / claimed == Approx(1).margin(0.4));
  CHECK(std::abs(mean - to_double(exact.gamma)) < 5 * std::sqrt(claimed / seeds));
}
