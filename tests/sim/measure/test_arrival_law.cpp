// The rule of `saturated` for messages of several lengths and for bursts: its bounds against formulas of their own, and
// single channels at 90% and 110% of what they carry.
#include <catch2/catch.hpp>
#include <cmath>

#include "sim/measure/overload.hpp"
#include "tests/support/harness.hpp"
#include "tests/support/logged_run.hpp"
#include "traffic/permutation.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

MessageLengths lengths(const std::string& text) { return MessageLengths::parse({"test", "message-length"}, text, 65535); }
InjectionRule injection(const std::string& text, const MessageLengths& l) { return parse_injection({"test", "injection"}, text, l.mean()); }

// The least over theta of (rarity + first + a max(0, arrivals(theta) - theta / capacity)) / theta, by trying.
template <typename Exponent, typename First>
double least_bound(double expected, double rarity, double capacity, Exponent arrivals, First first) {
  double least = 1e300;
  for (double theta = 1e-4; theta < 40; theta *= 1.0005) {
    least = std::min(least, (rarity + first(theta) + expected * std::max(0.0, arrivals(theta) - theta / capacity)) / theta);
  }
  return least;
}

// Messages of 1 and of `b` mean lengths' worth as Bennett has them: E[x] = 1, E[x^2] = s.
double bennett(double s, double b, double theta) { return theta + s / (b * b) * (std::expm1(theta * b) - theta * b); }

// lambda with E[e^(-lambda G)] = 1 / y, G a gap of the on-off chain: from the sum over gaps of at most 100,000 cycles.
double renewal_exponent(double burst, double a, double b, double y) {
  const auto transform = [&](double lambda) {
    const double z = std::exp(-lambda);
    double on = 1 - 1 / burst, off = 1 / burst, factor = z, sum = 0;
    for (int gap = 1; gap <= 100'000 && factor * (on + off) > 1e-16; ++gap, factor *= z) {
      sum += factor * on * a;
      on = on * (1 - a) + off * b;
      off *= 1 - b;
    }
    return sum;
  };
  double low = 0, high = 1;
  while (transform(high) > 1 / y) high *= 2;
  for (int i = 0; i < 60; ++i) (transform((low + high) / 2) > 1 / y ? low : high) = (low + high) / 2;
  return low;
}

}  // namespace

TEST_CASE("arrival law: plain arrivals of one length have the bound of Poisson ones") {
  for (const double expected : {0.01, 3.0, 60.0, 2000.0, 1e6}) {
    for (const double capacity : {0.9, 1.0}) {
      CAPTURE(expected, capacity);
      const double by_trying = least_bound(
          expected, 11.5, capacity, [](double t) { return std::expm1(t); }, [](double) { return 0.0; });
      CHECK(SourceLaw({}, expected).bound(11.5, capacity).growth == Approx(by_trying).epsilon(2e-3));
    }
  }
  CHECK(arrival_law(Injection::periodic, 9, 100).plain());
  CHECK(arrival_law(Injection::bernoulli, 9, 100).plain());
  CHECK_FALSE(arrival_law(Injection::poisson, lengths("1..2"), 100).plain());
}

TEST_CASE("arrival law: messages of several lengths are bounded by their mean square and the longest") {
  for (const char* text : {"1@0.8,17@0.2", "4..32", "1@0.999,1000@0.001"}) {
    const MessageLengths l = lengths(text);
    const ArrivalLaw law = arrival_law(Injection::poisson, l, 1000);
    const double mean = to_double(l.mean());
    CHECK(law.longest == Approx(l.longest() / mean));
    CHECK(law.square == Approx(to_double(l.mean_square()) / (mean * mean)));
    for (const double expected : {0.5, 50.0, 5000.0}) {
      CAPTURE(text, expected);
      const auto exponent = [&](double t) { return bennett(law.square, law.longest, t); };
      const double bound = SourceLaw(law, expected).bound(11.5, 0.9).growth;
      CHECK(bound == Approx(least_bound(expected, 11.5, 0.9, exponent, [](double) { return 0.0; })).epsilon(1e-3));
    }
  }
  // The exact exponent of 1@0.8,17@0.2 is less: Bennett's bound holds.
  const ArrivalLaw law = arrival_law(Injection::poisson, lengths("1@0.8,17@0.2"), 1000);
  for (const double t : {0.01, 0.1, 0.5, 2.0}) {
    CHECK(bennett(law.square, law.longest, t) > 0.8 * std::expm1(t / 4.2) + 0.2 * std::expm1(t * 17 / 4.2));
  }
}

TEST_CASE("arrival law: bursts are bounded by the gaps of their chain") {
  struct Case {
    const char* rule;
    double burst, peak, rate;
  };
  for (const Case& c : {Case{"on-off:10,0.5", 10, 0.5, 0.2}, Case{"on-off:3,0.9", 3, 0.9, 0.45}, Case{"on-off:1,1", 1, 1, 0.4}}) {
    const double b = c.peak * c.rate / (c.burst * (c.peak - c.rate));
    for (const double cycles : {100.0, 20'000.0}) {
      CAPTURE(c.rule, cycles);
      const ArrivalLaw law = arrival_law(injection(c.rule, 1), 1, cycles);
      const double expected = c.rate * cycles;
      double least = 1e300;
      for (double theta = 0.005; theta < 20; theta *= 1.02) {
        const double drift = renewal_exponent(c.burst, c.peak, b, std::exp(theta)) / c.rate - theta / 0.9;
        least = std::min(least, (11.5 + theta + expected * std::max(0.0, drift)) / theta);
      }
      CHECK(SourceLaw(law, expected).bound(11.5, 0.9).growth == Approx(least).epsilon(0.02));
    }
  }
}

TEST_CASE("arrival law: the variance of what comes is that of counts and lengths") {
  // Gaps of on-off:10,0.5 at 0.2: b = 0.5 0.2 / (10 0.3) = 1/30; variance 0.5/0.25 + (59/30) 90 - 9 = 170; index 6.8.
  const ArrivalLaw bursts = arrival_law(injection("on-off:10,0.5", 1), 1, 1000);
  CHECK(SourceLaw(bursts, 200).arrival_variance() == Approx(200 * 6.8));
  // And of 1@0.8,17@0.2: s = 58.6 / 4.2^2.
  const MessageLengths mix = lengths("1@0.8,17@0.2");
  CHECK(SourceLaw(arrival_law(Injection::poisson, mix, 1000), 200).arrival_variance() == Approx(200 * 58.6 / 17.64));
  const ArrivalLaw both = arrival_law(injection("on-off:10,2.1", mix), mix, 1000);
  CHECK(SourceLaw(both, 200).arrival_variance() == Approx(200 * (6.8 + 58.6 / 17.64 - 1)));
  // Poisson, one length: the variance of an M/D/1 queue's work, twice.
  CHECK(SourceLaw({}, 200).queue_variance(0.9) == Approx(46.5));
}

namespace {

// Two nodes that send to each other over one VC a channel: a message of M flits takes M + 1 cycles.
struct Channels {
  TestNetwork network{"mesh:2", 1};
  PermutationTraffic swap{"swap", {TerminalId(1), TerminalId(0)}};

  RunResult run(const std::string& rule, const MessageLengths& l, double part, Cycle cycles, std::uint64_t seed) const {
    MachineConfig machine;
    machine.vcs = machine.injection_vcs = 1;
    RunConfig settings;
    settings.warmup = cycles / 10;
    settings.cycles = cycles;
    settings.length_mix = l;
    settings.exact_rate = exact_value(part) / (l.mean() + 1);
    settings.rate = to_double(*settings.exact_rate);
    settings.injection = injection(rule, l);
    settings.seed = seed;
    return run_pattern(*network.topology, *network.relation, machine, settings, swap);
  }
};

struct Case {
  const char* rule;
  const char* lengths;
};
const Case kCases[] = {{"poisson", "1@0.8,17@0.2"},  {"bernoulli", "4..32"}, {"poisson", "1@0.99,101@0.01"}, {"periodic", "4"},
                       {"periodic", "1@0.8,17@0.2"}, {"on-off:10,1", "4"},   {"on-off:4,2", "1..7"},         {"on-off:10,1", "1@0.8,17@0.2"},
                       {"on-off:10,4", "4"},         {"on-off:30,0.95", "8"}};

void check_false_alarms(std::uint64_t seeds, std::initializer_list<Cycle> windows) {
  const Channels channels;
  for (const Case& c : kCases) {
    for (const Cycle cycles : windows) {
      CAPTURE(c.rule, c.lengths, cycles);
      int saturated = 0;
      for (std::uint64_t seed = 1; seed <= seeds; ++seed) saturated += channels.run(c.rule, lengths(c.lengths), 0.9, cycles, seed).saturated ? 1 : 0;
      CHECK(saturated == 0);
    }
  }
}

// Windows in which 10% of one source show, by the limit.
void check_misses(std::uint64_t seeds) {
  const Channels channels;
  for (const Case& c : kCases) {
    if (std::string(c.rule) == "on-off:30,0.95") continue;  // its peak is below 110%
    const MessageLengths l = lengths(c.lengths);
    Cycle cycles = 20'000;
    const auto limit = [&] { return channels.run(c.rule, l, 1.1, cycles, 1).saturation_limit; };
    while (!limit() || *limit() > 10) cycles *= 2;
    CAPTURE(c.rule, c.lengths, cycles);
    CHECK(cycles <= 5'000'000);
    std::uint64_t saturated = 0;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) saturated += channels.run(c.rule, l, 1.1, cycles, seed).saturated ? 1 : 0;
    CHECK(saturated == seeds);
  }
}

}  // namespace

TEST_CASE("saturated: mixed lengths and bursts at 90% of a single channel never are") { check_false_alarms(50, {50, 400, 3000, 20'000}); }

TEST_CASE("saturated: mixed lengths and bursts at 110% of a single channel are where the limit is below 10") { check_misses(3); }

TEST_CASE("saturated: mixed lengths and bursts at 90% of a single channel never are in 1000 seeds", "[long]") {
  check_false_alarms(1000, {50, 400, 3000, 20'000});
}

TEST_CASE("saturated: mixed lengths and bursts at 110% of a single channel are in 100 seeds", "[long]") { check_misses(100); }
