// The machine where terminals are not routers: every terminal has injection and ejection of its own, and nothing is
// lost, doubled or misdirected.
#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <tuple>
#include <vector>

#include "models/analysis/loads/channel_load.hpp"
#include "models/network/topology/graph.hpp"
#include "sim/core/compiled_network.hpp"
#include "tests/support/cases/table_network.hpp"
#include "tests/support/cases/terminal_networks.hpp"
#include "tests/support/channel_flits.hpp"
#include "tests/support/routings.hpp"
#include "traffic/patterns/uniform.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

struct Sent {
  Cycle generated;
  std::uint32_t source, destination, length;
};

struct Collector final : DeliveryObserver {
  void delivered(const Delivery& d) override { all.push_back(d); }
  std::vector<Delivery> all;  // in the order in which they were handed over
};

struct Run {
  std::vector<Delivery> deliveries;  // message by message, as sent
  std::vector<std::uint64_t> channel_flits;
};

// In every cycle within: conservation; at the end: everything where it belongs, once, in the order of (cycle,
// destination, source, sequence).
Run run(const Topology& topology, const RoutingRelation& relation, const RouterConfig& config, const std::vector<Sent>& sent) {
  Collector collector;
  CompiledNetwork machine(config, Wiring::of(topology), relation, collector);
  std::size_t next = 0;
  for (Cycle now = 0; next < sent.size() || !machine.idle(); ++now) {
    REQUIRE(now < 200'000);
    for (; next < sent.size() && sent[next].generated == now; ++next) {
      const Sent& s = sent[next];
      machine.send(TerminalId(s.source), {now, TerminalId(s.destination), s.length, static_cast<std::uint32_t>(next), true});
    }
    machine.step(now);
    if (now % 37 != 0) continue;
    machine.audit();
    const CompiledNetwork::Totals t = machine.totals();
    REQUIRE(t.queued + t.in_network + t.delivered == next);
    REQUIRE(t.injected_flits == t.ejected_flits + t.buffered_flits);
  }
  machine.audit();
  REQUIRE(collector.all.size() == sent.size());
  Run result;
  result.deliveries.resize(sent.size());
  std::vector<bool> seen(sent.size(), false);
  std::tuple<Cycle, std::uint32_t, std::uint32_t, std::uint64_t> previous{};
  for (const Delivery& d : collector.all) {
    const Packet& m = d.packet;
    REQUIRE_FALSE(seen.at(m.order.tag));
    seen[m.order.tag] = true;
    REQUIRE(m.source.value() == sent[m.order.tag].source);
    REQUIRE(m.order.destination.value() == sent[m.order.tag].destination);
    result.deliveries[m.order.tag] = d;
    const auto at = std::make_tuple(d.ejected, m.order.destination.value(), m.source.value(), m.sequence);
    REQUIRE(previous <= at);
    previous = at;
  }
  result.channel_flits = channel_flits(machine);
  return result;
}

Cycle latency_alone(const Topology& t, const RoutingRelation& relation, const RouterConfig& config, std::uint32_t from, std::uint32_t to,
                    std::uint32_t length) {
  return run(t, relation, config, {{0, from, to, length}}).deliveries[0].latency();
}

TwoLevelTree tree() { return {3, 3, 4}; }

TerminalCube mesh_of_threes() { return {CubeTopology::Kind::mesh, {2, 2}, 3}; }

RouterConfig config_of(unsigned options) {
  RouterConfig config;
  config.ejection = (options & 1U) != 0 ? Ejection::channel : Ejection::ideal;
  config.crossbar = (options & 2U) != 0 ? Crossbar::per_port : Crossbar::per_vc;
  config.vc_reuse = (options & 4U) != 0 ? VcReuse::tail : VcReuse::atomic;
  return config;
}

// Every terminal to every other, all at once.
std::vector<Sent> all_pairs(std::uint32_t terminals, std::uint32_t length) {
  std::vector<Sent> list;
  for (std::uint32_t s = 0; s < terminals; ++s) {
    for (std::uint32_t d = 0; d < terminals; ++d) {
      if (d != s) list.push_back({0, s, d, length});
    }
  }
  return list;
}

// What crosses each channel when every pair sends one message: the exact loads of uniform traffic, times the pairs of a
// source, times the length.
void check_all_pairs(const Topology& t, const RoutingRelation& relation, const RouterConfig& config, std::uint32_t length) {
  const Run r = run(t, relation, config, all_pairs(t.terminals(), length));
  const ChannelLoads loads = channel_load(t, relation, UniformTraffic(t.terminals(), false));
  for (std::uint32_t c = 0; c < t.channels(); ++c) CHECK(r.channel_flits[c] == loads.load[c] * (t.terminals() - 1) * length);
}

// 400 cycles of random messages, more than the network can take.
std::vector<Sent> heavy(const Topology& t, std::uint64_t seed) {
  RandomStream random(seed, 0, Purpose::destination);
  std::vector<Sent> list;
  for (Cycle now = 0; now < 400; ++now) {
    for (std::uint32_t s = 0; s < t.terminals(); ++s) {
      if (random.below(6) == 0) list.push_back({now, s, random.below(t.terminals()), 1 + random.below(9)});
    }
  }
  return list;
}

}  // namespace

TEST_CASE("alone a message between terminals takes h (l + r) + M + 1 cycles, h = 0 within a router") {
  const unsigned options = GENERATE(0U, 1U, 2U, 5U);
  RouterConfig config = config_of(options);
  config.channel_latency = 2;
  config.routing_delay = 1;
  config.buffer_depth = 4;
  constexpr Cycle kHop = 3;
  const TerminalCube mesh = mesh_of_threes();
  const auto dor = relation_of(mesh, "dor");
  for (std::uint32_t s = 0; s < 12; ++s) {
    for (std::uint32_t d = 0; d < 12; ++d) {
      if (s == d) continue;
      const auto hops = static_cast<Cycle>(__builtin_popcount((s / 3) ^ (d / 3)));
      REQUIRE(latency_alone(mesh, *dor, config, s, d, 5) == hops * kHop + 6);
    }
  }
  const TwoLevelTree leaves = tree();
  const DestinationModSpines relation(leaves);
  for (const std::uint32_t d : {1U, 3U, 4U, 11U}) CHECK(latency_alone(leaves, relation, config, 0, d, 7) == (d < 4 ? 0 : 2) * kHop + 8);
}

TEST_CASE("the terminals of a router inject at once, each over a channel of its own") {
  // 0, 1 and 2 are at router 0: two leave it by different channels, one sends to its neighbour. None waits for another.
  const TerminalCube t = mesh_of_threes();
  const auto dor = relation_of(t, "dor");
  for (unsigned options = 0; options < 8; ++options) {
    CAPTURE(options);
    const Run r = run(t, *dor, config_of(options), {{0, 0, 3, 6}, {0, 1, 6, 6}, {0, 2, 1, 6}});
    CHECK(r.deliveries[0].latency() == 1 + 6 + 1);
    CHECK(r.deliveries[1].latency() == 1 + 6 + 1);
    CHECK(r.deliveries[2].latency() == 6 + 1);
  }
}

TEST_CASE("with ejection channels two terminals of a router receive at once, and one terminal a flit a cycle") {
  // 3 at router 1 and 6 at router 2, one hop away on different channels, send 8 flits each to router 0.
  const TerminalCube t = mesh_of_threes();
  const auto dor = relation_of(t, "dor");
  for (unsigned options = 0; options < 8; ++options) {
    CAPTURE(options);
    const RouterConfig config = config_of(options);
    const Run apart = run(t, *dor, config, {{0, 3, 0, 8}, {0, 6, 1, 8}});
    CHECK(apart.deliveries[0].latency() == 1 + 8 + 1);
    CHECK(apart.deliveries[1].latency() == 1 + 8 + 1);
    const Run same = run(t, *dor, config, {{0, 3, 2, 8}, {0, 6, 2, 8}});
    const Cycle last = std::max(same.deliveries[0].latency(), same.deliveries[1].latency());
    CHECK(last == (config.ejection == Ejection::channel ? 1 + 16 + 1 : 1 + 8 + 1));
  }
}

TEST_CASE("a message of every pair of terminals crosses what the analysis says") {
  const unsigned options = GENERATE(0U, 1U, 7U);
  const TerminalCube mesh = mesh_of_threes();
  check_all_pairs(mesh, *relation_of(mesh, "dor"), config_of(options), 4);
  const TwoLevelTree leaves = tree();
  check_all_pairs(leaves, DestinationModSpines(leaves), config_of(options), 5);
  const TerminalCube uneven(CubeTopology::Kind::torus, {4, 3}, routers_of({1, 0, 3, 0, 2, 2, 0, 7, 1, 0, 0, 1}));
  const auto dor = make_relation("dor", uneven, {TieRule::plus, VcPolicy::split, 2});
  check_all_pairs(uneven, *dor, config_of(options), 3);
}

TEST_CASE("a router of 200 leaves, none of its own") {
  std::vector<GraphEdge> edges;
  std::string table;
  for (std::uint32_t v = 1; v <= 200; ++v) {
    edges.push_back({NodeId(0), NodeId(v), false, 1});
    for (std::uint32_t w = 1; w <= 200; ++w) {
      if (v != w) table += "1: " + std::to_string(v) + " 0 " + std::to_string(w) + "\n";
    }
  }
  const GraphTopology star("star", edges, {{NodeId(0), 0}});
  const auto relation = relation_of(star, table);
  for (const unsigned options : {0U, 3U}) {
    RouterConfig config = config_of(options);
    CHECK(latency_alone(star, *relation, config, 0, 199, 4) == 2 + 4 + 1);
    const Run r = run(star, *relation, config, all_pairs(200, 1));
    for (const std::uint64_t flits : r.channel_flits) CHECK(flits == 199);
  }
}

TEST_CASE("under any load everything arrives, in whatever order nodes and channels are visited") {
  const unsigned options = GENERATE(0U, 1U, 2U, 4U, 7U);
  const TerminalCube mesh(CubeTopology::Kind::mesh, {3, 2}, routers_of({3, 0, 1, 4, 2, 2}));
  const auto dor = relation_of(mesh, "dor");
  const TwoLevelTree leaves = tree();
  const DestinationModSpines modulo(leaves);
  for (const bool on_tree : {false, true}) {
    const Topology& t = on_tree ? static_cast<const Topology&>(leaves) : mesh;
    const RoutingRelation& relation = on_tree ? static_cast<const RoutingRelation&>(modulo) : *dor;
    CAPTURE(options, on_tree);
    RouterConfig config = config_of(options);
    if (options == 2) config.vc_arbitration = VcArbitration::round_robin;
    const auto sent = heavy(t, 40 + options);
    const Run forward = run(t, relation, config, sent);
    config.execution.reverse_order = true;
    const Run backward = run(t, relation, config, sent);
    for (std::size_t i = 0; i < sent.size(); ++i) REQUIRE(forward.deliveries[i].ejected == backward.deliveries[i].ejected);
    CHECK(forward.channel_flits == backward.channel_flits);
  }
}
