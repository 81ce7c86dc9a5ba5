// What every terminal is sent under a pattern: its columns, against the sums of its rows and by hand.
#include <catch2/catch.hpp>
#include <memory>

#include "models/base/error.hpp"
#include "models/network/faults/faults.hpp"
#include "models/network/topology/topologies.hpp"
#include "traffic/patterns/mapped_traffic.hpp"
#include "traffic/patterns/mixed_traffic.hpp"
#include "traffic/patterns/surviving.hpp"
#include "traffic/registry.hpp"

using namespace dateline;

namespace {

// From the definition.
std::vector<Rational> summed(const TrafficPattern& pattern, std::uint32_t terminals) {
  std::vector<Rational> sums(terminals);
  for (std::uint32_t s = 0; s < terminals; ++s) {
    for (const Demand& d : pattern.row(TerminalId(s))) sums[d.destination.value()] += d.probability;
  }
  return sums;
}

const std::vector<std::string>& patterns() {
  static const std::vector<std::string> list = {"uniform",  "uniform-self", "transpose",       "bit-complement",
                                                "tornado",  "hotspot:3@1",  "hotspot:0@0.2",   "hotspot:0,5@1/3",
                                                "lcc:gray", "neighbour",    "hotspot:1,2,7@1", "lcc:bit-reverse"};
  return list;
}

}  // namespace

TEST_CASE("a hot spot of a fifth is sent 3.8 packets by 15 others") {
  const auto t = make_topology("mesh:4x4");
  const std::vector<Rational> columns = make_traffic("hotspot:0@0.2", *t)->columns(16);
  CHECK(columns[0] == Rational(19, 5));   // 15 (4/5 / 15 + 1/5)
  CHECK(columns[7] == Rational(61, 75));  // 14 of 4/75, and 1/15 of the hot spot's own
  CHECK(make_traffic("uniform", *t)->columns(16) == std::vector<Rational>(16, 1));
}

TEST_CASE("the columns of every pattern are the sums of its rows") {
  const auto t = make_topology("hypercube:4");
  for (const std::string& name : patterns()) {
    INFO(name);
    std::unique_ptr<TrafficPattern> pattern;
    try {
      pattern = make_traffic(name, *t);
    } catch (const ConfigError&) {
      continue;  // not of this network
    }
    CHECK(pattern->columns(16) == summed(*pattern, 16));
    std::vector<TerminalId> places;
    for (std::uint32_t v = 0; v < 16; ++v) places.emplace_back((5 * v + 3) % 16);
    const auto moved = mapped(make_traffic(name, *t), places);
    CHECK(moved->columns(16) == summed(*moved, 16));
    for (const char* faults : {"nodes:3,5,12", "links:0-1", "nodes:0+links:6-7"}) {
      INFO(faults);
      const FaultMap map = read_faults(*t, faults, 1);
      const auto left = surviving(make_traffic(name, *t), &map);
      CHECK(left->columns(16) == summed(*left, 16));
    }
  }
}

TEST_CASE("uniform traffic of two terminals that live, and of one") {
  const auto t = make_topology("mesh:3");
  const FaultMap one = read_faults(*t, "nodes:1", 1), two = read_faults(*t, "nodes:0,1", 1);
  CHECK(surviving(make_traffic("uniform", *t), &one)->columns(3) == std::vector<Rational>{1, 0, 1});
  CHECK(surviving(make_traffic("uniform", *t), &two)->columns(3) == std::vector<Rational>(3));
  CHECK(surviving(make_traffic("uniform-self", *t), &two)->columns(3) == std::vector<Rational>{0, 0, 1});
}

TEST_CASE("streams add up in proportion to their loads") {
  const auto t = make_topology("mesh:4x4");
  const auto spot = make_traffic("hotspot:0@0.2", *t), even = make_traffic("uniform", *t);
  const MixedTraffic both({{spot.get(), Rational(1, 10)}, {even.get(), Rational(3, 10)}});
  CHECK(both.columns(16) == summed(both, 16));
  CHECK(both.columns(16)[0] == Rational(19, 20) + Rational(3, 4));
}
