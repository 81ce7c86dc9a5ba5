// What links that try again send besides every flit once: by hand, and cycle by cycle beside the link of the second
// machine, which sends every copy and throws it away.
#include <catch2/catch.hpp>
#include <memory>

#include "sim/core/state/layout/link_retry.hpp"
#include "sim/core/state/layout/resent_flits.hpp"
#include "tests/reference/reference_link.hpp"
#include "tests/support/cases/erring_links.hpp"
#include "tests/support/routings.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

// R = 4, window 4. Flit 0 crosses in cycle 10 and errs twice: tries in 10 and 14, to effect in 18. Flits 1 and 2 cross
// in 11 and 13, and are sent then; with flit 0 in 14 they follow in 15 and 16. Flit 3 crosses in 17: behind 0, 1 and 2
// it is sent in 17 at once, and in 18 all is broken off.
TEST_CASE("flits that follow one with errors are sent in vain, by hand") {
  ResentFlits flits({4, 1, 1, 4, 4});
  std::vector<std::uint64_t> sent;  // in each cycle
  for (Cycle now = 10; now < 20; ++now) {
    const std::uint64_t before = flits.before(now);
    if (now == 10) flits.take(10, 10, 1, 2);
    if (now == 11) flits.take(11, 19, 1, 0);
    if (now == 13) flits.take(13, 20, 1, 0);
    if (now == 17) flits.take(17, 21, 1, 0);
    CHECK(flits.before(now) == before);
    sent.push_back(flits.before(now + 1) - before);
  }
  //                                          10 11 12 13 14 15 16 17 18 19
  CHECK(sent == std::vector<std::uint64_t>{1, 1, 0, 1, 1, 1, 1, 1, 0, 0});
}

TEST_CASE("what a link forgets it sends no more") {
  for (const Cycle gone : {10, 11, 13, 14, 15, 18}) {
    ResentFlits flits({4, 1, 1, 4, 4});
    if (gone > 10) flits.take(10, 10, 1, 2);
    if (gone > 11) flits.take(11, 19, 1, 0);
    const std::uint64_t before = flits.before(gone);
    flits.renew(gone);
    CHECK(flits.before(gone) == before);
    CHECK(flits.before(gone + 100) == before);
  }
}

namespace {

struct Drawn {
  double p;
  int latency, credits, window, replay;
  Bandwidth bandwidth;
  int busy;  // of 8 cycles
};

// A link of both machines takes the same flits; after each cycle both have sent as many.
void compare(const Drawn& drawn, std::uint64_t seed, Cycle cycles) {
  CAPTURE(drawn.p, drawn.latency, drawn.credits, drawn.window, drawn.replay, drawn.bandwidth.numerator(), drawn.bandwidth.denominator(), drawn.busy,
          seed);
  const TestNetwork network("mesh:2", 1);
  const ChannelId channel = network.topology->out(NodeId(0), Port(0));
  RouterConfig config;
  config.vcs = config.injection_vcs = 1;
  config.channel_latency = drawn.latency;
  config.credit_latency = drawn.credits;
  config.seed = seed;
  config.link_errors = all_err(*network.topology, drawn.p, drawn.window, drawn.replay);
  Wiring wiring = Wiring::of(*network.topology);
  wiring.set_bandwidth(channel.value(), drawn.bandwidth);
  LinkRetry link(config, VcNumbering(config, wiring, *network.relation), wiring);
  const reference::ReferenceConfig::Rate rate{static_cast<int>(drawn.bandwidth.numerator()), static_cast<int>(drawn.bandwidth.denominator())};
  const auto errs = [&](long long number, int tries) {
    return try_errs(seed, channel.value(), static_cast<std::uint64_t>(number), static_cast<std::uint64_t>(tries), below(drawn.p));
  };
  const long long there = drawn.latency + (rate.cycles + rate.flits - 1) / rate.flits - 1;
  reference::RetryLink second(there, drawn.credits == 0 ? drawn.latency : drawn.credits, drawn.window, drawn.replay, rate, errs);
  Dice dice(seed);
  std::vector<Cycle> starts;  // to effect
  Cycle may = 0;
  std::size_t through = 0;
  for (Cycle now = 1; now < cycles; ++now) {
    second.begin(static_cast<long long>(now));
    REQUIRE(second.has_room() == (may <= now));
    if (may <= now && dice.between(0, 7) < drawn.busy) {
      may = link.take(channel, now);
      starts.push_back(now + link.late(channel));
      second.take({});
    }
    second.end(static_cast<long long>(now));
    while (through < starts.size() && starts[through] <= now) ++through;
    INFO("cycle " << now);
    REQUIRE(second.sent() == static_cast<long long>(through + link.resent(channel, now + 1)));
    if (dice.one_in(400)) {  // it fails, and is repaired at once
      link.renew(channel, now + 1);
      second.renew();
      starts.resize(through);
      may = 0;
    }
  }
}

}  // namespace

TEST_CASE("links send as many flits as those that send every copy") {
  Dice dice(33);
  for (std::uint64_t seed = 1; seed <= sample(400U, 60U); ++seed) {
    Drawn drawn{};
    drawn.p = dice.one_in(3) ? 0.6 : dice.one_in(2) ? 0.15 : 0.02;
    drawn.latency = dice.between(1, 6);
    drawn.credits = dice.one_in(2) ? 0 : dice.between(1, 5);
    drawn.window = dice.one_in(2) ? 0 : dice.between(1, 20);
    drawn.replay = dice.one_in(2) || drawn.window == 0 ? 0 : drawn.window + dice.between(0, 9);
    if (dice.one_in(3)) {
      const auto cycles = static_cast<std::uint64_t>(dice.between(2, 7));
      drawn.bandwidth = Bandwidth(static_cast<std::uint64_t>(dice.between(1, static_cast<int>(cycles) - 1)), cycles);
    }
    drawn.busy = dice.between(1, 8);
    compare(drawn, seed, 1500);
  }
}
