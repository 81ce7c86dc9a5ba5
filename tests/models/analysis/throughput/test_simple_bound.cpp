// Bounds by prices of 0 and 1: by hand where nodes and links have failed, against a search of all bands of rows one by
// one, against the linear program of all flows, and against all splits of adaptive routings.
#include <catch2/catch.hpp>
#include <memory>
#include <set>

#include "models/analysis/adaptive/split_bound.hpp"
#include "models/analysis/throughput/concurrent_flow.hpp"
#include "models/analysis/throughput/price_bound.hpp"
#include "models/analysis/throughput/simple_bound.hpp"
#include "models/base/error.hpp"
#include "models/network/faults/faults.hpp"
#include "models/network/topology/cube.hpp"
#include "routing/registry/registry.hpp"
#include "tests/support/sample.hpp"
#include "traffic/patterns/surviving.hpp"
#include "traffic/registry.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

struct Survivor {
  std::unique_ptr<CubeTopology> topology;
  std::shared_ptr<const FaultMap> faults;
  std::unique_ptr<TrafficPattern> pattern;
  [[nodiscard]] FlowProblem problem() const {
    return FlowProblem(*topology, faults.get(), flow_demands(*topology, faults.get(), *pattern), FlowPaths::any);
  }
};

Survivor survivor(const std::string& name, const std::string& faults, const std::string& traffic = "uniform", std::uint64_t seed = 1) {
  Survivor s;
  s.topology = make_cube(name);
  s.faults = std::make_shared<const FaultMap>(read_faults(*s.topology, faults, seed));
  s.pattern = surviving(make_traffic(traffic, *s.topology), s.faults.get());
  return s;
}

// What leaves a set of routers that work, over the channels that do; 0: nothing is sent.
Rational cut_bound(const FlowProblem& problem, const std::set<std::uint32_t>& inside) {
  Rational asked = 0, bandwidth = 0;
  const auto in = [&](NodeId v) { return inside.count(v.value()) != 0; };
  for (const FlowDemand& demand : problem.demands()) {
    for (std::size_t i = 0; i < demand.sources.size(); ++i) {
      if (in(demand.sources[i]) && !in(demand.destination)) asked += demand.amounts[i];
    }
  }
  for (std::uint32_t c = 0; c < problem.topology().channels(); ++c) {
    const Channel& channel = problem.topology().channel(ChannelId(c));
    if (problem.usable(ChannelId(c)) && in(channel.from) && !in(channel.to)) bandwidth += to_rational(channel.bandwidth);
  }
  return asked == 0 ? Rational(0) : Rational(bandwidth / asked);
}

std::vector<Integer> prices_of(const FlowProblem& problem, const SimpleBound& bound) {
  std::vector<Integer> prices(problem.topology().channels(), 0);
  for (const ChannelId c : bound.priced) prices[c.value()] = 1;
  return prices;
}

}  // namespace

// Link 1-2 of a ring of 6 has failed: a line 2-3-4-5-0-1. Its halves are 2, 3, 4 and 5, 0, 1, and each node of the one
// sends 3/5 to the other: 9/5 over one channel. Rows from 0 on see it only as 1/5 x 4 x 2 = 8/5 at most.
TEST_CASE("a cut begins at any row: by hand on a ring with a failed link", "[throughput]") {
  const Survivor line = survivor("torus:6", "links:1-2");
  const SimpleBound bound = simple_bound(line.problem());
  CHECK(bound.theta == Rational(5, 9));
  REQUIRE(bound.priced.size() == 1);
  const Channel& middle = line.topology->channel(bound.priced.front());
  CHECK(std::set<std::uint32_t>{middle.from.value(), middle.to.value()} == std::set<std::uint32_t>{4, 5});
  CHECK(concurrent_flow(line.problem()).lower == bound.theta);
}

// Node 1 of a 3 x 3 mesh has failed: of the eight that live seven send all to node 0, over the channel from node 3.
// With node 3 failed too no path leads there.
TEST_CASE("a router is bound by the channels that are left to it", "[throughput]") {
  const SimpleBound bound = simple_bound(survivor("mesh:3x3", "nodes:1", "hotspot:0@1").problem());
  CHECK(bound.theta == Rational(1, 7));
  REQUIRE(bound.priced.size() == 1);
  CHECK_THROWS_AS(survivor("mesh:3x3", "nodes:1,3").problem(), ConfigError);
}

TEST_CASE("the simple bound is the least of hops, routers and all bands of rows, and none carries more", "[throughput]") {
  for (const char* const name : {"torus:4x4", "torus:5x3", "mesh:4x3", "hypercube:4", "torus:3x3x3"}) {
    for (std::uint64_t seed = 1; seed <= sample(12U, 3U); ++seed) {
      for (const char* const traffic : {"uniform", "tornado"}) {
        CAPTURE(name, seed, traffic);
        if (std::string(traffic) == "tornado" && std::string(name) == "hypercube:4") continue;
        const Survivor s = survivor(name, seed % 2 == 0 ? "random:2" : "random-links:3", traffic, seed);
        const FlowProblem problem = s.problem();
        if (problem.demands().empty()) continue;
        const SimpleBound bound = simple_bound(problem);
        Rational least = price_bound(problem, std::vector<Integer>(s.topology->channels(), 1)).value();
        const auto look = [&](const std::set<std::uint32_t>& inside) {
          if (const Rational theta = cut_bound(problem, inside); theta > 0 && theta < least) least = theta;
          std::set<std::uint32_t> others;
          for (std::uint32_t v = 0; v < s.topology->nodes(); ++v) {
            if (inside.count(v) == 0) others.insert(v);
          }
          if (const Rational theta = cut_bound(problem, others); theta > 0 && theta < least) least = theta;
        };
        for (std::uint32_t v = 0; v < s.topology->nodes(); ++v) look({v});
        for (int d = 0; d < s.topology->dimensions(); ++d) {
          for (std::uint32_t first = 0; first < s.topology->grid()->radix(d); ++first) {
            std::set<std::uint32_t> band;
            for (std::uint32_t last = first; last < s.topology->grid()->radix(d); ++last) {
              for (std::uint32_t v = 0; v < s.topology->nodes(); ++v) {
                if (s.topology->coordinate(NodeId(v), d) == last) band.insert(v);
              }
              look(band);
            }
          }
        }
        CHECK(bound.theta == least);
        CHECK(price_bound(problem, prices_of(problem, bound)).value() <= bound.theta);
        CHECK(concurrent_flow(problem).lower <= bound.theta);
      }
    }
  }
}

TEST_CASE("no split of an adaptive routing under faults has less than the simple bound", "[throughput][adaptive]") {
  for (const char* const name : {"torus:4x4", "mesh:4x4"}) {
    for (const char* const routing : {"sw-adaptive", "duato-updown"}) {
      for (std::uint64_t seed = 1; seed <= sample(20U, 3U); ++seed) {
        CAPTURE(name, routing, seed);
        const Survivor s = survivor(name, seed % 2 == 0 ? "random:2" : "random-links:2", "uniform", seed);
        RoutingOptions options;
        options.faults = s.faults;
        SplitLimits limits(1e12);
        limits.absorbs = true;
        const SplitGraph graph = split_graph(*s.topology, *make_relation(routing, *s.topology, options), *s.pattern, limits);
        const FlowProblem problem = s.problem();
        const SimpleBound bound = simple_bound(problem);
        CHECK(split_bound(*s.topology, graph).lower >= Rational(1 / bound.theta));
        // Its prices prove it over the paths of the routing, too.
        std::vector<Rational> prices(s.topology->channels() + graph.injections);
        for (const ChannelId c : bound.priced) prices[c.value()] = 1;
        CHECK(cheapest_total(graph, prices) >= Rational(Integer(bound.priced.size())) / bound.theta);
      }
    }
  }
}
