// Routings by turn rules on hypercubes in the machine: past saturation without deadlock, and the completion of the
// isolated bit-reverse under a random choice of ways.
// Source: Hou, Wang, Ku and Hsu 2001, table 1, whose adaptive rows are k (B + 2) + c cycles; their ties are not said.
#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/support/harness.hpp"
#include "tests/support/oracles/cube_turn_oracle.hpp"
#include "tests/support/published.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

// More than an injection channel takes, from the first cycle on; the watchdog looks for circles of waits.
void saturate(const std::string& routing, int dimensions, int vcs, Cycle cycles) {
  const auto t = make_cube("hypercube:" + std::to_string(dimensions));
  const auto relation = make_relation(routing, *t, {});
  for (const char* const traffic : {"uniform", "bit-reverse"}) {
    CAPTURE(routing, dimensions, vcs, traffic);
    RouterConfig config;
    config.vcs = config.injection_vcs = vcs;
    config.buffer_depth = 2;
    RunConfig run;
    run.warmup = cycles / 10;
    run.cycles = cycles - run.warmup;
    run.packet_length = 20;
    run.rate = 2.0 / 20;
    run.audit = cycles <= 10'000;
    const RunResult result = run_pattern(*t, *relation, config, run, *make_traffic(traffic, *t));
    CHECK(result.deadlock.empty());
    CHECK(result.saturated());
    CHECK(result.accepted > 0.05);
    CHECK(result.hops.max <= static_cast<std::uint64_t>(dimensions));
  }
}

// The last of the messages of 65 flits that bit-reverse sends on 256 nodes, all in cycle 0; B = 64.
Cycle completion(const std::string& routing, std::uint64_t seed) {
  const auto t = make_cube("hypercube:8");
  std::vector<Send> sends;
  for (std::uint32_t x = 0; x < 256; ++x) {
    std::uint32_t y = 0;
    for (std::uint32_t b = 0; b < 8; ++b) y |= (x >> b & 1U) << (7 - b);
    if (x != y) sends.push_back({0, TerminalId(x), TerminalId(y), 65});
  }
  RouterConfig config;
  config.vcs = config.injection_vcs = 1;
  config.buffer_depth = 2;
  config.ejection = Ejection::channel;
  config.selection = Selection::random;
  config.seed = seed;
  Cycle last = 0;
  for (const Delivery& d : deliver_all(*t, *make_relation(routing, *t, {}), config, sends, 100'000)) last = std::max(last, d.ejected + 1);
  return last;
}

}  // namespace

TEST_CASE("routings by turn rules run past saturation without deadlock, on 3 to 8 dimensions and 1 to 4 VCs", "[cube-turns]") {
  for (const NamedTurns& rule : cube_turn_rules()) {
    for (int n = 3; n <= 6; ++n)
      for (int vcs = 1; vcs <= 4; ++vcs)
        if (whole() || vcs == n - 2) saturate(rule.routing, n, vcs, sample(1200U, 800U));
    saturate(rule.routing, 7, 2, sample(500U, 250U));
    if (whole()) saturate(rule.routing, 8, 1, 500);
  }
}

// A million cycles with one VC, where a deadlock is likeliest; a tenth with more. On more than 16 nodes as many times
// fewer: as many flits cross each network's channels.
void saturate_long(std::initializer_list<int> dimensions) {
  for (const NamedTurns& rule : cube_turn_rules()) {
    for (const int n : dimensions) {
      const Cycle cycles = n <= 4 ? Cycle{1'000'000} : Cycle{16'000'000} >> n;
      for (int vcs = 1; vcs <= 4; ++vcs) saturate(rule.routing, n, vcs, vcs == 1 ? cycles : cycles / 10);
    }
  }
}

TEST_CASE("routings by turn rules run a million cycles without deadlock on 3 to 5 dimensions, or half of that", "[cube-turns][long]") {
  saturate_long({3, 4, 5});
}
TEST_CASE("routings by turn rules run 62,500 cycles and more without deadlock on 6 to 8 dimensions", "[cube-turns][long]") {
  saturate_long({6, 7, 8});
}

TEST_CASE("what the paper prints for the isolated bit-reverse lies in the range of 40 seeds of random choices", "[cube-turns][long]") {
  const auto published = read_published("hypercube-mapping.json")["printed_k_range"]["values"];
  CHECK(published.size() == 5);
  for (const auto& [routing, range] : published.items()) {
    Cycle least = 1'000'000, most = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      const Cycle k = completion(routing, seed) / 66;
      least = std::min(least, k);
      most = std::max(most, k);
    }
    CAPTURE(routing);
    CHECK(least == range["min"].get<Cycle>());
    CHECK(most == range["max"].get<Cycle>());
    CHECK(least <= range["printed"].get<Cycle>());
    CHECK(range["printed"].get<Cycle>() <= most);
  }
}
