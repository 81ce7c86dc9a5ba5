// What is drawn of the time that a routing stands: its intervals beside those of its network, over many seeds, of
// components so few that all their sets can be asked about.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "models/analysis/reliability/survival.hpp"

using namespace dateline;

namespace {

constexpr std::uint32_t kComponents = 12;

void no_tick(std::uint64_t /*done*/, std::uint64_t /*all*/) {}
bool has(const ComponentSet& set, std::uint32_t component) { return std::binary_search(set.begin(), set.end(), component); }

// The network falls apart once three certain components have failed, or eight of them; a routing that stands as long,
// and one that also needs either of two others.
bool network_stands_with(const ComponentSet& failed) { return failed.size() < 8 && !(has(failed, 0) && has(failed, 1) && has(failed, 2)); }
bool routing_stands_with(const ComponentSet& failed) { return network_stands_with(failed) && !(has(failed, 3) && has(failed, 4)); }

struct Estimates {
  std::vector<SurvivalValue> list;
  explicit Estimates(const Survival& s) : list(s.reliability) {
    list.push_back(s.time);
    list.push_back(*s.availability);
  }
};

}  // namespace

TEST_CASE("of a routing no interval ends above that of its network, and intervals cover") {
  const SurvivalQuestion question{{0.2, 0.7, 1.5}, Rational(1, 2)};
  for (const Stands& routing : {Stands(network_stands_with), Stands(routing_stands_with)}) {
    const Estimates exact(survival(kComponents, routing, kComponents + 1, question, {}, no_tick));
    constexpr int kSeeds = 300;
    std::vector<int> held(exact.list.size(), 0);
    for (int seed = 0; seed < kSeeds; ++seed) {
      SampleOptions sample;
      sample.orders = 60;
      sample.seed = static_cast<std::uint64_t>(seed);
      const Survival of_network = survival(kComponents, network_stands_with, 4, question, sample, no_tick);
      const Estimates network(of_network), own(survival(kComponents, routing, 2, question, sample, no_tick, &of_network));
      for (std::size_t i = 0; i < own.list.size(); ++i) {
        const SurvivalValue &mine = own.list[i], &its = network.list[i];
        CAPTURE(seed, i);
        REQUIRE(mine.interval->high <= its.interval->high);
        REQUIRE(mine.interval->low <= mine.value);
        REQUIRE(mine.value <= mine.interval->high);
        const double truth = exact.list[i].value;
        held[i] += mine.interval->low <= truth + 1e-12 && truth <= mine.interval->high + 1e-12 ? 1 : 0;
      }
    }
    for (std::size_t i = 0; i < held.size(); ++i) {
      CAPTURE(i);
      CHECK(held[i] > 0.95 * kSeeds - 3.3 * std::sqrt(0.95 * 0.05 * kSeeds));
    }
  }
}

TEST_CASE("of a routing no interval ends above what is exact of its network") {
  const SurvivalQuestion question{{0.7}, Rational(1, 2)};
  const Survival network = survival(kComponents, network_stands_with, kComponents + 1, question, {}, no_tick);
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SampleOptions sample;
    sample.orders = 10;
    sample.seed = seed;
    const Survival own = survival(kComponents, routing_stands_with, 2, question, sample, no_tick, &network);
    REQUIRE(own.reliability[0].interval->high <= network.reliability[0].value);
    REQUIRE(own.time.interval->high <= network.time.value);
    REQUIRE(own.availability->interval->high <= network.availability->value);
    const double rate = own.availability->value / own.up->value;
    REQUIRE(own.down->value == Approx((1 - own.availability->value) / rate));
  }
}
