// Kbar, the light-traffic slope over M^2: published values, networks small enough for a sheet of paper, and all pairs
// of paths enumerated.
#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <set>

#include "models/analysis/latency/light_traffic.hpp"
#include "models/base/error.hpp"
#include "routing/adaptive/cube_turns.hpp"
#include "routing/oblivious/valiant.hpp"
#include "routing/registry/registry.hpp"
#include "tests/support/oracles/demand_rows.hpp"
#include "tests/support/oracles/path_oracle.hpp"
#include "tests/support/routings.hpp"
#include "traffic/registry.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

LightTrafficOptions with_vcs(int vcs) {
  LightTrafficOptions options;
  options.vcs = vcs;
  return options;
}

Rational kbar(const std::string& topology, const std::string& traffic, TieRule tie = TieRule::split, bool use_symmetry = true,
              bool ejection_channels = false) {
  const auto t = make_cube(topology);
  LightTrafficOptions options = with_vcs(4);
  options.use_symmetry = use_symmetry;
  options.machine.ejection_channels = ejection_channels;
  return light_traffic_slope(*t, *make_relation("dor", *t, taken("dor", *t, {tie, VcPolicy::split, 4})), *make_traffic(traffic, *t), options);
}

using PathsOf = std::function<std::vector<OraclePath>(std::uint32_t source, std::uint32_t destination)>;

// Every path of every flow against every path of every flow.
Rational enumerated(const CubeTopology& t, const TrafficPattern& pattern, const PathsOf& paths_of) {
  struct Drawn {
    std::uint32_t source;
    Rational probability;
    std::set<std::uint32_t> channels;
  };
  std::vector<Drawn> all;
  Rational demand = 0;
  for (std::uint32_t s = 0; s < t.nodes(); ++s) {
    for (const Demand& d : pattern.row(TerminalId(s))) {
      demand += d.probability;
      for (const OraclePath& path : paths_of(s, d.destination.value())) {
        Drawn& drawn = all.emplace_back(Drawn{s, d.probability * path.probability, {}});
        for (const ChannelId c : path.channels) drawn.channels.insert(c.value());
      }
    }
  }
  Rational sum = 0;
  for (const Drawn& a : all) {
    Rational met = 0;
    for (const Drawn& b : all) {
      const bool meet = a.source == b.source || std::any_of(a.channels.begin(), a.channels.end(), [&](auto c) { return b.channels.count(c) > 0; });
      if (meet) met += b.probability;
    }
    sum += a.probability * met;
  }
  return sum / demand;
}

}  // namespace

TEST_CASE("the slopes of uniform traffic on tori are those published, to all digits printed") {
  const auto [topology, printed] = GENERATE(table<std::string, double>(
      {{"torus:8x8", 3.23885}, {"torus:8x8x8", 4.38696}, {"torus:16x16", 7.02621}, {"torus:6x6", 2.40898}, {"torus:4x4x4", 1.80272}}));
  CAPTURE(topology);
  CHECK(to_double(kbar(topology, "uniform", TieRule::parity)) == Approx(printed).margin(5.0001e-6).epsilon(0));
}

TEST_CASE("symmetry changes no slope") {
  for (const TieRule tie : {TieRule::parity, TieRule::split, TieRule::plus}) {
    CHECK(kbar("torus:6x4", "uniform", tie, true) == kbar("torus:6x4", "uniform", tie, false));
    CHECK(kbar("torus:5x4", "uniform-self", tie, true) == kbar("torus:5x4", "uniform-self", tie, false));
  }
  CHECK(kbar("hypercube:4", "uniform", TieRule::split, true) == kbar("hypercube:4", "uniform", TieRule::split, false));
}

TEST_CASE("packets to one destination share its ejection channel, where there is one") {
  // torus:3: a flow shares injection channel and ejection channel with one other flow each: 3 of N - 1 = 2. torus:5, as
  // below: two more come to the destination from the other side, by no channel that is shared: 7 and 9, mean 8 of 4.
  CHECK(kbar("torus:3", "uniform", TieRule::split, true, true) == Rational(3, 2));
  CHECK(kbar("torus:5", "uniform", TieRule::split, true, true) == 2);
  CHECK(kbar("torus:6x4", "uniform", TieRule::plus, true, true) == kbar("torus:6x4", "uniform", TieRule::plus, false, true));
}

TEST_CASE("rings by hand") {
  // torus:3: a flow shares its injection channel with itself and the other flow of its source, its channel with nobody:
  // 2 of N - 1 = 2.
  CHECK(kbar("torus:3", "uniform") == 1);
  // torus:5: four flows a source. One hop: and the two-hop flow from behind over the same channel, 5. Two hops: on the
  // first channel one from behind, on the second the two flows that start there, 7. Mean 6 of N - 1 = 4.
  CHECK(kbar("torus:5", "uniform") == Rational(6, 4));
  // torus:4, split: three flows a source. One hop: and half of the two-hop flow from behind, 3.5. Two hops: 3, half a
  // flow from behind on the first channel, on the second one flow of one hop and half of one of two, 5. Mean (3.5 + 3.5
  // + 5) / 3 = 4 of N - 1 = 3.
  CHECK(kbar("torus:4", "uniform") == Rational(4, 3));
}

TEST_CASE("a row of three nodes by hand") {
  // Sharing, the flow itself included: 0->1 2, 0->2 3, 1->0 3, 1->2 3, 2->1 2, 2->0 3; mean 16/6 of N - 1 = 2.
  CHECK(kbar("mesh:3", "uniform") == Rational(4, 3));
  // 0 sends all it has to 2, node 1 half a load to 2, node 2 nothing: both flows meet all that is sent, 3/2.
  const auto t = make_cube("mesh:3");
  const auto relation = make_relation("dor", *t, {TieRule::split, VcPolicy::split, 4});
  const DemandRows uneven({{{TerminalId(2), 1}}, {{TerminalId(2), Rational(1, 2)}}, {}});
  CHECK(light_traffic_slope(*t, *relation, uneven, with_vcs(4)) == Rational(3, 2));
  // 0 to 1 and 1 to 2 with weights 1 and 1/2 meet nobody but themselves: (1 x 1 + 1/2 x 1/2) / (3/2).
  const DemandRows apart({{{TerminalId(1), 1}}, {{TerminalId(2), Rational(1, 2)}}, {}});
  CHECK(light_traffic_slope(*t, *relation, apart, with_vcs(4)) == Rational(5, 6));
  // Messages to the own node share the injection channel and nothing else.
  CHECK(kbar("mesh:2", "uniform-self") == 1);
}

TEST_CASE("slopes equal all pairs of paths enumerated") {
  const auto [topology, tie] = GENERATE(table<std::string, TieRule>({{"torus:4x4", TieRule::split},
                                                                     {"torus:4x4", TieRule::parity},
                                                                     {"torus:4x4", TieRule::plus},
                                                                     {"torus:2x3", TieRule::split},
                                                                     {"mesh:4x3", TieRule::split},
                                                                     {"hypercube:4", TieRule::split}}));
  const std::string traffic = GENERATE("uniform", "uniform-self", "bit-complement", "random:3", "random:4");
  CAPTURE(topology, static_cast<int>(tie), traffic);
  const auto t = make_cube(topology);
  const PathOracle oracle(*t, tie);
  const auto paths = [&](std::uint32_t s, std::uint32_t d) { return oracle.dor_paths(s, d); };
  CHECK(kbar(topology, traffic, tie) == enumerated(*t, *make_traffic(traffic, *t), paths));
}

TEST_CASE("probabilities whose common denominator passes 64 bits are exact too") {
  const auto t = make_cube("torus:4x4");
  const auto relation = make_relation("dor", *t, {TieRule::split, VcPolicy::split, 4});
  const std::vector<std::uint32_t> primes = {101, 103, 107, 109, 113, 127, 131, 137, 139, 149, 151, 157, 163, 167, 173, 179};
  std::vector<std::vector<Demand>> rows;
  for (std::uint32_t s = 0; s < 16; ++s)
    rows.push_back({{TerminalId((s + 2) % 16), Rational(1, primes[s])}, {TerminalId((s + 11) % 16), Rational(3, 7)}});
  for (auto& row : rows) std::sort(row.begin(), row.end(), [](const Demand& a, const Demand& b) { return a.destination < b.destination; });
  const DemandRows pattern(rows);
  const PathOracle oracle(*t, TieRule::split);
  CHECK(light_traffic_slope(*t, *relation, pattern, with_vcs(4)) ==
        enumerated(*t, pattern, [&](std::uint32_t s, std::uint32_t d) { return oracle.dor_paths(s, d); }));
}

TEST_CASE("randomised routing has a slope while its paths are few: Valiant's by every intermediate, enumerated") {
  const std::string topology = GENERATE("torus:5", "torus:3x3");
  const auto t = make_cube(topology);
  const Valiant valiant(*t, TieRule::split);
  const PathOracle oracle(*t, TieRule::split);
  const auto paths = [&](std::uint32_t s, std::uint32_t d) {
    std::vector<OraclePath> all;
    for (std::uint32_t middle = 0; middle < t->nodes(); ++middle) {
      for (const OraclePath& a : oracle.dor_paths(s, middle)) {
        for (const OraclePath& b : oracle.dor_paths(middle, d)) {
          OraclePath path = a;
          path.probability *= b.probability / t->nodes();
          path.channels.insert(path.channels.end(), b.channels.begin(), b.channels.end());
          all.push_back(std::move(path));
        }
      }
    }
    return all;
  };
  LightTrafficOptions options = with_vcs(8);
  options.path_limit = 1000;
  const auto pattern = make_traffic("uniform", *t);
  CHECK(light_traffic_slope(*t, valiant, *pattern, options) == enumerated(*t, *pattern, paths));
  options.path_limit = 3;
  CHECK_THROWS_WITH(light_traffic_slope(*t, valiant, *pattern, options), Catch::Contains("more than 3 paths"));
}

TEST_CASE("a pair may have just as many paths as the limit allows") {
  const auto t = make_cube("torus:4x4");  // two ties: four paths
  const auto relation = make_relation("dor", *t, {TieRule::split, VcPolicy::split, 4});
  const auto pattern = make_traffic("uniform", *t);
  LightTrafficOptions options = with_vcs(4);
  options.path_limit = 4;
  CHECK(light_traffic_slope(*t, *relation, *pattern, options) == kbar("torus:4x4", "uniform"));
  options.path_limit = 3;
  CHECK_THROWS_AS(light_traffic_slope(*t, *relation, *pattern, options), ConfigError);
}

TEST_CASE("two VCs are needed for every hop") {
  const auto t = make_cube("torus:4x4");
  const auto pattern = make_traffic("uniform", *t);
  const auto gives_slope = [&](VcPolicy policy, int vcs) {
    try {
      return light_traffic_slope(*t, *make_relation("dor", *t, taken("dor", *t, {TieRule::split, policy, vcs})), *pattern, with_vcs(vcs)) > 0;
    } catch (const ConfigError& e) {
      CHECK_THAT(e.what(), Catch::Contains("vcs=" + std::to_string(vcs)));
      return false;
    }
  };
  // split: VC v serves class floor(2 v / V), so three VCs leave class 1 with one.
  for (int vcs = 2; vcs <= 6; ++vcs) CHECK(gives_slope(VcPolicy::split, vcs) == (vcs >= 4));
  for (int vcs = 2; vcs <= 6; ++vcs) CHECK(gives_slope(VcPolicy::static_, vcs) == (vcs >= 4));  // the same map
  // relaxed: a worm that has moved to class 1 stays there.
  CHECK_FALSE(gives_slope(VcPolicy::relaxed, 2));
  CHECK(gives_slope(VcPolicy::relaxed, 4));
  // shared: one escape VC, and all VCs from 2 on.
  CHECK_FALSE(gives_slope(VcPolicy::shared, 2));
  CHECK(gives_slope(VcPolicy::shared, 3));
  const auto mesh = make_cube("mesh:3");
  const auto row = make_relation("dor", *mesh, {TieRule::split, VcPolicy::split, 1});
  CHECK_THROWS_AS(light_traffic_slope(*mesh, *row, *make_traffic("uniform", *mesh), with_vcs(1)), ConfigError);
}

TEST_CASE("what the formula does not cover is refused, each with its reason") {
  const auto t = make_cube("torus:4x4");
  const auto relation = make_relation("dor", *t, {TieRule::split, VcPolicy::split, 4});
  const auto pattern = make_traffic("uniform", *t);
  const auto refused = [&](const LightTrafficOptions& options, const std::string& why) {
    CHECK_THROWS_WITH(light_traffic_slope(*t, *relation, *pattern, options), Catch::Contains(why));
  };
  LightTrafficOptions options = with_vcs(4);
  options.machine.packet_length = 3;
  refused(options, "packet-length=3");
  options.machine.packet_length = 4;
  CHECK(light_traffic_slope(*t, *relation, *pattern, options) == kbar("torus:4x4", "uniform"));
  options = with_vcs(4);
  options.machine.routing_delay = 1;
  refused(options, "routing-delay=1");
  options = with_vcs(4);
  options.machine.channel_latency = 2;
  options.machine.buffer_depth = 3;
  refused(options, "buffer-depth=3");
  options.machine.buffer_depth = 4;
  CHECK(light_traffic_slope(*t, *relation, *pattern, options) == kbar("torus:4x4", "uniform"));
  options = with_vcs(4);
  options.crossing_limit = 100;
  refused(options, "crossings");
  options = with_vcs(4);
  options.budget = 100;
  refused(options, "steps");
  const auto cube = make_cube("hypercube:3");
  CHECK_THROWS_WITH(light_traffic_slope(*cube, PCube(*cube), *make_traffic("uniform", *cube), with_vcs(4)), Catch::Contains("adaptive"));
  const DemandRows silent(std::vector<std::vector<Demand>>(16));
  CHECK_THROWS_WITH(light_traffic_slope(*t, *relation, silent, with_vcs(4)), Catch::Contains("no source"));
}
