// Traffic among the terminals that faults leave.
#include <catch2/catch.hpp>
#include <map>

#include "models/network/faults/faults.hpp"
#include "models/network/topology/graph.hpp"
#include "models/network/topology/topologies.hpp"
#include "traffic/patterns/surviving.hpp"
#include "traffic/registry.hpp"

using namespace dateline;

namespace {

struct Case {
  std::unique_ptr<Topology> topology;
  std::unique_ptr<FaultMap> faults;
  std::unique_ptr<TrafficPattern> whole, pattern;
};

Case make(const std::string& topology, const std::string& faults, const std::string& traffic) {
  Case c;
  c.topology = make_topology(topology);
  c.faults = std::make_unique<FaultMap>(read_faults(*c.topology, faults, 1));
  c.whole = make_traffic(traffic, *c.topology);
  c.pattern = surviving(make_traffic(traffic, *c.topology), c.faults.get());
  return c;
}

Rational sum(const std::vector<Demand>& row) {
  Rational total = 0;
  for (const Demand& d : row) total += d.probability;
  return total;
}

}  // namespace

TEST_CASE("uniform traffic goes to the other nodes that live, equally") {
  const Case c = make("torus:4x4", "nodes:3,5", "uniform");
  CHECK_FALSE(c.pattern->permutation_invariant());
  CHECK(flows_left_out(*c.pattern) == 0);
  for (std::uint32_t s = 0; s < 16; ++s) {
    const auto row = c.pattern->row(TerminalId(s));
    if (s == 3 || s == 5) {
      CHECK(row.empty());
      CHECK(c.pattern->share(TerminalId(s)) == 0);
      continue;
    }
    CHECK(row.size() == 13);
    CHECK(c.pattern->share(TerminalId(s)) == 1);
    for (const Demand& d : row) {
      CHECK(d.probability == Rational(1, 13));
      CHECK((d.destination.value() != 3 && d.destination.value() != 5 && d.destination.value() != s));
    }
  }
  const Case self = make("torus:4x4", "nodes:3,5", "uniform-self");
  CHECK(self.pattern->row(TerminalId(0)).size() == 14);
  CHECK(self.pattern->row(TerminalId(0)).front().probability == Rational(1, 14));
}

TEST_CASE("one node alone is silent, unless it sends to itself") {
  CHECK(make("torus:3", "nodes:0,1", "uniform").pattern->share(TerminalId(2)) == 0);
  CHECK(make("torus:3", "nodes:0,1", "uniform").pattern->row(TerminalId(2)).empty());
  CHECK(make("torus:3", "nodes:0,1", "uniform-self").pattern->share(TerminalId(2)) == 1);
}

TEST_CASE("flows of other patterns with a failed end are left out and counted") {
  // Neighbours on a ring of five: 0 -> 1 -> 2 -> 3 -> 4 -> 0. Without node 2 the flows 1 -> 2 and 2 -> 3 go.
  const Case ring = make("torus:5", "nodes:2", "neighbour");
  CHECK(flows_left_out(*ring.pattern) == 2);
  for (std::uint32_t s = 0; s < 5; ++s) {
    const bool sends = s != 1 && s != 2;
    CHECK(ring.pattern->share(TerminalId(s)) == (sends ? 1 : 0));
    CHECK(ring.pattern->row(TerminalId(s)).size() == (sends ? 1 : 0));
  }
  // A hot spot that failed: of 5 terminals each source loses 1/2 + 1/2 1/4, and 4 + 4 flows go.
  const Case hot = make("torus:5", "nodes:2", "hotspot:2@1/2");
  CHECK(flows_left_out(*hot.pattern) == 8);
  CHECK(hot.pattern->share(TerminalId(0)) == Rational(3, 8));
  CHECK(sum(hot.pattern->row(TerminalId(0))) == Rational(3, 8));
  CHECK(hot.pattern->share(TerminalId(2)) == 0);
}

TEST_CASE("failed links take no flow away, but the symmetry") {
  const Case c = make("torus:4x4", "links:0-1", "tornado");
  CHECK(flows_left_out(*c.pattern) == 0);
  CHECK_FALSE(c.pattern->permutation_invariant());
  for (std::uint32_t s = 0; s < 16; ++s) CHECK(c.pattern->share(TerminalId(s)) == c.whole->share(TerminalId(s)));
  CHECK_FALSE(make("torus:4x4", "links:0-1", "uniform").pattern->permutation_invariant());
  auto plain = make_traffic("uniform", *c.topology);
  const TrafficPattern* const before = plain.get();
  CHECK(surviving(std::move(plain), nullptr).get() == before);
}

TEST_CASE("draws have the probabilities of the rows that are left") {
  for (const char* traffic : {"uniform", "uniform-self", "hotspot:2,6@1/2", "hotspot:2@9/10"}) {
    CAPTURE(traffic);
    const Case c = make("torus:3x3", "nodes:2,4", traffic);
    RandomStream random(7, 0, Purpose::destination);
    std::map<std::uint32_t, int> seen;
    constexpr int kDraws = 40'000;
    for (int i = 0; i < kDraws; ++i) ++seen[c.pattern->sample(TerminalId(1), random).value()];
    const auto row = c.pattern->row(TerminalId(1));
    CHECK(seen.size() == row.size());
    for (const Demand& d : row) {
      const double p = to_double(Rational(d.probability / c.pattern->share(TerminalId(1))));
      CHECK(std::abs(seen[d.destination.value()] - kDraws * p) < 5 * std::sqrt(kDraws * p));
    }
  }
}

TEST_CASE("all terminals of a failed router fail with it") {
  const GraphTopology graph("g", {{NodeId(0), NodeId(1)}, {NodeId(1), NodeId(2)}, {NodeId(2), NodeId(0)}}, {{NodeId(1), 3}});
  const FaultMap faults = read_faults(graph, "nodes:1", 1);  // terminals 1, 2, 3
  CHECK(faults.healthy_terminals() == 2);
  const auto pattern = surviving(make_traffic("uniform", graph), &faults);
  REQUIRE(pattern->row(TerminalId(0)).size() == 1);
  CHECK(pattern->row(TerminalId(0)).front().destination == TerminalId(4));
  for (const std::uint32_t t : {1U, 2U, 3U}) CHECK(pattern->share(TerminalId(t)) == 0);
}
