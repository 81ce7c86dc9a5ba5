// Mean latencies of the reference simulator under the conditions of Safaei et al. (2006), fault-free, deterministic
// routing, each within the tolerance that its file states (3% below 60% of the knee, 8% up to it); and saturation
// against the ideal bound.
#include <catch2/catch.hpp>
#include <cmath>

#include "models/analysis/loads/channel_load.hpp"
#include "tests/support/harness.hpp"
#include "tests/support/published.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

TEST_CASE("fault-free deterministic curves agree with the reference simulator's") {
  const auto data = read_published("fault-free.json");
  REQUIRE(data["curves"].size() == 8);
  for (std::size_t i = sample(0U, 1U); i < data["curves"].size(); i += sample(1U, 7U)) {
    const auto& c = data["curves"][i];
    std::string name = "torus:8";
    for (int d = 1; d < c["n"]; ++d) name += "x8";
    const int vcs = c["vcs"];
    const TestNetwork net(name, vcs, TieRule::parity);
    RouterConfig machine;
    machine.vcs = machine.injection_vcs = vcs;
    RunConfig run;
    run.protocol = RunConfig::Protocol::messages;
    run.messages = 100000;
    run.warmup_messages = 10000;
    run.packet_length = c["message_length"];
    const double load = c["load"];
    run.rate = load / run.packet_length;
    const RunResult r = run_pattern(*net.topology, *net.relation, machine, run, *make_traffic("uniform", *net.topology));
    INFO(c.dump());
    CHECK(r.packets.measured == 90000);
    CHECK(r.latency.mean == Approx(c["mean_latency"].get<double>()).epsilon(c["tolerance_pct"].get<double>() / 100));
    CHECK(r.accepted == Approx(load).epsilon(0.02));
  }
}

TEST_CASE("VC policies rank at load 0.4 with 4 VCs as published: split slowest, shared fastest") {
  const auto latency = [](VcPolicy policy) {
    const TestNetwork net("torus:8x8", 4, TieRule::parity, policy);
    RouterConfig machine;
    machine.vcs = machine.injection_vcs = 4;
    RunConfig run;
    run.protocol = RunConfig::Protocol::messages;
    run.messages = 100000;
    run.warmup_messages = 10000;
    run.rate = 0.4 / 32;
    return run_pattern(*net.topology, *net.relation, machine, run, *make_traffic("uniform", *net.topology)).latency.mean;
  };
  // Printed: 133, 99, 105.
  CHECK(latency(VcPolicy::shared) == Approx(99).epsilon(0.05));
  if (!whole()) return;
  const double relaxed = latency(VcPolicy::relaxed);
  CHECK(relaxed == Approx(105).epsilon(0.05));
  CHECK(latency(VcPolicy::split) > 1.15 * relaxed);
}

TEST_CASE("no load above the ideal throughput is sustained by every source") {
  const std::vector<std::string> topologies = {"torus:8x8", "mesh:6x6", "hypercube:6"};
  const std::vector<std::string> pattern_names = {"uniform", "transpose", "bit-complement", "random:5"};
  const std::size_t t = GENERATE(0U, 1U, 2U), p = GENERATE(0U, 1U, 2U, 3U);
  if (!whole() && p % 3 != t) return;  // each of them once, the torus twice
  const std::string &topology = topologies[t], &pattern_name = pattern_names[p];
  const TestNetwork net(topology, 8);
  const auto pattern = make_traffic(pattern_name, *net.topology);
  const double bound = to_double(Rational(1 / channel_load(*net.topology, *net.relation, *pattern).gamma_max));
  RouterConfig machine;  // generous: what is left is the bound itself
  machine.vcs = machine.injection_vcs = 8;
  machine.buffer_depth = 8;
  RunConfig run;
  run.packet_length = 4;
  run.cycles = sample<Cycle>(20000, 4000);
  run.warmup = run.cycles / 4;
  double highest = 0;
  const std::vector<double> all = {0.45, 0.5, 0.7, 0.8, 0.9, 0.95, 1.0, 1.05, 1.1, 1.2};
  for (const double part : sample(all, {0.5, 1.0, 1.1})) {
    if (part * bound > 1) break;
    run.rate = part * bound / run.packet_length;
    const RunResult r = run_pattern(*net.topology, *net.relation, machine, run, *pattern);
    for (const std::uint64_t flits : r.channels.flits) CHECK(flits <= r.cycles);
    if (!r.saturated()) highest = std::max(highest, r.accepted_min);
    if (part >= 1.1) CHECK(r.saturated());
  }
  INFO(topology << " " << pattern_name << ": bound " << bound << ", sustained " << highest);
  // accepted_min is a count of about bound x cycles / M Poisson arrivals of one source: 3 standard deviations.
  const double interval = 3 * std::sqrt(bound * run.packet_length / static_cast<double>(run.cycles));
  CHECK(highest <= bound + interval);
  CHECK(highest > 0.4 * bound);
}
