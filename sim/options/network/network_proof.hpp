// The proof that a network cannot deadlock, before its first cycle, as --prove says.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sim/options/network/changed_networks.hpp"
#include "sim/options/run_settings.hpp"

namespace dateline {

struct ProofVerdict {
  bool deadlock_free = false;
  std::uint64_t pairs = 0, delivered_pairs = 0;  // of terminals, each with itself among them
  std::string reason;                            // with the cycle, if the rule of VC reuse makes it unsafe
  bool by_reuse = false;                         // atomic VCs would be safe; such a verdict is not kept
  [[nodiscard]] bool safe() const { return deadlock_free && delivered_pairs == pairs; }
};

[[nodiscard]] ProofVerdict prove_network(const NetworkObjects& network, VcReuse reuse);

struct ProofTask {
  std::string command;
  ProofMode mode = ProofMode::automatic;
  VcReuse option = VcReuse::atomic;  // router.vc-reuse
  VcReuse rule = VcReuse::atomic;    // that is to be proved: packets of one flit lie whole wherever there is a place for them
  std::uint64_t absorb_limit = 0;
};
using Prover = std::function<ProofVerdict(const NetworkObjects&, VcReuse)>;
// The text of a result's `proof`. Throws std::runtime_error for a network that is not safe, ConfigError for a rule of
// VC reuse that makes it unsafe.
[[nodiscard]] std::string proof_before(const ProofTask& task, const NetworkObjects& network, const std::vector<ChangedNetwork>& changes,
                                       const Prover& prover = prove_network);

}  // namespace dateline
