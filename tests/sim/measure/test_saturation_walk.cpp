// The walk to the highest sustained load, on networks that saturate above a threshold.
#include <catch2/catch.hpp>

#include "sim/measure/saturation_walk.hpp"

using namespace dateline;

namespace {

SaturationBracket walk(double threshold, std::optional<double> ideal, double resolution = 0.02) {
  WalkSettings settings;
  settings.resolution = resolution;
  return walk_to_saturation(settings, ideal, [&](const std::string& load) {
    const double at = std::stod(load);
    return LoadProbe{at > threshold, at / 2};
  });
}

std::vector<std::string> loads(const SaturationBracket& bracket) {
  std::vector<std::string> asked;
  for (const auto& step : bracket.steps) asked.push_back(step.load);
  return asked;
}

}  // namespace

TEST_CASE("a walk brackets the threshold to the resolution") {
  for (int step = 1; step < 50; ++step) {
    const double threshold = 0.01 * step;
    const double resolution = GENERATE(0.1, 0.02, 0.003);
    CAPTURE(threshold, resolution);
    const SaturationBracket found = walk(threshold, 0.5, resolution);
    REQUIRE(found.sustained);
    REQUIRE(found.saturated_from);
    CHECK(*found.sustained <= threshold);
    CHECK(*found.saturated_from > threshold);
    CHECK(*found.saturated_from <= *found.sustained * (1 + resolution));
    CHECK(*found.served == *found.sustained / 2);
    CHECK_FALSE(found.violated);
    CHECK(found.steps.size() < 18);
  }
}

TEST_CASE("a walk goes from a low load to one beyond the bound, and halves: by hand") {
  // 0.02; 1.1 x 0.5; the bracket is 0.02 .. 0.5 then.
  CHECK(loads(walk(0.3, 0.5, 0.1)) == std::vector<std::string>{"0.02", "0.55", "0.26", "0.38", "0.32", "0.29", "0.305"});
  CHECK(loads(walk(0.003, 0.005, 0.5)) == std::vector<std::string>{"0.02", "0.005", "0.00125", "0.003125", "0.002188"});
}

TEST_CASE("a walk that sustains more than its bound goes on upwards and says so") {
  const SaturationBracket found = walk(0.7, 0.5);
  CHECK(found.violated);
  CHECK(*found.sustained <= 0.7);
  CHECK(*found.sustained > 0.98 * 0.7);
}

TEST_CASE("a walk without a bound doubles the load; a load of 1 is its end; one that sustains nothing gives up") {
  const auto doubled = loads(walk(0.3, {}));
  CHECK(std::vector<std::string>(doubled.begin(), doubled.begin() + 5) == std::vector<std::string>{"0.02", "0.04", "0.08", "0.16", "0.32"});
  const SaturationBracket all = walk(5, 2);
  CHECK(*all.sustained == 1.0);
  CHECK_FALSE(all.saturated_from);
  const SaturationBracket nothing = walk(0, 0.5);
  CHECK_FALSE(nothing.sustained);
  CHECK(nothing.steps.size() == 6);
}
