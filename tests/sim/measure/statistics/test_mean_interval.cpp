// The 95% interval of a mean from its batches: against the formula in other arithmetic (long double, the C library's
// cube root, Boost's Student t), by hand where that is possible, and at its edges.
#include <boost/math/distributions/students_t.hpp>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "sim/measure/statistics/mean_interval.hpp"
#include "sim/measure/statistics/student_t.hpp"
#include "tests/support/cases/random_case.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

using Real = long double;

struct Offsets {
  Real low, high;
};

// Of the values' mean, about it.
Offsets one_interval(const std::vector<Real>& x, bool skewed, Real most) {
  const auto k = static_cast<Real>(x.size());
  Real mean = 0;
  for (const Real v : x) mean += v / k;
  const auto moment = [&](int power) {
    Real sum = 0;
    for (const Real v : x) sum += std::pow(v - mean, static_cast<Real>(power)) / k;
    return sum;
  };
  if (moment(2) == 0) return {0, 0};
  Real lag = 0;
  for (std::size_t i = 1; i < x.size(); ++i) lag += (x[i] - mean) * (x[i - 1] - mean);
  lag = lag / (k * moment(2)) + 1 / k;
  const Real r = std::min(most, std::max<Real>(0, lag));
  const Real a = (1 + r) / (1 - r);
  const boost::math::students_t_distribution<Real> student(std::max<Real>(2, k / a - 1));
  const Real t = boost::math::quantile(student, static_cast<Real>(0.975));
  // The skewness of a sample from its population's.
  const Real g1 = std::sqrt(k * (k - 1)) / (k - 2) * moment(3) / std::pow(moment(2), static_cast<Real>(1.5));
  const Real b = skewed ? g1 / (6 * std::sqrt(k)) : 0;
  const auto g = [&](Real z) { return b == 0 ? z : (std::cbrt(1 + 6 * b * (z - b)) - 1) / (2 * b); };
  const Real s = std::sqrt(moment(2) * k / (k - 1)) * std::sqrt(a / k);
  return {-s * g(t), -s * g(-t)};
}

Offsets both_intervals(const std::vector<Real>& x) {
  std::vector<Real> groups;
  const std::size_t size = x.size() / 20;
  for (std::size_t first = 0; first + size <= x.size(); first += size) {
    Real sum = 0;
    for (std::size_t i = first; i < first + size; ++i) sum += x[i] / static_cast<Real>(size);
    groups.push_back(sum);
  }
  const Offsets one = one_interval(x, true, 0.98L), two = one_interval(groups, false, 0.95L);
  return {std::min(one.low, two.low), std::max(one.high, two.high)};
}

std::vector<Batch> batches_of(const std::vector<std::uint64_t>& values) {
  std::vector<Batch> batches;
  for (const std::uint64_t v : values) batches.push_back({1, v});
  return batches;
}

MeanInterval interval_of(const std::vector<std::uint64_t>& values) {
  Real sum = 0;
  for (const std::uint64_t v : values) sum += static_cast<Real>(v);
  const auto found = mean_interval(batches_of(values), static_cast<double>(sum / static_cast<Real>(values.size())));
  REQUIRE(found);
  return *found;
}

}  // namespace

TEST_CASE("Student's t is that of printed tables") {
  const std::vector<std::pair<double, double>> table = {{2, 4.30265}, {3, 3.18245},  {4, 2.77645},  {5, 2.57058},   {10, 2.22814},
                                                        {15, 2.13145}, {20, 2.08596}, {30, 2.04227}, {60, 2.00030}, {120, 1.97993}};
  for (const auto& [degrees, t] : table) CHECK(student_t975(degrees) == Approx(t).margin(0.000006));
}

TEST_CASE("Student's t of two degrees is 0.95 / sqrt(0.04875), of four the root of a cubic") {
  CHECK(student_t975(2) == Approx(0.95 * std::sqrt(2 / (1 - 0.95 * 0.95))).epsilon(1e-12));
  // Of four: with s = t / sqrt(4 + t^2) the chance is (3 s - s^3) / 2.
  const double t = student_t975(4), s = t / std::sqrt(4 + t * t);
  CHECK((3 * s - s * s * s) / 2 == Approx(0.95).epsilon(1e-12));
}

TEST_CASE("Student's t of real degrees is that of another library") {
  for (double degrees = 2; degrees < 140; degrees *= 1.037) {
    CAPTURE(degrees);
    CHECK(student_t975(degrees) == Approx(boost::math::quantile(boost::math::students_t(degrees), 0.975)).epsilon(1e-12));
  }
}

TEST_CASE("a cube root, cubed, is the number; of cubes it is exact") {
  for (const double x : {0.0, 1.0, 2.0, 3.0, 10.0, 1000.0}) {
    CHECK(cube_root(x * x * x) == x);
    CHECK(cube_root(-x * x * x) == -x);
  }
  for (double x = 1e-12; x < 1e12; x *= 3.7) {
    CHECK(cube_root(x) == Approx(std::cbrt(x)).epsilon(1e-15));
    CHECK(cube_root(-x) == -cube_root(x));
  }
}

TEST_CASE("the interval is the formula's, in other arithmetic, for all numbers of batches") {
  Dice dice(41);
  for (std::size_t k = 64; k < 128; ++k) {
    // how much of a value comes from the one before, in 1/(memory + 1)
    for (const std::uint32_t memory : {0U, 9U, 99U, 999U}) {
      std::vector<std::uint64_t> values;
      std::uint64_t last = 1'000'000;
      for (std::size_t i = 0; i < k; ++i) {
        const std::uint64_t now = dice.below(1'000) * dice.below(1'000) * (dice.below(10) + 1);  // skewed
        last = (last * memory + now) / (memory + 1);
        values.push_back(last);
      }
      std::vector<Real> means;
      Real mean = 0;
      for (const std::uint64_t v : values) {
        means.push_back(static_cast<Real>(v));
        mean += static_cast<Real>(v) / static_cast<Real>(k);
      }
      const Offsets expected = both_intervals(means);
      const MeanInterval found = interval_of(values);
      CAPTURE(k, memory);
      CHECK(found.low == Approx(static_cast<double>(mean + expected.low)).epsilon(1e-9));
      CHECK(found.high == Approx(static_cast<double>(mean + expected.high)).epsilon(1e-9));
      CHECK(found.half_width() == Approx(static_cast<double>((expected.high - expected.low) / 2)).epsilon(1e-9));
    }
  }
}

TEST_CASE("by hand: 64 batches, half of them 0 and half 2, in turn") {
  // m = 1, S^2 = 64/63, the lag-1 correlation -63/64 + 1/64 is below 0: A = 1, t of 63 degrees is 1.99834, no skewness.
  // Groups of three in turn: 21 of means 2/3 and 4/3, which is narrower: half width 2.086 (1/3) / sqrt(21) = 0.15.
  std::vector<std::uint64_t> values;
  for (int i = 0; i < 64; ++i) values.push_back(i % 2 == 0 ? 0 : 2);
  const MeanInterval found = interval_of(values);
  CHECK(found.high - 1 == Approx(1.99834 * std::sqrt(64.0 / 63 / 64)).epsilon(1e-5));
  CHECK(1 - found.low == Approx(found.high - 1).epsilon(1e-12));
}

TEST_CASE("the interval of a sample with a long upper tail reaches farther up than down") {
  std::vector<std::uint64_t> values(100, 10);
  for (std::size_t i = 7; i < 100; i += 20) values[i] = 500;
  double mean = 0;
  for (const std::uint64_t v : values) mean += static_cast<double>(v) / 100;
  const MeanInterval found = interval_of(values);
  CHECK(found.high - mean > 1.2 * (mean - found.low));
  CHECK(found.farthest(mean) == Approx((found.high - mean) / mean));
  for (std::uint64_t& v : values) v = 510 - v;  // the mirror image
  const MeanInterval mirrored = interval_of(values);
  CHECK(510 - mirrored.high == Approx(found.low));
  CHECK(510 - mirrored.low == Approx(found.high));
  CHECK(mirrored.farthest(510 - mean) == Approx((510 - mean - mirrored.low) / (510 - mean)));
}

TEST_CASE("equal values have an interval of no width, exactly at them") {
  for (const std::uint64_t value : {0U, 1U, 3U, 7U}) {
    std::vector<Batch> batches;
    for (std::uint64_t i = 0; i < 100; ++i) batches.push_back({i + 3, value * (i + 3)});
    CHECK(mean_interval(batches, static_cast<double>(value)) == MeanInterval{static_cast<double>(value), static_cast<double>(value)});
  }
}

TEST_CASE("a trend is as correlated as can be: 2 degrees, and its interval holds the ends of its middle half") {
  std::vector<std::uint64_t> values;
  for (std::uint64_t i = 0; i < 64; ++i) values.push_back(1000 * i);
  const MeanInterval found = interval_of(values);
  // r = 1 - 3/64 + ... + 1/64 above 0.95, A above 39, k/A - 1 below 2: t = 4.30265, S sqrt(A/k) above 1000 * 18.6 *
  // 0.78.
  CHECK(found.low < 16'000);
  CHECK(found.high > 47'000);
}

TEST_CASE("below 64 batches there is no interval") {
  Dice dice(42);
  std::vector<Batch> batches;
  while (batches.size() < 63) {
    batches.push_back({1, dice.below(100)});
    CHECK_FALSE(mean_interval(batches, 50));
  }
  batches.push_back({1, 50});
  CHECK(mean_interval(batches, 50));
}
