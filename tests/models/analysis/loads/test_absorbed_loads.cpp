// Loads, bounds and worst cases where messages are absorbed on their way and injected again, worked out by hand on
// rings of five.
#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>

#include "models/analysis/latency/bounds.hpp"
#include "models/analysis/latency/light_traffic.hpp"
#include "models/analysis/loads/channel_load.hpp"
#include "models/analysis/worst_case/worst_case.hpp"
#include "models/base/error.hpp"
#include "models/network/faults/fault_map.hpp"
#include "tests/support/cases/absorbing_ring.hpp"
#include "traffic/patterns/permutation.hpp"
#include "traffic/registry.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

ChannelId out(const CubeTopology& t, std::uint32_t node, int sign) { return t.out(NodeId(node), t.port(0, sign)); }

// Link 1-2 failed.
AbsorbingRing without_a_link(const CubeTopology& t) { return {t, {out(t, 1, +1), out(t, 2, -1)}, 2}; }

}  // namespace

TEST_CASE("what is injected again loads the channels of its later segments and the injection channel") {
  // A quarter from everyone to every other. 0->2 is absorbed at 1, 1->2 and 1->3 at their source; then they go
  // 1-0-4-3-2 (1->3: to 3). The mirror image from 2.
  const auto t = make_cube("torus:5");
  const AbsorbingRing relation = without_a_link(*t);
  const ChannelLoads loads = channel_load(*t, relation, *make_traffic("uniform", *t));
  CHECK(loads.load[out(*t, 1, +1).value()] == 0);
  CHECK(loads.load[out(*t, 2, -1).value()] == 0);
  CHECK(loads.load[out(*t, 0, +1).value()] == Rational(5, 4));  // 0->1, 4->1, 0->2; and 2->1, 3->1 round
  CHECK(loads.load[out(*t, 1, -1).value()] == Rational(5, 4));  // 1->0, 1->4, and 0->2, 1->2, 1->3 again
  CHECK(loads.load[out(*t, 0, -1).value()] == Rational(6, 4));  // 0->4, 0->3, 1->4 and the three
  CHECK(loads.load[out(*t, 4, -1).value()] == Rational(6, 4));  // 4->3, 4->2, 0->3 and the three
  CHECK(loads.load[out(*t, 3, -1).value()] == Rational(5, 4));  // 3->2, 4->2, 3->1 and 0->2, 1->2 again
  CHECK(loads.gamma_max == Rational(3, 2));
  CHECK(loads.mean_hops == Rational(44, 20));
  CHECK(loads.mean_absorptions == Rational(6, 20));
  CHECK(loads.injection_max == Rational(7, 4));  // its own, and three quarters again
  CHECK((loads.busiest_injection == NodeId(1) || loads.busiest_injection == NodeId(2)));
  CHECK(loads.injection_limit() == Rational(4, 7));
}

TEST_CASE("where nothing is absorbed the injection channel bounds nothing more") {
  const auto t = make_cube("torus:5");
  const ChannelLoads loads = channel_load(*t, AbsorbingRing(*t, {}, 2), *make_traffic("uniform", *t));
  CHECK(loads.mean_absorptions == 0);
  CHECK(loads.injection_limit() == 1);
}

TEST_CASE("zero-load latency counts every memory, and the injection channels bound the throughput") {
  const auto t = make_cube("torus:5");
  const AbsorbingRing relation = without_a_link(*t);
  const auto pattern = make_traffic("uniform", *t);
  BoundsInput input;
  input.packet_length = 8;
  const Bounds bounds = compute_bounds(*t, relation, *pattern, input, 1e9);
  REQUIRE(bounds.zero_load_latency);
  CHECK(*bounds.zero_load_latency == Rational(44, 20) + Rational(26, 20) * 9);
  REQUIRE(bounds.ideal_throughput);
  CHECK(*bounds.ideal_throughput == Rational(4, 7));
  CHECK_THROWS_WITH(light_traffic_slope(*t, relation, *pattern, {}), Catch::Contains("absorb packets on their way"));
  CHECK_THROWS_WITH(PathSampler(*t, relation, 1).path(TerminalId(0), TerminalId(2), 0), Catch::Contains("absorbs"));
}

TEST_CASE("a worst case among the nodes that live is the heaviest of all their permutations") {
  // Node 1 failed: 24 permutations of the others, each walked.
  const auto t = make_cube("torus:5");
  AbsorbingRing relation(*t, {out(*t, 0, +1), out(*t, 2, -1), out(*t, 1, +1), out(*t, 1, -1)}, 2);
  relation.set_faults(std::make_shared<FaultMap>(*t, std::vector<NodeId>{NodeId(1)}, std::vector<LinkEnd>{}));
  std::vector<std::uint32_t> living = {0, 2, 3, 4}, to = living;
  Rational heaviest = 0;
  do {
    std::vector<TerminalId> destinations;
    for (std::uint32_t i = 0; i < 5; ++i) destinations.emplace_back(i);
    for (std::size_t i = 0; i < living.size(); ++i) destinations[living[i]] = TerminalId(to[i]);
    heaviest = std::max(heaviest, channel_load(*t, relation, PermutationTraffic("tried", destinations, FixedPoints::silent)).gamma_max);
  } while (std::next_permutation(to.begin(), to.end()));
  const WorstCase worst = WorstCaseSearch(*t, relation).run();
  CHECK(worst.gamma == heaviest);
  CHECK(worst.injection == 2);  // 0->2 is absorbed at 0, 2->0 at 2: one more message at each
  CHECK(worst.permutation[1] == TerminalId(1));
  std::vector<TerminalId> image = worst.permutation;
  std::sort(image.begin(), image.end());
  for (std::uint32_t i = 0; i < 5; ++i) CHECK(image[i] == TerminalId(i));
  CHECK(channel_load(*t, relation, PermutationTraffic("worst", worst.permutation, FixedPoints::silent)).gamma_max == heaviest);
}
