// Bounds of splits without a linear program, and of relations that absorb messages under faults.
#include <catch2/catch.hpp>
#include <memory>

#include "models/analysis/adaptive/averaged_bound.hpp"
#include "models/analysis/latency/bounds.hpp"
#include "models/analysis/throughput/simple_bound.hpp"
#include "models/network/faults/faults.hpp"
#include "models/network/topology/cube.hpp"
#include "routing/registry/registry.hpp"
#include "traffic/patterns/surviving.hpp"
#include "traffic/registry.hpp"

using namespace dateline;

namespace {

struct Faulty {
  std::unique_ptr<CubeTopology> topology;
  std::shared_ptr<const FaultMap> faults;
  std::unique_ptr<RoutingRelation> relation;
  std::unique_ptr<TrafficPattern> pattern;
};

Faulty faulty(const std::string& topology, const std::string& routing, const std::string& faults, const std::string& traffic = "uniform") {
  Faulty f;
  f.topology = make_cube(topology);
  f.faults = std::make_shared<const FaultMap>(read_faults(*f.topology, faults, 1));
  RoutingOptions options;
  options.faults = f.faults;
  f.relation = make_relation(routing, *f.topology, options);
  f.pattern = surviving(make_traffic(traffic, *f.topology), f.faults.get());
  return f;
}

SplitGraph graph_of(const Faulty& f) {
  SplitLimits limits(1e12);
  limits.absorbs = true;
  return split_graph(*f.topology, *f.relation, *f.pattern, limits);
}

}  // namespace

TEST_CASE("averaged prices bound what the linear program solves, within some percent", "[adaptive]") {
  for (const char* const faults : {"nodes:5", "nodes:3,9", "links:0-1+links:5-9"}) {
    for (const char* const routing : {"duato-updown", "sw-adaptive"}) {
      const Faulty f = faulty("torus:4x4", routing, faults);
      const SplitGraph graph = graph_of(f);
      const SplitBound exact = split_bound(*f.topology, graph), averaged = averaged_bound(*f.topology, graph, 1e9);
      CAPTURE(routing, faults);
      CHECK(averaged.lower <= exact.upper);
      CHECK(exact.lower <= averaged.upper);
      CHECK(averaged.lower <= averaged.upper);
      CHECK(to_double(averaged.lower) > 0.95 * to_double(exact.lower));
      CHECK(to_double(*averaged.upper) < 1.1 * to_double(*exact.upper));
      // The proof stands by itself.
      Rational sum = 0;
      for (std::uint32_t c = 0; c < averaged.prices.size(); ++c) sum += averaged.prices[c] * graph.bandwidth(*f.topology, ChannelId(c));
      CHECK(sum == 1);
      CHECK(cheapest_total(graph, averaged.prices) >= averaged.lower);
    }
  }
}

// Node 1 of a 4-ring has failed: 2 goes to 0 by 3 alone, and so does every other pair. 0, 2 and 3 send 1/2 to each
// other. Over 3->0: 2 to 0 and 3 to 0.
TEST_CASE("on a line every split is the same: gamma by hand", "[adaptive]") {
  const Faulty f = faulty("torus:4", "duato-updown", "nodes:1");
  const SplitBound bound = split_bound(*f.topology, graph_of(f));
  CHECK(bound.exact());
  CHECK(bound.lower == 1);
  const SplitBound averaged = averaged_bound(*f.topology, graph_of(f), 1e6);
  CHECK(to_double(averaged.lower) > 1 - 1e-5);
  CHECK(to_double(*averaged.upper) < 1 + 1e-5);
}

// The same ring, packets absorbed. 0 and 2 are two apart: ties go upwards from even coordinates, from 2 by 3, and from
// 0 by 1, which has failed. So all that 0 sends to 2 is absorbed in 0 itself, whose injection channel carries it twice:
// 1 + 1/2. Every network channel carries 1 at most, as before.
TEST_CASE("what is absorbed on its way loads the injection channel again: gamma by hand", "[adaptive]") {
  const Faulty f = faulty("torus:4", "sw-deterministic", "nodes:1");
  const Rational largest = split_bound(*f.topology, graph_of(f)).lower;
  const ChannelLoads loads = channel_load(*f.topology, *f.relation, *f.pattern, {});
  CHECK(largest == std::max(loads.gamma_max, loads.injection_max));
  CHECK(largest == Rational(3, 2));
}

namespace {

SimpleBound network_bound(const Faulty& f) {
  return simple_bound(FlowProblem(*f.topology, f.faults.get(), flow_demands(*f.topology, f.faults.get(), *f.pattern), FlowPaths::any));
}

}  // namespace

// Few rounds are far off; a cut of the network that is tried beside them is not.
TEST_CASE("prices of a cut are tried beside those of the rounds", "[adaptive]") {
  for (const char* const routing : {"duato-updown", "sw-adaptive"}) {
    CAPTURE(routing);
    const Faulty f = faulty("torus:8x8", routing, "random:3");
    const SplitGraph graph = graph_of(f);
    const SimpleBound network = network_bound(f);
    const SplitBound alone = averaged_bound(*f.topology, graph, 1), beside = averaged_bound(*f.topology, graph, 1, network.priced);
    CHECK(alone.lower < Rational(1 / network.theta));
    CHECK(beside.lower >= Rational(1 / network.theta));
    CHECK(beside.lower <= averaged_bound(*f.topology, graph, 1e9).upper);
    CHECK(beside.upper == alone.upper);
    CHECK(cheapest_total(graph, beside.prices) >= beside.lower);
  }
}

// 16 routers x 64 channels are 1,024 pairs, which 2,048 flows x steps allow; a graph of splits has more than a tenth as
// many steps.
TEST_CASE("splits that are too large to follow are bound by the network, whatever the paths", "[adaptive]") {
  constexpr double kLeast = 2 * 16 * 64;
  for (const char* const routing : {"duato-updown", "sw-adaptive"}) {
    CAPTURE(routing);
    const Faulty f = faulty("torus:4x4", routing, "nodes:3,9");
    const SimpleBound network = network_bound(f);
    const Bounds found = compute_bounds(*f.topology, *f.relation, *f.pattern, {}, 1e9, kLeast);
    CHECK(found.ideal_throughput == network.theta);
    CHECK(found.sustainable == std::min(network.theta, Rational(1)));
    REQUIRE(found.split);
    CHECK(found.split->lower == Rational(1 / network.theta));
    const SplitGraph graph = graph_of(f);
    CHECK(found.split->lower <= split_bound(*f.topology, graph).lower);
    std::vector<Rational> prices = found.split->prices;
    prices.resize(f.topology->channels() + graph.injections);
    CHECK(cheapest_total(graph, prices) >= found.split->lower);
    CHECK_FALSE(found.split->exact());
    // What packets do alone is a split; of a routing that absorbs none it is not asked.
    CHECK(found.split->upper.has_value() == f.relation->absorbs());
    if (found.split->upper) CHECK(*found.split->upper >= *split_bound(*f.topology, graph).upper);
    CHECK(found.over_budget == !f.relation->absorbs());
    const Bounds none = compute_bounds(*f.topology, *f.relation, *f.pattern, {}, 1e9, kLeast - 1);
    CHECK_FALSE(none.ideal_throughput);
    CHECK_FALSE(none.why_missing.empty());
    const Faulty whole = faulty("torus:4x4", routing, "none");
    CHECK_FALSE(compute_bounds(*whole.topology, *whole.relation, *whole.pattern, {}, 1e9, kLeast).ideal_throughput);
  }
}

TEST_CASE("bounds give adaptive routings under faults a throughput, beyond the linear program too, and others none anew", "[adaptive]") {
  for (const char* const routing : {"duato-updown", "sw-adaptive"}) {
    CAPTURE(routing);
    const Faulty small = faulty("torus:4x4", routing, "nodes:5");
    const Bounds exact = compute_bounds(*small.topology, *small.relation, *small.pattern, {}, 1e9, kLongSplits);
    REQUIRE(exact.ideal_throughput);
    CHECK(exact.zero_load_latency.has_value());
    CHECK(exact.ideal_throughput == 1 / split_bound(*small.topology, graph_of(small)).lower);
    const Faulty large = faulty("torus:8x8", routing, "random:5");
    const Bounds run = compute_bounds(*large.topology, *large.relation, *large.pattern, {}, 3e7, kShortSplits);
    REQUIRE(run.ideal_throughput);
    CHECK_FALSE(run.over_budget);
    // No more than the whole torus has, 64/63 of the reciprocal of k/8, and what is left of its channels.
    CHECK(*run.ideal_throughput < Rational(64, 63));
    CHECK(to_double(*run.ideal_throughput) > 0.4);
    const Faulty whole_one = faulty("torus:8x8", routing, "none");
    const Bounds without = compute_bounds(*whole_one.topology, *whole_one.relation, *whole_one.pattern, {}, 3e7, kShortSplits);
    CHECK_FALSE(without.ideal_throughput);
  }
}
