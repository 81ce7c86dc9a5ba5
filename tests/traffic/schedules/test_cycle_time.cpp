#include <catch2/catch.hpp>
#include <string>

#include "models/base/error.hpp"
#include "traffic/schedules/cycle_time.hpp"

using namespace dateline;

namespace {

const ValueSource kSource{"simulate", "cycle-time"};

CycleTime cycle(const std::string& text) { return {kSource, text}; }

}  // namespace

TEST_CASE("the length of a cycle is an exact decimal with a unit") {
  CHECK(CycleTime().nanoseconds() == 1);
  CHECK(cycle("1ns").nanoseconds() == 1);
  CHECK(cycle("0.5us").nanoseconds() == 500);
  CHECK(cycle("2.25ms").nanoseconds() == 2'250'000);
  CHECK(cycle("0.3ns").nanoseconds() == Rational(3, 10));
  CHECK(cycle("007.50ns").nanoseconds() == Rational(15, 2));
}

TEST_CASE("what is no length of a cycle is refused, with what is allowed") {
  for (const char* text : {"",        "1",
                           "ns",      "0ns",
                           "0.00us",  "-1ns",
                           "+1ns",    " 1ns",
                           "1 ns",    "1ns ",
                           "1s",      "1NS",
                           "1e3ns",   "1/3ns",
                           ".5ns",    "5.ns",
                           "1.2.3ns", "1,5ns",
                           "0x1ns",   "infns",
                           "1ps",     "11111111111111111111111111111111111111111111111111111111111111111ns"}) {
    CAPTURE(text);
    CHECK_THROWS_WITH(cycle(text),
                      Catch::StartsWith("simulate: cycle-time=") && Catch::Contains("allowed: a decimal above 0 with unit ns, us or ms"));
  }
}

TEST_CASE("whole numbers are cycles, whatever a cycle takes") {
  CHECK(CycleTime().cycles("12") == 12U);
  CHECK(cycle("0.3ns").cycles("0") == 0U);
  CHECK(cycle("1ms").cycles("0007") == 7U);
}

TEST_CASE("times are turned into cycles exactly, and rounded up once") {
  CHECK(CycleTime().cycles("0.57us") == 570U);
  CHECK(cycle("4ns").cycles("0.57us") == 143U);  // 142.5
  CHECK(cycle("1.5ns").cycles("3ns") == 2U);
  CHECK(cycle("1.5ns").cycles("3.000000000000000000000000001ns") == 3U);
  CHECK(cycle("0.3ns").cycles("1ns") == 4U);  // 3.33
  CHECK(cycle("0.1ns").cycles("0.3ns") == 3U);
  CHECK(cycle("1us").cycles("1ns") == 1U);
  CHECK(cycle("1us").cycles("0ns") == 0U);
  CHECK(cycle("1us").cycles("2ms") == 2'000U);
  CHECK(cycle("0.000001ns").cycles("1ms") == 1'000'000'000'000U);
  CHECK(cycle("1us").cycles_of(Rational(1'001)) == 2U);
  CHECK(cycle("1us").cycles_of(Rational(1'000)) == 1U);
}

TEST_CASE("at most 2^54 - 1 cycles") {
  constexpr std::uint64_t kMost = 18'014'398'509'481'983;
  CHECK(CycleTime().cycles("18014398509481983") == kMost);
  CHECK(CycleTime().cycles("18014398509481983ns") == kMost);
  CHECK(CycleTime().cycles("18014398509481982.5ns") == kMost);
  for (const char* text : {"18014398509481984", "18014398509481984ns", "18014398509481983.01ns", "18014398510ms", "99999999999999999999",
                           "18446744073709551617", "99999999999999999999999999999999ms"}) {
    CAPTURE(text);
    CHECK_FALSE(CycleTime().cycles(text).has_value());
  }
  CHECK_FALSE(cycle("0.5ns").cycles_of(Rational(9'007'199'254'740'992)).has_value());
  CHECK(cycle("0.5ns").cycles_of(Rational(18'014'398'509'481'983, 2)) == kMost);
}

TEST_CASE("what is no time is refused; of an option with its source") {
  for (const char* text : {"", "-1", "1.5", "1e3", "1.5e3ns", "ns", "1n", "1 us", "1sec", "0x10", ".5us", "12cycles"}) {
    CAPTURE(text);
    CHECK_FALSE(CycleTime().cycles(text).has_value());
    CHECK_THROWS_WITH(CycleTime().cycles({"schedule", "compute"}, text),
                      Catch::StartsWith("schedule: compute=") && Catch::Contains("is no time; allowed: whole cycles, or a decimal with unit"));
  }
  CHECK(CycleTime().cycles({"schedule", "compute"}, "3us") == 3'000U);
}
