// The rule of a run's verdict (sim/measure/verdict/verdict.hpp): its constants by hand and by formulas of their own,
// each clause at its threshold, and single queues simulated apart from the machine.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "sim/measure/verdict/verdict.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;

namespace {

// A run in which nothing waits: every clause holds by a wide margin.
Evidence quiet(double messages, std::size_t sources = 16) {
  Evidence e;
  e.cycles = 8000;
  e.sources.assign(sources, {messages, messages, messages / 2, 0.01, 1, 0});
  e.in_network = e.at_zero_load = 10;
  e.channel_packets = 1000;
  return e;
}

}  // namespace

TEST_CASE("verdict: k, D and w are those of the branching process, of the tail and of the envelope") {
  // q = e^(-(1 + x)(1 - q)), k = 1 + ceil(ln .01 / ln q); e^theta - 1 = (1 + x) theta, D = ln(N / p) / theta: computed
  // by hand to five figures.
  struct Row {
    double x;
    int k;
    double theta, tail16, tail64, w100, w1600;
  };
  const Row rows[] = {{0.02, 117, 0.03948, 245.22, 222.01, 0.36, 5.76},
                      {0.05, 48, 0.09680, 100.00, 90.54, 0.90, 14.4},
                      {0.1, 25, 0.18769, 51.58, 46.70, 1.80, 66.338},
                      {0.2, 14, 0.35420, 27.33, 24.74, 3.60, 175.429}};
  for (const Row& row : rows) {
    CAPTURE(row.x);
    CHECK(returns_to_empty(row.x) == row.k);
    CHECK(std::expm1(row.theta) == Approx((1 + row.x) * row.theta).epsilon(1e-5));  // the table itself
    CHECK(queue_tail(row.x, 16, 1, 0.001) == Approx(row.tail16).epsilon(5e-4));
    CHECK(queue_tail(row.x, 64, 1, 0.01) == Approx(row.tail64).epsilon(5e-4));
    CHECK(queue_envelope(row.x, 100) == Approx(row.w100).epsilon(1e-3));
    CHECK(queue_envelope(row.x, 1600) == Approx(row.w1600).epsilon(1e-3));
  }
  // Sums of K exponential variables of mean 1 / theta: at most p of them are beyond (exact tails, e^-y sum y^i / i!).
  for (const int queues : {2, 5, 20, 64}) {
    for (const double chance : {0.01, 0.001}) {
      const double y = queue_tail(0.1, 64, queues, chance) * 0.18769;
      double term = std::exp(-y), tail = term;
      for (int i = 1; i < queues; ++i) tail += term *= y / i;
      CHECK(tail <= 1.001 * chance);
      CHECK(tail >= 0.01 * chance);
    }
  }
  CHECK(system_envelope(2.5) == 0);
  CHECK(system_envelope(7.5) == Approx(0.3));
  CHECK(system_envelope(1e6) == 0.5);
}

TEST_CASE("verdict: the envelopes lie below all but 1% of queues at 1 + x") {
  // Messages that come at random to a server of constant service 1 + x, from an empty one: the time means over the
  // second half of 2n arrivals expected.
  std::mt19937_64 random(7);
  std::exponential_distribution<double> gap(1);
  for (const double x : {0.02, 0.05, 0.1, 0.2, 0.5}) {
    for (const double n : {3.0, 5.0, 12.0, 40.0, 150.0, 600.0}) {
      const int runs = test::sample(3000, 1000);
      int queue_below = 0, system_below = 0;
      for (int run = 0; run < runs; ++run) {
        double at = 0, idle_from = 0, queue = 0, in_system = 0, count = 0;
        const auto counted = [&](double from, double to) { return std::max(0.0, std::min(to, 2 * n) - std::max(from, n)); };
        while ((at += gap(random)) < 2 * n) {
          const double begins = std::max(at, idle_from);
          idle_from = begins + 1 + x;
          queue += counted(at, begins) / n;
          in_system += counted(at, idle_from) / n;
          count += at >= n ? 1 : 0;
        }
        queue_below += count >= 4 && queue <= queue_envelope(x, count) ? 1 : 0;
        system_below += in_system <= system_envelope(n) ? 1 : 0;
      }
      CAPTURE(x, n, queue_below, system_below);
      CHECK(system_below <= 0.01 * runs + 4 * std::sqrt(0.01 * runs));
      // shorter ones need more than the queue
      if (n >= 40) CHECK(queue_below <= 0.01 * runs + 4 * std::sqrt(0.01 * runs));
    }
  }
}

TEST_CASE("verdict: a source is sustained by its queue, by returns to empty, or by how little it has in the system") {
  const double x = 0.1;
  Evidence e = quiet(200);
  CHECK(sustained(x, e));
  SourceEvidence& last = e.sources.back();
  last = {200, 200, 0, 0.999 * queue_envelope(x, 200), 3, 0};
  CHECK(sustained(x, e));
  last.mean_queue = 1.001 * queue_envelope(x, 200);
  CHECK_FALSE(sustained(x, e));
  last.found_empty = 25;
  CHECK(sustained(x, e));
  last.found_empty = 24;
  CHECK_FALSE(sustained(x, e));
  last.mean_system = 0.4999;
  CHECK(sustained(x, e));
  // Few messages: neither queue nor returns count below four.
  last = {3, 3, 3, 0, system_envelope(3) + 0.001, 0};
  CHECK_FALSE(sustained(x, e));
  last.generated = 4;
  CHECK(sustained(x, e));
  last = {3, 3, 3, 0, system_envelope(3) - 0.001, 0};
  CHECK(sustained(x, e));
  last = {2, 9, 9, 0, 0.01, 0};  // more than expected: still judged by its queue
  CHECK(sustained(x, e));
  last.generated = 2;
  CHECK_FALSE(sustained(x, e));
}

TEST_CASE("verdict: the busiest channel must have passed enough, or the network hold no more than at zero load") {
  const double x = 0.1, d = x / (1 + x);
  Evidence e = quiet(200);
  e.in_network = 50;
  e.at_zero_load = 0;
  e.near.count(1, 4);
  e.channel_packets = 1.001 * 2 * 50 / 4 / d;  // d n = 2 I / J
  CHECK(sustained(x, e));
  e.channel_packets *= 0.997;
  CHECK_FALSE(sustained(x, e));
  e.in_network = 4;
  e.channel_packets = 0.999 * 20 / d;
  e.at_zero_load = 4 - 1.01 * 4 * std::max(queue_envelope(x, e.channel_packets), 0.5);
  CHECK_FALSE(sustained(x, e));
  e.at_zero_load = 4 - 0.99 * 4 * std::max(queue_envelope(x, e.channel_packets), 0.5);
  CHECK(sustained(x, e));
  e.at_zero_load = 0;
  e.channel_packets = 1.001 * 20 / d;
  CHECK(sustained(x, e));
}

TEST_CASE("verdict: queues that no message found empty and that add up to the tail are saturated, and only those") {
  const double x = 0.1;
  Evidence e = quiet(200);
  const double one = queue_tail(x, 16, 1, 0.001), two = queue_tail(x, 16, 2, 0.001);
  CHECK(one < two);
  CHECK_FALSE(saturated(x, 0.001, e));
  e.sources[3] = {200, 200, 0, 30, 30, 0.99 * one};
  CHECK_FALSE(saturated(x, 0.001, e));
  e.sources[3].grown = 1.01 * one;
  CHECK(saturated(x, 0.001, e));
  e.sources[7] = {200, 200, 0, 30, 30, 0.99 * two - 1.01 * one};
  CHECK_FALSE(saturated(x, 0.001, e));
  e.sources[7].grown = 1.01 * two - 1.01 * one;
  CHECK(saturated(x, 0.001, e));
  CHECK(judge({x, x, 0.001}, e) == Verdict::saturated);
  e.sources[3].found_empty = 1;
  CHECK_FALSE(saturated(x, 0.001, e));
  CHECK(judge({x, x, 0.001}, e) == Verdict::undecided);
  CHECK(judge({x, x, 0.001}, quiet(200)) == Verdict::sustained);
  CHECK_FALSE(saturated(x, 0.001, {}));
}

TEST_CASE("verdict: work that varies more counts for less") {
  Evidence e = quiet(200);
  e.sources.back() = {200, 200, 30, 2, 3, 0};
  CHECK(sustained(0.1, e));
  e.dispersion = 2;  // 15 returns, and 1 of 100 messages
  CHECK(sustained(0.1, e) == (1 <= queue_envelope(0.1, 100)));
  e.sources.back() = {200, 200, 0, 60, 60, queue_tail(0.1, 16, 1, 0.001) * 1.5};
  CHECK_FALSE(saturated(0.1, 0.001, e));
  e.dispersion = 1;
  CHECK(saturated(0.1, 0.001, e));
  e.dispersion = 0.5;  // never for more
  CHECK(saturated(0.1, 0.001, e));
}

TEST_CASE("verdict: the least overload that is excluded, and how long a run would decide") {
  Evidence e = quiet(200);
  CHECK(overload_excluded(e) == 0.02);  // the network holds what it does at zero load
  e.at_zero_load = 0;
  CHECK(overload_excluded(e) == 0.05);  // 1,000 messages over the channel: 0.05 / 1.05 of them are 20 and more
  e.channel_packets = 21.0 / 0.5;       // 1 / (1 + 1)
  CHECK(overload_excluded(e) == 1);
  e.channel_packets = 30;
  e.in_network = 20;
  CHECK(overload_excluded(e) == std::nullopt);
  // The channel must lose 20 messages, or twice those in the network over the channels that are as busy; of 30 it loses
  // 30/11.
  CHECK(decides_after({0.1, 0.1, 0.001}, e) == Approx(e.cycles * std::max(2.0, std::max(20.0, 2 * e.in_network) * 11 / 30)));
  // A queue that needs five times the messages.
  e = quiet(200);
  e.sources[0] = {200, 200, 5, 5 * queue_envelope(0.1, 200), 20, 0};
  CHECK(decides_after({0.1, 0.1, 0.001}, e) == Approx(5 * e.cycles));
  // One that grows: it is a third of the tail.
  e.sources[0] = {200, 200, 0, 50, 60, queue_tail(0.1, 16, 1, 0.001) / 3};
  CHECK(decides_after({0.1, 0.1, 0.001}, e) == Approx(3 * e.cycles));
}
