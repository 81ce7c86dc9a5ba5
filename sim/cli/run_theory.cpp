#include "sim/cli/run_theory.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "models/proof/dependency_graph.hpp"
#include "sim/cli/proof_store.hpp"

namespace dateline {
namespace {

constexpr double kBoundsBudget = 3e7;  // steps of the exact channel loads, about two seconds

constexpr double kProofBudget = 8e6;  // destinations x channels x classes, about a second

[[noreturn]] void refuse_unsafe(const NetworkObjects& network, const std::string& reason, std::uint64_t delivered, std::uint64_t pairs) {
  throw std::runtime_error(
      fmt::format("{} on {} is not safe: {}; {} of {} pairs delivered, those of a node with itself among them; --verify never runs it all the same",
                  network.options.routing, network.options.topology, reason, delivered, pairs));
}

// ": 3->4 (class 0), 4->3 (class 0)"; nothing if there is none.
std::string cycle_text(const Topology& topology, const DeadlockProof& proof) {
  std::string text;
  for (const ClassedChannel& v : proof.cycle) {
    const Channel& c = topology.channel(v.channel);
    text += fmt::format("{} {}->{} (class {})", text.empty() ? ":" : ",", c.from.value(), c.to.value(), v.vc_class.value());
  }
  return text;
}

// Of a network that changes in the course of the run: all its relations, and every change between them.
std::string proof_of_changes(const NetworkObjects& network, const std::vector<ChangedNetwork>& changes) {
  const DeadlockProof proof = prove_changes(*network.topology, relations_of(network, changes));
  const std::uint64_t pairs = proof.pairs + proof.self_pairs, delivered = proof.delivered_pairs + proof.delivered_self_pairs;
  if (!proof.deadlock_free || !proof.delivers_all())
    refuse_unsafe(network, "between its faults " + proof.reason + cycle_text(*network.topology, proof), delivered, pairs);
  return "deadlock-free, also between faults: " + proof.reason;
}

std::string proof_text(const SimulateOptions& settings, const NetworkObjects& network, const std::vector<ChangedNetwork>& changes) {
  if (settings.verify == ProofMode::never) return "not made: --verify never";
  const double size = proof_size(*network.topology, *network.relation);
  if (settings.verify == ProofMode::automatic && size > kProofBudget) {
    return fmt::format("not made: destinations x channels x classes = {:.1e} is above {:.0e}; --verify always makes it", size, kProofBudget);
  }
  if (!changes.empty()) return proof_of_changes(network, changes);
  const ProofVerdict proof = proved(network, settings.proof_store);
  if (!proof.safe()) refuse_unsafe(network, proof.reason + "; dateline verify shows it", proof.delivered_pairs, proof.pairs);
  return "deadlock-free: " + proof.reason;
}

}  // namespace

Bounds bounds_of(const NetworkObjects& network, const TrafficPattern& pattern, const SimulateOptions& settings, double splits) {
  const MachineConfig& machine = settings.machine;
  BoundsInput input;
  input.channel_latency = machine.channel_latency;
  input.credit_latency = machine.credit_latency;
  input.routing_delay = machine.routing_delay;
  input.router_pipeline = machine.router_pipeline;
  input.reinjection_delay = machine.reinjection_delay;
  input.buffer_depth = machine.buffer_depth;
  input.message_length = lengths_of(settings.run).mean();
  Bounds bounds = compute_bounds(*network.topology, *network.relation, pattern, input, kBoundsBudget, splits);
  if (!settings.streams.empty()) bounds.zero_load_latency.reset();  // each has one of its own
  return bounds;
}

// The proof takes it for granted that a message can always be absorbed.
std::string proof_before(const SimulateOptions& settings, const NetworkObjects& network, const std::vector<ChangedNetwork>& changes) {
  const std::string proof = proof_text(settings, network, changes);
  if (settings.machine.absorb_limit == 0 || settings.verify == ProofMode::never) return proof;
  return "not of memories with a limit, which headers may wait for; without --absorb-limit " + proof;
}

}  // namespace dateline
