// Noise of computes: its mean and shape, what a draw depends on, and the times of a file.
#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "models/base/error.hpp"
#include "tests/support/scratch_file.hpp"
#include "traffic/schedules/costs/compute_noise.hpp"
#include "traffic/schedules/costs/reduce_cost.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

const ValueSource kSource{"test", "workload.noise"};

}  // namespace

TEST_CASE("exponential noise has its mean and its median, whatever rank, operation or repetition is drawn over") {
  const ComputeNoise noise(kSource, "exponential:1000", CycleTime(), 5);
  constexpr std::uint32_t kDraws = 40000;
  for (int over = 0; over < 3; ++over) {
    double sum = 0;
    std::uint32_t below = 0;
    for (std::uint32_t i = 0; i < kDraws; ++i) {
      const Cycle drawn = noise.cycles(over == 0 ? i : 3, over == 1 ? i : 4, over == 2 ? i : 0);
      sum += static_cast<double>(drawn);
      below += drawn < 693 ? 1 : 0;  // 1000 ln 2 = 693.1, to the nearest: half of them are below 693, 0.03% aside
    }
    // Five standard deviations: 1000 / sqrt(n), and sqrt(n) / 2.
    CHECK(std::abs(sum / kDraws - 1000) < 5 * 1000 / std::sqrt(kDraws));
    CHECK(std::abs(below - kDraws / 2.0) < 5 * std::sqrt(kDraws) / 2 + 0.0005 * kDraws);
  }
}

TEST_CASE("a draw of noise is that of seed, rank, operation and repetition") {
  const ComputeNoise one(kSource, "exponential:1us", CycleTime(), 1), same(kSource, "exponential:1000", CycleTime(), 1);
  const ComputeNoise other(kSource, "exponential:1000", CycleTime(), 2);
  std::set<Cycle> different;
  for (std::uint32_t i = 0; i < 200; ++i) {
    CHECK(one.cycles(i, 2 * i, 3) == same.cycles(i, 2 * i, 3));
    different.insert(one.cycles(i, 0, 0));
    different.insert(one.cycles(0, i + 1, 0));
    different.insert(one.cycles(0, 0, i + 1));
    different.insert(other.cycles(i, 0, 0));
  }
  CHECK(different.size() > 400);  // of 800 times, of which some are equal as all lie below some thousand cycles
}

TEST_CASE("noise of a file is one of its times, all as often") {
  const ScratchFile file("10\n# a comment\n20ns\n30\n");
  const ComputeNoise noise(kSource, "trace:" + file.path(), CycleTime(), 9);
  constexpr std::uint32_t kDraws = 30000;
  std::uint32_t counts[3] = {};
  for (std::uint32_t i = 0; i < kDraws; ++i) {
    const Cycle drawn = noise.cycles(i % 7, i, i % 3);
    REQUIRE((drawn == 10 || drawn == 20 || drawn == 30));
    ++counts[drawn / 10 - 1];
  }
  for (const std::uint32_t count : counts) CHECK(std::abs(count - kDraws / 3.0) < 5 * std::sqrt(kDraws * 2.0 / 9));
}

TEST_CASE("what is no noise is refused") {
  for (const char* const text : {"", "gauss:3", "exponential", "exponential:", "exponential:x", "exponential:2000000000000000", "trace:no-such-file"}) {
    CHECK_THROWS_AS(ComputeNoise(kSource, text, CycleTime(), 1), ConfigError);
  }
  for (const char* const text : {"", "# nothing\n", "1 2\n", "-3\n", "2000000000000000\n"}) {
    const ScratchFile file(text);
    CHECK_THROWS_AS(ComputeNoise(kSource, "trace:" + file.path(), CycleTime(), 1), ConfigError);
  }
}

TEST_CASE("adding up bytes takes their time, rounded up") {
  CHECK(reduce_cycles(Rational(1, 4), 1024) == 256);
  CHECK(reduce_cycles(Rational(1, 4), 1025) == 257);
  CHECK(reduce_cycles(Rational(3), 5) == 15);
  CHECK(reduce_cycles(Rational(1, 1000), 0) == 0);
  CHECK(reduce_cycles(Rational(1, 1000), 1) == 1);
}
