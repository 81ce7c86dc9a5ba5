// Deferred random choices against their enumeration: the flow of every pair under every oblivious relation and tie
// rule, exactly; and published loads.
#include <catch2/catch.hpp>
#include <map>

#include "models/analysis/loads/channel_load.hpp"
#include "models/base/error.hpp"
#include "tests/support/harness.hpp"
#include "tests/support/oracles/pair_flow.hpp"
#include "tests/support/oracles/two_phase_oracle.hpp"
#include "tests/support/published.hpp"
#include "tests/support/routings.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

nlohmann::json published() { return read_published("worst-case.json"); }

NodeId node(const CubeTopology& t, const nlohmann::json& x) { return t.node_at({x[0].get<std::uint32_t>(), x[1].get<std::uint32_t>()}); }

// Every pair from these sources, under every relation and tie rule.
void compare_from(const CubeTopology& t, const std::vector<std::uint32_t>& sources) {
  for (const std::string& routing : oblivious_routings(t)) {
    for (const TieRule tie : tie_rules(t)) {
      const auto relation = relation_of(t, routing, tie);
      const TwoPhaseOracle oracle(t, tie);
      for (const std::uint32_t s : sources) {
        for (std::uint32_t d = 0; d < t.nodes(); ++d) {
          CAPTURE(t.name(), routing, name_of(tie), s, d);
          REQUIRE(pair_flow(t, *relation, NodeId(s), NodeId(d)) == oracle.loads(routing, s, d));
        }
      }
    }
  }
}

std::vector<Rational> flow(const CubeTopology& t, const std::string& routing, TieRule tie, std::uint32_t source, std::uint32_t destination) {
  return pair_flow(t, *relation_of(t, routing, tie), NodeId(source), NodeId(destination));
}

}  // namespace

TEST_CASE("deferred choices equal their enumeration, all pairs") {
  const std::string name = GENERATE("torus:2", "torus:7", "torus:8", "torus:2x2", "torus:3x3", "torus:4x4", "torus:4x3", "torus:4x2", "torus:5x5",
                                    "torus:2x2x2", "mesh:5", "mesh:4x4", "mesh:3x4x2", "hypercube:1", "hypercube:4");
  const auto t = make_cube(name);
  std::vector<std::uint32_t> all(t->nodes());
  for (std::uint32_t s = 0; s < t->nodes(); ++s) all[s] = s;
  compare_from(*t, all);
}

TEST_CASE("deferred choices equal their enumeration on larger networks, from some sources to all nodes") {
  const auto [name, source] = GENERATE(table<std::string, std::uint32_t>({
      {"torus:9x9", 0},
      {"torus:9x9", 47},
      {"torus:8x8", 9},
      {"torus:6x5", 7},
      {"torus:3x3x3", 5},
      {"torus:4x3x2", 6},
      {"torus:2x2x2x2", 3},
      {"mesh:9x3", 13},
      {"mesh:3x3x3", 1},
      {"hypercube:5", 11},
  }));
  compare_from(*make_cube(name), {source});
}

TEST_CASE("loads of single pairs are those published, for every routing and tie rule") {
  const auto values = published();
  for (const auto& pair : values["pair_loads"]) {
    CAPTURE(pair.dump());
    const auto t = make_cube(pair["topology"].get<std::string>());
    const auto loads = flow(*t, pair["routing"], tie_rule_of(pair["tie"]), node(*t, pair["src"]).value(), node(*t, pair["dst"]).value());
    REQUIRE(pair["channel"] == "(0,0)->(1,0)");
    CHECK(loads[t->out(NodeId(0), t->port(0, +1)).value()] == rational_of(pair["gamma"]));
  }
}

TEST_CASE("the loads of ROMM on the 9-ary 2-cube are those of Table 1") {
  const auto table = published()["table1_9ary_2cube"]["exact"]["romm"];
  const auto t = make_cube("torus:9x9");
  const auto romm = relation_of(*t, "romm");
  for (const auto& [printed, name] : std::map<std::string, std::string>{
           {"uniform", "uniform-self"}, {"bitcomp", "bit-complement"}, {"transpose", "transpose"}, {"tornado", "tornado"}}) {
    CAPTURE(name);
    CHECK(channel_load(*t, *romm, *make_traffic(name, *t)).gamma_max == rational_of(table[printed]["gamma"]));
  }
}

TEST_CASE("the permutation of Figure 9 loads one channel of ROMM with 32/5, as published") {
  const auto figure = published()["figure9"];
  const auto expected = figure["loads"]["romm"];
  const auto t = make_cube("torus:9x9");
  const auto romm = relation_of(*t, "romm");
  std::vector<Rational> load(t->channels());
  Rational total = 0;
  for (std::uint32_t x = 0; x < 9; ++x) {
    for (std::uint32_t y = 0; y < 9; ++y) {
      const auto part = pair_flow(*t, *romm, t->node_at({x, y}), node(*t, figure["destinations"][x][y]));
      for (std::uint32_t c = 0; c < t->channels(); ++c) {
        load[c] += part[c];
        total += part[c];
      }
    }
  }
  CHECK(total == rational_of(expected["total"]));
  REQUIRE(expected["channels_at_max"] == nlohmann::json::parse("[[[0, 0], 0, 1]]"));
  CHECK(load[t->out(NodeId(0), t->port(0, +1)).value()] == rational_of(expected["max"]));
  std::sort(load.rbegin(), load.rend());
  for (std::size_t i = 0; i < 5; ++i) CHECK(load[i] == rational_of(expected["top5"][i]));
}

TEST_CASE("valiant loads every channel alike, whatever the permutation of a ring's coordinates it serves") {
  // Two uniform legs: each channel carries twice the uniform load, (k*k - 1) / 8k, of a full permutation; 9x9: 20/9,
  // the published worst case.
  const auto t = make_cube("torus:9x9");
  const auto valiant = relation_of(*t, "val");
  for (const std::string traffic : {"tornado", "uniform-self"}) {
    const ChannelLoads loads = channel_load(*t, *valiant, *make_traffic(traffic, *t));
    for (const Rational& load : loads.load) REQUIRE(load == Rational(20, 9));
  }
}

TEST_CASE("RLB loads a ring evenly at every distance: each channel with d (k - d) / k") {
  // (k - d)/k of the packets make d hops one way, d/k make k - d the other way: d (k - d) / k on each channel of either
  // direction, d <= k/2.
  const std::uint32_t k = GENERATE(2U, 3U, 4U, 5U, 8U, 9U);
  const auto t = make_cube("torus:" + std::to_string(k));
  const auto rlb = relation_of(*t, "rlb");
  for (std::uint32_t forward = 1; forward < k; ++forward) {
    std::vector<Rational> load(t->channels());
    for (std::uint32_t s = 0; s < k; ++s) {
      const auto part = pair_flow(*t, *rlb, NodeId(s), NodeId((s + forward) % k));
      for (std::uint32_t c = 0; c < t->channels(); ++c) load[c] += part[c];
    }
    CAPTURE(k, forward);
    for (const Rational& x : load) CHECK(x == Rational(forward * (k - forward), k));
  }
}

TEST_CASE("for the routings without an intermediate, union is split") {
  const auto t = make_cube("torus:4x4");
  for (const std::string routing : {"dor", "o1turn", "valiant", "rlb"}) {
    CAPTURE(routing);
    for (std::uint32_t d = 0; d < t->nodes(); ++d) CHECK(flow(*t, routing, TieRule::union_, 1, d) == flow(*t, routing, TieRule::split, 1, d));
  }
  CHECK(flow(*t, "romm", TieRule::union_, 0, 6) != flow(*t, "romm", TieRule::split, 0, 6));
}

TEST_CASE("tie rules do not matter to RLB") {
  const auto t = make_cube("torus:4x2");
  for (const TieRule tie : {TieRule::plus, TieRule::parity}) {
    for (std::uint32_t d = 0; d < t->nodes(); ++d) CHECK(flow(*t, "rlb", tie, 1, d) == flow(*t, "rlb", TieRule::split, 1, d));
  }
}

TEST_CASE("weights do not wrap on the largest networks: dimensions that are alike are entered alike") {
  const std::string name = GENERATE(take(
      sample(9U, 4U), values<std::string>({"torus:512x512", "torus:64x64x64", "torus:2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2", "mesh:512x512", "hypercube:16",
                                           "torus:8x8x8x8x8x8", "torus:4x4x4x4x4x4x4x4x4", "torus:3x3x3x3x3x3x3x3x3x3x3", "mesh:8x8x8x8x8x8"})));
  const auto t = make_cube(name);
  const std::uint32_t k = t->radix(0);
  for (const std::string& routing : oblivious_routings(*t)) {
    if (routing == "dor" || routing == "valiant") continue;
    for (const TieRule tie : {TieRule::split, TieRule::union_}) {
      const auto relation = relation_of(*t, routing, tie);
      for (const std::uint32_t x : {1U, k / 3, k / 2, k - 1}) {  // hops to go in each dimension, the + way
        if (x == 0) continue;
        const NodeId to = t->node_at(std::vector<std::uint32_t>(static_cast<std::size_t>(t->dimensions()), x));
        HeaderPlace at{NodeId(0), kNoChannel, {}};
        for (int step = 0; step < 3 && at.node != to; ++step) {  // the first way on, three times; after it some dimensions are begun or done
          Candidates candidates;
          relation->next(at.node, at.in, to, at.state, candidates);
          std::map<int, Rational> chance;
          Rational sum = 0;
          for (const Candidate& c : candidates) {
            chance[t->channel(c.channel).dimension] += c.weight;
            sum += c.weight;
          }
          CAPTURE(name, routing, x, step);
          CHECK(sum < Rational(Integer(1) << 62U));
          const int last = t->dimensions() - 1;  // never entered: the first way on is in the lowest dimension
          for (int d = 0; d <= last; ++d) {
            if (t->coordinate(at.node, d) == 0 && chance.count(last) == 1) CHECK(chance[d] == chance[last]);
          }
          if (step == 0) CHECK(chance[last] * t->dimensions() == sum);
          at = {t->channel(candidates[0].channel).to, candidates[0].channel, candidates[0].next};
        }
      }
    }
  }
}

TEST_CASE("Valiant's weights do not wrap: phase 1 begins in dimension d with (1/k)^d (1 - 1/k)") {
  const std::string name = GENERATE(take(sample(6U, 4U), values<std::string>({"torus:512x512", "torus:64x64x64", "mesh:64x64x64", "hypercube:16",
                                                                              "torus:8x8x8x8x8x8", "torus:4x4x4x4x4x4x4x4x4"})));
  const auto t = make_cube(name);
  const auto valiant = relation_of(*t, "valiant");
  Candidates candidates;
  valiant->next(NodeId(0), kNoChannel, NodeId(t->nodes() - 1), {}, candidates);
  std::vector<Rational> chance(static_cast<std::size_t>(t->dimensions()));
  Rational sum = 0;
  for (const Candidate& c : candidates) {
    chance[static_cast<std::size_t>(t->channel(c.channel).dimension)] += c.weight;
    sum += c.weight;
  }
  const Rational stays(1, t->radix(0));
  Rational expected = 1 - stays;
  for (std::size_t d = 1; d < chance.size(); ++d) {  // phase 2 begins in dimension 0, where all differs
    expected *= stays;
    CAPTURE(name, d);
    CHECK(chance[d] == expected * sum);
  }
}
