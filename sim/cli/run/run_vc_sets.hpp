// The VC sets of a run, as its streams name them or as requests and replies have them: the network of each with the
// routing for its VCs, the proof of each, and what results and texts say of them (docs/reference/vc-classes.md).
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sim/cli/run/run_plan.hpp"
#include "sim/options/network/changed_networks.hpp"
#include "sim/options/run_settings.hpp"
#include "traffic/streams/vc_set_shares.hpp"

namespace dateline {

class RunVcSets {
 public:
  // Throws ConfigError: sets that the VCs do not suffice for, fewer injection VCs than sets. `network` must outlive it.
  RunVcSets(const RunSettings& settings, const RunPlan& plan, const NetworkObjects& network);

  [[nodiscard]] bool several() const { return sets_.size() > 1; }
  [[nodiscard]] std::size_t count() const { return sets_.size(); }
  // For the machine; none if all messages share the VCs.
  [[nodiscard]] std::vector<VcSet> machine() const;
  [[nodiscard]] const std::string& name(std::size_t set) const { return sets_[set].name; }
  // Of each stream, by number; with requests and replies 0 is that of requests.
  [[nodiscard]] const std::vector<std::uint8_t>& of_stream() const { return of_stream_; }
  // "VCs 0..3".
  [[nodiscard]] std::string range(std::size_t set) const;

  // As --prove says, of every set; the text of the result's `proof`. Throws std::runtime_error for a set that is not
  // safe.
  [[nodiscard]] std::string prove(const RunPlan& plan, const std::vector<ChangedNetwork>& changes);

  // Once proved; nothing for one set.
  void add_to(nlohmann::ordered_json& json) const;

 private:
  struct Set {
    std::string name;
    int first, vcs;
    NetworkObjects network;
    std::string proof = {};
  };
  [[nodiscard]] std::vector<VcSetShare> for_requests(const RunSettings& settings, const RunPlan& plan);
  [[nodiscard]] int least_vcs() const;

  const NetworkObjects& network_;
  std::vector<Set> sets_;  // none: one, of all VCs
  std::vector<std::uint8_t> of_stream_;
};

}  // namespace dateline
