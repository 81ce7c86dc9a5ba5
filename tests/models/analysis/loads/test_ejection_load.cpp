// What ejection channels carry, by hand and against loads of last channels that are enumerated path by path.
#include <catch2/catch.hpp>

#include "models/analysis/loads/ejection_load.hpp"
#include "models/network/topology/topologies.hpp"
#include "tests/support/oracles/demand_rows.hpp"
#include "tests/support/oracles/path_oracle.hpp"
#include "tests/support/routings.hpp"
#include "traffic/registry.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

std::optional<Rational> busiest(const std::string& topology, const std::string& routing, const std::string& traffic, int nic_ports,
                                bool by_symmetry = false, double budget = 1e9) {
  const auto t = make_topology(topology);
  return busiest_ejection(*t, *make_relation(routing, *t, {}), *make_traffic(traffic, *t), nic_ports, by_symmetry, budget);
}

// Every path of every pair: what comes over each input port of a destination.
Rational enumerated(const CubeTopology& t, bool valiant, const TrafficPattern& pattern, std::uint32_t nic_ports) {
  const PathOracle oracle(t, TieRule::split);
  std::vector<std::vector<Rational>> of_channel(t.nodes(), std::vector<Rational>(nic_ports));
  std::vector<Rational> all(t.nodes());
  const auto arrive = [&](std::uint32_t to, const Rational& amount, const std::vector<ChannelId>& last) {
    all[to] += amount;
    if (!last.empty()) of_channel[to][t.channel(last.back()).to_port.value() % nic_ports] += amount;
  };
  for (std::uint32_t s = 0; s < t.nodes(); ++s) {
    for (const Demand& d : pattern.row(TerminalId(s))) {
      const std::uint32_t to = d.destination.value();
      for (std::uint32_t middle = 0; middle < (valiant ? t.nodes() : 1); ++middle) {
        const Rational share = valiant ? Rational(d.probability / t.nodes()) : d.probability;
        for (const OraclePath& b : oracle.dor_paths(valiant ? middle : s, to)) {
          if (!b.channels.empty() || !valiant) {
            arrive(to, share * b.probability, b.channels);
          } else {  // the second phase has no hop
            for (const OraclePath& a : oracle.dor_paths(s, middle)) arrive(to, share * b.probability * a.probability, a.channels);
          }
        }
      }
    }
  }
  Rational busiest = 0;
  for (std::uint32_t v = 0; v < t.nodes(); ++v) {
    busiest = std::max(busiest, Rational(all[v] / nic_ports));
    for (const Rational& load : of_channel[v]) busiest = std::max(busiest, load);
  }
  return busiest;
}

}  // namespace

TEST_CASE("the busiest ejection channel is that of all paths, one by one") {
  for (const char* topology : {"torus:4x4", "torus:5x3", "mesh:4x3", "mesh:2x3x2", "hypercube:3"}) {
    const auto t = make_cube(topology);
    for (const char* traffic : {"uniform", "uniform-self", "random:3", "hotspot:1@1/5"}) {
      const auto pattern = make_traffic(traffic, *t);
      for (const int nic_ports : {2, 3, 4, 5}) {
        for (const bool valiant : {false, true}) {
          CAPTURE(topology, traffic, nic_ports, valiant);
          const auto relation = relation_of(*t, valiant ? "valiant" : "dor");
          for (const bool by_symmetry : {false, true}) {
            CHECK(busiest_ejection(*t, *relation, *pattern, nic_ports, by_symmetry, 1e9) ==
                  enumerated(*t, valiant, *pattern, static_cast<std::uint32_t>(nic_ports)));
          }
        }
      }
    }
  }
}

TEST_CASE("the last dimension brings most, and its ports fill the channels that they are of") {
  // Of 63 others 56 differ in the last dimension: half of those packets come through port 2, half through port 3; ports
  // 0 and 1 bring 7/2 of 63 each.
  for (const bool by_symmetry : {false, true}) {
    CHECK(busiest("torus:8x8", "dor", "uniform", 4, by_symmetry) == Rational(28, 63));
    CHECK(busiest("torus:8x8", "dor", "uniform", 3, by_symmetry) == Rational(63, 126));  // channel 0 of ports 0 and 3
    CHECK(busiest("torus:8x8", "dor", "uniform", 2, by_symmetry) == Rational(1, 2));     // either sign a channel
  }
  // A ring of 5: transposed or not, each port brings half; mesh:3, uniform: node 1 is sent a half from either side, 0
  // all from one.
  CHECK(busiest("torus:5", "dor", "uniform", 2) == Rational(1, 2));
  CHECK(busiest("mesh:3", "dor", "uniform", 2) == 1);
}

TEST_CASE("packets of the own router are counted where there is room") {
  // Two terminals at each of four routers: of 7 others two stand behind each of three ports, one at the router itself.
  // Channel 0 carries ports 0 and 2, 4/7; channel 1 the other 3/7.
  CHECK(busiest("hyperx:4:t2", "dor", "uniform", 2) == Rational(4, 7));
  CHECK(busiest("hyperx:4:t2", "dor", "uniform", 3) == Rational(1, 3));  // 2/7 each, and the seventh spread
  CHECK(busiest("hyperx:4:t2", "dor", "uniform-self", 2) == Rational(1, 2));  // 4/8 and 2/8, two at the router
}

TEST_CASE("terminals of a router that are sent different amounts have channels of their own") {
  // Two routers, two terminals each: 0 and 1 send to 2 only, all through one port. 3 is sent nothing.
  const auto t = make_topology("mesh:2:t2");
  const DemandRows rows({{{TerminalId(2), 1}}, {{TerminalId(2), Rational(1, 2)}}, {}, {}});
  CHECK(busiest_ejection(*t, *make_relation("dor", *t, {}), rows, 2, false, 1e9) == Rational(3, 2));
  // From its own router a half more: the other channel takes it.
  const DemandRows with({{{TerminalId(2), 1}}, {}, {}, {{TerminalId(2), Rational(1, 2)}}});
  CHECK(busiest_ejection(*t, *make_relation("dor", *t, {}), with, 2, false, 1e9) == 1);
}

TEST_CASE("beyond the budget nothing is said") { CHECK_FALSE(busiest("torus:8x8", "dor", "transpose", 2, false, 10)); }
