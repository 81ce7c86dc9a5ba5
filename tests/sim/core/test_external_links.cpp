// What is under way over a link of an external router.
#include <algorithm>
#include <catch2/catch.hpp>

#include "sim/core/state/external_router.hpp"

using namespace dateline;

TEST_CASE("a link that is never empty keeps what is under way, in order, and not what was taken") {
  constexpr Cycle kLatency = 20, kCycles = 10'000;
  DueQueue<std::uint32_t> link;
  std::size_t most = 0;
  for (Cycle t = 0; t < kCycles; ++t) {
    std::uint32_t what = 0;
    REQUIRE(link.take(t, what) == (t >= kLatency));
    if (t >= kLatency) REQUIRE(what == t - kLatency);
    REQUIRE(!link.take(t, what));
    link.push(t + kLatency, static_cast<std::uint32_t>(t));
    most = std::max(most, link.slots());
  }
  REQUIRE(most < 200);
  REQUIRE(link.count(kCycles + kLatency, [](std::uint32_t) { return true; }) == kLatency);
}
