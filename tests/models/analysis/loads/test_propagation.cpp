// Exact flow: against every path enumerated, by linearity, where 64 bits do not suffice, and what must be refused.
#include <catch2/catch.hpp>
#include <set>

#include "models/analysis/loads/propagation.hpp"
#include "models/base/error.hpp"
#include "tests/support/cases/toy_network.hpp"
#include "tests/support/cases/uneven_minimal.hpp"
#include "tests/support/cases/unfit_relations.hpp"
#include "tests/support/oracles/pair_table.hpp"
#include "tests/support/routings.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

// The flow as a load of every channel; each channel may stand in it once, with a positive amount in lowest terms.
std::vector<Rational> spread(const Topology& t, const std::vector<ChannelFlow>& flow) {
  std::vector<Rational> load(t.channels());
  std::set<std::uint32_t> seen;
  for (const ChannelFlow& f : flow) {
    REQUIRE(seen.insert(f.channel.value()).second);
    REQUIRE(f.amount.value() > 0);
    if (!f.amount.is_wide()) {
      REQUIRE(Integer(f.amount.numerator()) == numerator(f.amount.value()));
      REQUIRE(Integer(f.amount.denominator()) == denominator(f.amount.value()));
    }
    load[f.channel.value()] = f.amount.value();
  }
  return load;
}

// `amounts` to one node from the sources, by the table.
std::vector<Rational> summed(const PairTable& table, std::uint32_t to, const std::vector<TerminalId>& sources, const std::vector<Rational>& amounts) {
  std::vector<Rational> sum(table.row(0, 0).size());
  for (std::size_t s = 0; s < sources.size(); ++s) {
    for (std::size_t c = 0; c < sum.size(); ++c) sum[c] += amounts[s] * table.row(sources[s].value(), to)[c];
  }
  return sum;
}

// What comes in plus what is sent here equals what goes out plus what stays.
void check_conservation(const Topology& t, const std::vector<Rational>& load, std::uint32_t to, const std::vector<TerminalId>& sources,
                        const std::vector<Rational>& amounts) {
  std::vector<Rational> balance(t.nodes());
  Rational all = 0;
  for (std::size_t s = 0; s < sources.size(); ++s) {
    balance[sources[s].value()] += amounts[s];
    all += amounts[s];
  }
  for (std::uint32_t c = 0; c < t.channels(); ++c) {
    balance[t.channel(ChannelId(c)).from.value()] -= load[c];
    balance[t.channel(ChannelId(c)).to.value()] += load[c];
  }
  for (std::uint32_t v = 0; v < t.nodes(); ++v) REQUIRE(balance[v] == (v == to ? all : Rational(0)));
}

}  // namespace

TEST_CASE("the flow of every pair equals its paths enumerated") {
  const std::string name = GENERATE("torus:2x2", "torus:4x3", "torus:5x4", "mesh:4x3", "mesh:2x3x2", "hypercube:3");
  const auto t = make_cube(name);
  for (const std::string& routing : oblivious_routings(*t)) {
    for (const TieRule tie : tie_rules(*t)) {
      const auto relation = relation_of(*t, routing, tie);
      const PairTable table = enumerated(*t, routing, tie);
      Propagation propagation(*t, *relation);
      for (std::uint32_t s = 0; s < t->nodes(); ++s) {
        for (std::uint32_t d = 0; d < t->nodes(); ++d) {
          CAPTURE(name, routing, name_of(tie), s, d);
          REQUIRE(spread(*t, propagation.flow(TerminalId(s), TerminalId(d))) == table.row(s, d));
        }
      }
    }
  }
}

TEST_CASE("the VC classes of a route are one route") {
  for (const VcPolicy policy : {VcPolicy::shared, VcPolicy::relaxed}) {
    const auto t = make_cube("torus:5x4");
    const auto relation = make_relation("dor", *t, taken("dor", *t, {TieRule::split, policy, 5}));
    const PairTable table = enumerated(*t, "dor", TieRule::split);
    Propagation propagation(*t, *relation);
    for (std::uint32_t s = 0; s < t->nodes(); ++s) {
      for (std::uint32_t d = 0; d < t->nodes(); ++d) REQUIRE(spread(*t, propagation.flow(TerminalId(s), TerminalId(d))) == table.row(s, d));
    }
  }
}

TEST_CASE("several sources with amounts of their own add up, and nothing is lost on the way") {
  const auto t = make_cube(GENERATE("torus:4x4", "hypercube:4"));
  const std::vector<TerminalId> sources = {TerminalId(3), TerminalId(0), TerminalId(9), TerminalId(14), TerminalId(6)};
  const std::vector<std::vector<Rational>> lists = {
      {1, 1, 1, 1, 1},
      {Rational(1, 2), Rational(2, 3), Rational(5, 7), Rational(1, 1000003), 3},
      {Rational(1, 4294967291ULL), Rational(1, 4294967279ULL), 1, Rational(7, 3), Rational(1, 2)},  // primes just below 2^32
      {0, 1, 0, Rational(1, 3), 0},
      {Rational(std::uint64_t{1} << 61U), 1, 1, Rational(1, 5), 1},  // whole at first, beyond 64 bits after the first choice
  };
  for (const std::string& routing : oblivious_routings(*t)) {
    const PairTable table = enumerated(*t, routing, TieRule::split);
    const auto relation = relation_of(*t, routing);
    Propagation propagation(*t, *relation);
    for (const auto& amounts : lists) {
      for (const std::uint32_t to : {0U, 4U, 5U, 9U}) {  // among the sources too
        CAPTURE(routing, to);
        const auto load = spread(*t, propagation.flow(TerminalId(to), sources, amounts));
        REQUIRE(load == summed(table, to, sources, amounts));
        check_conservation(*t, load, to, sources, amounts);
      }
    }
  }
}

TEST_CASE("odds that pass 64 bits stay exact, and the next flow is right again") {
  // Five hops whose denominators are up to 2^33 and have little in common: far beyond 64 bits. With weights up to 3 the
  // same walk stays below.
  const auto t = make_cube("mesh:4x3");
  const UnevenMinimal wide(*t, std::uint64_t{1} << 32U);
  const UnevenMinimal widest(*t, std::uint64_t{1} << 62U);
  const UnevenMinimal narrow(*t, 3);
  for (const UnevenMinimal* relation : {&narrow, &wide, &widest}) {
    Propagation propagation(*t, *relation);
    std::size_t beyond = 0;
    for (std::uint32_t s = 0; s < t->nodes(); ++s) {
      for (std::uint32_t d = 0; d < t->nodes(); ++d) {
        const auto& flow = propagation.flow(TerminalId(s), TerminalId(d));
        for (const ChannelFlow& f : flow) beyond += f.amount.is_wide() ? 1U : 0U;
        const auto load = spread(*t, flow);
        CAPTURE(s, d);
        REQUIRE(load == relation->loads(NodeId(s), NodeId(d)));
        check_conservation(*t, load, d, {TerminalId(s)}, {1});
      }
    }
    CHECK((beyond > 0) == (relation != &narrow));
  }
}

TEST_CASE("start states with weights that pass 64 bits together stay exact") {
  const ToyNetwork t("a ring of five with a chord", 5, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}, {1, 3}});
  const std::uint64_t heaviest = GENERATE(std::uint64_t{1}, std::uint64_t{1} << 20U, std::uint64_t{1} << 61U);
  WeightedPaths relation(t);
  relation.draw(7, heaviest);
  const PairTable table = enumerated(t, relation);
  Propagation propagation(t, relation);
  std::vector<TerminalId> all;
  std::vector<Rational> amounts;
  for (std::uint32_t s = 0; s < t.nodes(); ++s) {
    all.emplace_back(s);
    amounts.emplace_back(Rational(s + 1, 2 * s + 3));
  }
  for (std::uint32_t d = 0; d < t.nodes(); ++d) {
    for (std::uint32_t s = 0; s < t.nodes(); ++s) REQUIRE(spread(t, propagation.flow(TerminalId(s), TerminalId(d))) == table.row(s, d));
    const auto load = spread(t, propagation.flow(TerminalId(d), all, amounts));
    REQUIRE(load == summed(table, d, all, amounts));
    check_conservation(t, load, d, all, amounts);
  }
}

TEST_CASE("the order of a flow depends on the arguments alone") {
  const auto t = make_cube("torus:5x5");
  const auto romm = relation_of(*t, "romm");
  const auto order = [](const std::vector<ChannelFlow>& flow) {
    std::vector<std::uint32_t> channels;
    for (const ChannelFlow& f : flow) channels.push_back(f.channel.value());
    return channels;
  };
  Propagation used(*t, *romm), fresh(*t, *romm);
  for (std::uint32_t d = 0; d < t->nodes(); ++d) static_cast<void>(used.flow(TerminalId(1), TerminalId(d)));
  CHECK(order(used.flow(TerminalId(0), TerminalId(12))) == order(fresh.flow(TerminalId(0), TerminalId(12))));
  CHECK(used.places() == fresh.places());
}

TEST_CASE("adaptive relations, headers that go round and messages absorbed are refused, and the next flow is right again") {
  const auto t = make_cube("torus:5");
  const EitherWay adaptive(*t);
  Propagation of_adaptive(*t, adaptive);
  CHECK_THROWS_AS(of_adaptive.flow(TerminalId(0), TerminalId(2)), ConfigError);
  CHECK_THROWS_WITH(of_adaptive.flow(TerminalId(0), TerminalId(2)), Catch::StartsWith("loads: routing=") && Catch::Contains("adaptive"));
  const OnceMore round(*t);
  Propagation of_round(*t, round);
  CHECK_THROWS_AS(of_round.flow(TerminalId(0), TerminalId(2)), ConfigError);
  CHECK_THROWS_WITH(of_round.flow(TerminalId(0), TerminalId(2)), Catch::StartsWith("loads: routing=") && Catch::Contains("round for ever"));
  const Absorber absorber(*t);
  Propagation of_absorber(*t, absorber);
  CHECK_THROWS_AS(of_absorber.flow(TerminalId(0), TerminalId(2)), ConfigError);
  CHECK_THROWS_WITH(of_absorber.flow(TerminalId(0), TerminalId(2)), Catch::StartsWith("loads: routing=") && Catch::Contains("absorbs"));
  CHECK(of_absorber.flow(TerminalId(1), TerminalId(4)).size() == 3);
  // The own node has no choice to make under EitherWay.
  CHECK(of_adaptive.flow(TerminalId(1), TerminalId(1)).empty());
}

TEST_CASE("the mean number of places is that of the paths it stands for") {
  // Dimension order on a mesh row of k nodes from node 0: to node t there are t + 1 places; between 1 and k in the
  // mean, about k / 2.
  const auto t = make_cube("mesh:1000");
  const double places = mean_places(*t, *relation_of(*t, "dor"));
  CHECK(places > 200);
  CHECK(places < 800);
}
