// The routings that go around faults against the published patterns (tests/data/fault-rerouting.json): exact counts
// over all ordered pairs of healthy nodes, exact expectations of the adaptive one.
#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>

#include "routing/software_based/sw_adaptive.hpp"
#include "routing/software_based/sw_deterministic.hpp"
#include "tests/support/cases/fault_patterns.hpp"
#include "tests/support/oracles/fault_walk.hpp"
#include "tests/support/sample.hpp"
#include "tests/support/shape.hpp"

using namespace dateline;
using namespace dateline::test;
using nlohmann::json;

namespace {

using Pattern = FaultyTorus;

std::vector<json> patterns() {
  std::ifstream file(DATELINE_TEST_DATA "/fault-rerouting.json");
  return json::parse(file)["patterns"];
}

// The mean of H + (1 + A + I)(M + 1), given all three means.
double zero_load(double hops, double absorptions, double stops, int length) { return hops + (1 + absorptions + stops) * (length + 1); }

void check_zero_load(const json& expected, double hops, double absorptions, double stops) {
  for (const int length : {8, 32, 64}) {
    CAPTURE(length);
    CHECK(zero_load(hops, absorptions, stops, length) ==
          Approx(expected["zero_load_latency"][std::to_string(length)].get<double>()).margin(1e-6).epsilon(0));
  }
}

void check_deterministic(const Pattern& p, const json& expected) {
  SwDeterministic relation(p.topology, VcPolicy::split, 2);
  relation.set_faults(p.faults);
  FaultWalk walk(p.topology, relation);
  std::uint64_t undelivered = 0, faulted = 0, absorptions = 0, stops = 0, last_resort = 0, hops = 0;
  std::uint32_t most_absorptions = 0, most_hops = 0;
  const std::uint64_t pairs = p.for_pairs([&](NodeId from, NodeId to) {
    const WalkResult r = walk.from_source(from, to);
    undelivered += r.delivered ? 0 : 1;
    faulted += r.absorptions > 0 ? 1 : 0;
    last_resort += r.last_resort ? 1 : 0;
    absorptions += r.absorptions;
    stops += r.stops;
    hops += r.hops;
    most_absorptions = std::max(most_absorptions, r.absorptions);
    most_hops = std::max(most_hops, r.hops);
  });
  CHECK(pairs == expected["ordered_pairs"]);
  CHECK(undelivered == expected["undelivered"]);
  CHECK(faulted == expected["faulted_pairs"]);
  CHECK(absorptions == expected["sum_fault_absorptions"]);
  CHECK(most_absorptions == expected["max_fault_absorptions"]);
  CHECK(stops == expected["sum_intermediate_stops"]);
  CHECK(last_resort == expected["last_resort_pairs"]);
  CHECK(most_hops == expected["max_hops"]);
  const auto mean = [&](std::uint64_t sum) { return static_cast<double>(sum) / static_cast<double>(pairs); };
  CHECK(mean(hops) == Approx(expected["mean_hops"].get<double>()).margin(1e-9).epsilon(0));
  check_zero_load(expected, mean(hops), mean(absorptions), mean(stops));
}

void check_adaptive(const Pattern& p, const json& expected) {
  SwAdaptive relation(p.topology);
  relation.set_faults(p.faults);
  Expectation sum;
  bool all_delivered = true;
  std::uint64_t pairs = 0;
  for (std::uint32_t to = 0; to < p.topology.nodes(); ++to) {
    if (p.faults->failed(NodeId(to))) continue;
    AdaptiveWalk walk(p.topology, relation, NodeId(to));
    for (std::uint32_t from = 0; from < p.topology.nodes(); ++from) {
      if (from == to || p.faults->failed(NodeId(from))) continue;
      ++pairs;
      const Expectation& e = walk.from_source(NodeId(from));
      sum.hops.add(e.hops);
      sum.absorptions.add(e.absorptions);
      sum.stops.add(e.stops);
      sum.faulted.add(e.faulted);
    }
    all_delivered = all_delivered && walk.all_delivered();
  }
  CHECK(all_delivered == (expected["undelivered"] == 0));
  const auto mean = [&](const ExactFraction& x) { return to_double(x.value() / Rational(pairs)); };
  const auto check = [&](const char* field, const ExactFraction& x) {
    CAPTURE(field);
    CHECK(mean(x) == Approx(expected[field].get<double>()).margin(1e-9).epsilon(0));
  };
  check("mean_hops", sum.hops);
  check("mean_fault_absorptions", sum.absorptions);
  check("mean_intermediate_stops", sum.stops);
  check("faulted_fraction", sum.faulted);
  check_zero_load(expected, mean(sum.hops), mean(sum.absorptions), mean(sum.stops));
}

}  // namespace

TEST_CASE("sw-deterministic has the exact counts of every published pattern") {
  std::size_t checked = 0;
  for (const json& entry : patterns()) {
    if (!entry["connected"]) continue;
    CAPTURE(entry["id"]);
    ++checked;
    const Pattern p(entry);
    if (p.topology.nodes() <= sample(512U, 64U)) check_deterministic(p, entry["det"]);
  }
  CHECK(checked >= 38);
}

TEST_CASE("sw-adaptive has the exact expectations of every published pattern") {
  std::size_t checked = 0;
  for (const json& entry : patterns()) {
    if (!entry["connected"]) continue;
    CAPTURE(entry["id"]);
    ++checked;
    const Pattern p(entry);
    if (p.topology.nodes() <= sample(512U, 64U)) check_adaptive(p, entry["adap"]);
  }
  CHECK(checked >= 38);
}

TEST_CASE("the published patterns that cut nodes off are not connected") {
  for (const json& entry : patterns()) {
    CAPTURE(entry["id"]);
    CHECK(Pattern(entry).faults->connected() == entry["connected"].get<bool>());
  }
}
