// The load that no run sustains more than, and what carries no more, by hand.
#include <catch2/catch.hpp>

#include "models/analysis/adaptive/split_graph.hpp"
#include "models/analysis/latency/bounds.hpp"
#include "models/network/topology/cube.hpp"
#include "models/network/topology/topologies.hpp"
#include "tests/support/cases/absorbing_ring.hpp"
#include "tests/support/cases/terminal_networks.hpp"
#include "tests/support/oracles/demand_rows.hpp"
#include "tests/support/routings.hpp"
#include "traffic/patterns/mixed_traffic.hpp"
#include "traffic/registry.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

BoundsInput through_channels() {
  BoundsInput input;
  input.ejection_channels = true;
  return input;
}

Bounds bounds_of(const std::string& topology, const std::string& routing, const std::string& traffic, const BoundsInput& input, double budget = 1e9) {
  const auto t = make_cube(topology);
  return compute_bounds(*t, *relation_of(*t, routing), *make_traffic(traffic, *t), input, budget, kLongSplits);
}

void check(const Bounds& bounds, const Rational& load, LoadLimit what) {
  REQUIRE(bounds.sustainable);
  CHECK(*bounds.sustainable == load);
  REQUIRE(bounds.limited_by);
  CHECK(name_of(*bounds.limited_by) == std::string(name_of(what)));
}

}  // namespace

TEST_CASE("a hot spot takes no more than its ejection channel") {
  // Each of 15 sends 4/5 / 15 + 1/5 = 19/75 to node 0: the 12 of the other rows over one channel, 76/25 (dimension
  // order); all of them through its ejection channel, 19/5.
  const Bounds ideal = bounds_of("mesh:4x4", "dor", "hotspot:0@0.2", {});
  check(ideal, Rational(25, 76), LoadLimit::channel);
  CHECK(ideal.ideal_throughput == Rational(25, 76));
  const Bounds channel = bounds_of("mesh:4x4", "dor", "hotspot:0@0.2", through_channels());
  check(channel, Rational(5, 19), LoadLimit::ejection);
  CHECK(channel.ideal_throughput == Rational(25, 76));  // the network's
}

TEST_CASE("without a hot spot ejection channels are no limit, but where they bind the source does as well") {
  check(bounds_of("torus:8x8", "dor", "uniform", through_channels()), Rational(63, 64), LoadLimit::channel);
  check(bounds_of("hypercube:3", "dor", "uniform", through_channels()), 1, LoadLimit::injection);  // channels: 7/4
}

TEST_CASE("sources that send half have room for twice the load") {
  // A ring of 4: 0 sends a half to 1, 2 a quarter to 1 and a quarter to 3 (over 2-3); 1 receives 3/4.
  const auto t = make_cube("torus:4");
  const DemandRows rows({{{TerminalId(1), Rational(1, 2)}}, {}, {{TerminalId(1), Rational(1, 4)}, {TerminalId(3), Rational(1, 4)}}, {}});
  const auto relation = relation_of(*t, "dor");
  check(compute_bounds(*t, *relation, rows, {}, 1e9), 2, LoadLimit::channel);
  check(compute_bounds(*t, *relation, rows, through_channels(), 1e9), Rational(4, 3), LoadLimit::ejection);
  const DemandRows own({{{TerminalId(0), Rational(1, 2)}}, {}, {}, {}});  // no channel is crossed
  const Bounds home = compute_bounds(*t, *relation, own, through_channels(), 1e9);
  check(home, 2, LoadLimit::injection);
  CHECK_FALSE(home.ideal_throughput);
}

TEST_CASE("messages absorbed on their ways use the channels of a node's first terminal twice") {
  // As in test_absorbed_loads.cpp: a ring of 5 without link 1-2, three quarters are injected again at nodes 1 and 2.
  const auto t = make_cube("torus:5");
  const AbsorbingRing relation(*t, {t->out(NodeId(1), t->port(0, +1)), t->out(NodeId(2), t->port(0, -1))}, 2);
  const auto uniform = make_traffic("uniform", *t);
  check(compute_bounds(*t, relation, *uniform, {}, 1e9), Rational(4, 7), LoadLimit::absorption);
  // Twice as much through two injection channels a terminal; the channels carry as much as before.
  BoundsInput two;
  two.nic_ports = 2;
  const Bounds wider = compute_bounds(*t, relation, *uniform, two, 1e9);
  REQUIRE(wider.loads);
  CHECK(wider.injection_limit() == Rational(8, 7));
  CHECK(wider.ideal_throughput == std::min(Rational(1 / wider.loads->gamma_max), Rational(8, 7)));
  // 1->2 is absorbed at its source: node 1 injects two halves, and what leaves there is 3/4 from 0 and a half.
  std::vector<std::vector<Demand>> rows(5);
  rows[0] = {{TerminalId(1), Rational(3, 4)}};
  rows[1] = {{TerminalId(2), Rational(1, 2)}};
  check(compute_bounds(*t, relation, DemandRows(rows), {}, 1e9), 1, LoadLimit::absorption);
  check(compute_bounds(*t, relation, DemandRows(rows), through_channels(), 1e9), Rational(4, 5), LoadLimit::absorption);
}

TEST_CASE("of a router with several terminals the first injects what is absorbed there") {
  // A ring of three routers, two terminals at each, without link 0-1: what terminals 0 and 1, at router 0, send to 2
  // and 3, at router 1, is absorbed at router 0 and goes on over router 2.
  const TerminalCube t(CubeTopology::Kind::torus, {3}, 2);
  const AbsorbingRing relation(t, {t.out(NodeId(0), t.port(0, +1)), t.out(NodeId(1), t.port(0, -1))}, 2);
  std::vector<std::vector<Demand>> rows(6);
  rows[0] = {{TerminalId(2), Rational(1, 8)}};
  rows[1] = {{TerminalId(3), Rational(1, 2)}};
  const ChannelLoads loads = channel_load(t, relation, DemandRows(rows));
  CHECK(loads.absorbed == std::vector<Rational>{Rational(5, 8), 0, 0});
  CHECK(loads.injection_max == Rational(3, 4));  // an eighth of its own, and five
  check(compute_bounds(t, relation, DemandRows(rows), {}, 1e9), Rational(4, 3), LoadLimit::absorption);
  check(compute_bounds(t, relation, DemandRows(rows), through_channels(), 1e9), Rational(4, 3), LoadLimit::absorption);
  // Terminal 0 sends nothing, and is sent a quarter by 4: five eighths and a quarter leave through its channel.
  rows[0] = {};
  rows[1] = {{TerminalId(3), Rational(5, 8)}};
  rows[4] = {{TerminalId(0), Rational(1, 4)}};
  check(compute_bounds(t, relation, DemandRows(rows), {}, 1e9), Rational(8, 5), LoadLimit::channel);
  check(compute_bounds(t, relation, DemandRows(rows), through_channels(), 1e9), Rational(8, 7), LoadLimit::absorption);
}

TEST_CASE("adaptive relations have the bound of all splits and the limits of the ends") {
  const Bounds free = bounds_of("mesh:4x4", "duato", "hotspot:0@0.2", {});
  REQUIRE(free.split);
  check(free, *free.ideal_throughput, LoadLimit::channel);
  check(bounds_of("mesh:4x4", "duato", "hotspot:0@0.2", through_channels()), Rational(5, 19), LoadLimit::ejection);
}

TEST_CASE("where channel loads would take too long the ends still limit the load") {
  const Bounds bounds = bounds_of("mesh:4x4", "dor", "hotspot:0@0.2", through_channels(), 1);
  CHECK(bounds.over_budget);
  CHECK_FALSE(bounds.ideal_throughput);
  check(bounds, Rational(5, 19), LoadLimit::ejection);
}

TEST_CASE("streams are limited in the sum of their loads") {
  // A tenth by a hot spot and three tenths uniform: 19/20 + 3/4 leave at node 0 at one flit of both together.
  const auto t = make_cube("mesh:4x4");
  const auto spot = make_traffic("hotspot:0@0.2", *t), even = make_traffic("uniform", *t);
  const MixedTraffic both({{spot.get(), Rational(1, 10)}, {even.get(), Rational(3, 10)}});
  check(compute_bounds(*t, *relation_of(*t, "dor"), both, through_channels(), 1e9), Rational(10, 17), LoadLimit::ejection);
}

TEST_CASE("where no source sends nothing is sustainable and nothing limits") {
  const auto t = make_cube("torus:4");
  const Bounds silent = compute_bounds(*t, *relation_of(*t, "dor"), DemandRows(std::vector<std::vector<Demand>>(4)), through_channels(), 1e9);
  CHECK_FALSE(silent.sustainable);
  CHECK_FALSE(silent.limited_by);
}

TEST_CASE("a packet leaves by the ejection channel of its input port, so ports that do not fill them evenly limit the load") {
  // Of a complete graph of four each input port brings a third; channel 0 of two has ports 0 and 2.
  const auto mesh = make_topology("fullmesh:4");
  const auto dor = make_relation("dor", *mesh, {});
  BoundsInput input = through_channels();
  input.nic_ports = 2;
  check(compute_bounds(*mesh, *dor, *make_traffic("uniform", *mesh), input, 1e9), Rational(3, 2), LoadLimit::ejection);
  input.ejection_channels = false;
  check(compute_bounds(*mesh, *dor, *make_traffic("uniform", *mesh), input, 1e9), 2, LoadLimit::injection);
}
