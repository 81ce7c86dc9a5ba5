// How many channels an overload loses messages at (sim/measure/verdict/near_channels.hpp), by hand and against the sum
// itself.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "sim/measure/verdict/near_channels.hpp"

using namespace dateline;

namespace {

double as_busy(const std::vector<double>& parts, double x) {
  NearChannels near;
  for (const double part : parts) near.count(part);
  return near.as_busy(x);
}

}  // namespace

TEST_CASE("near channels: an overload of the busiest by x counts those that it overloads too, by how much") {
  CHECK(as_busy({}, 0.1) == 1);  // the busiest is always there
  CHECK(as_busy({1}, 0.1) == 1);
  CHECK(as_busy({1, 1, 1, 1}, 0.1) == 4);
  CHECK(as_busy({1, 0.99, 1.2}, 0.1) == 3);  // within 1%, and above
  // Offered 1.1 times what the busiest passes, one with 95% of its load has 4.5% too much: 0.45 of 10%.
  CHECK(as_busy({1, 0.95}, 0.1) == Approx(1.45));
  CHECK(as_busy({1, 0.955}, 0.1) == Approx(1.45));  // rounded down
  CHECK(as_busy({1, 0.9}, 0.1) == 1);
  CHECK(as_busy({1, 0.95}, 0.02) == 1);
  CHECK(as_busy({1, 0.95}, 1) == Approx(1.9));
  CHECK(as_busy({1, 0.5, 0.3, 0}, 1) == 1);
  CHECK(as_busy({0.95, 0.95, 0.95, 0.95}, 0.1) == Approx(1.8));
  NearChannels many;
  many.count(1, 12.5);
  CHECK(many.as_busy(0.1) == 12.5);
}

TEST_CASE("near channels: never more than the sum over the channels, never less than with loads a percent lower") {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> part(0, 1);
  for (int i = 0; i < 500; ++i) {
    std::vector<double> parts(1 + random() % 200);
    for (double& p : parts) p = part(random);
    parts[0] = 1;
    const double x = 0.02 + 0.98 * part(random);
    const auto sum = [&](double lower) {
      double all = 0;
      for (const double p : parts) all += p >= 0.99 ? 1 : std::max(0.0, ((1 + x) * (p - lower) - 1) / x);
      return all;
    };
    CAPTURE(x, parts.size());
    CHECK(as_busy(parts, x) <= sum(0) + 1e-9);
    CHECK(as_busy(parts, x) >= sum(0.01) - 1e-9);
  }
}
