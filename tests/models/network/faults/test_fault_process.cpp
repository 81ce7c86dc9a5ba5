// Random failures and repairs: the definition of the draws, two-state availability, and networks that fall apart.
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

#include "models/base/error.hpp"
#include "models/base/numbers/natural_exp.hpp"
#include "models/base/numbers/random.hpp"
#include "models/network/faults/fault_process.hpp"
#include "models/network/topology/cube.hpp"
#include "models/network/topology/graph.hpp"
#include "models/network/topology/topologies.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;
using Catch::Matchers::Contains;

namespace {

FaultProcess process_of(const std::string& text) { return FaultProcess::parse({"simulate", "fault-process"}, text); }

double mean(const std::vector<Cycle>& cycles, Cycle length) {
  return static_cast<double>(std::accumulate(cycles.begin(), cycles.end(), Cycle{0})) / static_cast<double>(length) / static_cast<double>(cycles.size());
}

// The chance that an exponential component is up at time t, up at 0.
double up_at(double mtbf, double mttr, double t) {
  const double a = mtbf / (mtbf + mttr);
  return a + (1 - a) * std::exp(-(1 / mtbf + 1 / mttr) * t);
}

}  // namespace

TEST_CASE("exponentials, powers and the gamma function are those of the library") {
  for (double x = -700; x <= 700; x += 3.7) CHECK(natural_exp(x) == Approx(std::exp(x)).epsilon(1e-14));
  CHECK(natural_exp(0) == 1.0);
  CHECK(natural_exp(-1000) == 0.0);
  for (double x = 0.1; x < 60; x *= 1.3) CHECK(gamma_function(x) == Approx(std::tgamma(x)).epsilon(1e-12));
  CHECK(gamma_function(5) == Approx(24).epsilon(1e-12));
  for (double x = 0.01; x < 100; x *= 1.9) CHECK(real_power(x, 1.0 / 3) == Approx(std::cbrt(x)).epsilon(1e-14));
}

TEST_CASE("a component turns at the floor of sums of times that its own counter draws") {
  const auto torus = make_topology("torus:4x4");
  const DrawnFaults drawn = draw_turns(*torus, nullptr, process_of("mtbf=700,mttr=90,of=both"), 11, 50'000);
  REQUIRE(drawn.components == 16 + 32);
  // Component 5 is node 5; the links follow, ascending, by their lesser end: link 0.0 is the first of them.
  for (const auto& [component, kind, number] : {std::tuple(5U, 0U, 5U), std::tuple(16U, 1U, 0U)}) {
    const std::uint64_t key = packet_key(mix(11 ^ 0x3c6ef372fe94f82bULL), kind, number);
    double clock = 0;
    std::vector<std::pair<Cycle, bool>> expected;
    for (std::uint64_t i = 0;; ++i) {
      clock += -std::log(1.0 - static_cast<double>(mix(key + i) >> 11U) * 0x1p-53) * (i % 2 == 0 ? 700 : 90);
      if (clock >= 50'000) break;
      const auto cycle = static_cast<Cycle>(clock);
      if (!expected.empty() && expected.back().first == cycle) {
        expected.pop_back();
      } else {
        expected.emplace_back(cycle, i % 2 == 0);
      }
    }
    std::vector<std::pair<Cycle, bool>> turns;
    for (const ComponentTurn& turn : drawn.turns)
      if (turn.component == component) turns.emplace_back(turn.at, turn.fails);
    CHECK(turns == expected);
  }
}

TEST_CASE("over a million failures and repairs components are up for mtbf / (mtbf + mttr) of the time, within 1%") {
  const auto torus = make_topology("torus:8x8");
  const auto turns = static_cast<Cycle>(sample(1'000'000, 200'000));
  // Of a time x below a cycle both ends are in one cycle, and are no turns, with the chance 1 - x. The mean of that
  // over times up is about s^-k / (k + 1), with s = mtbf / gamma(1 + 1/k); over times down 1 / (2 mttr).
  const double no_turns_down = 1.0 / (2 * 250);
  for (const auto& [shape, no_turns_up] : {std::pair("", 1.0 / (2 * 1000)), std::pair(",shape=weibull:2", 0.0),
                                           std::pair(",shape=weibull:0.5", 1 / (1.5 * std::sqrt(500.0)))}) {
    INFO(shape);
    const FaultProcess process = process_of(std::string("mtbf=1000,mttr=250,of=links") + shape);
    const Cycle end = turns * 1250 / 2 / 128;
    const DrawnFaults drawn = draw_turns(*torus, nullptr, process, 3, end);
    CHECK(static_cast<double>(drawn.turns.size()) == Approx(static_cast<double>(turns) * (1 - no_turns_up - no_turns_down)).epsilon(0.02));
    CHECK(mean(drawn.up_times(0, end), end) == Approx(0.8).epsilon(0.01));
    CHECK(process.availability() == Rational(4, 5));
    // Every component turns by turns, fails first, and its times up are those between.
    std::vector<Cycle> up(128, end), since(128, 0);
    std::vector<bool> failed(128, false);
    bool by_turns = true;
    for (const ComponentTurn& turn : drawn.turns) {
      by_turns = by_turns && turn.fails != failed[turn.component];
      if (!turn.fails) up[turn.component] -= turn.at - since[turn.component];
      failed[turn.component] = turn.fails;
      since[turn.component] = turn.at;
    }
    for (std::uint32_t c = 0; c < 128; ++c) up[c] -= failed[c] ? end - since[c] : 0;
    CHECK(by_turns);
    CHECK(up == drawn.up_times(0, end));
  }
}

TEST_CASE("the part of a window that an exponential component is up has the mean and deviation of its Markov chain") {
  for (const auto& [mtbf, mttr, begin, end] :
       {std::tuple(1000, 250, 0, 3000), std::tuple(1000, 250, 900, 1100), std::tuple(50, 500, 20, 4000), std::tuple(300, 300, 0, 100)}) {
    const UpFraction fraction = exponential_up_fraction(process_of("mtbf=" + std::to_string(mtbf) + ",mttr=" + std::to_string(mttr) + ",of=nodes"),
                                                        static_cast<Cycle>(begin), static_cast<Cycle>(end));
    // E[X_u X_v] = p(u) q(v - u) for u <= v, where q is the same chance from up; sums over a fine grid.
    const int steps = 800;
    const double step = static_cast<double>(end - begin) / steps;
    double first = 0, second = 0;
    for (int i = 0; i < steps; ++i) {
      const double u = begin + (i + 0.5) * step;
      first += up_at(mtbf, mttr, u) / steps;
      for (int j = 0; j < steps; ++j) {
        const double v = begin + (j + 0.5) * step;
        second += up_at(mtbf, mttr, std::min(u, v)) * up_at(mtbf, mttr, std::abs(u - v)) / steps / steps;
      }
    }
    CHECK(fraction.mean == Approx(first).epsilon(1e-4));
    CHECK(fraction.deviation == Approx(std::sqrt(second - first * first)).epsilon(5e-3));
  }
}

TEST_CASE("what components draw depends on no other: not on what has failed for good, nor on what else may fail") {
  const auto torus = make_topology("torus:4x4");
  const FaultMap gone(*torus, {NodeId(5)}, {});
  const Cycle end = 30'000;
  const auto alone = draw_turns(*torus, nullptr, process_of("mtbf=900,mttr=100,of=nodes"), 7, end);
  const auto both = draw_turns(*torus, nullptr, process_of("mtbf=900,mttr=100,of=both"), 7, end);
  const auto left = draw_turns(*torus, &gone, process_of("mtbf=900,mttr=100,of=nodes"), 7, end);
  const auto of = [](const DrawnFaults& drawn, std::uint32_t component) {
    std::vector<Cycle> cycles;
    for (const ComponentTurn& turn : drawn.turns)
      if (turn.component == component) cycles.push_back(turn.at);
    return cycles;
  };
  REQUIRE(left.components == 15);
  for (std::uint32_t node = 0; node < 16; ++node) {
    CHECK(of(alone, node) == of(both, node));
    if (node != 5) CHECK(of(alone, node) == of(left, node < 5 ? node : node - 1));
  }
  const auto shorter = draw_turns(*torus, nullptr, process_of("mtbf=900,mttr=100,of=nodes,until=9000"), 7, end);
  CHECK(std::all_of(shorter.turns.begin(), shorter.turns.end(), [](const ComponentTurn& turn) { return turn.at < 9000; }));
  CHECK(of(alone, 3).size() > of(shorter, 3).size());
}

TEST_CASE("the events of a process, read again, are its changes") {
  for (const char* const name : {"torus:4x4", "mesh:5x3", "hypercube:4", "torus:2x3", "dragonfly:2,2,1"}) {
    INFO(name);
    const auto topology = make_topology(name);
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const DrawnFaults drawn = draw_fault_process(*topology, nullptr, process_of("mtbf=3000,mttr=900,of=both"), seed, 4000);
      std::string text;
      for (const std::string& event : drawn.events) text += (text.empty() ? "" : ",") + event;
      REQUIRE(!text.empty());
      const std::vector<FaultChange> again = read_fault_events(*topology, nullptr, text);
      REQUIRE(again.size() == drawn.changes.size());
      for (std::size_t i = 0; i < again.size(); ++i) {
        CHECK(again[i].at == drawn.changes[i].at);
        REQUIRE((again[i].faults == nullptr) == (drawn.changes[i].faults == nullptr));
        if (again[i].faults == nullptr) continue;
        CHECK(again[i].faults->nodes() == drawn.changes[i].faults->nodes());
        CHECK(again[i].faults->links() == drawn.changes[i].faults->links());
        CHECK(again[i].faults->connected());
      }
    }
  }
}

TEST_CASE("of a network that falls apart the largest part goes on, of several that with the lowest node") {
  const auto mesh = make_topology("mesh:7");
  const auto cut = [&](std::vector<std::uint32_t> nodes, std::vector<std::uint32_t> links) {
    std::vector<NodeId> failed;
    for (const std::uint32_t v : nodes) failed.emplace_back(v);
    std::vector<LinkEnd> ends;
    for (const std::uint32_t v : links) ends.push_back({NodeId(v), Port(0)});  // from v to v + 1
    std::vector<std::uint32_t> off;
    for (const NodeId v : nodes_cut_off(FaultMap(*mesh, failed, ends))) off.push_back(v.value());
    return off;
  };
  using List = std::vector<std::uint32_t>;
  CHECK(cut({}, {}) == List{});
  CHECK(cut({}, {1}) == List{0, 1});
  CHECK(cut({}, {4}) == List{5, 6});
  CHECK(cut({3}, {}) == List{4, 5, 6});
  CHECK(cut({}, {1, 3}) == List{0, 1, 2, 3});
  CHECK(cut({2}, {4}) == List{3, 4, 5, 6});
}

TEST_CASE("a part without terminals does not go on, however large") {
  // A line of five nodes; terminals at the first two.
  std::vector<GraphEdge> edges;
  for (std::uint32_t v = 0; v < 4; ++v) edges.push_back({NodeId(v), NodeId(v + 1)});
  const GraphTopology line("graph:line", edges, {{NodeId(2), 0}, {NodeId(3), 0}, {NodeId(4), 0}});
  const FaultMap cut(line, {}, {{NodeId(1), Port(1)}});  // the rest counts as failed by itself
  CHECK(cut.connected());
  CHECK(cut.healthy_nodes() == 2);
  for (std::uint32_t v = 0; v < 5; ++v) CHECK(cut.failed(NodeId(v)) == (v > 1));
  CHECK(nodes_cut_off(cut).empty());
  // Parted terminals keep what is left connected to each: it may be all that connects others.
  CHECK_FALSE(FaultMap(line, {}, {{NodeId(0), Port(0)}}).connected());
  // Both terminals gone: each of these fails at once, and the rest later.
  CHECK_THROWS_WITH(draw_fault_process(line, nullptr, process_of("mtbf=900,mttr=100000,of=nodes"), 1, 100'000), Contains("no terminal alive"));
}

TEST_CASE("regions fail as one wherever they fit, and a node lives when no region over it has failed") {
  const auto mesh = make_topology("mesh:4x3");
  const DrawnFaults drawn = draw_fault_process(*mesh, nullptr, process_of("mtbf=5000,mttr=500,of=nodes,regions=bar2"), 2, 20'000);
  CHECK(drawn.components == 4 * 2);  // bars of two along y
  REQUIRE(!drawn.changes.empty());
  std::vector<int> down(8, 0);
  std::size_t change = 0;
  for (std::size_t i = 0; i < drawn.turns.size(); ++i) {
    down[drawn.turns[i].component] = drawn.turns[i].fails ? 1 : 0;
    if (i + 1 < drawn.turns.size() && drawn.turns[i + 1].at == drawn.turns[i].at) continue;
    std::vector<NodeId> failed;
    for (std::uint32_t v = 0; v < 12; ++v) {
      const bool lower = v < 8 && down[v] != 0, upper = v >= 4 && down[v - 4] != 0;
      if (lower || upper) failed.emplace_back(v);
    }
    const FaultMap whole(*mesh, failed, {});
    for (const NodeId v : nodes_cut_off(whole)) failed.push_back(v);
    std::sort(failed.begin(), failed.end());
    while (change < drawn.changes.size() && drawn.changes[change].at < drawn.turns[i].at) ++change;
    const bool here = change < drawn.changes.size() && drawn.changes[change].at == drawn.turns[i].at;
    if (here) CHECK((drawn.changes[change].faults == nullptr ? std::vector<NodeId>{} : drawn.changes[change].faults->nodes()) == failed);
  }
}

TEST_CASE("a process that is none is refused with what is allowed") {
  for (const auto& [text, says] :
       {std::pair("mtbf=5,mttr=2", "does not say of"), std::pair("mtbf=0,mttr=2,of=links", "mtbf"), std::pair("mtbf=5,mttr=2,of=cables", "cables"),
        std::pair("mtbf=5,mttr=2,of=links,shape=weibull:0", "weibull"), std::pair("mtbf=5,mttr=2,of=links,regions=bar2", "of nodes"),
        std::pair("mtbf=5,mttr=2,of=links,mtbf=6", "twice"), std::pair("mtbf", "has part 'mtbf'"), std::pair("", "has part"),
        std::pair("mtbf=5,mttr=2,of=links,colour=red", "colour=red")}) {
    CHECK_THROWS_WITH(process_of(text), Contains(says));
    CHECK_THROWS_AS(process_of(text), ConfigError);
  }
  const auto torus = make_topology("torus:4x4"), cube = make_topology("hypercube:4");
  CHECK_THROWS_WITH(draw_turns(*torus, nullptr, process_of("mtbf=5,mttr=2,of=nodes,regions=bar7"), 1, 9), Contains("bar7"));
  CHECK_THROWS_WITH(draw_turns(*cube, nullptr, process_of("mtbf=5,mttr=2,of=nodes,regions=bar2"), 1, 9), Contains("torus or mesh"));
  if (whole()) CHECK_THROWS_WITH(draw_turns(*torus, nullptr, process_of("mtbf=1,mttr=1,of=both"), 1, 10'000'000), Contains("more than"));  // drawn
  CHECK_THROWS_WITH(draw_fault_process(*make_topology("torus:2"), nullptr, process_of("mtbf=1,mttr=900,of=nodes"), 1, 1000), Contains("no node alive"));
}
