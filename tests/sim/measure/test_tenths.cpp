// Lines for tenths of long work: each once, with the time that is left; none of short work.
#include <catch2/catch.hpp>
#include <vector>

#include "sim/measure/tenths.hpp"

using namespace dateline;

namespace {

// The lines of work that takes so many seconds and is looked at so many times.
std::vector<std::string> lines(double seconds, int looks) {
  Tenths tenths;
  std::vector<std::string> all;
  for (int i = 1; i <= looks; ++i) {
    const double done = static_cast<double>(i) / looks;
    if (const auto line = tenths.line(done, "cycle " + std::to_string(i), seconds * done)) all.push_back(*line);
  }
  return all;
}

}  // namespace

TEST_CASE("long work has a line for each tenth, with the time left") {
  const auto all = lines(40, 1000);
  REQUIRE(all.size() == 10);
  CHECK(all[0] == "10%, cycle 100, 36 s left");
  CHECK(all[6] == "70%, cycle 700, 12 s left");
  CHECK(all[9] == "100%, cycle 1000");
}

TEST_CASE("short work has none, and where looks are few tenths are passed over") {
  CHECK(lines(9.9, 1000).empty());
  CHECK(lines(10.1, 1000).size() == 10);
  CHECK(lines(100, 3) == std::vector<std::string>{"30%, cycle 1, 67 s left", "60%, cycle 2, 33 s left", "100%, cycle 3"});
}

TEST_CASE("work that becomes slow has lines from then on") {
  Tenths tenths;
  CHECK_FALSE(tenths.line(0.5, "x", 2));
  CHECK_FALSE(tenths.passed(0.59));
  CHECK(tenths.passed(0.6));
  CHECK(tenths.line(0.6, "x", 30) == "60%, x, 20 s left");
  CHECK_FALSE(tenths.line(0.65, "x", 33));
}

TEST_CASE("a short run that drains for long says so, once") {
  Tenths tenths;
  CHECK_FALSE(tenths.line(0.9, "x", 4));
  CHECK_FALSE(tenths.line(1, "draining", 5));
  CHECK(tenths.line(1, "draining", 11) == "100%, draining");
  CHECK_FALSE(tenths.line(1, "draining", 12));
}
