// The timing wheel against a plain sorted list: near and far arrivals, several a cycle, idle stretches skipped.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <set>

#include "sim/measure/sources/arrival_wheel.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;

namespace {

using Entry = std::pair<Cycle, std::uint32_t>;

// Takes every cycle with an arrival, as a run does: jumps to the next one, or goes cycle by cycle.
void drive(std::uint64_t seed, std::uint32_t sources, Cycle longest_gap, bool skip) {
  std::mt19937_64 random(seed);
  ArrivalWheel wheel(sources);
  std::set<Entry> expected;
  const auto gap = [&]() -> Cycle {
    switch (random() % 4) {
      case 0:
        return 1 + random() % 3;
      case 1:
        return 1 + random() % longest_gap;
      case 2:
        return 4090 + random() % 12;  // around the wheel's reach
      default:
        return 64 * (1 + random() % 70);
    }
  };
  for (std::uint32_t s = 0; s < sources; ++s) {
    const Cycle at = random() % (longest_gap + 1);
    wheel.insert(s, at);
    expected.emplace(at, s);
  }
  std::vector<std::uint32_t> due;
  Cycle now = 0;
  for (int events = 0; events < test::sample(4000, 250);) {
    const Cycle first = expected.begin()->first;
    REQUIRE(wheel.next_cycle(now) == first);
    if (skip || first > now + 5000) now = first;
    std::vector<std::uint32_t> wanted;
    while (!expected.empty() && expected.begin()->first == now) {
      wanted.push_back(expected.begin()->second);
      expected.erase(expected.begin());
    }
    wheel.take(now, due);
    std::sort(due.begin(), due.end());
    REQUIRE(due == wanted);
    for (const std::uint32_t s : wanted) {
      const Cycle at = now + gap();
      wheel.insert(s, at);
      expected.emplace(at, s);
      ++events;
    }
    ++now;
  }
}

}  // namespace

TEST_CASE("an empty wheel has no next cycle and nothing due") {
  ArrivalWheel wheel(3);
  std::vector<std::uint32_t> due = {7};
  CHECK(wheel.next_cycle(0) == ArrivalWheel::kNever);
  wheel.take(0, due);
  CHECK(due.empty());
  CHECK(wheel.next_cycle(1) == ArrivalWheel::kNever);
}

TEST_CASE("arrivals come out in the cycle they were put in for, near and far") {
  const Cycle at =
      GENERATE(as<Cycle>{}, 0U, 1U, 63U, 64U, 65U, 4094U, 4095U, 4096U, 4097U, 8191U, 8192U, 1'000'000U, Cycle{1} << 40U, Cycle{1} << 62U);
  CAPTURE(at);
  ArrivalWheel wheel(1);
  wheel.insert(0, at);
  CHECK(wheel.next_cycle(0) == at);
  std::vector<std::uint32_t> due;
  for (Cycle now = 0; now < std::min<Cycle>(at, 10'000); ++now) {
    wheel.take(now, due);
    REQUIRE(due.empty());
    REQUIRE(wheel.next_cycle(now + 1) == at);
  }
  wheel.take(at, due);
  CHECK(due == std::vector<std::uint32_t>{0});
  wheel.take(at + 1, due);
  CHECK(due.empty());
  CHECK(wheel.next_cycle(at + 2) == ArrivalWheel::kNever);
}

TEST_CASE("all sources may be due in one cycle, near ones and far ones together") {
  ArrivalWheel wheel(200);
  for (std::uint32_t s = 0; s < 100; ++s) wheel.insert(s, 5000);  // beyond the reach: far
  std::vector<std::uint32_t> due;
  wheel.take(1000, due);
  CHECK(due.empty());
  for (std::uint32_t s = 100; s < 200; ++s) wheel.insert(s, 5000);  // within it now
  CHECK(wheel.next_cycle(1001) == 5000);
  wheel.take(5000, due);
  CHECK(due.size() == 200);
  CHECK(std::set<std::uint32_t>(due.begin(), due.end()).size() == 200);
}

TEST_CASE("the wheel gives what a sorted list gives") {
  const bool skip = GENERATE(true, false);
  CAPTURE(skip);
  drive(1, 1, 20'000, skip);
  drive(2, 2, 5'000, skip);
  drive(3, 50, 4'096, skip);
  drive(4, 300, 100, skip);
  drive(5, 7, 100'000, skip);
}
