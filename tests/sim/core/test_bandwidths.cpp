// Channels of different bandwidths and latencies (docs/reference/router-cycle.md, sections 1 and 3): a packet alone
// takes the cycles that theory says before, on drawn graphs and by hand; and nothing is lost, nor a credit, however
// many send.
#include <algorithm>
#include <catch2/catch.hpp>

#include "models/analysis/latency/bounds.hpp"
#include "models/base/numbers/random.hpp"
#include "models/network/topology/graph.hpp"
#include "tests/support/cases/table_network.hpp"
#include "tests/support/harness.hpp"
#include "tests/support/oracles/pair_flow.hpp"
#include "tests/support/sample.hpp"
#include "traffic/patterns/uniform.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

constexpr double kBudget = 1e9;

struct Drawn {
  std::unique_ptr<GraphTopology> topology;
  std::unique_ptr<RoutingRelation> relation;
};

// A tree and some links more, of drawn bandwidths and latencies; one way a pair.
Drawn drawn_network(std::uint64_t seed, const std::vector<Bandwidth>& bandwidths) {
  RandomStream random(seed, 0, Purpose::destination);
  const std::uint32_t nodes = 3 + random.below(6), more = random.below(4);
  std::vector<GraphEdge> edges;
  const auto edge = [&](std::uint32_t a, std::uint32_t b) {
    edges.push_back({NodeId(a), NodeId(b), false, bandwidths[random.below(static_cast<std::uint32_t>(bandwidths.size()))],
                     static_cast<std::uint16_t>(random.below(9))});
  };
  for (std::uint32_t v = 1; v < nodes; ++v) edge(random.below(v), v);
  for (std::uint32_t i = 0; i < more; ++i) {
    const std::uint32_t a = random.below(nodes);
    edge(a, (a + 1 + random.below(nodes - 1)) % nodes);
  }
  Drawn drawn;
  drawn.topology = std::make_unique<GraphTopology>("drawn", edges);
  drawn.relation = make_relation("layered", *drawn.topology, {});
  return drawn;
}

int round_trip(const Topology& topology, const BoundsInput& input) {
  int longest = 0;
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    const Channel& channel = topology.channel(ChannelId(c));
    const int there = latency_of(channel, input.channel_latency), q = static_cast<int>(channel.bandwidth.denominator()),
              p = static_cast<int>(channel.bandwidth.numerator());
    longest = std::max(longest, there + (q + p - 1) / p - 1 + input.router_pipeline + (input.credit_latency == 0 ? there : input.credit_latency));
  }
  return longest;
}

RouterConfig machine_of(const BoundsInput& input, int vcs) {
  RouterConfig config;
  config.channel_latency = input.channel_latency;
  config.routing_delay = input.routing_delay;
  config.buffer_depth = input.buffer_depth;
  config.router_pipeline = input.router_pipeline;
  config.credit_latency = input.credit_latency;
  config.vcs = config.injection_vcs = vcs;
  return config;
}

const std::vector<Bandwidth> kRates = {1, {1, 2}, {2, 3}, {1, 7}, {3, 4}, {1, 9}, {5, 7}};

}  // namespace

TEST_CASE("alone over channels of different bandwidths a packet takes what theory says, and the mean is that of all pairs") {
  for (std::uint64_t seed = 0; seed < sample<std::uint64_t>(400, 60); ++seed) {
    const Drawn network = drawn_network(seed, kRates);
    RandomStream random(seed, 1, Purpose::destination);
    BoundsInput input;
    const auto length = 1 + random.below(20);
    input.packet_length = length;
    input.channel_latency = 1 + static_cast<int>(random.below(3));
    input.routing_delay = static_cast<int>(random.below(3)) * static_cast<int>(random.below(7));
    input.router_pipeline = random.below(2) == 0 ? 0 : static_cast<int>(random.below(4));
    input.credit_latency = random.below(2) == 0 ? 0 : 1 + static_cast<int>(random.below(5));
    // As deep as theory asks, and no deeper every other time.
    input.buffer_depth = round_trip(*network.topology, input) + input.routing_delay + static_cast<int>(random.below(2) * random.below(9));
    RouterConfig config = machine_of(input, std::max(1, network.relation->classes()));
    config.ejection = random.below(2) == 0 ? Ejection::ideal : Ejection::channel;
    config.vc_reuse = random.below(2) == 0 ? VcReuse::atomic : VcReuse::tail;
    CAPTURE(seed, length, input.channel_latency, input.routing_delay, input.router_pipeline, input.credit_latency, input.buffer_depth);
    Rational sum = 0;
    const std::uint32_t n = network.topology->terminals();
    for (std::uint32_t s = 0; s < n; ++s) {
      for (std::uint32_t d = 0; d < n; ++d) {
        if (s == d) continue;
        const auto theory =
            compute_bounds(*network.topology, *network.relation, OnePair(TerminalId(s), TerminalId(d)), input, kBudget).zero_load_latency;
        REQUIRE(theory);
        const auto alone = deliver_all(*network.topology, *network.relation, config, {{0, TerminalId(s), TerminalId(d), length}}, 10'000);
        CAPTURE(s, d);
        REQUIRE(*theory == Rational(alone.front().latency()));
        sum += *theory;
      }
    }
    const Bounds mean = compute_bounds(*network.topology, *network.relation, UniformTraffic(n, false), input, kBudget);
    REQUIRE(mean.zero_load_latency);
    REQUIRE(*mean.zero_load_latency == sum / (n * (n - 1)));
  }
}

TEST_CASE("alone over channels of different latencies a packet with a choice takes what theory says, where it says it") {
  int known = 0, unknown = 0;
  for (std::uint64_t seed = 0; seed < sample<std::uint64_t>(60, 8); ++seed) {
    RandomStream random(seed, 2, Purpose::destination);
    std::vector<GraphEdge> edges;  // a ring of six, and two links across
    const auto edge = [&](std::uint32_t a, std::uint32_t b) {
      edges.push_back({NodeId(a), NodeId(b), false, 1, static_cast<std::uint16_t>(1 + random.below(2))});
    };
    for (std::uint32_t v = 0; v < 6; ++v) edge(v, (v + 1) % 6);
    edge(0, 3);
    edge(1, 4);
    const GraphTopology t("ring", edges);
    const auto relation = make_relation("duato-updown", t, {});
    BoundsInput input;
    input.packet_length = 4;
    input.routing_delay = static_cast<int>(random.below(3));
    input.buffer_depth = 16;
    RouterConfig config = machine_of(input, 2);
    for (std::uint32_t s = 0; s < 6; ++s) {
      for (std::uint32_t d = 0; d < 6; ++d) {
        if (s == d) continue;
        const auto theory = compute_bounds(t, *relation, OnePair(TerminalId(s), TerminalId(d)), input, kBudget, kBudget).zero_load_latency;
        ++(theory ? known : unknown);
        config.seed = seed + 1;
        const auto alone = deliver_all(t, *relation, config, {{0, TerminalId(s), TerminalId(d), 4}}, 10'000);
        CAPTURE(seed, s, d);
        if (theory) CHECK(*theory == Rational(alone.front().latency()));
      }
    }
  }
  CHECK(known > 0);
  CHECK(unknown > 0);
}

TEST_CASE("the slowest channel spaces a packet's flits, and what is drawn among ways is a mean") {
  // 0 to 1 over a channel of 1/2, or by 2 over one of 1 and one of 1/3; every latency 1. Five flits: the first way
  // takes 2 cycles of the header and 4 x 2 behind it, the other 1 + 3 and 4 x 3; two more for injection and ejection.
  const TableNetwork ways = graph_network("0 1 1/2\n0 2\n2 1 1/3\n", "3: 0 1\n1: 0 2 1\n1: 1 0\n1: 0 2\n1: 2 0\n1: 1 2\n1: 2 1\n");
  const OnePair pair{TerminalId(0), TerminalId(1)};
  BoundsInput input;
  input.packet_length = 5;
  input.buffer_depth = 8;
  const auto zero_load = [&] { return compute_bounds(*ways.topology, *ways.relation, pair, input, kBudget).zero_load_latency; };
  CHECK(zero_load() == Rational(3 * 12 + 18, 4));
  // A routing delay of 2 a hop, in which flits catch up that the slow channel then holds back all the same.
  input.routing_delay = 2;
  CHECK(zero_load() == Rational(3 * 14 + 22, 4));
  // Packets of four and of five flits, as often.
  input.routing_delay = 0;
  input.packet_length = Rational(9, 2);
  input.lengths_differ = true;
  CHECK(zero_load() == (Rational(3 * 12 + 18, 4) + Rational(3 * 10 + 15, 4)) / 2);
}

TEST_CASE("behind a slow channel the routing delay is caught up with, before one it is not") {
  // Bandwidths 1/3 then 1, four flits, latency 1: the header takes 3 + 1 and twice r = 2; the tail is 3 x 3 behind it
  // after the first, and 2 less after the second. The other way round nothing is caught up behind the slow channel.
  const std::string table = "1: 0 1 2\n1: 2 1 0\n1: 0 1\n1: 1 0\n1: 1 2\n1: 2 1\n";
  const TableNetwork line = graph_network("0 1 1/3\n1 2\n", table);
  BoundsInput input;
  input.packet_length = 4;
  input.routing_delay = 2;
  input.buffer_depth = 6;  // 1 + 2 + 1, and 2 for the routing delay
  const auto of = [&](std::uint32_t s, std::uint32_t d) {
    return compute_bounds(*line.topology, *line.relation, OnePair(TerminalId(s), TerminalId(d)), input, kBudget);
  };
  CHECK(of(0, 2).zero_load_latency == Rational(4 + 4 + 7 + 2));
  CHECK(of(2, 0).zero_load_latency == Rational(4 + 4 + 9 + 2));
  input.buffer_depth = 5;
  CHECK(!of(0, 2).zero_load_latency);
  CHECK_THAT(of(0, 2).why_missing, Catch::Contains("+ routing delay = 6 flits"));
  input.buffer_depth = 6;
  input.lengths_differ = true;
  CHECK(!of(0, 2).zero_load_latency);
}

TEST_CASE("at rates of 1/3, 2/3 and 1/7 nothing is lost and every credit comes back") {
  for (const Bandwidth rate : {Bandwidth(1, 3), Bandwidth(2, 3), Bandwidth(1, 7)}) {
    for (std::uint64_t seed = 0; seed < sample<std::uint64_t>(40, 6); ++seed) {
      const Drawn network = drawn_network(seed, {1, rate, rate});
      RandomStream random(seed, 2, Purpose::destination);
      RouterConfig config;
      config.vcs = config.injection_vcs = std::max(2, network.relation->classes());
      config.buffer_depth = 1 + static_cast<int>(random.below(6));
      config.vc_reuse = random.below(2) == 0 ? VcReuse::atomic : VcReuse::tail;
      config.ejection = random.below(2) == 0 ? Ejection::ideal : Ejection::channel;
      config.crossbar = random.below(2) == 0 ? Crossbar::per_vc : Crossbar::per_port;
      config.router_pipeline = static_cast<int>(random.below(3));
      // More than the channels take, for 150 cycles; audited in every third, counts and credits.
      std::vector<Send> sends;
      const std::uint32_t n = network.topology->terminals();
      for (Cycle now = 0; now < 150; ++now) {
        for (std::uint32_t s = 0; s < n; ++s) {
          if (random.below(5) == 0) sends.push_back({now, TerminalId(s), TerminalId((s + 1 + random.below(n - 1)) % n), 1 + random.below(7)});
        }
      }
      CAPTURE(seed, to_string(rate), sends.size());
      const auto deliveries = deliver_all(*network.topology, *network.relation, config, sends, 100'000, 3);
      REQUIRE(deliveries.size() == sends.size());
      for (std::size_t i = 0; i < sends.size(); ++i) {
        REQUIRE(deliveries[i].packet.order.destination == sends[i].destination);
        REQUIRE(deliveries[i].packet.order.length == sends[i].length);
      }
    }
  }
}
