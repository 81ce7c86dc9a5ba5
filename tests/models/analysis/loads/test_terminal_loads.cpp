// Loads, worst cases and bounds where terminals are not routers: tables worked out by hand, and sums over pairs of
// terminals.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "models/analysis/latency/bounds.hpp"
#include "models/analysis/latency/light_traffic.hpp"
#include "models/analysis/loads/capacity.hpp"
#include "models/analysis/loads/channel_load.hpp"
#include "models/analysis/loads/pair_loads.hpp"
#include "models/base/error.hpp"
#include "tests/support/cases/terminal_networks.hpp"
#include "tests/support/oracles/pair_table.hpp"
#include "tests/support/routings.hpp"
#include "traffic/patterns/uniform.hpp"
#include "traffic/registry.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

using Kind = CubeTopology::Kind;

Rational load_between(const Topology& t, const ChannelLoads& loads, std::uint32_t from, std::uint32_t to) {
  Rational sum = 0;
  for (std::uint32_t c = 0; c < t.channels(); ++c) {
    const Channel& channel = t.channel(ChannelId(c));
    if (channel.from == NodeId(from) && channel.to == NodeId(to)) sum += loads.load[c];
  }
  return sum;
}

// The definition: every pair of terminals sends what the pattern says over what the relation loads between their
// routers.
std::vector<Rational> summed(const Topology& t, const PairTable& table, const TrafficPattern& pattern) {
  std::vector<Rational> sum(t.channels());
  for (std::uint32_t s = 0; s < t.terminals(); ++s) {
    for (const Demand& d : pattern.row(TerminalId(s))) {
      const auto& row = table.row(t.router_of(TerminalId(s)).value(), t.router_of(d.destination).value());
      for (std::uint32_t c = 0; c < t.channels(); ++c) sum[c] += d.probability * row[c];
    }
  }
  return sum;
}

LoadOptions without_symmetry() {
  LoadOptions options;
  options.use_symmetry = false;
  return options;
}

}  // namespace

TEST_CASE("a 2x2 mesh of three terminals a router carries nine elevenths a pair of routers") {
  // 3 x 3 pairs of terminals between two routers, 1/11 each. X before Y: channel 0->1 carries 0 to 1 and 0 to 3,
  // channel 0->2 carries 0 to 2 and 1 to 2, and so do their likes: 18/11 on each of eight channels. Hops: 3/11 to each
  // of three routers, at distance 1, 1 and 2.
  const TerminalCube t(Kind::mesh, {2, 2}, 3);
  const auto dor = relation_of(t, "dor");
  const auto uniform = make_traffic("uniform", t);
  const ChannelLoads loads = channel_load(t, *dor, *uniform);
  for (const Rational& load : loads.load) CHECK(load == Rational(18, 11));
  CHECK(loads.demand == 12);
  CHECK(loads.gamma_max == Rational(18, 11));
  CHECK(loads.mean_hops == Rational(12, 11));
  // Uniform with the own terminal, 3 x 3 x 2 / 12 a channel: a mesh row of two carries 2/4 for one terminal a router,
  // three times as much for three.
  CHECK(channel_load(t, *dor, *make_traffic("uniform-self", t)).gamma_max == Rational(3, 2));
  CHECK(capacity_load(t) == Rational(3, 2));
  CHECK(capacity_load(TerminalCube(Kind::mesh, {2, 2}, routers_of({3, 3, 3, 2}))) == std::nullopt);
  BoundsInput machine;
  machine.channel_latency = 3;
  machine.routing_delay = 2;
  machine.buffer_depth = 6;
  machine.packet_length = 5;
  const Bounds bounds = compute_bounds(t, *dor, *uniform, machine, 1e9);
  CHECK(bounds.zero_load_latency == Rational(12, 11) * 5 + 6);
  CHECK(bounds.ideal_throughput == Rational(11, 18));
}

TEST_CASE("destination-mod-k on a tree of three leaves and three spines, four terminals a leaf") {
  // Leaf l has terminals 4l..4l+3; terminal t is reached over spine t mod 3. A pair sends 1/11.
  const TwoLevelTree t(3, 3, 4);
  const DestinationModSpines relation(t);
  const ChannelLoads loads = channel_load(t, relation, *make_traffic("uniform", t));
  // Upwards four sources times the terminals elsewhere that the spine stands for: 0 to 11 without the leaf's own, by
  // their remainder.
  const int elsewhere[3][3] = {{2, 3, 3}, {3, 2, 3}, {3, 3, 2}};
  // Downwards eight sources elsewhere times the leaf's terminals of that remainder.
  const int own[3][3] = {{2, 1, 1}, {1, 2, 1}, {1, 1, 2}};
  for (std::uint32_t l = 0; l < 3; ++l) {
    for (std::uint32_t s = 0; s < 3; ++s) {
      CAPTURE(l, s);
      CHECK(loads.load[t.up(l, s).value()] == Rational(4 * elsewhere[l][s], 11));
      CHECK(loads.load[t.down(s, l).value()] == Rational(8 * own[l][s], 11));
    }
  }
  CHECK(loads.gamma_max == Rational(16, 11));
  CHECK(loads.mean_hops == Rational(16, 11));  // two hops to 8 of 11
  CHECK_FALSE(loads.by_symmetry);
  CHECK(capacity_load(t) == std::nullopt);
  const Bounds bounds = compute_bounds(t, relation, *make_traffic("uniform", t), {1, 0, 2, 7}, 1e9);
  CHECK(bounds.zero_load_latency == Rational(16, 11) + 8);
}

TEST_CASE("the terminals of a router may send differently") {
  // A row of three routers with terminals {0, 1}, {2}, {3}: 0 sends all it has to 3, 1 half of it to 2, 2 a quarter to
  // 1.
  const TerminalCube t(Kind::mesh, {3}, routers_of({2, 1, 1}));
  class Rows final : public TrafficPattern {
   public:
    [[nodiscard]] std::vector<Demand> row(TerminalId source) const override {
      if (source == TerminalId(0)) return {{TerminalId(3), 1}};
      if (source == TerminalId(1)) return {{TerminalId(2), Rational(1, 2)}};
      if (source == TerminalId(2)) return {{TerminalId(1), Rational(1, 4)}};
      return {};
    }
    [[nodiscard]] TerminalId sample(TerminalId source, RandomStream&) const override { return row(source).front().destination; }
    [[nodiscard]] Rational share(TerminalId source) const override { return source == TerminalId(3) ? Rational(0) : row(source)[0].probability; }
  };
  const ChannelLoads loads = channel_load(t, *relation_of(t, "dor"), Rows());
  CHECK(load_between(t, loads, 0, 1) == Rational(3, 2));
  CHECK(load_between(t, loads, 1, 2) == 1);
  CHECK(load_between(t, loads, 1, 0) == Rational(1, 4));
  CHECK(load_between(t, loads, 2, 1) == 0);
  CHECK(loads.demand == Rational(7, 4));
  CHECK(loads.mean_hops == Rational(11, 7));
}

TEST_CASE("loads are the sum over pairs of terminals, whichever way they are found") {
  const std::string routing = GENERATE("dor", "o1turn", "romm", "valiant");
  const auto cases =
      std::vector<std::pair<Kind, std::vector<std::uint32_t>>>{{Kind::torus, {4, 3}}, {Kind::mesh, {3, 2}}, {Kind::hypercube, {2, 2, 2}}};
  for (const auto& [kind, radices] : cases) {
    const auto nodes = CubeTopology(kind, radices).nodes();
    std::vector<std::uint32_t> uneven(nodes, 2);
    uneven[1] = 0;
    uneven[2] = 5;
    std::vector<NodeId> shuffled = routers_of(std::vector<std::uint32_t>(nodes, 2));
    std::swap(shuffled[0], shuffled[7]);
    std::swap(shuffled[3], shuffled.back());
    for (const auto& routers : {routers_of(std::vector<std::uint32_t>(nodes, 3)), routers_of(uneven), shuffled}) {
      const TerminalCube t(kind, radices, routers);
      const auto relation = relation_of(t, routing);
      const PairTable table = enumerated(t, routing, TieRule::split);
      const ToldApart apart(*relation);
      for (const std::string name : {"uniform", "uniform-self", "random:3"}) {
        CAPTURE(t.name(), routing, name, routers.size());
        const auto pattern = make_traffic(name, t);
        const auto expected = summed(t, table, *pattern);
        CHECK(channel_load(t, *relation, *pattern).load == expected);
        CHECK(channel_load(t, *relation, *pattern, without_symmetry()).load == expected);
        CHECK(channel_load(t, apart, *pattern).load == expected);
      }
    }
  }
}

TEST_CASE("translations are used where routers have as many terminals, and not elsewhere") {
  const TerminalCube alike(Kind::torus, {4, 4}, 2);
  CHECK(channel_load(alike, *relation_of(alike, "dor"), UniformTraffic(32, false)).by_symmetry);
  std::vector<std::uint32_t> uneven(16, 2);
  uneven[5] = 1;
  const TerminalCube differing(Kind::torus, {4, 4}, routers_of(uneven));
  CHECK_FALSE(channel_load(differing, *relation_of(differing, "dor"), UniformTraffic(31, false)).by_symmetry);
}

TEST_CASE("sampled loads of terminals agree with the exact ones within six standard errors") {
  const TerminalCube t(Kind::torus, {4, 4}, 3);
  const auto romm = relation_of(t, "romm");
  const ToldApart apart(*romm);
  const auto pattern = make_traffic("uniform", t);
  const ChannelLoads exact = channel_load(t, *romm, *pattern);
  LoadOptions options;
  options.sample = {50, 9};
  for (const RoutingRelation* const relation : {static_cast<const RoutingRelation*>(romm.get()), static_cast<const RoutingRelation*>(&apart)}) {
    const ChannelLoads loads = channel_load(t, *relation, *pattern, options);
    for (std::uint32_t c = 0; c < t.channels(); ++c) {
      CHECK(std::abs(to_double(loads.load[c]) - to_double(exact.load[c])) <= 6 * loads.standard_error[c] + 1e-12);
    }
  }
}

TEST_CASE("the pair loads of terminals are those of their routers, and their mean counts every pair") {
  const TerminalCube t(Kind::mesh, {3, 2}, routers_of({2, 0, 1, 3, 1, 2}));
  const auto romm = relation_of(t, "romm");
  const PairTable table = enumerated(t, "romm", TieRule::split);
  const ToldApart apart(*romm);
  for (const RoutingRelation* const relation : {static_cast<const RoutingRelation*>(romm.get()), static_cast<const RoutingRelation*>(&apart)}) {
    const PairLoads loads(t, *relation, {});
    REQUIRE(loads.terminals() == 9);
    Rational hops = 0;
    for (std::uint32_t c = 0; c < t.channels(); ++c) {
      const ValueRows rows = loads.rows(ChannelId(c));
      for (std::uint32_t i = 0; i < 9; ++i) {
        std::vector<Rational> row(9);
        for (std::size_t e = rows.begin[i]; e < rows.begin[i + 1]; ++e) row[rows.column[e]] = loads.values()[rows.value[e]];
        for (std::uint32_t j = 0; j < 9; ++j) {
          CHECK(row[j] == table.at(t.router_of(TerminalId(i)).value(), t.router_of(TerminalId(j)).value(), ChannelId(c)));
          hops += row[j];
        }
      }
    }
    CHECK(loads.mean_hops() == hops / 81);
  }
}

TEST_CASE("the light-traffic slope counts flows of terminals; two of a router share channels but not the injection channel") {
  // Two routers with two terminals each, uniform, 1/3 a pair. A flow within a router meets the three flows of its own
  // terminal. One across meets those three, and the two flows across of its neighbour. Over demand 4: the flows of a
  // terminal, 1/3 each, are one within and two across.
  const TerminalCube t(Kind::mesh, {2}, 2);
  LightTrafficOptions options;
  options.vcs = 2;
  const Rational within(3, 3), across(5, 3);
  for (const bool use_symmetry : {true, false}) {
    options.use_symmetry = use_symmetry;
    CHECK(light_traffic_slope(t, *relation_of(t, "dor"), *make_traffic("uniform", t), options) == within / 3 + 2 * across / 3);
  }
}
