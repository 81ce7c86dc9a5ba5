// What `verify --reconfigure` proves: each routing by itself, as simulate does before the first cycle; and for each
// change whether the routings that may be in the network together have a cycle of dependencies, and where.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sim/options/network/switchover_plan.hpp"

namespace dateline {

class ReconfigurationReport {
 public:
  // Decides how the changes are made. What it refers to must outlive it.
  ReconfigurationReport(const NetworkObjects& network, VcReuse reuse, std::vector<ChangedNetwork>& changes);

  // Of the first routing; of the first that is not deadlock-free, if there is one; undelivered_later of all others.
  [[nodiscard]] const DeadlockProof& proof() const { return proof_; }
  // `reconfigurations`
  [[nodiscard]] nlohmann::ordered_json json() const;
  [[nodiscard]] std::string lines() const;

 private:
  [[nodiscard]] nlohmann::ordered_json together_json(const SwitchoverProof& made) const;
  [[nodiscard]] std::string together_text(const SwitchoverProof& made) const;

  const NetworkObjects& network_;
  const std::vector<ChangedNetwork>& changes_;
  std::vector<SwitchoverProof> made_;
  DeadlockProof proof_;
};

}  // namespace dateline
