#include "sim/options/network/network_proof.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "models/base/error.hpp"
#include "models/network/relation/escape_offers.hpp"
#include "models/network/topology/cube.hpp"
#include "models/proof/dependency_graph.hpp"
#include "routing/registry/registry.hpp"
#include "sim/options/network/cycle_text.hpp"
#include "sim/options/network/switchover_plan.hpp"

namespace dateline {
namespace {

constexpr double kProofBudget = 8e6;            // steps (proof_size), about a second
constexpr std::size_t kMostPairedChanges = 16;  // of more, maps are not held against each other: that takes changes^2 walks or more

[[noreturn]] void refuse_unsafe(const NetworkObjects& network, const std::string& reason, std::uint64_t delivered, std::uint64_t pairs) {
  throw std::runtime_error(
      fmt::format("{} on {} is not safe: {}; {} of {} pairs delivered, those of a node with itself among them; --prove never runs it all the same",
                  network.options.routing, network.options.topology, reason, delivered, pairs));
}

[[noreturn]] void refuse_reuse(const ProofTask& task, const NetworkObjects& network, const std::string& rule) {
  const bool shared = network.options.relation.vc_policy == VcPolicy::shared;
  const std::string with = shared ? "vc-policy=shared" : "routing=" + printable(network.options.routing);
  throw ConfigError(task.command, "router.vc-reuse", name_of(task.option),
                    fmt::format("can deadlock with {}: {}; allowed: atomic, whole", with, rule));
}

// Whether escapes alone do not make it safe.
bool needs_proof(VcReuse reuse) { return reuse == VcReuse::place || reuse == VcReuse::tail; }

// Relations, and every change between them. Returns why there is no deadlock.
std::string proof_together(const ProofTask& task, const NetworkObjects& network, const std::vector<const RoutingRelation*>& relations) {
  const DeadlockProof proof = prove_changes(*network.topology, relations, task.rule);
  const std::uint64_t pairs = proof.pairs + proof.self_pairs, delivered = proof.delivered_pairs + proof.delivered_self_pairs;
  if (proof.jump) refuse_reuse(task, network, "between its faults " + proof.reason + cycle_text(*network.topology, proof));
  if (!proof.deadlock_free || !proof.delivers_all()) {
    const bool drains = network.options.command == "simulate" && !network.relation->absorbs();
    refuse_unsafe(
        network,
        "between its faults " + proof.reason + cycle_text(*network.topology, proof) + (drains ? "; with --reconfigure drain each is used alone" : ""),
        delivered, pairs);
  }
  return proof.reason;
}

// Of a network that changes in the course of the run: all its relations. Of very many first some, twice as many each
// time: a cycle of theirs is one of all.
std::string proof_of_changes(const ProofTask& task, const NetworkObjects& network, const std::vector<ChangedNetwork>& changes) {
  const std::vector<const RoutingRelation*> all = relations_of(network, changes);
  const auto [size, terms] = proof_size(*network.topology, *network.relation);
  for (std::size_t first = 2; first < all.size() && changes.size() > kMostPairedChanges; first *= 2) {
    proof_together(task, network, {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(first)});
    const auto next = static_cast<double>(std::min(2 * first, all.size()));
    if (task.mode != ProofMode::automatic || size * next * next <= kProofBudget) continue;
    if (needs_proof(task.rule) && offers_escapes(*network.topology, *network.relation)) {
      constexpr const char* kSome = "only the first {} of {} routings are proved together (--prove always makes the proof)";
      refuse_reuse(task, network, fmt::format(kSome, first, all.size()));
    }
    return fmt::format(
        "not made: no cycle in the first {} of {} routings together; {:.0f} of them take {} x {:.0f}^2 = {:.1e}, above {:.0e}; "
        "--prove always makes it",
        first, all.size(), next, terms, next, size * next * next, kProofBudget);
  }
  return "deadlock-free, also between faults: " + proof_together(task, network, all);
}

// Of routings of which each is used alone, or together with others that a proof has covered already.
std::string proof_of_each(const ProofTask& task, const NetworkObjects& network, const std::vector<ChangedNetwork>& changes) {
  for (const RoutingRelation* const relation : relations_of(network, changes)) {
    const DeadlockProof proof = prove_deadlock_freedom(*network.topology, *relation, task.rule);
    const std::uint64_t pairs = proof.pairs + proof.self_pairs, delivered = proof.delivered_pairs + proof.delivered_self_pairs;
    if (proof.jump) refuse_reuse(task, network, proof.reason + cycle_text(*network.topology, proof));
    if (!proof.deadlock_free || !proof.delivers_all()) refuse_unsafe(network, proof.reason + cycle_text(*network.topology, proof), delivered, pairs);
  }
  return "deadlock-free: " + routings_text(network, changes);
}

// Of very many changes: none is walked, as all that a map can make a packet do is in one graph (all_segments.hpp).
std::string proof_of_all_maps(const ProofTask& task, const NetworkObjects& network, const RoutingRelation& all) {
  const DeadlockProof proof = prove_deadlock_freedom(*network.topology, all, task.rule);
  const std::uint64_t pairs = proof.pairs + proof.self_pairs, delivered = proof.delivered_pairs + proof.delivered_self_pairs;
  if (proof.jump) refuse_reuse(task, network, "between its faults " + proof.reason + cycle_text(*network.topology, proof));
  if (!proof.deadlock_free || !proof.delivers_all()) {
    refuse_unsafe(network, "under some map of faults " + proof.reason + cycle_text(*network.topology, proof), delivered, pairs);
  }
  return "deadlock-free under every map of faults, also between faults: over all segments that software can choose, " + proof.reason;
}

std::string proof_text(const ProofTask& task, const NetworkObjects& network, const std::vector<ChangedNetwork>& changes, const Prover& prover) {
  if (task.mode == ProofMode::never) return "not made: --prove never";
  const bool by_itself = network.options.reconfigure != Reconfigure::none && !changes.empty();
  const auto [steps, terms] = proof_size(*network.topology, *network.relation);
  const double size = steps * (by_itself ? static_cast<double>(changes.size() + 1) : 1.0);
  if (task.mode == ProofMode::automatic && size > kProofBudget) {
    if (needs_proof(task.rule) && offers_escapes(*network.topology, *network.relation)) {
      refuse_reuse(task, network,
                   fmt::format("it is not proved, as {} = {:.1e} is above {:.0e} (--prove always makes the proof)", terms, size, kProofBudget));
    }
    return fmt::format("not made: {} = {:.1e} is above {:.0e}; --prove always makes it", terms, size, kProofBudget);
  }
  if (by_itself) return proof_of_each(task, network, changes);
  if (changes.size() > kMostPairedChanges) {
    if (const auto all = make_under_all_maps(network.options.routing, *network.topology, network.options.relation))
      return proof_of_all_maps(task, network, *all);
  }
  if (!changes.empty()) return proof_of_changes(task, network, changes);
  const ProofVerdict proof = prover(network, task.rule);
  if (proof.by_reuse) refuse_reuse(task, network, proof.reason);
  if (!proof.safe()) refuse_unsafe(network, proof.reason + "; dateline verify shows it", proof.delivered_pairs, proof.pairs);
  return "deadlock-free: " + proof.reason;
}

}  // namespace

ProofVerdict prove_network(const NetworkObjects& network, VcReuse reuse) {
  const DeadlockProof proof = prove_deadlock_freedom(*network.topology, *network.relation, reuse);
  const bool by_reuse = proof.jump.has_value();
  return {proof.deadlock_free, proof.pairs + proof.self_pairs, proof.delivered_pairs + proof.delivered_self_pairs,
          by_reuse ? proof.reason + cycle_text(*network.topology, proof) : proof.reason, by_reuse};
}

// The proof takes it for granted that a message can always be absorbed.
std::string proof_before(const ProofTask& task, const NetworkObjects& network, const std::vector<ChangedNetwork>& changes, const Prover& prover) {
  const std::string proof = proof_text(task, network, changes, prover);
  if (task.absorb_limit == 0 || task.mode == ProofMode::never) return proof;
  return "not of memories with a limit, which headers may wait for; without --absorption.limit " + proof;
}

}  // namespace dateline
