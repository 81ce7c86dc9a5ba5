// On-off and periodic arrivals: against the chain as it is defined, exact distributions and exact cycles.
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "models/base/error.hpp"
#include "tests/support/oracles/chances.hpp"
#include "tests/support/sample.hpp"
#include "traffic/arrivals/injection.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

InjectionRule parsed(const std::string& text, const Rational& length = 1) { return parse_injection({"test", "injection"}, text, length); }

std::vector<Cycle> arrivals(const InjectionRule& rule, const Rational& rate, std::size_t count, std::uint32_t source = 0) {
  ArrivalProcess process(rule, rate, RandomStream(7, source, Purpose::arrival));
  std::vector<Cycle> list;
  for (std::size_t i = 0; i < count; ++i) list.push_back(process.next());
  return list;
}

struct OnOffCase {
  const char* rule;
  int length;
  Rational load;
};
const OnOffCase kOnOff[] = {{"on-off:10,0.5", 1, {1, 5}},
                            {"on-off:1,1", 1, {2, 5}},
                            {"on-off:4,0.8", 16, {3, 10}},
                            {"on-off:100,3", 8, {1, 20}},
                            {"on-off:2.5,0.3", 2, {7, 25}}};

// a = P/m, b = a load / (B (P - load)), of the case.
struct Chain {
  explicit Chain(const OnOffCase& c) {
    const InjectionRule rule = parsed(c.rule, c.length);
    const Rational peak = rule.peak * c.length;
    burst = to_double(rule.burst);
    a = to_double(rule.peak);
    b = to_double(Rational(rule.peak * c.load / (rule.burst * (peak - c.load))));
  }
  double burst, a, b;
};

}  // namespace

// Both within six standard errors of their estimates (2e-9 if these were normal), the fourth moment as measured.
TEST_CASE("on-off: gaps have mean m/load and the variance of the definition") {
  for (const OnOffCase& c : kOnOff) {
    CAPTURE(c.rule);
    const Chain chain(c);
    const double mean = to_double(Rational(c.length / c.load));
    const double variance =
        (1 - chain.a) / (chain.a * chain.a) + (2 - chain.b) / (chain.burst * chain.b * chain.b) - 1 / (chain.burst * chain.b * chain.burst * chain.b);
    const auto gaps = sample(1'000'000U);
    const auto list = arrivals(parsed(c.rule, c.length), c.load / c.length, gaps + 1);
    double sum = 0, squares = 0, fourth = 0;
    for (std::size_t i = 1; i <= gaps; ++i) {
      REQUIRE(list[i] > list[i - 1]);
      const double off = static_cast<double>(list[i] - list[i - 1]) - mean;
      sum += off;
      squares += off * off;
      fourth += off * off * off * off;
    }
    CHECK(std::abs(sum / gaps) < 6 * std::sqrt(variance / gaps));
    CHECK(std::abs(squares / gaps - variance) < 6 * std::sqrt((fourth / gaps - variance * variance) / gaps));
  }
}

TEST_CASE("on-off: gaps have the distribution of the chain, cycle by cycle") {
  for (const OnOffCase& c : kOnOff) {
    CAPTURE(c.rule);
    const Chain chain(c);
    constexpr std::size_t kGaps = 200'000, kShown = 30;
    const auto list = arrivals(parsed(c.rule, c.length), c.load / c.length, kGaps + 1);
    std::vector<double> counts(kShown + 1, 0);
    for (std::size_t i = 1; i <= kGaps; ++i) {
      if (list[i] - list[i - 1] <= kShown) counts[list[i] - list[i - 1]] += 1;
    }
    // The states after a message, stepped as the definition says.
    double on = 1 - 1 / chain.burst, off = 1 / chain.burst;
    for (std::size_t gap = 1; gap <= kShown; ++gap) {
      CAPTURE(gap);
      CHECK(plausible(counts[gap], kGaps, on * chain.a, kShown * std::size(kOnOff)));
      on = on * (1 - chain.a) + off * chain.b;
      off *= 1 - chain.b;
    }
  }
}

TEST_CASE("on-off: it is steady from cycle 0 on, with a message in any cycle with probability load/m") {
  constexpr std::uint32_t kSources = 40'000;
  constexpr Cycle kCycles = 12;
  for (const OnOffCase& c : kOnOff) {
    CAPTURE(c.rule);
    std::vector<double> counts(kCycles, 0);
    for (std::uint32_t source = 0; source < kSources; ++source) {
      ArrivalProcess process(parsed(c.rule, c.length), c.load / c.length, RandomStream(3, source, Purpose::arrival));
      for (Cycle at = process.next(); at < kCycles; at = process.next()) counts[at] += 1;
    }
    for (const double count : counts) CHECK(plausible(count, kSources, to_double(Rational(c.load / c.length)), kCycles * std::size(kOnOff)));
  }
}

TEST_CASE("on-off: loads that no such chain offers are refused, naming what is allowed") {
  const auto check = [](const char* text, const Rational& load, const Rational& length) {
    const ValueSource source = {"test", "injection"};
    check_injection(source, text, parse_injection(source, text, length), load, length);
  };
  CHECK_NOTHROW(check("on-off:10,0.5", {2, 5}, 4));
  CHECK_THROWS_WITH(check("on-off:10,0.5", {1, 2}, 4), Catch::Contains("injection=on-off:10,0.5") && Catch::Contains("P above 1/2"));
  CHECK_THROWS_AS(check("on-off:10,0.5", {3, 5}, 4), ConfigError);
  // B = 1, a = P = 1: b = load / (1 - load) is at most 1 up to a load of 1/2.
  CHECK_NOTHROW(check("on-off:1,1", {1, 2}, 1));
  CHECK_THROWS_WITH(check("on-off:1,1", {501, 1000}, 1), Catch::Contains("loads of at most 1/2 flits"));
  // B = 2, P = 1/2, m = 4, a = 1/8: 2 (1/2) / (2 + 1/8) = 8/17.
  CHECK_NOTHROW(check("on-off:2,0.5", {8, 17}, 4));
  CHECK_THROWS_WITH(check("on-off:2,0.5", {49, 100}, 4), Catch::Contains("loads of at most 8/17 flits"));
  for (const char* text : {"poisson", "bernoulli", "periodic"}) CHECK_NOTHROW(check(text, 1, 1));
}

TEST_CASE("injection: what is no process is refused in a line that says what is allowed") {
  const std::pair<const char*, const char*> cases[] = {{"on-off", "on-off:B,P"},
                                                       {"on-off:", "needs two numbers"},
                                                       {"on-off:3", "needs two numbers"},
                                                       {"on-off:3,x", "needs two numbers"},
                                                       {"on-off:1,2,3", "two numbers"},
                                                       {"on-off:0.5,0.5", "allowed: 1 or more"},
                                                       {"on-off:2,0", "allowed: above 0"},
                                                       {"on-off:2,4.1", "at most 4 flits"},
                                                       {"poison", "poisson"},
                                                       {"periodic:3", "periodic"}};
  for (const auto& [text, part] : cases) {
    CAPTURE(text);
    CHECK_THROWS_AS(parsed(text, 4), ConfigError);
    CHECK_THROWS_WITH(parsed(text, 4), Catch::Contains("test: injection=") && Catch::Contains(part));
  }
  CHECK(parsed("on-off:2,4", 4).peak == 1);
  CHECK(parsed("periodic", 4).kind == Injection::periodic);
}

TEST_CASE("periodic: message i comes in cycle floor(phase + i/rate), exactly, however long the run") {
  // The last two need numbers beyond 64 bits.
  const Rational rates[] = {
      {3, 7}, {1, 7}, 1, {5, 4}, {999, 1000}, read_rational("0.12345678901234567890123").value(), read_rational("1e-25").value()};
  for (const Rational& rate : rates) {
    CAPTURE(to_string(rate));
    const auto list = arrivals(Injection::periodic, rate, 5000);
    // Some phase gives all of them: those that give message i are an interval, and the intervals meet.
    Rational low = 0, high = 1 / rate;
    for (std::size_t i = 0; i < list.size() && list[i] < ArrivalTimes::kNever; ++i) {
      const Rational from = Rational(list[i]) - Rational(i) / rate;
      low = std::max(low, from);
      high = std::min(high, Rational(from + 1));
      REQUIRE(low < high);
    }
  }
}

TEST_CASE("periodic: the phase is uniform, and every source has its own") {
  constexpr std::uint32_t kSources = 70'000;
  std::vector<double> first(7, 0);
  for (std::uint32_t source = 0; source < kSources; ++source) first.at(arrivals(Injection::periodic, {1, 7}, 1, source)[0]) += 1;
  for (const double count : first) CHECK(plausible(count, kSources, 1.0 / 7, 7));
}

TEST_CASE("periodic: tiny rates arrive far away, in order, and never wrap") {
  for (const char* rate : {"1e-12", "1e-18", "1e-19", "1e-40"}) {
    CAPTURE(rate);
    const auto list = arrivals(Injection::periodic, read_rational(rate).value(), 20);
    for (std::size_t i = 1; i < list.size(); ++i) CHECK(list[i] >= list[i - 1]);
    CHECK(list.back() <= Cycle{1} << 62U);
    CHECK(list.back() > 18 * Cycle{1'000'000'000'000});
  }
  const auto bursts = arrivals(parsed("on-off:2,0.5"), read_rational("1e-30").value(), 20);
  CHECK(bursts.back() == Cycle{1} << 62U);
}
