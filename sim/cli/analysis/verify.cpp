// dateline verify: proof of deadlock freedom and delivery, or a cycle. Exit status: 0 proved; 1 a cycle, or a message
// that does not arrive; 3 nothing wrong in a sample, which proves nothing.
#include <fmt/format.h>

#include <optional>

#include "models/base/error.hpp"
#include "models/base/text/counted.hpp"
#include "models/proof/adaptiveness.hpp"
#include "models/proof/dependency_graph.hpp"
#include "sim/cli/analysis/dependency_report.hpp"
#include "sim/cli/analysis/reconfiguration_report.hpp"
#include "sim/cli/command_line/command.hpp"
#include "sim/cli/command_line/commands.hpp"
#include "sim/cli/network/fault_report.hpp"
#include "sim/cli/network/network_changes.hpp"
#include "sim/cli/output/load_report.hpp"
#include "sim/cli/output/result_file.hpp"
#include "sim/core/state/layout/router_config.hpp"
#include "sim/options/analysis_settings.hpp"
#include "sim/options/network/network_options.hpp"
#include "sim/options/network/vc_classes.hpp"

namespace dateline {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kProofBudget = 2e10;  // steps (proof_size): minutes
constexpr double kLinesBudget = 1e8;   // channels x ports x classes^2 of a proof by lines: seconds, and a gigabyte
constexpr int kNothingProved = 3;

nlohmann::ordered_json absorptions_json(const DeadlockProof& proof) {
  const Absorptions& all = proof.absorptions;
  const auto mean = [&](const Rational& sum) { return proof.pairs > 0 ? Rational(sum / proof.pairs) : Rational(0); };
  Json json;
  json["total"] = proof.adaptive ? Json(nullptr) : Json(to_double(all.faults()));
  json["mean"] = to_double(mean(all.faults()));
  json["mean_exact"] = to_string(mean(all.faults()));
  json["max"] = all.most;
  json["met"] = to_double(mean(all.met));
  for (const auto& rule : enum_names(AbsorptionRule())) json[std::string(rule.name)] = to_double(mean(all.by(rule.value)));
  return json;
}

nlohmann::ordered_json verify_json(const VerifySettings& settings, const RoutingRelation& relation, const Topology& topology,
                                   const DeadlockProof& proof, const std::optional<Rational>& zero_load) {
  Json json = result_header("dateline.verify/2", settings);
  json["faults"] = faults_json(relation.faults());
  json["deadlock_free"] = proof.sampled && proof.deadlock_free ? Json(nullptr) : Json(proof.deadlock_free);
  json["by_escape"] = proof.by_escape;
  json["reason"] = proof.reason;
  json["classes"] = relation.classes();
  json["channels"] = proof.vertices;
  json["dependencies"] = proof.dependencies;
  json["cycle"] = cycle_json(topology, proof);
  if (proof.jump) json["jump"] = vertex_json(topology, *proof.jump);
  json["pairs"] = proof.pairs;
  json["delivered_pairs"] = proof.delivered_pairs;
  json["self_pairs"] = proof.self_pairs;
  json["delivered_self_pairs"] = proof.delivered_self_pairs;
  json["sampled"] = proof.sampled ? Json{{"pairs", proof.pairs}, {"of", proof.all_pairs}} : Json(nullptr);
  json["absorptions"] = absorptions_json(proof);
  const Rational stops = proof.absorptions.by(AbsorptionRule::intermediate);
  json["intermediate_stops"] = to_double(proof.adaptive && proof.pairs > 0 ? Rational(stops / proof.pairs) : stops);
  json["last_resort_pairs"] = proof.absorptions.last_resort_pairs;
  const bool counted = proof.mean_hops > 0 || proof.pairs == 0;
  json["mean_hops"] = counted ? Json(to_double(proof.mean_hops)) : Json(nullptr);
  json["mean_hops_exact"] = counted ? Json(to_string(proof.mean_hops)) : Json(nullptr);
  json["max_hops"] = proof.absorptions.most_hops > 0 ? Json(proof.absorptions.most_hops) : Json(nullptr);
  json["zero_load_latency"] = zero_load ? Json(to_double(*zero_load)) : Json(nullptr);
  json["zero_load_latency_exact"] = zero_load ? Json(to_string(*zero_load)) : Json(nullptr);
  return json;
}

std::string absorption_lines(const DeadlockProof& proof) {
  const Absorptions& all = proof.absorptions;
  std::string text =
      fmt::format("{:<18}{:.6f} a pair, at most {} of a packet; {:.6f} intermediate stops a pair; {} to the last resort{}\n", "absorptions",
                  to_double(all.faults() / proof.pairs), all.most, to_double(all.by(AbsorptionRule::intermediate) / proof.pairs),
                  counted(all.last_resort_pairs, "pair"), proof.adaptive ? " at most" : "");
  return text + fmt::format("{:<18}{:.6f} a pair, at most {}\n", "hops", to_double(proof.mean_hops), all.most_hops);
}

std::string verify_text(const VerifySettings& settings, const NetworkObjects& network, const DeadlockProof& proof,
                        const std::optional<Rational>& zero_load, std::uint64_t length) {
  const Topology& topology = *network.topology;
  const char* const verdict = !proof.deadlock_free ? "NOT deadlock-free" : proof.sampled ? "no deadlock found, nothing proved" : "deadlock-free";
  std::string text = fmt::format("{} {}: {} ({} with class, {})\n", settings.network.topology.text(), settings.network.routing.text(), verdict,
                                 counted(proof.vertices, "channel"), counted(proof.dependencies, "dependency"));
  if (proof.sampled) text += fmt::format("{:<18}{} of {}; the rest is not examined\n", "sampled", proof.pairs, counted(proof.all_pairs, "pair"));
  text += fmt::format("{:<18}{}\n", "because", proof.reason);
  const std::string kinds = proof.sampled ? "" : classes_by_kind(topology, *network.relation);
  text += fmt::format("{:<18}{}: as many VCs are needed{}\n", "VC classes", network.relation->classes(), kinds.empty() ? "" : "; " + kinds);
  for (const ClassedChannel& v : proof.cycle) text += fmt::format("  {} ->\n", vertex_text(topology, v));
  if (!proof.cycle.empty()) text += "  (the first again)\n";
  if (proof.jump) text += fmt::format("{:<18}{}: a head flit behind another packet\n", "jump", vertex_text(topology, *proof.jump));
  text += fmt::format("{:<18}{} of {} ordered pairs, {} of {} from a terminal to itself\n", "delivered", proof.delivered_pairs, proof.pairs,
                      proof.delivered_self_pairs, proof.self_pairs);
  if (!network.changes.empty()) {
    const bool crosses = network.options.reconfigure == Reconfigure::none;
    text += fmt::format("{:<18}{} undelivered after the changes{}\n", "fault events", counted(proof.undelivered_later, "pair"),
                        crosses ? "; head flits that wait across a change are in the graph" : "");
  }
  if (proof.absorptions.most > 0 && proof.pairs > 0) text += absorption_lines(proof);
  if (zero_load) {
    text += fmt::format("{:<18}{:.6f} cycles = {} for {}-flit packets, uniform\n", "zero-load latency", to_double(*zero_load), to_string(*zero_load),
                        length);
  }
  return text;
}

bool is_large(const NetworkObjects& network) { return proof_size(*network.topology, *network.relation).steps > kProofBudget; }

// The proof of a network that is too large to walk to every destination, where lines make it.
std::optional<DeadlockProof> proof_by_lines(const VerifySettings& settings, const NetworkObjects& network) {
  if (!is_large(network) || !network.changes.empty()) return {};
  std::optional<DeadlockProof> proof = prove_by_lines(*network.topology, *network.relation, kLinesBudget);
  if (proof && settings.sample_pairs.has()) settings.sample_pairs.refuse("has no use here: the proof is made line by line");
  return proof;
}

// Refuses a proof that would take too long, and a sample where none is needed. Whether pairs are sampled.
bool samples_pairs(const VerifySettings& settings, const NetworkObjects& network) {
  if (!is_large(network)) {
    if (settings.sample_pairs.has()) settings.sample_pairs.refuse("has no use here: all pairs are few enough to be walked");
    return false;
  }
  if (!settings.sample_pairs.has()) {
    const auto [steps, terms] = proof_size(*network.topology, *network.relation);
    settings.network.topology.refuse(
        fmt::format("is too large to verify: {} = {:.1e}, at most {:.1e}; verify --sample-pairs N walks about N pairs", terms, steps, kProofBudget));
  }
  return true;
}

DeadlockProof proof_of(const NetworkObjects& network, const std::vector<ChangedNetwork>& changes, VcReuse reuse,
                       const std::optional<ReconfigurationReport>& reconfiguration) {
  if (reconfiguration) return reconfiguration->proof();
  if (changes.empty()) return prove_deadlock_freedom(*network.topology, *network.relation, reuse);
  return prove_changes(*network.topology, relations_of(network, changes), reuse);
}

}  // namespace

int run_verify(const VerifySettings& settings) {
  NetworkOptions options = network_options(settings, settings.network);
  if (settings.vcs->number) options.relation.vcs = static_cast<int>(*settings.vcs->number);
  const NetworkObjects network = make_network(options);
  const auto length = settings.traffic.packet_length->shortest();
  const Topology& topology = *network.topology;
  check_vcs(settings.vcs, settings.network, network);
  const std::optional<DeadlockProof> by_lines = proof_by_lines(settings, network);
  const bool sampled = !by_lines && samples_pairs(settings, network);
  JsonOutput json(settings);
  check_reconfiguration(settings.network.reconfigure, network);
  std::vector<ChangedNetwork> changes = changed_networks(network);
  if (!changes.empty() && sampled) settings.network.fault_events.refuse("can be verified only where all pairs can be walked");
  const bool one_flit = *settings.router.vc_reuse == VcReuse::place && length == 1;  // whole wherever it is
  const VcReuse reuse = one_flit ? VcReuse::whole : *settings.router.vc_reuse;
  std::optional<ReconfigurationReport> reconfiguration;
  if (options.reconfigure != Reconfigure::none && !changes.empty()) reconfiguration.emplace(network, reuse, changes);
  const DeadlockProof proof = by_lines  ? *by_lines
                              : sampled ? sample_deadlock_freedom(topology, *network.relation, *settings.sample_pairs, reuse)
                                        : proof_of(network, changes, reuse, reconfiguration);
  std::optional<Rational> zero_load;  // none: it goes round, or bandwidths or latencies for which the formula does not hold
  const LatencyRange latencies = latency_range(topology, 1);
  const bool plain = other_bandwidth(topology) == kNoChannel && latencies.least == 1 && latencies.largest == 1;
  if (proof.mean_hops > 0 && plain) zero_load = proof.zero_load_latency(length);
  auto report = verify_json(settings, *network.relation, topology, proof, zero_load);
  const std::optional<Rational> share = proof.sampled || !changes.empty() ? std::nullopt : adaptiveness(topology, *network.relation);
  report["adaptiveness"] = share ? nlohmann::ordered_json(to_double(*share)) : nlohmann::ordered_json(nullptr);
  report["adaptiveness_exact"] = share ? nlohmann::ordered_json(to_string(*share)) : nlohmann::ordered_json(nullptr);
  if (!changes.empty()) {
    report["fault_events"] = changes_json(changes);
    report["undelivered_later"] = proof.undelivered_later;
  }
  if (reconfiguration) report["reconfigurations"] = reconfiguration->json();
  json.commit(report);
  if (!json.wants_stdout()) {
    fmt::print("{}", verify_text(settings, network, proof, zero_load, length));
    if (reconfiguration) fmt::print("{}", reconfiguration->lines());
    if (share) fmt::print("{:<18}{:.6f} = {} of the minimal paths of a pair\n", "adaptiveness", to_double(*share), to_string(*share));
  }
  if (!proof.deadlock_free || !proof.delivers_all()) return 1;
  return proof.sampled ? kNothingProved : 0;
}

}  // namespace dateline
