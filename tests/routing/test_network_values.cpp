// Loads, hops, zero loads, worst cases and proofs of routings beyond cubes against tests/data/networks.json, which an
// independent program made in exact fractions.
#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>

#include "models/analysis/latency/bounds.hpp"
#include "models/analysis/worst_case/worst_case.hpp"
#include "models/base/text/parse.hpp"
#include "models/network/topology/topologies.hpp"
#include "models/proof/dependency_graph.hpp"
#include "tests/support/network_loads.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

using Json = nlohmann::json;

const Json& values() {
  static const Json json = Json::parse(std::ifstream(DATELINE_TEST_DATA "/networks.json"));
  return json;
}

Rational rational(const Json& text) { return *read_rational(text.get<std::string>()); }

std::map<std::string, Range> ranges(const Json& kinds) {
  std::map<std::string, Range> result;
  for (const auto& [kind, range] : kinds.items()) result[kind] = {rational(range[0]), rational(range[1])};
  return result;
}

// Global channels of a dragonfly take 10 cycles, all others 1.
std::unique_ptr<Topology> timed(const std::string& name) {
  auto t = make_topology(name);
  if (name.rfind("dragonfly", 0) == 0) t->table().set_latency(1, 10);
  return t;
}

}  // namespace

TEST_CASE("uniform loads, hops and zero loads are those of the oracle") {
  for (const Json& row : values().at("networks")) {
    CAPTURE(row.dump());
    const auto t = timed(row.at("topology"));
    const auto relation = make_relation(row.at("routing").get<std::string>(), *t, {});
    BoundsInput input;
    input.packet_length = 4;
    input.buffer_depth = 20;
    const Bounds bounds = compute_bounds(*t, *relation, *make_traffic("uniform", *t), input, 1e12);
    REQUIRE(bounds.loads);
    CHECK(by_kind(*t, bounds.loads->load) == ranges(row.at("uniform")));
    if (row.contains("mean_hops")) CHECK(bounds.loads->mean_hops == rational(row.at("mean_hops")));
    if (row.contains("zero_load_M4")) CHECK(bounds.zero_load_latency.value() == rational(row.at("zero_load_M4")));
  }
}

TEST_CASE("the worst case of every kind of channel is that of the oracle") {
  for (const Json& row : values().at("networks")) {
    if (!row.contains("worst")) continue;
    CAPTURE(row.dump());
    const auto t = make_topology(row.at("topology").get<std::string>());
    const auto relation = make_relation(row.at("routing").get<std::string>(), *t, {});
    std::map<std::string, Rational> heaviest, expected;
    for (const auto& [kind, gamma] : row.at("worst").items()) expected[kind] = rational(gamma);
    const WorstCase worst = WorstCaseSearch(*t, *relation).run();
    for (const FocusChannel& f : worst.focus) {
      Rational& gamma = heaviest[t->kinds()[t->channel(f.channel).kind]];
      gamma = std::max(gamma, f.gamma);
    }
    CHECK(heaviest == expected);
    const PermutationTraffic permutation("worst", worst.permutation, FixedPoints::send);
    CHECK(channel_load(*t, *relation, permutation).load[worst.channel.value()] == worst.gamma);
  }
}

TEST_CASE("loads of patterns are those of the oracle") {
  for (const Json& row : values().at("patterns")) {
    CAPTURE(row.dump());
    const auto t = make_topology(row.at("topology").get<std::string>());
    CHECK(loads_by_kind(*t, row.at("routing"), row.at("traffic")) == ranges(row.at("by_kind")));
  }
}

TEST_CASE("proofs have the channels and dependencies of the oracle") {
  for (const Json& row : values().at("proofs")) {
    CAPTURE(row.dump());
    const auto t = make_topology(row.at("topology").get<std::string>());
    const auto relation = make_relation(row.at("routing").get<std::string>(), *t, {});
    const DeadlockProof proof = prove_deadlock_freedom(*t, *relation);
    CHECK(proof.deadlock_free);
    CHECK_FALSE(proof.by_escape);
    CHECK(proof.vertices == row.at("vertices").get<std::uint64_t>());
    CHECK(proof.dependencies == row.at("dependencies").get<std::uint64_t>());
  }
}
