// The search for the highest sustained load (sim/measure/verdict/knee_search.hpp), on networks that saturate above a
// threshold.
#include <catch2/catch.hpp>

#include "sim/measure/verdict/knee_search.hpp"

using namespace dateline;

namespace {

// Within `blur` of the threshold nothing is told.
KneeBracket search(double threshold, double bound, double resolution = 0.05, double blur = 0) {
  return search_knee(bound, resolution, [&](const std::string& load, double) {
    const double at = std::stod(load);
    KneeProbe probe;
    probe.verdict = at > threshold * (1 + blur) ? Verdict::saturated : at <= threshold / (1 + blur) ? Verdict::sustained : Verdict::undecided;
    probe.served = at / 2;
    return probe;
  });
}

}  // namespace

TEST_CASE("a search brackets the threshold to the resolution, never above the bound") {
  for (int step = 1; step <= 50; ++step) {
    const double threshold = 0.01 * step;
    const double resolution = GENERATE(0.2, 0.05, 0.02, 0.005);
    CAPTURE(threshold, resolution);
    const KneeBracket found = search(threshold, 0.5, resolution);
    REQUIRE(found.sustained);
    CHECK(*found.sustained <= threshold);
    CHECK(found.saturated_from >= threshold);
    CHECK(found.saturated_from <= 0.5);
    CHECK(found.at_bound == (found.saturated_from == 0.5));
    CHECK(found.saturated_from <= *found.sustained * (1 + resolution));
    CHECK(found.saturated_from >= std::min(0.5, 0.999 * *found.sustained * (1 + resolution)));
    for (const auto& step_made : found.steps)
      if (step_made.probe.verdict == Verdict::saturated) CHECK(std::stod(step_made.load) > *found.sustained);
    CHECK(*found.served == *found.sustained / 2);
    CHECK(found.decided);
    CHECK_FALSE(found.undecided_from);
    CHECK(found.steps.size() < 24);
    for (const auto& step_made : found.steps) CHECK(std::stod(step_made.load) < 0.5);
  }
}

TEST_CASE("a search begins at 0.7 of the bound and halves; overloads looked for are a third of the bracket or the resolution: by hand") {
  // [0.35, 0.5]: 0.143 apart / 3; [0.425, 0.5]: 0.0588, below twice 0.05; [0.4625, 0.5] is 0.081, [0.4812, 0.5] 0.039
  // apart.
  const KneeBracket found = search(0.49, 0.5);
  std::vector<std::string> loads;
  for (const auto& step : found.steps) loads.push_back(step.load);
  CHECK(loads == std::vector<std::string>{"0.35", "0.425", "0.4625", "0.4813"});
  CHECK(found.steps[0].overload == 0.2);
  CHECK(found.steps[1].overload == Approx((0.5 / 0.35 - 1) / 3));
  CHECK(found.steps[2].overload == 0.05);
  CHECK(found.steps[3].overload == 0.05);
  CHECK(found.at_bound);
}

TEST_CASE("a search that ends between loads that tell nothing says so") {
  const KneeBracket found = search(0.3, 0.5, 0.05, 0.12);
  CHECK_FALSE(found.decided);
  REQUIRE(found.sustained);
  CHECK(*found.sustained <= 0.3 / 1.12);
  CHECK(found.saturated_from > 0.3 * 1.12);
  REQUIRE(found.undecided_from);
  CHECK(*found.undecided_from > *found.sustained);
  CHECK(*found.undecided_to < found.saturated_from);
  CHECK(search(0.3, 0.5, 0.05, 0.005).decided);  // the loads beside it tell
}

TEST_CASE("ends that excluded only larger overloads are looked at again, and move if they do not hold") {
  // Coarse probes call 0.40 sustained, which it is not.
  int fine = 0;
  const KneeBracket found = search_knee(0.5, 0.02, [&](const std::string& load, double x) {
    const double at = std::stod(load), knee = x > 0.03 ? 0.45 : 0.37;
    fine += x <= 0.02 ? 1 : 0;
    return KneeProbe{at > knee ? Verdict::saturated : Verdict::sustained, at, 1, 1};
  });
  CHECK(found.decided);
  CHECK(*found.sustained <= 0.37);
  CHECK(found.saturated_from > 0.37);
  CHECK(found.saturated_from <= 1.02 * *found.sustained);
  CHECK(fine >= 2);
}

TEST_CASE("beside an end that a finer look cannot tell the search goes on") {
  // Coarse looks call up to 0.3 sustained, 0.2625 among it, which the search comes back to; fine ones cannot tell 0.26
  // to 0.264.
  bool met = false;
  const KneeBracket found = search_knee(0.5, 0.05, [&](const std::string& load, double x) {
    const double at = std::stod(load), from = x > 0.05 ? 0.3 : 0.26, to = x > 0.05 ? 0.3 : 0.264;
    met = met || (at == 0.2625 && x == 0.05);
    return KneeProbe{at > to ? Verdict::saturated : at <= from ? Verdict::sustained : Verdict::undecided, at, 1, 1};
  });
  CHECK(met);
  CHECK(found.decided);
  CHECK(*found.sustained <= 0.26);
  CHECK(*found.sustained * 1.05 >= 0.264);
  CHECK(found.saturated_from >= 0.264);
}

TEST_CASE("a search in which nothing is sustained gives up, undecided") {
  const KneeBracket nothing = search(0, 0.5);
  CHECK_FALSE(nothing.sustained);
  CHECK_FALSE(nothing.decided);
  CHECK(nothing.steps.size() <= 60);
  const KneeBracket blind = search_knee(0.5, 0.05, [](const std::string&, double) { return KneeProbe{}; });
  CHECK_FALSE(blind.sustained);
  CHECK_FALSE(blind.decided);
  CHECK(blind.undecided_from);
  CHECK(blind.steps.size() <= 6);
}
