// Worst permutations of terminals: by hand, and against those of a relation walked terminal by terminal.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "models/analysis/loads/channel_load.hpp"
#include "models/analysis/worst_case/random_permutations.hpp"
#include "models/analysis/worst_case/worst_case.hpp"
#include "models/base/error.hpp"
#include "tests/support/cases/terminal_networks.hpp"
#include "tests/support/routings.hpp"
#include "traffic/patterns/permutation.hpp"
#include "traffic/registry.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

using Kind = CubeTopology::Kind;

WorstCase search(const Topology& t, const RoutingRelation& relation, bool all_channels = false) {
  WorstCaseOptions options;
  options.all_channels = all_channels;
  return WorstCaseSearch(t, relation, options).run();
}

// The permutation found is one of terminals, and loads its channel as the result says.
void check_reached(const Topology& t, const RoutingRelation& relation, const WorstCase& worst) {
  REQUIRE(worst.permutation.size() == t.terminals());
  const ChannelLoads loads = channel_load(t, relation, PermutationTraffic("worst", worst.permutation));
  CHECK(loads.load[worst.channel.value()] == worst.gamma);
  CHECK(loads.gamma_max == worst.gamma);
}

}  // namespace

TEST_CASE("on a 2x2 mesh of three terminals a router the worst permutation sends all three one way") {
  // Channel 0->1 is crossed from router 0 only, and there are three terminals; no other way does more.
  const TerminalCube t(Kind::mesh, {2, 2}, 3);
  const auto dor = relation_of(t, "dor");
  const WorstCase worst = search(t, *dor);
  CHECK(worst.gamma == 3);
  CHECK(worst.focus.size() == 2);  // reflections leave a channel of each dimension
  CHECK(search(t, *dor, true).gamma == 3);
  check_reached(t, *dor, worst);
}

TEST_CASE("destination-mod-k: the worst permutation sends to the terminals of one remainder") {
  // Up from leaf 0 over spine 1: four senders, and terminals 4, 7 and 10 elsewhere.
  const TwoLevelTree t(3, 3, 4);
  const DestinationModSpines relation(t);
  const WorstCase worst = search(t, relation);
  CHECK(worst.gamma == 3);
  CHECK(worst.focus.size() == t.channels());
  CHECK(worst.focus[t.up(0, 0).value()].gamma == 2);    // 6 and 9
  CHECK(worst.focus[t.up(0, 1).value()].gamma == 3);    // 4, 7 and 10
  CHECK(worst.focus[t.down(0, 0).value()].gamma == 2);  // 0 and 3
  CHECK(worst.focus[t.down(1, 0).value()].gamma == 1);  // 1
  check_reached(t, relation, worst);
}

TEST_CASE("a routing of routers has the worst case of the same routing walked terminal by terminal") {
  const std::string routing = GENERATE("dor", "o1turn", "romm", "valiant");
  for (const auto& count : std::vector<std::vector<std::uint32_t>>{{2, 2, 2, 2, 2, 2}, {1, 0, 3, 2, 0, 2}}) {
    const TerminalCube t(Kind::torus, {3, 2}, routers_of(count));
    const auto relation = relation_of(t, routing);
    const ToldApart apart(*relation);
    const WorstCase worst = search(t, *relation);
    CHECK(worst.gamma == search(t, apart).gamma);
    CHECK(worst.gamma == search(t, *relation, true).gamma);
    if (worst.loaded_fixed_points == 0) check_reached(t, *relation, worst);
  }
}

TEST_CASE("random permutations of terminals load as their patterns do") {
  const TerminalCube t(Kind::torus, {4, 3}, 2);
  const auto romm = relation_of(t, "romm");
  const ToldApart apart(*romm);
  std::vector<Rational> expected;
  const auto draw = [&](std::uint64_t i) { return named_permutation("random:" + std::to_string(i), t).destinations(); };
  for (std::uint64_t i = 0; i < 20; ++i) expected.push_back(channel_load(t, apart, PermutationTraffic("drawn", draw(i))).gamma_max);
  for (const bool told_apart : {false, true}) {
    const PairLoads loads = told_apart ? PairLoads(t, apart, {}) : PairLoads(t, *romm, romm->symmetries());
    const PermutationSample sample = sample_permutations(t, loads, {20}, draw);
    CHECK(sample.worst == *std::max_element(expected.begin(), expected.end()));
    Rational sum = 0;
    for (const Rational& gamma : expected) sum += gamma;
    CHECK(sample.mean == sum / 20);
  }
}

TEST_CASE("the standard error of a sampled worst case of terminals covers its permutation's true load") {
  const TerminalCube t(Kind::torus, {4, 4}, 2);
  const auto romm = relation_of(t, "romm");
  WorstCaseOptions options;
  options.sample = {400, 3};
  const WorstCase worst = WorstCaseSearch(t, *romm, options).run();
  const ChannelLoads loads = channel_load(t, *romm, PermutationTraffic("worst", worst.permutation));
  REQUIRE(worst.standard_error > 0);
  CHECK(std::abs(to_double(loads.load[worst.channel.value()]) - to_double(worst.gamma)) < 6 * worst.standard_error);
}
