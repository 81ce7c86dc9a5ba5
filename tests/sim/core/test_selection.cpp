// Choices among several ways on (docs/reference/router-cycle.md, section 5, and models/network/relation/relation.hpp):
// ranks, selection, weights, start states.
// Stage: a 3x3 mesh, messages from node 4 to node 8, which may leave node 4 through port 0 (to node 5) or port 2 (to
// node 7).
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/support/harness.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

struct Way {
  std::uint16_t port;
  std::uint8_t rank = 0;
  std::uint64_t weight = 0;
  std::uint16_t classes = 0xf;
};

class TwoWays final : public RoutingRelation {
 public:
  TwoWays(const CubeTopology& topology, std::vector<Way> ways) : topology_(topology), ways_(std::move(ways)) {}

  // With start weights, start state i + 1 leaves way i only.
  std::vector<std::uint64_t> start_weights;

  [[nodiscard]] StartStates start(NodeId /*src*/, NodeId /*dst*/) const override {
    StartStates states;
    if (start_weights.empty()) states.push_back({});
    for (std::size_t i = 0; i < start_weights.size(); ++i) states.push_back({HeaderState{i + 1}, start_weights[i]});
    return states;
  }
  void next(NodeId node, ChannelId /*in*/, NodeId dst, HeaderState state, Candidates& out) const override {
    if (node == dst) {
      out.emplace_back().exit = Exit::deliver;
    } else if (node == NodeId(4)) {
      for (std::size_t i = 0; i < ways_.size(); ++i) {
        if (state.word == 0 || state.word == i + 1) offer(node, ways_[i], static_cast<std::uint32_t>(i), out);
      }
    } else {
      offer(node, {static_cast<std::uint16_t>(node == NodeId(5) ? 2 : 0)}, 0, out);
    }
  }
  [[nodiscard]] int classes() const override { return 4; }

 private:
  void offer(NodeId node, const Way& way, std::uint32_t route, Candidates& out) const {
    Candidate& c = out.emplace_back();
    c.route = route;
    c.channel = topology_.out(node, Port(way.port));
    c.classes = way.classes;
    c.rank = way.rank;
    c.weight = way.weight;
  }

  const CubeTopology& topology_;
  std::vector<Way> ways_;
};

class Ignore final : public DeliveryObserver {
 public:
  void delivered(const Delivery& d) override { last = d.ejected; }
  Cycle last = 0;
};

struct Passed {
  std::uint64_t port_0 = 0, port_2 = 0;
};

// `count` messages one after the other, each alone; how many left through which port.
Passed alone(TwoWays& relation, const CubeTopology& topology, Selection selection, int count) {
  RouterConfig config;
  config.vcs = 4;
  config.selection = selection;
  Ignore ignore;
  CompiledNetwork machine(config, Wiring::of(topology), relation, ignore);
  Cycle now = 0;
  for (int i = 0; i < count; ++i) {
    machine.send(TerminalId(4), {now, TerminalId(8), 1, 0, false});
    while (!machine.idle()) machine.step(now++);
  }
  const auto& crossings = machine.crossings();
  return {crossings[topology.out(NodeId(4), Port(0)).value()].packets, crossings[topology.out(NodeId(4), Port(2)).value()].packets};
}

// Four standard deviations of a binomial either side.
void check_share(std::uint64_t count, int of, double probability) {
  const double deviation = std::sqrt(of * probability * (1 - probability));
  CHECK(std::abs(static_cast<double>(count) - of * probability) < 4 * deviation);
}

const CubeTopology& stage() {
  static const CubeTopology topology(CubeTopology::Kind::mesh, {3, 3});
  return topology;
}

}  // namespace

TEST_CASE("lowest and round-robin selection take the lowest output port of those with a free VC, however they are listed") {
  for (const Selection selection : {Selection::lowest, Selection::round_robin}) {
    for (const bool reversed : {false, true}) {
      TwoWays relation(stage(), reversed ? std::vector<Way>{{2}, {0}} : std::vector<Way>{{0}, {2}});
      const Passed passed = alone(relation, stage(), selection, 20);
      CHECK(passed.port_0 == 20);
      CHECK(passed.port_2 == 0);
    }
  }
}

TEST_CASE("a free VC of the lowest rank is taken, however the candidates are listed and selected") {
  for (const Selection selection : {Selection::lowest, Selection::round_robin, Selection::random}) {
    for (const bool reversed : {false, true}) {
      TwoWays relation(stage(), reversed ? std::vector<Way>{{2, 3}, {0, 7}} : std::vector<Way>{{0, 7}, {2, 3}});
      const Passed passed = alone(relation, stage(), selection, 20);
      CHECK(passed.port_0 == 0);
      CHECK(passed.port_2 == 20);
    }
  }
}

TEST_CASE("the next rank is taken only while no VC of the lower one is free") {
  // Each way has one VC. Five long worms: the first takes the preferred port 2, the second port 0, then one each as
  // they end.
  TwoWays relation(stage(), {{0, 1, 0, 1}, {2, 0, 0, 1}});
  RouterConfig config;
  config.vcs = 4;
  config.injection_vcs = 2;
  Ignore ignore;
  CompiledNetwork machine(config, Wiring::of(stage()), relation, ignore);
  const auto passed = [&](std::uint16_t port) { return machine.crossings()[stage().out(NodeId(4), Port(port)).value()].packets; };
  Cycle now = 0;
  for (int i = 0; i < 2; ++i) machine.send(TerminalId(4), {0, TerminalId(8), 10, 0, false});
  while (!machine.idle()) machine.step(now++);
  CHECK(passed(2) == 1);
  CHECK(passed(0) == 1);
  machine.send(TerminalId(4), {now, TerminalId(8), 10, 0, false});
  while (!machine.idle()) machine.step(now++);
  CHECK(passed(2) == 2);
  CHECK(passed(0) == 1);
}

TEST_CASE("random selection is uniform over the free VCs of all candidates of the lowest rank") {
  TwoWays even(stage(), {{0}, {2}});
  check_share(alone(even, stage(), Selection::random, 4000).port_0, 4000, 1.0 / 2);
  TwoWays one_of_five(stage(), {{0, 0, 0, 1}, {2, 0, 0, 0xf}});
  check_share(alone(one_of_five, stage(), Selection::random, 4000).port_0, 4000, 1.0 / 5);
}

TEST_CASE("a weighted route is drawn by its weight, whatever the selection") {
  for (const Selection selection : {Selection::lowest, Selection::round_robin, Selection::random}) {
    TwoWays relation(stage(), {{0, 0, 3}, {2, 0, 1}});
    check_share(alone(relation, stage(), selection, 4000).port_0, 4000, 3.0 / 4);
    TwoWays three(stage(), {{0, 0, 1}, {2, 0, 3}, {0, 0, 2}});
    check_share(alone(three, stage(), selection, 4000).port_0, 4000, 3.0 / 6);
  }
}

TEST_CASE("a weighted route is drawn once: the header waits for it though another is free") {
  // One VC a way. A first message takes one of the ways; a second that drew the same way waits for it, one that drew
  // the other does not. 3/4 each for port 0: the same way with probability 9/16 + 1/16.
  const int rounds = 2000;
  int waited = 0;
  for (int seed = 0; seed < rounds; ++seed) {
    TwoWays relation(stage(), {{0, 0, 3, 1}, {2, 0, 1, 1}});
    RouterConfig config;
    config.vcs = 4;
    config.seed = static_cast<std::uint64_t>(seed);
    config.output_arbitration = OutputArbitration::oldest;  // the injection channel sends the first message, then the second
    Ignore ignore;
    CompiledNetwork machine(config, Wiring::of(stage()), relation, ignore);
    for (int i = 0; i < 2; ++i) machine.send(TerminalId(4), {0, TerminalId(8), 10, 0, false});
    for (Cycle now = 0; !machine.idle(); ++now) machine.step(now);
    // The second is injected from 10 on and waits from 11. Other way: its tail is handed over in 10 + 2 + 10 = 22. Same
    // way: the first worm's tail crosses in 10 and leaves the next buffer in 11, the VC is free from 12 on: 23.
    REQUIRE((ignore.last == 22 || ignore.last == 23));
    waited += ignore.last == 23 ? 1 : 0;
  }
  check_share(static_cast<std::uint64_t>(waited), rounds, 10.0 / 16);
}

TEST_CASE("a start state is drawn by its weight") {
  TwoWays relation(stage(), {{0}, {2}, {0}});
  relation.start_weights = {1, 3};
  check_share(alone(relation, stage(), Selection::lowest, 4000).port_0, 4000, 1.0 / 4);
  relation.start_weights = {1, 3, 2};
  check_share(alone(relation, stage(), Selection::random, 4000).port_0, 4000, 3.0 / 6);
}

TEST_CASE("on a torus with tie split either direction is drawn with probability 1/2 at distance k/2") {
  const TestNetwork network("torus:4", 2);
  Ignore ignore;
  CompiledNetwork machine({}, Wiring::of(*network.topology), *network.relation, ignore);
  Cycle now = 0;
  for (int i = 0; i < 4000; ++i) {
    machine.send(TerminalId(0), {now, TerminalId(2), 1, 0, false});
    while (!machine.idle()) machine.step(now++);
  }
  const std::uint64_t plus = machine.crossings()[network.topology->out(NodeId(0), Port(0)).value()].packets;
  const std::uint64_t minus = machine.crossings()[network.topology->out(NodeId(0), Port(1)).value()].packets;
  CHECK(plus + minus == 4000);
  check_share(plus, 4000, 0.5);
}
