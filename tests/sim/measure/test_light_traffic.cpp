// The light-traffic slope of the mean latency: L = hbar + M + 1 + lambda M^2 Kbar + O(lambda^2), with Kbar the mean
// number of flows that share a channel (injection included) with a random flow, itself included, over N-1. Two worms
// that meet on a fairly shared channel delay each other by M minus the offset of their headers. Dimension order, parity
// ties.
#include <bitset>
#include <catch2/catch.hpp>

#include "models/analysis/latency/light_traffic.hpp"
#include "models/network/relation/route_graph.hpp"
#include "tests/support/harness.hpp"
#include "tests/support/published.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

struct Slope {
  int k, n;
  double mean_hops, kbar;
};

Slope expected_slope(int k, int n) {
  const auto data = read_published("fault-free.json");
  for (const auto& s : data["light_traffic_slope"]) {
    if (s["k"] == k && s["n"] == n) return {k, n, s["mean_min_hops"], s["Kbar"]};
  }
  throw std::runtime_error("no such entry");
}

std::string torus_name(int k, int n) {
  std::string name = "torus:" + std::to_string(k);
  for (int d = 1; d < n; ++d) name += "x" + std::to_string(k);
  return name;
}

RunResult run_at(int k, int n, int vcs, double load, std::uint64_t messages) {
  const TestNetwork net(torus_name(k, n), vcs, TieRule::parity);
  RouterConfig machine;
  machine.vcs = machine.injection_vcs = vcs;
  RunConfig run;
  run.protocol = RunConfig::Protocol::messages;
  run.messages = messages + 1000;
  run.warmup_messages = 1000;
  run.packet_length = 32;
  run.rate = load / 32;
  run.seed = 20060425;
  return run_pattern(*net.topology, *net.relation, machine, run, *make_traffic("uniform", *net.topology));
}

double predicted(const Slope& s, double load) { return s.mean_hops + 33 + load * 32 * s.kbar; }

void check_fine(int k, int n) {
  const std::uint64_t messages = 1'000'000;
  const Slope slope = expected_slope(k, n);
  const RunResult r = run_at(k, n, 10, 0.005, messages);
  CHECK(r.packets.measured == messages);
  CHECK(r.latency.mean == Approx(predicted(slope, 0.005)).margin(0.05));
}

}  // namespace

TEST_CASE("the mean number of flows that meet on 8x8 is the expected one, by enumeration") {
  const TestNetwork net("torus:8x8", 2, TieRule::parity);
  using Channels = std::bitset<256 + 64>;
  std::vector<Channels> flows;
  for (std::uint32_t t = 0; t < 64; ++t) {
    for (std::uint32_t s = 0; s < 64; ++s) {
      if (s == t) continue;
      Channels used;
      used.set(256 + s);
      const RouteGraph graph(*net.topology, *net.relation, TerminalId(t), {TerminalId(s)});
      for (const auto& place : graph.places()) {
        if (place.at.in != kNoChannel) used.set(place.at.in.value());
      }
      flows.push_back(used);
    }
  }
  std::uint64_t meetings = 0;
  for (const Channels& a : flows) {
    for (const Channels& b : flows) meetings += (a & b).any() ? 1U : 0U;
  }
  const double kbar = static_cast<double>(meetings) / static_cast<double>(flows.size()) / 63.0;
  CHECK(kbar == Approx(expected_slope(8, 2).kbar).epsilon(1e-5));
}

TEST_CASE("latency at load 0.01 follows the light-traffic slope within 0.5% on 8x8, 16x16 and 8x8x8") {
  const auto [k, n] = GENERATE(take(sample(3U, 1U), table<int, int>({{8, 2}, {8, 3}, {16, 2}})));
  const int vcs = GENERATE(take(sample(2U), values({4, 10})));
  const Slope slope = expected_slope(k, n);
  const RunResult r = run_at(k, n, vcs, 0.01, 60000);  // the formula holds up to 2% of 8/k, which is 0.01 for k = 16
  INFO(torus_name(k, n) << " with " << vcs << " VCs");
  CHECK(r.latency.mean == Approx(predicted(slope, 0.01)).epsilon(0.005));
}

TEST_CASE("latency at load 0.005 follows the light-traffic slope within 0.05 cycles on 8x8, a million messages", "[long]") {
  check_fine(8, 2);
}
TEST_CASE("latency at load 0.005 follows the light-traffic slope within 0.05 cycles on 8x8x8, a million messages", "[long]") {
  check_fine(8, 3);
}
TEST_CASE("latency at load 0.005 follows the light-traffic slope within 0.05 cycles on 16x16, a million messages", "[long]") {
  check_fine(16, 2);
}

TEST_CASE("the slope of other networks and patterns is the machine's: what messages lose in light traffic, within 7%") {
  // Hops are counted as they fell out, so only what is lost remains. Second order and noise are 2% each.
  const auto [topology, traffic, ejection, load] =
      GENERATE(take(sample(6U, 1U), table<std::string, std::string, Ejection, double>({{"hypercube:6", "uniform", Ejection::ideal, 0.01},
                                                                                       {"torus:4x4", "uniform-self", Ejection::ideal, 0.01},
                                                                                       {"mesh:8x8", "transpose", Ejection::ideal, 0.002},
                                                                                       {"mesh:8x8", "bit-complement", Ejection::ideal, 0.002},
                                                                                       {"hypercube:6", "uniform", Ejection::channel, 0.01},
                                                                                       {"mesh:4x4", "hotspot:5@1/5", Ejection::channel, 0.002}})));
  CAPTURE(topology, traffic, name_of(ejection));
  const TestNetwork net(topology, 8);
  const auto pattern = make_traffic(traffic, *net.topology);
  LightTrafficOptions options;
  options.vcs = 8;
  options.machine.packet_length = 16;
  options.machine.ejection_channels = ejection == Ejection::channel;
  const double kbar = to_double(light_traffic_slope(*net.topology, *net.relation, *pattern, options));
  RouterConfig machine;
  machine.vcs = machine.injection_vcs = 8;
  machine.ejection = ejection;
  RunConfig run;
  run.protocol = RunConfig::Protocol::messages;
  run.messages = 201000;
  run.warmup_messages = 1000;
  run.packet_length = 16;
  run.rate = load / 16;
  const RunResult r = run_pattern(*net.topology, *net.relation, machine, run, *pattern);
  CHECK(r.latency.mean - r.hops.mean - 17 == Approx(load * 16 * kbar).epsilon(0.07));
}
