// dateline verify: proof of deadlock freedom and delivery, or a cycle.
#include <fmt/format.h>

#include <optional>

#include "models/network/error.hpp"
#include "models/proof/dependency_graph.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/fault_report.hpp"
#include "sim/cli/load_report.hpp"
#include "sim/cli/network_options.hpp"
#include "sim/cli/result_file.hpp"
#include "sim/core/machine_config.hpp"

namespace dateline {
namespace {

constexpr double kBudget = 2e10;  // destinations x channels x classes: minutes

std::string vertex_text(const Topology& topology, const ClassedChannel& v) {
  const Channel& c = topology.channel(v.channel);
  if (c.dimension < 0) return fmt::format("{}->{} (class {})", c.from.value(), c.to.value(), v.vc_class.value());
  const char* sign = c.sign > 0 ? "+" : c.sign < 0 ? "-" : "";
  return fmt::format("{}->{} (dimension {}{}, class {})", c.from.value(), c.to.value(), c.dimension, sign, v.vc_class.value());
}

nlohmann::ordered_json verify_json(const Options& options, const RoutingRelation& relation, const Topology& topology, const DeadlockProof& proof,
                                   const std::optional<Rational>& zero_load) {
  using Json = nlohmann::ordered_json;
  Json json = result_header("dateline.verify/1", options);
  json["faults"] = faults_json(relation.faults());
  json["deadlock_free"] = proof.deadlock_free;
  json["by_escape"] = proof.by_escape;
  json["reason"] = proof.reason;
  json["classes"] = relation.classes();
  json["channels"] = proof.vertices;
  json["dependencies"] = proof.dependencies;
  json["cycle"] = proof.cycle.empty() ? Json(nullptr) : Json::array();
  for (const ClassedChannel& v : proof.cycle) {
    const Channel& c = topology.channel(v.channel);
    json["cycle"].push_back(
        {{"from", c.from.value()}, {"to", c.to.value()}, {"dimension", c.dimension}, {"sign", c.sign}, {"class", v.vc_class.value()}});
  }
  json["pairs"] = proof.pairs;
  json["delivered_pairs"] = proof.delivered_pairs;
  json["self_pairs"] = proof.self_pairs;
  json["delivered_self_pairs"] = proof.delivered_self_pairs;
  json["absorptions"] = {{"total", 0}, {"mean", 0}, {"max", 0}};
  json["intermediate_stops"] = 0;
  json["last_resort_pairs"] = 0;
  json["zero_load_latency"] = zero_load ? Json(to_double(*zero_load)) : Json(nullptr);
  json["zero_load_latency_exact"] = zero_load ? Json(to_string(*zero_load)) : Json(nullptr);
  return json;
}

}  // namespace

int run_verify(const Options& options) {
  const NetworkObjects network = make_network(network_options(options));
  const auto length = options.whole("message-length", 1, kMaxMessageLength);
  const Topology& topology = *network.topology;
  check_vcs(options, network);
  const double cost = proof_size(topology, *network.relation);
  if (cost > kBudget) {
    options.refuse("topology", fmt::format("is too large to verify: destinations x channels x classes = {:.1e}, at most {:.1e}", cost, kBudget));
  }
  JsonOutput json(options);
  const DeadlockProof proof = prove_deadlock_freedom(topology, *network.relation);
  std::optional<Rational> zero_load;  // none: adaptive, or a bandwidth for which h + M + 1 does not hold
  if (proof.mean_hops > 0 && topology.other_bandwidth() == kNoChannel) zero_load = proof.mean_hops + length + 1;
  if (proof.mean_hops == 0 && proof.pairs > 0 && options.turned_on("message-length")) {
    options.refuse("message-length", "has no meaning here: an adaptive routing has no zero-load latency of its own");
  }
  json.commit(verify_json(options, *network.relation, topology, proof, zero_load));
  const bool good = proof.deadlock_free && proof.delivers_all();
  if (!json.wants_stdout()) {
    fmt::print("{} {}: {} ({} channels with class, {} dependencies)\n", options.text("topology"), options.text("routing"),
               proof.deadlock_free ? "deadlock-free" : "NOT deadlock-free", proof.vertices, proof.dependencies);
    fmt::print("{:<18}{}\n", "because", proof.reason);
    fmt::print("{:<18}{}: as many VCs are needed\n", "VC classes", network.relation->classes());
    for (const ClassedChannel& v : proof.cycle) fmt::print("  {} ->\n", vertex_text(topology, v));
    if (!proof.cycle.empty()) fmt::print("  (the first again)\n");
    fmt::print("{:<18}{} of {} ordered pairs, {} of {} from a {} to itself\n", "delivered", proof.delivered_pairs, proof.pairs,
               proof.delivered_self_pairs, proof.self_pairs, sender_name(topology));
    if (zero_load) {
      fmt::print("{:<18}{:.6f} cycles = {} for {}-flit messages, uniform\n", "zero-load latency", to_double(*zero_load), to_string(*zero_load),
                 length);
    }
  }
  return good ? 0 : 1;
}

}  // namespace dateline
