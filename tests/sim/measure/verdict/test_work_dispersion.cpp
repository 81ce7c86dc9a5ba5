// How much offered work varies (sim/measure/verdict/work_dispersion.hpp): against counts of drawn arrivals.
#include <catch2/catch.hpp>

#include "models/base/text/parse.hpp"
#include "sim/measure/verdict/work_dispersion.hpp"
#include "traffic/arrivals/injection.hpp"

using namespace dateline;

TEST_CASE("dispersion of work: 1 for one length, and by the second moment of lengths that differ") {
  CHECK(work_dispersion({}, PacketLengths(32), 0.01) == 1);
  CHECK(work_dispersion(Injection::bernoulli, PacketLengths(4), 0.2) == 1);
  CHECK(work_dispersion(Injection::periodic, PacketLengths(4), 0.2) == 1);
  const PacketLengths mix = PacketLengths::parse({"test", "message-length"}, "1@0.8,17@0.2", 1000);
  // m = 4.2, E[L^2] = 0.8 + 0.2 * 289 = 58.6
  CHECK(work_dispersion({}, mix, 0.1) == Approx(58.6 / (4.2 * 4.2)));
}

TEST_CASE("dispersion of work: of bursts, the variance of counts over their mean") {
  struct Case {
    const char* text;
    double rate;  // messages a cycle
  };
  for (const Case& c : {Case{"on-off:10,4", 0.2}, {"on-off:5,2", 0.05}, {"on-off:20,4", 0.6}}) {
    const InjectionRule rule = parse_injection({"test", "injection"}, c.text, 4);
    constexpr int kWindows = 4000, kCycles = 4000;
    double sum = 0, squares = 0;
    for (int i = 0; i < kWindows; ++i) {
      ArrivalProcess process(rule, exact_value(c.rate), RandomStream(17, static_cast<std::uint32_t>(i), Purpose::arrival));
      double count = 0;
      while (process.next() < kCycles) ++count;
      sum += count;
      squares += count * count;
    }
    const double mean = sum / kWindows, variance = squares / kWindows - mean * mean;
    CAPTURE(c.text, c.rate);
    CHECK(work_dispersion(rule, PacketLengths(4), c.rate) == Approx(variance / mean).epsilon(0.12));
  }
}
