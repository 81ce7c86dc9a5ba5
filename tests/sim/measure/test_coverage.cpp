// How often the 95% interval covers the mean: a short form of tests/bench/run coverage. A queue's mean is known; that
// of a network is measured by streams so long that their error is small beside any interval. A coverage as high as was
// specified falls below the limits with chance 10^-6.
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/support/latency_streams.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

// The most successes of `trials` that a chance of success p has with a chance of at most 10^-6 no more than.
int unlikely(int trials, double p) {
  double sum = 0;
  for (int k = 0; k <= trials; ++k) {
    sum += std::exp(std::lgamma(trials + 1) - std::lgamma(k + 1) - std::lgamma(trials - k + 1) + k * std::log(p) + (trials - k) * std::log(1 - p));
    if (sum > 1e-6) return k - 1;
  }
  return trials;
}

class Coverage {
 public:
  Coverage(double mean, std::vector<double> wanted) : mean_(mean), wanted_(std::move(wanted)), covered_(wanted_.size()) {}
  void look(std::size_t place, const Statistics& values) {
    const auto interval = values.summary().ci95;
    REQUIRE(interval);
    covered_[place] += interval->low <= mean_ && mean_ <= interval->high ? 1 : 0;
  }
  void check(int seeds) const {
    for (std::size_t i = 0; i < wanted_.size(); ++i) {
      CAPTURE(i, covered_[i], seeds);
      CHECK(covered_[i] > unlikely(seeds, wanted_[i]));
    }
  }

 private:
  double mean_;
  std::vector<double> wanted_;
  std::vector<int> covered_;
};

}  // namespace

TEST_CASE("the limit of a coverage is the binomial's") {
  // Of 10 with chance 1/2: 0 has 1/1024, above 10^-6. Of 30: 0 has 9 10^-10, 1 more 2.9 10^-8, 2 more 4.3 10^-7, 3 4.2
  // 10^-6.
  CHECK(unlikely(10, 0.5) == -1);
  CHECK(unlikely(30, 0.5) == 2);
}

TEST_CASE("the interval of a queue at 90% covers its mean as often as is specified") {
  struct Case {
    Service service;
    std::vector<double> wanted;  // of 4,096 and of 16,384 messages
  };
  const auto queue = GENERATE(Case{Service::constant, {0.885, 0.953}}, Case{Service::exponential, {0.870, 0.927}});
  const int seeds = sample(300, 100);
  Coverage coverage(queue_mean(queue.service, 0.9), queue.wanted);
  for (int seed = 1; seed <= seeds; ++seed) {
    queue_stream(queue.service, {0.9, 4096, static_cast<std::uint64_t>(seed), {4096, 16384}, [&](std::uint64_t count, const Deliveries& d) {
                                   coverage.look(count == 4096 ? 0 : 1, d.latency);
                                 }});
  }
  coverage.check(seeds);
}

TEST_CASE("the interval of a network at 85% of what it sustains covers its mean as often as is specified") {
  const double load = 0.8;  // flits/node/cycle of torus:4x4
  double mean = 0;
  const int longer = sample(8, 2), seeds = sample(60, 20);
  for (int seed = 1001; seed <= 1000 + longer; ++seed) {
    network_stream("torus:4x4", {load, 6400, static_cast<std::uint64_t>(seed), {300'000}, [&](std::uint64_t /*count*/, const Deliveries& d) {
                                   mean += d.latency.summary().mean / longer;
                                 }});
  }
  Coverage coverage(mean, {0.900, 0.925});
  for (int seed = 1; seed <= seeds; ++seed) {
    network_stream("torus:4x4", {load, 6400, static_cast<std::uint64_t>(seed), {4096, 16384}, [&](std::uint64_t count, const Deliveries& d) {
                                   coverage.look(count == 4096 ? 0 : 1, d.latency);
                                 }});
  }
  coverage.check(seeds);
}
