// Mean latencies and knees of the reference simulator under the conditions of Safaei et al. (2006), fault-free,
// adaptive routing: each latency within the tolerance that its file states, each knee within the interval it states.
#include <catch2/catch.hpp>

#include "tests/support/harness.hpp"
#include "tests/support/published.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

using nlohmann::json;

std::vector<json> entries(const char* key, int dimensions) {
  std::vector<json> chosen;
  const json data = read_published("fault-rerouting.json");
  for (const json& e : data[key]) {
    if (e["alg"] == "adap" && e["faulty_nodes"].empty() && e["n"] == dimensions) chosen.push_back(e);
  }
  return chosen;
}

RunResult run_of(const json& entry, double load) {
  std::string name = "torus:" + entry["k"].dump();
  for (int d = 1; d < entry["n"]; ++d) name += "x" + entry["k"].dump();
  const auto t = make_cube(name);
  const auto relation = make_relation("duato", *t, {});
  RouterConfig machine;
  machine.vcs = machine.injection_vcs = entry["V"];
  RunConfig run;
  run.protocol = RunConfig::Protocol::messages;
  run.messages = 100000;
  run.warmup_messages = 10000;
  run.packet_length = entry["M"];
  run.rate = load / run.packet_length;
  return run_pattern(*t, *relation, machine, run, *make_traffic("uniform", *t));
}

void check_curve(const json& point) {
  INFO(point.dump());
  const double load = point["load"];
  const RunResult r = run_of(point, load);
  CHECK(r.deadlock.empty());
  CHECK(r.packets.measured == 90000);
  CHECK(r.latency.mean == Approx(point["mean_latency"].get<double>()).epsilon(point["tolerance_pct"].get<double>() / 100));
  CHECK(r.accepted == Approx(load).epsilon(0.02));
}

// "mean latency reaches 4x the low-load value inside bracket; accept +-`slack` outside": not before it, but by its end.
void check_knee(const json& entry, double slack) {
  INFO(entry.dump());
  const double limit = 4 * entry["low_load_latency"].get<double>();
  CHECK(run_of(entry, entry["low_load"]).latency.mean == Approx(entry["low_load_latency"].get<double>()).epsilon(0.03));
  CHECK(run_of(entry, entry["knee_bracket"][0].get<double>() - slack).latency.mean < limit);
  CHECK(run_of(entry, entry["knee_bracket"][1].get<double>() + slack).latency.mean >= limit);
}

}  // namespace

TEST_CASE("fault-free adaptive curves agree with the reference simulator's on 8x8") {
  const auto points = entries("curves", 2);
  REQUIRE(points.size() == 9);
  for (std::size_t i = sample(0U, 3U); i < points.size(); i += sample(1U, 6U)) check_curve(points[i]);
}

TEST_CASE("fault-free adaptive curves agree with the reference simulator's on 8x8x8", "[long]") {
  const auto points = entries("curves", 3);
  REQUIRE(points.size() == 2);
  for (const json& point : points) check_curve(point);
}

TEST_CASE("all fault-free adaptive knees are where the reference simulator has them", "[long]") {
  const auto flat = entries("saturation", 2), deep = entries("saturation", 3);
  REQUIRE(flat.size() == 3);
  REQUIRE(deep.size() == 3);
  for (const json& entry : flat) check_knee(entry, 0.05);
  for (const json& entry : deep) check_knee(entry, 0.07);
}
