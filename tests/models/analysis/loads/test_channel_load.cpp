// Exact channel loads and the bounds that follow, against paths enumerated one by one, published values and closed
// forms.
#include <catch2/catch.hpp>

#include "models/analysis/latency/bounds.hpp"
#include "models/analysis/loads/capacity.hpp"
#include "models/analysis/loads/channel_load.hpp"
#include "models/base/error.hpp"
#include "models/network/symmetry/orbits.hpp"
#include "routing/registry/registry.hpp"
#include "tests/support/oracles/demand_rows.hpp"
#include "tests/support/oracles/path_oracle.hpp"
#include "tests/support/published.hpp"
#include "tests/support/routings.hpp"
#include "traffic/registry.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

nlohmann::json published() { return read_published("worst-case.json"); }

TieRule tie_of(const std::string& name) {
  return name == "plus" ? TieRule::plus : name == "parity" ? TieRule::parity : name == "union" ? TieRule::union_ : TieRule::split;
}

std::unique_ptr<RoutingRelation> dor(const CubeTopology& t, TieRule tie = TieRule::split) {
  return make_relation("dor", t, taken("dor", t, {tie, VcPolicy::split, 2}));
}

ChannelLoads loads_of(const std::string& topology, const std::string& traffic, TieRule tie = TieRule::split) {
  const auto t = make_cube(topology);
  return channel_load(*t, *dor(*t, tie), *make_traffic(traffic, *t));
}

std::vector<Rational> enumerated(const CubeTopology& t, TieRule tie, const TrafficPattern& pattern) {
  const PathOracle oracle(t, tie);
  std::vector<Rational> load(t.channels());
  for (std::uint32_t s = 0; s < t.nodes(); ++s) {
    for (const Demand& d : pattern.row(TerminalId(s))) oracle.add_dor(s, d.destination.value(), d.probability, load);
  }
  return load;
}

// weight_a times one pattern plus weight_b times another.
DemandRows mixture(const CubeTopology& t, const TrafficPattern& a, const Rational& weight_a, const TrafficPattern& b, const Rational& weight_b) {
  std::vector<std::vector<Demand>> rows(t.nodes());
  for (std::uint32_t s = 0; s < t.nodes(); ++s) {
    std::vector<Rational> row(t.nodes());
    for (const Demand& d : a.row(TerminalId(s))) row[d.destination.value()] += weight_a * d.probability;
    for (const Demand& d : b.row(TerminalId(s))) row[d.destination.value()] += weight_b * d.probability;
    for (std::uint32_t v = 0; v < t.nodes(); ++v) {
      if (row[v] > 0) rows[s].push_back({TerminalId(v), row[v]});
    }
  }
  return DemandRows(std::move(rows));
}

// Round a ring the + way, past the destination, for ever; or, adaptive: any way.
class Odd final : public RoutingRelation {
 public:
  enum class Fault { goes_round, adaptive };
  Odd(const CubeTopology& t, Fault fault) : t_(t), fault_(fault) {}
  [[nodiscard]] StartStates start(NodeId, NodeId) const override { return {StartState{}}; }
  void next(NodeId node, ChannelId, NodeId dst, HeaderState, Candidates& out) const override {
    if (fault_ == Fault::adaptive && node == dst) {
      out.emplace_back().exit = Exit::deliver;
      return;
    }
    for (const int sign : {+1, -1}) {
      if (sign < 0 && fault_ == Fault::goes_round) continue;
      Candidate& hop = out.emplace_back();
      hop.route = sign < 0 ? 1 : 0;
      hop.channel = t_.out(node, t_.port(0, sign));
      hop.classes = 1;
      hop.weight = fault_ == Fault::adaptive ? 0 : 1;
    }
  }
  [[nodiscard]] int classes() const override { return 1; }

 private:
  const CubeTopology& t_;
  Fault fault_;
};

// Dimension order with parity ties that claims every translation; only even ones keep it.
class Boaster final : public RoutingRelation {
 public:
  explicit Boaster(const CubeTopology& t)
      : honest_(t, TieRule::parity, VcPolicy::split, 2), claims_(DimensionOrder(t, TieRule::plus, VcPolicy::split, 2).symmetries()) {}
  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override { return honest_.start(src, dst); }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override { honest_.next(node, in, dst, state, out); }
  [[nodiscard]] int classes() const override { return honest_.classes(); }
  [[nodiscard]] std::vector<Symmetry> symmetries() const override { return claims_; }

 private:
  DimensionOrder honest_;
  std::vector<Symmetry> claims_;
};

}  // namespace

TEST_CASE("dimension-order loads equal all paths enumerated") {
  const auto [topology, tie] = GENERATE(table<std::string, std::string>({
      {"torus:2", "split"},    {"torus:2x2", "split"},   {"torus:3x3", "split"},    {"torus:4x4", "split"},   {"torus:4x4", "plus"},
      {"torus:4x4", "parity"}, {"torus:5x4", "split"},   {"torus:5x4", "plus"},     {"torus:5x4", "parity"},  {"torus:8", "split"},
      {"torus:8", "parity"},   {"torus:2x3x4", "split"}, {"torus:2x3x4", "parity"}, {"torus:3x2", "parity"},  {"mesh:4x4", "split"},
      {"mesh:2x3x4", "split"}, {"mesh:7", "split"},      {"hypercube:1", "split"},  {"hypercube:4", "split"},
  }));
  const auto t = make_cube(topology);
  const auto relation = dor(*t, tie_of(tie));
  std::vector<std::string> patterns = {"uniform", "uniform-self", "bit-complement", "random:1", "random:2"};
  if (t->kind() != CubeTopology::Kind::hypercube && t->radix(0) > 2) patterns.emplace_back("tornado");
  for (const std::string& traffic : patterns) {
    CAPTURE(topology, tie, traffic);
    const auto pattern = make_traffic(traffic, *t);
    const auto expected = enumerated(*t, tie_of(tie), *pattern);
    const ChannelLoads loads = channel_load(*t, *relation, *pattern);
    CHECK(loads.load == expected);
    CHECK(loads.gamma_max == *std::max_element(expected.begin(), expected.end()));
    if (loads.gamma_max > 0) CHECK(loads.load[loads.busiest.value()] == loads.gamma_max);
    LoadOptions exhaustive;
    exhaustive.use_symmetry = false;
    const ChannelLoads all = channel_load(*t, *relation, *pattern, exhaustive);
    CHECK(all.load == expected);
    CHECK_FALSE(all.by_symmetry);
    CHECK(all.demand == loads.demand);
    CHECK(all.mean_hops == loads.mean_hops);
  }
}

TEST_CASE("one source per orbit is walked where relation and pattern allow it") {
  CHECK(loads_of("torus:8x8", "uniform").by_symmetry);
  CHECK(loads_of("torus:4x4", "uniform-self", TieRule::parity).by_symmetry);
  CHECK(loads_of("hypercube:6", "uniform").by_symmetry);
  CHECK_FALSE(loads_of("mesh:4x4", "uniform").by_symmetry);
  CHECK_FALSE(loads_of("torus:8x8", "transpose").by_symmetry);
}

TEST_CASE("a symmetry that a relation claims and does not have is found out") {
  // Under parity ties all flow between even and odd coordinates of a ring of 4 looks different from 0 and from 1.
  const auto t = make_cube("torus:4");
  const auto pattern = make_traffic("uniform", *t);
  std::vector<Rational> loads;
  try {
    loads = channel_load(*t, Boaster(*t), *pattern).load;
  } catch (const std::exception&) {
    SUCCEED("refused");
    return;
  }
  CHECK(loads == enumerated(*t, TieRule::parity, *pattern));
}

TEST_CASE("a map that takes a channel to no channel is no symmetry") {
  const auto t = make_cube("torus:4x4");
  Symmetry swap{Symmetry::Kind::translation, "swap of two nodes", {}};
  for (std::uint32_t v = 0; v < t->nodes(); ++v) swap.image.emplace_back(v == 0 ? 1 : v == 1 ? 0 : v);
  CHECK_THROWS_AS(Orbits(*t, {swap}), InvariantError);
}

TEST_CASE("capacity is dimension order's uniform-self load with split ties, on every ring of 2 to 9") {
  for (std::uint32_t k = 2; k <= 9; ++k) {
    CAPTURE(k);
    const Rational ring = k % 2 == 0 ? Rational(k, 8) : Rational(k * k - 1, 8 * k);
    const std::string size = std::to_string(k);
    for (const std::string& shape : {size, size + "x" + size, size + "x2"}) {
      const auto torus = make_cube("torus:" + shape);
      CHECK(*capacity_load(*torus) == loads_of("torus:" + shape, "uniform-self").gamma_max);
      const auto mesh = make_cube("mesh:" + shape);
      CHECK(*capacity_load(*mesh) == loads_of("mesh:" + shape, "uniform-self").gamma_max);
    }
    CHECK(*capacity_load(*make_cube("torus:" + size)) == ring);
    CHECK(*capacity_load(*make_cube("mesh:" + size)) == 2 * ring);
  }
  for (int n = 1; n <= 6; ++n) {
    CHECK(*capacity_load(*make_cube("hypercube:" + std::to_string(n))) == Rational(1, 2));
    CHECK(loads_of("hypercube:" + std::to_string(n), "uniform-self").gamma_max == Rational(1, 2));
  }
}

TEST_CASE("capacities are those published") {
  const auto cases = published()["worst_case"];
  REQUIRE(cases.size() >= 8);
  for (const auto& entry : cases) {
    const auto name = entry["topology"].get<std::string>();
    CAPTURE(name);
    CHECK(*capacity_load(*make_cube(name)) == rational_of(entry["capacity_load"]));
  }
}

TEST_CASE("ties by plus raise the uniform load to (k+2)/8") {
  for (const std::uint32_t k : {2U, 4U, 6U, 8U})
    CHECK(loads_of("torus:" + std::to_string(k), "uniform-self", TieRule::plus).gamma_max == Rational(k + 2, 8));
}

TEST_CASE("the loads of dimension order on the 9-ary 2-cube are those of Table 1") {
  const auto table = published()["table1_9ary_2cube"];
  const auto t = make_cube("torus:9x9");
  CHECK(*capacity_load(*t) == rational_of(table["capacity_load"]));
  for (const auto& [printed, name] : std::map<std::string, std::string>{
           {"uniform", "uniform-self"}, {"bitcomp", "bit-complement"}, {"transpose", "transpose"}, {"tornado", "tornado"}}) {
    CAPTURE(name);
    const ChannelLoads loads = loads_of("torus:9x9", name);
    CHECK(loads.gamma_max == rational_of(table["exact"]["dor"][printed]["gamma"]));
    CHECK(*capacity_load(*t) / loads.gamma_max == rational_of(table["exact"]["dor"][printed]["fraction"]));
  }
}

TEST_CASE("the permutation of Figure 9 loads dimension order as published") {
  const auto figure = published()["figure9"];
  const auto t = make_cube("torus:9x9");
  std::vector<std::vector<Demand>> rows(81);
  for (std::uint32_t x = 0; x < 9; ++x) {
    for (std::uint32_t y = 0; y < 9; ++y) {
      const auto& to = figure["destinations"][x][y];
      rows[x + 9 * y] = {{TerminalId(to[0].get<std::uint32_t>() + 9 * to[1].get<std::uint32_t>()), 1}};
    }
  }
  const ChannelLoads loads = channel_load(*t, *dor(*t), DemandRows(rows));
  Rational total = 0;
  std::size_t at_max = 0;
  for (const Rational& load : loads.load) {
    total += load;
    if (load == loads.gamma_max) ++at_max;
  }
  CHECK(loads.gamma_max == rational_of(figure["loads"]["dor"]["max"]));
  CHECK(total == rational_of(figure["loads"]["dor"]["total"]));
  CHECK(at_max == figure["loads"]["dor"]["channels_at_max"].size());
  for (const auto& c : figure["loads"]["dor"]["channels_at_max"]) {
    const NodeId from(c[0][0].get<std::uint32_t>() + 9 * c[0][1].get<std::uint32_t>());
    CHECK(loads.load[t->out(from, t->port(c[1].get<int>(), c[2].get<int>())).value()] == loads.gamma_max);
  }
}

TEST_CASE("loads of single pairs are those published") {
  const auto pairs = published()["pair_loads"];
  for (const auto& pair : pairs) {
    if (pair["routing"] != "dor") continue;
    CAPTURE(pair.dump());
    const auto t = make_cube(pair["topology"].get<std::string>());
    const auto node = [&](const nlohmann::json& x) { return t->node_at({x[0].get<std::uint32_t>(), x[1].get<std::uint32_t>()}); };
    std::vector<std::vector<Demand>> rows(t->nodes());
    rows[node(pair["src"]).value()] = {{TerminalId(node(pair["dst"]).value()), 1}};
    const ChannelLoads loads = channel_load(*t, *dor(*t, tie_of(pair["tie"])), DemandRows(rows));
    REQUIRE(pair["channel"] == "(0,0)->(1,0)");
    CHECK(loads.load[t->out(NodeId(0), t->port(0, +1)).value()] == rational_of(pair["gamma"]));
  }
}

TEST_CASE("loads by hand: a mesh row, a ring with a tie, tornado") {
  // mesh:3, uniform: the middle channel 0->1 carries 0->1, 0->2: 1/2 each.
  const auto mesh = make_cube("mesh:3");
  const ChannelLoads row = loads_of("mesh:3", "uniform");
  CHECK(row.load[mesh->out(NodeId(0), Port(0)).value()] == 1);
  CHECK(row.load[mesh->out(NodeId(1), Port(0)).value()] == 1);
  CHECK(row.mean_hops == Rational(4, 3));
  // torus:8 tornado goes ceil(8/2) - 1 = 3 the + way from everywhere: 3 on every + channel, 0 on every -.
  const auto ring = make_cube("torus:8");
  const ChannelLoads tornado = loads_of("torus:8", "tornado");
  for (std::uint32_t v = 0; v < 8; ++v) {
    CHECK(tornado.load[ring->out(NodeId(v), Port(0)).value()] == 3);
    CHECK(tornado.load[ring->out(NodeId(v), Port(1)).value()] == 0);
  }
  CHECK(tornado.busiest == ring->out(NodeId(0), Port(0)));
}

TEST_CASE("loads are linear in the matrix, channel by channel") {
  const auto [topology, tie] = GENERATE(table<std::string, std::string>({{"torus:5x4", "split"}, {"torus:4x4", "parity"}, {"mesh:4x3", "split"}}));
  const auto t = make_cube(topology);
  const auto relation = dor(*t, tie_of(tie));
  const auto a = make_traffic("uniform-self", *t);
  const auto b = make_traffic("random:9", *t);
  const Rational weight_a(2, 7), weight_b(3, 11);
  const ChannelLoads mixed = channel_load(*t, *relation, mixture(*t, *a, weight_a, *b, weight_b));
  const ChannelLoads of_a = channel_load(*t, *relation, *a);
  const ChannelLoads of_b = channel_load(*t, *relation, *b);
  for (std::uint32_t c = 0; c < t->channels(); ++c) REQUIRE(mixed.load[c] == of_a.load[c] * weight_a + of_b.load[c] * weight_b);
  CHECK(mixed.demand == of_a.demand * weight_a + of_b.demand * weight_b);
}

TEST_CASE("a pattern in which nobody sends has no load") {
  const auto t = make_cube("torus:3x3");
  const ChannelLoads loads = channel_load(*t, *dor(*t), DemandRows(std::vector<std::vector<Demand>>(9)));
  CHECK(loads.gamma_max == 0);
  CHECK(loads.demand == 0);
  CHECK(loads.mean_hops == 0);
}

TEST_CASE("loads refuse adaptive relations, headers that go round, and work beyond the budget") {
  const auto t = make_cube("torus:4");
  const auto pattern = make_traffic("bit-complement", *t);
  CHECK_THROWS_AS(channel_load(*t, Odd(*t, Odd::Fault::goes_round), *pattern), ConfigError);
  CHECK_THROWS_WITH(channel_load(*t, Odd(*t, Odd::Fault::goes_round), *pattern), Catch::Contains("round for ever"));
  CHECK_THROWS_AS(channel_load(*t, Odd(*t, Odd::Fault::adaptive), *pattern), ConfigError);
  LoadOptions small;
  small.budget = 1;
  CHECK_THROWS_WITH(channel_load(*t, *dor(*t), *pattern, small), Catch::Contains("torus:4") && Catch::Contains("budget"));
  CHECK_THROWS_AS(channel_load(*t, *dor(*t), *pattern, small), BudgetError);
  CHECK(compute_bounds(*t, *dor(*t), *pattern, {}, 1).over_budget);
  const Bounds adaptive = compute_bounds(*t, Odd(*t, Odd::Fault::adaptive), *pattern, {}, 1e9);
  CHECK_FALSE(adaptive.over_budget);  // missing for another reason
  CHECK_FALSE(adaptive.why_missing.empty());
}

TEST_CASE("the zero-load latency on 8x8 with 32-flit messages is 2335/63") {
  const auto t = make_cube("torus:8x8");
  const auto pattern = make_traffic("uniform", *t);
  BoundsInput input;
  input.packet_length = 32;
  const Bounds bounds = compute_bounds(*t, *dor(*t), *pattern, input, 1e9);
  CHECK(bounds.zero_load_latency == Rational(2335, 63));
  CHECK(bounds.why_missing.empty());
  // Uniform without self: every pair weighs 64/63 of uniform-self's, whose load is 1.
  CHECK(bounds.ideal_throughput == Rational(63, 64));
}

TEST_CASE("the zero-load latency is h (l + r) + M + 1, where depth is at least 2 l") {
  const auto t = make_cube("hypercube:4");  // bit-complement: 4 hops from everywhere
  const auto pattern = make_traffic("bit-complement", *t);
  const auto relation = dor(*t);
  const auto latency = [&](int l, int r, int depth, std::uint32_t length) {
    return compute_bounds(*t, *relation, *pattern, {l, r, depth, length}, 1e9).zero_load_latency;
  };
  CHECK(latency(1, 0, 2, 1) == 6);
  CHECK(latency(3, 2, 6, 20) == 41);
  CHECK(latency(3, 2, 64, 20) == 41);
  CHECK_FALSE(latency(3, 2, 5, 20).has_value());
  CHECK_FALSE(latency(1, 0, 1, 20).has_value());
  const Bounds shallow = compute_bounds(*t, *relation, *pattern, {1, 0, 1, 20}, 1e9);
  CHECK_FALSE(shallow.why_missing.empty());
  CHECK(shallow.ideal_throughput == 1);  // each of a node's 4 channels carries one packet
}

TEST_CASE("bounds that cannot be computed are missing with a reason, not an error") {
  const auto t = make_cube("torus:4");
  const auto pattern = make_traffic("uniform", *t);
  const Bounds adaptive = compute_bounds(*t, Odd(*t, Odd::Fault::goes_round), *pattern, {}, 1e9);
  CHECK_FALSE(adaptive.zero_load_latency.has_value());
  CHECK_FALSE(adaptive.ideal_throughput.has_value());
  CHECK_FALSE(adaptive.why_missing.empty());
  CHECK_FALSE(compute_bounds(*t, *dor(*t), *pattern, {}, 1).why_missing.empty());
  const Bounds silent = compute_bounds(*t, *dor(*t), DemandRows(std::vector<std::vector<Demand>>(4)), {}, 1e9);
  CHECK_FALSE(silent.ideal_throughput.has_value());
  CHECK_FALSE(silent.why_missing.empty());
}

TEST_CASE("traffic to the own node only has a zero-load latency of M + 1 and no throughput bound") {
  const auto t = make_cube("torus:4");
  std::vector<std::vector<Demand>> rows(4);
  for (std::uint32_t v = 0; v < 4; ++v) rows[v] = {{TerminalId(v), 1}};
  BoundsInput input;
  input.packet_length = 7;
  const Bounds bounds = compute_bounds(*t, *dor(*t), DemandRows(rows), input, 1e9);
  CHECK(bounds.zero_load_latency == 8);
  CHECK_FALSE(bounds.ideal_throughput.has_value());
}
