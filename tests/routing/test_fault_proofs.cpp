// The proof of the routings that go around faults, against the published patterns (tests/data/fault-rerouting.json):
// its exact counts and expectations, and that each network is free of deadlock and delivers every pair.
#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>

#include "models/analysis/loads/channel_load.hpp"
#include "models/proof/dependency_graph.hpp"
#include "routing/software_based/sw_adaptive.hpp"
#include "routing/software_based/sw_deterministic.hpp"
#include "tests/support/sample.hpp"
#include "traffic/patterns/surviving.hpp"

using namespace dateline;
using nlohmann::json;

namespace {

struct Pattern {
  explicit Pattern(const json& entry) : topology(CubeTopology::Kind::torus, radices_of(entry)) {
    std::vector<NodeId> nodes;
    for (const json& node : entry["faulty_nodes"]) nodes.emplace_back(node.get<std::uint32_t>());
    std::vector<LinkEnd> links;
    for (const json& link : entry["faulty_links"]) links.push_back({NodeId(link[0].get<std::uint32_t>()), Port(link[1].get<std::uint16_t>())});
    faults = std::make_shared<const FaultMap>(topology, nodes, links);
  }
  static std::vector<std::uint32_t> radices_of(const json& entry) {
    if (entry.contains("radices")) return entry["radices"];
    return std::vector<std::uint32_t>(entry["n"].get<std::size_t>(), entry["k"].get<std::uint32_t>());
  }
  CubeTopology topology;
  std::shared_ptr<const FaultMap> faults;
};

std::vector<json> connected_patterns() {
  std::ifstream file(DATELINE_TEST_DATA "/fault-rerouting.json");
  std::vector<json> list;
  const json all = json::parse(file);
  for (const json& entry : all["patterns"]) {
    if (entry["connected"]) list.push_back(entry);
  }
  return list;
}

// The file has nine digits.
void check_mean(const Rational& sum, std::uint64_t pairs, const json& expected) {
  CHECK(to_double(sum / pairs) == Approx(expected.get<double>()).margin(1e-9).epsilon(0));
}

void check_proof(const DeadlockProof& proof, const json& expected) {
  CHECK(proof.deadlock_free);
  CHECK(proof.delivers_all());
  CHECK(expected["undelivered"] == 0);
  CHECK(to_double(proof.mean_hops) == Approx(expected["mean_hops"].get<double>()).margin(1e-9).epsilon(0));
  for (const std::uint64_t length : {8U, 32U, 64U}) {
    CHECK(to_double(proof.zero_load_latency(length)) ==
          Approx(expected["zero_load_latency"][std::to_string(length)].get<double>()).margin(1e-6).epsilon(0));
  }
}

}  // namespace

TEST_CASE("the proof of sw-deterministic counts what every published pattern has") {
  const auto list = connected_patterns();
  CHECK(list.size() >= 38);
  for (const json& entry : list) {
    CAPTURE(entry["id"]);
    const json& expected = entry["det"];
    const Pattern p(entry);
    SwDeterministic relation(p.topology, VcPolicy::split, 2);
    relation.set_faults(p.faults);
    const DeadlockProof proof = prove_deadlock_freedom(p.topology, relation);
    check_proof(proof, expected);
    CHECK_FALSE(proof.adaptive);
    CHECK(proof.pairs == expected["ordered_pairs"].get<std::uint64_t>());
    CHECK(proof.absorptions.faults() == expected["sum_fault_absorptions"].get<std::uint64_t>());
    CHECK(proof.absorptions.met == expected["faulted_pairs"].get<std::uint64_t>());
    CHECK(proof.absorptions.most == expected["max_fault_absorptions"].get<std::uint32_t>());
    CHECK(proof.absorptions.by(AbsorptionRule::intermediate) == expected["sum_intermediate_stops"].get<std::uint64_t>());
    CHECK(proof.absorptions.last_resort_pairs == expected["last_resort_pairs"].get<std::uint64_t>());
    if (relation.absorbs()) CHECK(proof.absorptions.most_hops == expected["max_hops"].get<std::uint32_t>());
  }
}

TEST_CASE("the proof of sw-adaptive expects what every published pattern has") {
  const auto list = connected_patterns();
  CHECK(list.size() >= 38);
  for (const json& entry : list) {
    CAPTURE(entry["id"]);
    const json& expected = entry["adap"];
    const Pattern p(entry);
    if (p.topology.nodes() > test::sample(512U, 64U)) continue;
    SwAdaptive relation(p.topology);
    relation.set_faults(p.faults);
    const DeadlockProof proof = prove_deadlock_freedom(p.topology, relation);
    check_proof(proof, expected);
    CHECK(proof.adaptive);
    check_mean(proof.absorptions.faults(), proof.pairs, expected["mean_fault_absorptions"]);
    check_mean(proof.absorptions.by(AbsorptionRule::intermediate), proof.pairs, expected["mean_intermediate_stops"]);
    check_mean(proof.absorptions.met, proof.pairs, expected["faulted_fraction"]);
  }
}

TEST_CASE("the loads of sw-deterministic under faults have the published hops and absorptions") {
  std::size_t checked = 0;
  for (const json& entry : connected_patterns()) {
    const Pattern p(entry);
    if (p.topology.nodes() > 64) continue;
    CAPTURE(entry["id"]);
    ++checked;
    const json& expected = entry["det"];
    SwDeterministic relation(p.topology, VcPolicy::split, 2);
    relation.set_faults(p.faults);
    const ChannelLoads loads = channel_load(p.topology, relation, SurvivingUniform(*p.faults, false));
    CHECK(to_double(loads.mean_hops) == Approx(expected["mean_hops"].get<double>()).margin(1e-9).epsilon(0));
    const std::uint64_t pairs = expected["ordered_pairs"].get<std::uint64_t>();
    CHECK(loads.mean_absorptions == Rational(expected["sum_fault_absorptions"].get<std::uint64_t>(), pairs));
    CHECK(loads.mean_intermediate_stops == Rational(expected["sum_intermediate_stops"].get<std::uint64_t>(), pairs));
    for (std::uint32_t c = 0; c < p.topology.channels(); ++c) {
      if (p.faults->failed(ChannelId(c))) CHECK(loads.load[c] == 0);
    }
  }
  CHECK(checked >= 20);
}
