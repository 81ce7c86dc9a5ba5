#include "sim/cli/analysis/reconfiguration_report.hpp"

#include <fmt/format.h>

#include "models/base/text/counted.hpp"
#include "models/base/text/name_table.hpp"
#include "sim/cli/analysis/dependency_report.hpp"

namespace dateline {
namespace {

using Json = nlohmann::ordered_json;

std::uint64_t undelivered(const DeadlockProof& proof) { return proof.pairs - proof.delivered_pairs + proof.self_pairs - proof.delivered_self_pairs; }

const char* followed(const ChangedNetwork& change, const SwitchoverProof& made) {
  if (made.together == 0) return "stays";
  switch (change.switchover) {
    case Switchover::at_once:
      return "at once";
    case Switchover::drain:
      return "drain";
    case Switchover::flush:
      return "discard";
  }
  return "";
}

}  // namespace

ReconfigurationReport::ReconfigurationReport(const NetworkObjects& network, VcReuse reuse, std::vector<ChangedNetwork>& changes)
    : network_(network),
      changes_(changes),
      made_(plan_switchovers(network, reuse, changes)),
      proof_(prove_deadlock_freedom(*network.topology, *network.relation, reuse)) {
  std::uint64_t later = 0;
  for (const ChangedNetwork& change : changes) {
    DeadlockProof own = prove_deadlock_freedom(*network.topology, *change.relation, reuse);
    later += undelivered(own);
    if (!proof_.deadlock_free || own.deadlock_free) continue;
    proof_.deadlock_free = proof_.by_escape = false;
    proof_.vertices = own.vertices;
    proof_.dependencies = own.dependencies;
    proof_.cycle = std::move(own.cycle);
    proof_.jump = own.jump;
    proof_.reason = fmt::format("of the routing from cycle {} on: {}", change.change.at, own.reason);
  }
  proof_.undelivered_later = later;
  if (proof_.deadlock_free) proof_.reason = routings_text(network, changes);
}

Json ReconfigurationReport::together_json(const SwitchoverProof& made) const {
  if (!made.proof) return nullptr;
  const DeadlockProof& proof = *made.proof;
  Json json = {{"routings", made.together},  {"deadlock_free", proof.deadlock_free}, {"by_escape", proof.by_escape},
               {"channels", proof.vertices}, {"dependencies", proof.dependencies},   {"cycle", cycle_json(*network_.topology, proof)}};
  if (proof.jump) json["jump"] = vertex_json(*network_.topology, *proof.jump);
  return json;
}

Json ReconfigurationReport::json() const {
  Json json = Json::array();
  for (std::size_t i = 0; i < changes_.size(); ++i) {
    json.push_back({{"cycle", changes_[i].change.at}, {"how", name_of(changes_[i].switchover)}, {"together", together_json(made_[i])}});
  }
  return json;
}

std::string ReconfigurationReport::together_text(const SwitchoverProof& made) const {
  if (made.together == 0) return "nothing changes that routers know of";
  if (!made.proof)
    return made.together > kMostTogether ? fmt::format("more than {} together are not tried", kMostTogether) : "packets keep their paths";
  const DeadlockProof& proof = *made.proof;
  const std::string what = fmt::format("{} routings, {}", made.together, counted(proof.dependencies, "dependency"));
  if (proof.deadlock_free) return fmt::format("{}: {}", what, proof.by_escape ? "no cycle of escapes" : "no cycle");
  if (proof.cycle.empty()) return fmt::format("{}: {}", what, proof.reason);
  const bool several = proof.cycle.size() > 1;
  return fmt::format("{}: {} of {}: {}{}", what, proof.jump ? "cycle with a jump" : "cycle", counted(proof.cycle.size(), "channel"),
                     vertex_text(*network_.topology, proof.cycle.front()), several ? ", ..." : "");
}

std::string ReconfigurationReport::lines() const {
  std::string text = fmt::format("{:<18}{:>8} {:<8} {}\n", "changes", "cycle", "how", "with those before it");
  for (std::size_t i = 0; i < changes_.size(); ++i) {
    text += fmt::format("{:<18}{:>8} {:<8} {}\n", "", changes_[i].change.at, followed(changes_[i], made_[i]), together_text(made_[i]));
  }
  return text;
}

}  // namespace dateline
