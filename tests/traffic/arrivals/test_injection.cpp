// Arrivals: gaps of the right mean and spread, at most one Bernoulli arrival a cycle, and the logarithm behind them.
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <random>

#include "models/base/error.hpp"
#include "models/base/numbers/natural_log.hpp"
#include "traffic/arrivals/injection.hpp"

using namespace dateline;

namespace {

std::vector<Cycle> arrivals(Injection kind, double rate, std::size_t count, std::uint32_t source = 0) {
  ArrivalProcess process(kind, rate, RandomStream(7, source, Purpose::arrival));
  std::vector<Cycle> list;
  for (std::size_t i = 0; i < count; ++i) list.push_back(process.next());
  return list;
}

}  // namespace

TEST_CASE("the logarithm is within 1e-15 of the library's over all magnitudes") {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> mantissa(1.0, 2.0);
  double worst = 0;
  for (int i = 0; i < 300'000; ++i) {
    const double x = std::ldexp(mantissa(random), static_cast<int>(random() % 2040) - 1020);
    const double expected = std::log(x);
    if (expected != 0) worst = std::max(worst, std::abs((natural_log(x) - expected) / expected));
  }
  CHECK(worst < 1e-15);
}

TEST_CASE("the logarithm keeps its relative precision near 1") {
  double worst = 0;
  for (int exponent = 1; exponent <= 52; ++exponent) {
    for (const double step : {1.0, 1.25, 1.5, 1.75}) {
      const double d = std::ldexp(step, -exponent);
      for (const double x : {1.0 + d, 1.0 - d / 2}) {
        if (x == 1.0 || x <= 0) continue;
        worst = std::max(worst, std::abs((natural_log(x) - std::log(x)) / std::log(x)));
      }
    }
  }
  CHECK(worst < 1e-15);
  CHECK(natural_log(1.0) == 0.0);
}

TEST_CASE("the logarithm keeps its precision on both sides of where its range is split") {
  for (const double edge : {0.5, 0.70710678118654752440, 1.0, 1.41421356237309504880, 2.0}) {
    for (const double x : {std::nextafter(edge, 0.0), edge, std::nextafter(edge, 4.0)}) {
      if (std::log(x) == 0) continue;
      CAPTURE(x);
      CHECK(std::abs((natural_log(x) - std::log(x)) / std::log(x)) < 1e-15);
    }
  }
  CHECK(natural_log(0x1p-53) == Approx(-53 * std::log(2.0)).epsilon(1e-15));  // the smallest that an arrival can ask for
}

TEST_CASE("Poisson arrivals a cycle have mean and variance equal to the rate") {
  const double rate = GENERATE(0.01, 0.3, 1.0, 5.0);
  CAPTURE(rate);
  constexpr std::size_t kCount = 200'000;
  const auto list = arrivals(Injection::poisson, rate, kCount);
  const auto cycles = static_cast<double>(list.back() + 1);
  std::map<Cycle, double> in_cycle;
  for (std::size_t i = 0; i < kCount; ++i) {
    if (i > 0) REQUIRE(list[i] >= list[i - 1]);
    in_cycle[list[i]] += 1;
  }
  const double mean = kCount / cycles;
  CHECK(mean == Approx(rate).epsilon(6.0 / std::sqrt(kCount)));
  double squares = (cycles - static_cast<double>(in_cycle.size())) * mean * mean;
  for (const auto& [cycle, n] : in_cycle) squares += (n - mean) * (n - mean);
  CHECK(squares / cycles == Approx(rate).epsilon(0.03));
}

TEST_CASE("Poisson gaps are exponential: mean and standard deviation 1/rate, and no memory") {
  const auto list = arrivals(Injection::poisson, 0.001, 100'000);
  double sum = 0, squares = 0, beyond = 0;
  for (std::size_t i = 1; i < list.size(); ++i) {
    const auto gap = static_cast<double>(list[i] - list[i - 1]);
    sum += gap;
    squares += gap * gap;
    if (gap > 1000) ++beyond;
  }
  const double n = static_cast<double>(list.size()) - 1;
  CHECK(sum / n == Approx(1000).epsilon(0.02));
  CHECK(std::sqrt(squares / n - sum / n * (sum / n)) == Approx(1000).epsilon(0.03));
  CHECK(beyond / n == Approx(std::exp(-1.0)).epsilon(0.03));
}

TEST_CASE("a high Poisson rate gives several arrivals a cycle") {
  const auto list = arrivals(Injection::poisson, 50.0, 100'000);
  CHECK(static_cast<double>(list.back() + 1) == Approx(2000).epsilon(0.02));
}

TEST_CASE("Bernoulli gives at most one arrival a cycle, with gaps of mean 1/p and variance (1-p)/p^2") {
  const double p = GENERATE(0.001, 0.1, 0.5, 0.99);
  CAPTURE(p);
  constexpr std::size_t kCount = 200'000;
  const auto list = arrivals(Injection::bernoulli, p, kCount);
  double sum = 0, squares = 0, next_cycle = 0;
  for (std::size_t i = 1; i < kCount; ++i) {
    REQUIRE(list[i] > list[i - 1]);
    const auto gap = static_cast<double>(list[i] - list[i - 1]);
    sum += gap;
    squares += gap * gap;
    if (gap == 1) ++next_cycle;
  }
  const double n = kCount - 1;
  const double mean = sum / n;
  CHECK(mean == Approx(1 / p).epsilon(0.015));
  CHECK(squares / n - mean * mean == Approx((1 - p) / (p * p)).epsilon(0.06));
  CHECK(std::abs(next_cycle / n - p) < 6 * std::sqrt(p * (1 - p) / n));
}

TEST_CASE("the first Bernoulli arrival is in cycle 0 with probability p") {
  double at_once = 0;
  constexpr int kSources = 20'000;
  for (std::uint32_t s = 0; s < kSources; ++s) {
    if (arrivals(Injection::bernoulli, 0.3, 1, s).front() == 0) ++at_once;
  }
  CHECK(std::abs(at_once / kSources - 0.3) < 6 * std::sqrt(0.3 * 0.7 / kSources));
}

TEST_CASE("Bernoulli of rate 1 arrives in every cycle from 0") {
  const auto list = arrivals(Injection::bernoulli, 1.0, 1000);
  for (std::size_t i = 0; i < list.size(); ++i) REQUIRE(list[i] == i);
}

TEST_CASE("tiny rates arrive far away, in order, and never wrap") {
  const auto kind = GENERATE(Injection::poisson, Injection::bernoulli);
  for (const double rate : {1e-6, 1e-12, 1e-17, 1e-30, 1e-100, 1e-300}) {
    CAPTURE(rate);
    const auto list = arrivals(kind, rate, 200);
    for (std::size_t i = 0; i < list.size(); ++i) {
      CHECK(list[i] <= Cycle{1} << 62U);
      if (i > 0) CHECK(list[i] >= list[i - 1]);
    }
    CHECK(static_cast<double>(list.back()) > std::min(100.0 / rate, 0x1p62) * 0.99);  // 200 gaps: below half of their mean with 1e-15
  }
}

// 1 - rate is rounded before its logarithm is taken: below 1e-15 the mean gap is off by a tenth and more, and a fixed
// 1e-16 gives 1.1e-16.
TEST_CASE("Bernoulli keeps the mean gap of tiny rates") {
  const auto list = arrivals(Injection::bernoulli, 8e-17, 20'000);  // mean gap 1.25e16; the program takes 1.11e-16 or 0
  CHECK(static_cast<double>(list[300]) / 301.0 == Approx(1.25e16).epsilon(0.25));
  double sum = 0;
  for (std::uint32_t s = 0; s < 20'000; ++s) sum += static_cast<double>(arrivals(Injection::bernoulli, 8e-17, 1, s).front());
  CHECK(sum / 20'000 == Approx(1.25e16).epsilon(0.05));
}

TEST_CASE("sources and seeds have streams of their own") {
  CHECK(arrivals(Injection::poisson, 0.1, 50, 0) == arrivals(Injection::poisson, 0.1, 50, 0));
  CHECK(arrivals(Injection::poisson, 0.1, 50, 0) != arrivals(Injection::poisson, 0.1, 50, 1));
  ArrivalProcess other(Injection::poisson, 0.1, RandomStream(8, 0, Purpose::arrival));
  std::vector<Cycle> of_other_seed;
  for (int i = 0; i < 50; ++i) of_other_seed.push_back(other.next());
  CHECK(of_other_seed != arrivals(Injection::poisson, 0.1, 50));
}

TEST_CASE("injection processes have names") {
  CHECK(choices_of<Injection>() == std::vector<std::string>{"poisson", "bernoulli", "on-off", "periodic"});
  CHECK(std::string(name_of(Injection::bernoulli)) == "bernoulli");
}
