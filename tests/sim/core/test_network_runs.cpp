// The machine on networks beyond cubes: packets alone, exact; flits on every channel against exact loads; more traffic
// than a network takes, with the fewest VCs.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "models/analysis/loads/channel_load.hpp"
#include "models/network/topology/topologies.hpp"
#include "sim/core/compiled_network.hpp"
#include "tests/support/channel_flits.hpp"
#include "tests/support/network_loads.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

struct Sent {
  Cycle generated;
  std::uint32_t source, destination, length;
};

struct Collector final : DeliveryObserver {
  void delivered(const Delivery& d) override { all.push_back(d); }
  std::vector<Delivery> all;
};

struct Run {
  std::vector<Delivery> deliveries;  // as they were handed over
  std::vector<std::uint64_t> channel_flits;
};

Run run(const Topology& t, const RoutingRelation& relation, const RouterConfig& config, const std::vector<Sent>& sent) {
  Collector collector;
  CompiledNetwork machine(config, Wiring::of(t), relation, collector);
  std::size_t next = 0;
  for (Cycle now = 0; next < sent.size() || !machine.idle(); ++now) {
    REQUIRE(now < 100'000);
    for (; next < sent.size() && sent[next].generated == now; ++next) {
      const Sent& s = sent[next];
      machine.send(TerminalId(s.source), {now, TerminalId(s.destination), s.length, static_cast<std::uint32_t>(next), true});
    }
    machine.step(now);
    if (now % 101 == 0) machine.audit();
  }
  machine.audit();
  REQUIRE(collector.all.size() == sent.size());
  for (const Delivery& d : collector.all) REQUIRE(d.packet.order.destination.value() == sent[d.packet.order.tag].destination);
  return {collector.all, channel_flits(machine)};
}

RouterConfig config_of(const RoutingRelation& relation) {
  RouterConfig config;
  config.vcs = relation.classes();
  config.execution.count_channels = true;
  return config;
}

std::vector<Sent> all_pairs(std::uint32_t terminals, std::uint32_t times) {
  std::vector<Sent> list;
  for (std::uint32_t i = 0; i < times; ++i) {
    for (std::uint32_t s = 0; s < terminals; ++s) {
      for (std::uint32_t d = 0; d < terminals; ++d) {
        if (d != s) list.push_back({i * 64, s, d, 1});
      }
    }
  }
  return list;
}

std::vector<Sent> heavy(const Topology& t, Cycle cycles) {
  RandomStream random(7, 0, Purpose::destination);
  std::vector<Sent> list;
  for (Cycle now = 0; now < cycles; ++now) {
    for (std::uint32_t s = 0; s < t.terminals(); ++s) {
      if (random.below(5) == 0) list.push_back({now, s, random.below(t.terminals()), 1 + random.below(9)});
    }
  }
  return list;
}

}  // namespace

TEST_CASE("beyond cubes a packet alone takes the cycles of the channels that it crosses, whatever their latencies") {
  const auto t = make_topology(GENERATE("hyperx:3x3:t2", "dragonfly:2,2,1", "dragonfly:1,4,2,5", "fattree:2,3", "clos:3,2,2", "slimfly:3:t1"));
  const std::size_t kinds = t->kinds().size();
  for (std::uint16_t kind = 0; kind < kinds; ++kind) t->table().set_latency(kind, static_cast<std::uint16_t>(1 + 4 * kind));
  constexpr std::uint32_t kLength = 5;
  for (const std::string& routing : routings_on(*t)) {
    const auto relation = make_relation(routing, *t, {});
    RouterConfig config = config_of(*relation);
    config.buffer_depth = 40;
    config.routing_delay = 1;
    const std::uint32_t n = t->terminals();
    constexpr std::uint32_t kStep = 37;  // prime to the number of pairs of each of these networks: all of them, or some from everywhere
    for (std::uint32_t i = 0; i < sample(n * n, 6U); ++i) {
      const std::uint32_t s = i * kStep % (n * n) / n, d = i * kStep % n;
      CAPTURE(t->name(), routing, s, d);
      const Run alone = run(*t, *relation, config, {{0, s, d, kLength}});
      Cycle expected = kLength + 1;
      std::uint64_t hops = 0;
      for (std::uint32_t c = 0; c < t->channels(); ++c) {
        const std::uint64_t crossed = alone.channel_flits[c] / kLength;
        hops += crossed;
        expected += static_cast<Cycle>(crossed) * static_cast<Cycle>(latency_of(t->channel(ChannelId(c)), 1) + 1);
      }
      CHECK(alone.deliveries.front().latency() == expected);
      CHECK(alone.deliveries.front().packet.hops == hops);
    }
  }
}

TEST_CASE("flits on every channel are those of the exact loads") {
  struct Case {
    const char *topology, *routing;
    bool exact;  // no choice is drawn
  };
  const auto c = GENERATE(values<Case>({{"hyperx:3x4:t2", "dor", true},
                                        {"dragonfly:2,2,1", "min", true},
                                        {"fattree:2,3", "d-mod-k", true},
                                        {"clos:4,3,2", "d-mod-k", true},
                                        {"slimfly:5:t1", "min", true},
                                        {"hyperx:3x3:t2", "valiant", false},
                                        {"dragonfly:2,2,1", "valiant-group", false},
                                        {"dragonfly:1,4,2,5", "min", false},
                                        {"dragonfly:2,2,1", "valiant", false},
                                        {"fattree:2,3", "nca-random", false},
                                        {"slimfly:3:t1", "min", false},
                                        {"slimfly:3:t1", "valiant", false}}));
  CAPTURE(c.topology, c.routing);
  const auto t = make_topology(c.topology);
  const auto relation = make_relation(c.routing, *t, {});
  const std::uint32_t times = c.exact ? 1 : 20, pairs = (t->terminals() - 1) * times;
  const ChannelLoads loads = channel_load(*t, *relation, *make_traffic("uniform", *t));
  const Run all = run(*t, *relation, config_of(*relation), all_pairs(t->terminals(), times));
  std::uint64_t flits = 0;
  for (std::uint32_t i = 0; i < t->channels(); ++i) {
    CAPTURE(i);
    flits += all.channel_flits[i];
    const Rational expected = loads.load[i] * pairs;
    if (c.exact) {
      CHECK(all.channel_flits[i] == expected);
    } else {  // packets are independent, and cross a channel twice at most: a variance of 2 x mean at most
      const double mean = to_double(expected), difference = static_cast<double>(all.channel_flits[i]) - mean;
      CHECK(std::abs(difference) <= 5 * std::sqrt(2 * mean));
    }
  }
  CHECK(std::accumulate(all.deliveries.begin(), all.deliveries.end(), std::uint64_t{0},
                        [](std::uint64_t sum, const Delivery& d) { return sum + d.packet.hops; }) == flits);
}

TEST_CASE("beyond cubes all arrives under more traffic than the network takes, in whatever order it is worked through") {
  const auto t =
      make_topology(GENERATE("hyperx:3x3:t4", "fullmesh:4:t16", "dragonfly:2,2,1", "dragonfly:1,3,2,3", "fattree:3,2", "clos:3,1,4", "slimfly:3:t1"));
  const std::vector<Sent> sent = heavy(*t, sample(Cycle{2000}, Cycle{80}));
  for (const std::string& routing : routings_on(*t)) {
    CAPTURE(t->name(), routing);
    const auto relation = make_relation(routing, *t, {});
    RouterConfig config = config_of(*relation);
    const Run forward = run(*t, *relation, config, sent);
    config.execution.reverse_order = true;
    const Run backward = run(*t, *relation, config, sent);
    CHECK(forward.channel_flits == backward.channel_flits);
    CHECK(std::equal(forward.deliveries.begin(), forward.deliveries.end(), backward.deliveries.begin(), backward.deliveries.end(),
                     [](const Delivery& a, const Delivery& b) { return a.packet.order.tag == b.packet.order.tag && a.ejected == b.ejected; }));
  }
}
