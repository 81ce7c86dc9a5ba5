// The statistics of a stream against a brute-force computation over the list of its values.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "sim/measure/statistics/statistics.hpp"
#include "tests/support/cases/random_case.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

using Values = std::vector<std::uint64_t>;

Summary summary_of(const Values& values) {
  Statistics s;
  for (const std::uint64_t v : values) {
    s.add(v);
    s.end_of_cycle();
  }
  return s.summary();
}

// The smallest value such that at least the fraction `thousandths` of all are not above it.
std::uint64_t percentile(Values values, std::uint64_t thousandths) {
  std::sort(values.begin(), values.end());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if ((i + 1) * 1000 >= values.size() * thousandths) return values[i];
  }
  return values.back();
}

double mean_of(const Values& values) {
  double sum = 0;
  for (const std::uint64_t v : values) sum += static_cast<double>(v);
  return sum / static_cast<double>(values.size());
}

double deviation_of(const Values& values) {
  double sum = 0;
  for (const std::uint64_t v : values) sum += std::pow(static_cast<double>(v) - mean_of(values), 2);
  return std::sqrt(sum / static_cast<double>(values.size() - 1));
}

}  // namespace

TEST_CASE("mean, deviation, extremes and percentiles are those of the sorted list") {
  Dice dice(31);
  for (const std::uint32_t bound : {2U, 100U, 5000U, 100000U, 4000000000U}) {
    for (const std::uint32_t size : {1U, 2U, 3U, 10U, 20U, 99U, 100U, 101U, 1000U, 2000U}) {
      Values values;
      for (std::uint32_t i = 0; i < size; ++i) values.push_back(dice.below(bound));
      CAPTURE(bound, size);
      const Summary s = summary_of(values);
      CHECK(s.count == size);
      CHECK(s.mean == Approx(mean_of(values)));
      if (size > 1) CHECK(s.stddev == Approx(deviation_of(values)).margin(1e-9));
      CHECK(s.min == *std::min_element(values.begin(), values.end()));
      CHECK(s.max == *std::max_element(values.begin(), values.end()));
      CHECK(s.p50 == percentile(values, 500));
      CHECK(s.p90 == percentile(values, 900));
      CHECK(s.p95 == percentile(values, 950));
      CHECK(s.p99 == percentile(values, 990));
      CHECK(s.p999 == percentile(values, 999));
    }
  }
}

TEST_CASE("of 1..1000 the 90th percentile is 900 and the 99.9th 999") {
  Values values;
  for (std::uint64_t v = 1000; v >= 1; --v) values.push_back(v);
  const Summary s = summary_of(values);
  CHECK(s.p50 == 500);
  CHECK(s.p90 == 900);
  CHECK(s.p95 == 950);
  CHECK(s.p99 == 990);
  CHECK(s.p999 == 999);
  CHECK(s.mean == 500.5);
}

TEST_CASE("sums are exact where doubles are not: huge latencies with a tiny spread") {
  const std::uint64_t base = std::uint64_t{1} << 52U;
  const Summary s = summary_of({base, base + 1, base + 2});
  CHECK(s.stddev == Approx(1.0));
  CHECK(s.mean == static_cast<double>(base + 1));
  CHECK(s.p50 == base + 1);
}

TEST_CASE("of no values everything is 0 and there is no interval; of one value there is no interval") {
  const Summary none = Statistics().summary();
  CHECK(none.count == 0);
  CHECK(none.mean == 0);
  CHECK(none.stddev == 0);
  CHECK(none.p999 == 0);
  CHECK_FALSE(none.ci95.has_value());
  const Summary one = summary_of({7});
  CHECK(one.mean == 7);
  CHECK(one.stddev == 0);
  CHECK_FALSE(one.ci95.has_value());
}

TEST_CASE("with fewer than 64 values there is no interval, with fewer than 128 each is a batch") {
  Dice dice(32);
  Values values;
  std::vector<Batch> batches;
  while (values.size() < 127) {
    values.push_back(dice.below(1000));
    batches.push_back({1, values.back()});
    CAPTURE(values.size());
    REQUIRE(summary_of(values).ci95 == mean_interval(batches, summary_of(values).mean));
    REQUIRE(summary_of(values).ci95.has_value() == (values.size() >= 64));
  }
}

TEST_CASE("128 batches merge into 64 of double size, and 128 of these again") {
  Dice dice(33);
  Values values;
  for (int i = 0; i < 256; ++i) values.push_back(dice.below(1000));
  for (const std::size_t size : {2U, 4U}) {
    const Values first(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(64 * size));
    std::vector<Batch> batches;
    for (std::size_t i = 0; i < first.size(); i += size) {
      batches.push_back({size, 0});
      for (std::size_t j = i; j < i + size; ++j) batches.back().sum += first[j];
    }
    CHECK(summary_of(first).ci95 == mean_interval(batches, summary_of(first).mean));
  }
}

TEST_CASE("the interval lies about the mean of all values, those of the open batch too") {
  Values values(256, 10);
  const MeanInterval whole = *summary_of(values).ci95;
  CHECK(whole == MeanInterval{10, 10});
  for (int i = 0; i < 3; ++i) values.push_back(1000);  // of a batch of four
  const Summary more = summary_of(values);
  CHECK(more.mean > 20);
  CHECK(*more.ci95 == MeanInterval{more.mean, more.mean});
}

TEST_CASE("the order of values within a cycle does not matter to the interval") {
  Dice dice(34);
  for (int round = 0; round < 50; ++round) {
    Statistics forward, backward;
    for (int cycle = 0; cycle < 400; ++cycle) {
      Values now;
      for (std::uint32_t i = dice.below(6); i > 0; --i) now.push_back(dice.below(500));
      for (const std::uint64_t v : now) forward.add(v);
      std::reverse(now.begin(), now.end());
      for (const std::uint64_t v : now) backward.add(v);
      forward.end_of_cycle();
      backward.end_of_cycle();
    }
    REQUIRE(forward.summary().ci95 == backward.summary().ci95);
    REQUIRE(forward.summary().ci95.has_value());
  }
}

TEST_CASE("the interval of independent values covers the true mean at least 95 times in 100") {
  Dice dice(35);
  const int rounds = 2000;
  int covered = 0;
  for (int round = 0; round < rounds; ++round) {
    Statistics s;
    for (int i = 0; i < 700; ++i) {
      s.add(dice.below(101) + dice.below(101));  // mean 100
      s.end_of_cycle();
    }
    const Summary summary = s.summary();
    covered += summary.ci95->low <= 100 && 100 <= summary.ci95->high ? 1 : 0;
  }
  // The binomial's standard deviation is 0.0049: three of them below. The union of two intervals covers more than each.
  CHECK(covered > 0.935 * rounds);
  CHECK(covered < 0.99 * rounds);
}
