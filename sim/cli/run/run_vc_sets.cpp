#include "sim/cli/run/run_vc_sets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "models/base/error.hpp"
#include "sim/cli/run/run_theory.hpp"
#include "sim/options/run_settings.hpp"

namespace dateline {
namespace {

void refuse_changes(const NetworkSettings& network) {
  const auto refuse_if_given = [](const AnySetting& faults) {
    if (faults.has()) faults.refuse("is not there beside streams of several VC sets; allowed there: --faults, of what has failed from the beginning");
  };
  refuse_if_given(network.fault_events);
  refuse_if_given(network.fault_process);
}

}  // namespace

RunVcSets::RunVcSets(const RunSettings& settings, const RunPlan& plan, const NetworkObjects& network) : network_(network) {
  std::vector<VcSetShare> shares;
  if (plan.requests) shares = for_requests(settings, plan);
  if (!plan.streams.empty() && plan.workload == WorkloadKind::none) {
    VcSetShares named = share_vcs(settings.traffic.traffic.source(), settings.traffic.traffic.text(), plan.streams, plan.machine.vcs);
    shares = std::move(named.sets);
    of_stream_ = std::move(named.of_stream);
  }
  if (shares.size() < 2) return;
  if (!plan.requests) refuse_changes(settings.network);
  const auto sets = static_cast<int>(shares.size());
  if (plan.machine.injection_vcs < sets) {
    settings.router.injection_vcs.refuse(
        fmt::format("is too few for {} VC sets, each with injection VCs of its own; allowed {}..{}", sets, sets, kMaxVcs));
  }
  int first = 0;
  for (VcSetShare& share : shares) {
    if (share.vcs < least_vcs()) {
      settings.traffic.traffic.refuse(fmt::format("gives VC set '{}' {} of {} VCs; routing {} needs {} VC classes in each set", printable(share.name),
                                                  share.vcs, plan.machine.vcs, network.options.routing, least_vcs()));
    }
    NetworkObjects own;
    own.options = network.options;
    own.options.relation.vcs = share.vcs;
    own.topology = network.topology;
    own.relation = make_relation(own.options.routing, *own.topology, own.options.relation);
    sets_.push_back({std::move(share.name), first, share.vcs, std::move(own)});
    first += share.vcs;
  }
}

// The fewest VCs that a set can have. Of vc-policy shared every VC is a class: the escapes' two are needed.
int RunVcSets::least_vcs() const {
  return network_.options.relation.vc_policy == VcPolicy::shared ? std::min(2, network_.relation->classes()) : network_.relation->classes();
}

// Halves where they suffice; of an odd number requests have one more.
std::vector<VcSetShare> RunVcSets::for_requests(const RunSettings& settings, const RunPlan& plan) {
  const std::optional<bool> wanted = plan.requests->separate_vcs;
  if (wanted == false) return {};
  if (!network_.changes.empty()) {  // one queue a terminal, from which faults take packets
    if (wanted) settings.traffic.workload.refuse("has VC sets of requests and replies beside fault events; allowed there: vcs=shared");
    return {};
  }
  const int vcs = plan.machine.vcs, replies = vcs / 2;
  if (replies >= least_vcs() && plan.machine.injection_vcs >= 2) return {{"requests", vcs - replies}, {"replies", replies}};
  if (!wanted) return {};
  if (replies < least_vcs()) {
    settings.network.vcs.refuse(
        fmt::format("is too few for requests and replies with vcs=separate: routing {} needs {} VC classes of each; allowed {}..{}",
                    network_.options.routing, least_vcs(), 2 * least_vcs(), kMaxVcs));
  }
  settings.router.injection_vcs.refuse(fmt::format("is too few for requests and replies with vcs=separate; allowed 2..{}", kMaxVcs));
}

std::vector<VcSet> RunVcSets::machine() const {
  std::vector<VcSet> sets;
  for (const Set& set : sets_) sets.push_back({set.vcs, set.network.relation.get()});
  return sets;
}

std::string RunVcSets::range(std::size_t set) const {
  const Set& s = sets_[set];
  return s.vcs == 1 ? fmt::format("VC {}", s.first) : fmt::format("VCs {}..{}", s.first, s.first + s.vcs - 1);
}

std::string RunVcSets::prove(const RunPlan& plan, const std::vector<ChangedNetwork>& changes) {
  if (!several()) return proof_before(plan, network_, changes);
  for (auto set = sets_.begin(); set != sets_.end(); ++set) {
    const auto same = std::find_if(sets_.begin(), set, [&](const Set& other) { return other.vcs == set->vcs; });
    if (same != set) {
      set->proof = same->proof;
      continue;
    }
    try {
      set->proof = proof_before(plan, set->network, changes);
    } catch (const ConfigError&) {
      throw;  // of an option, which it names
    } catch (const std::runtime_error& error) {
      throw std::runtime_error(fmt::format("VC set {} of {} VCs: {}", printable(set->name), set->vcs, error.what()));
    }
  }
  const bool alike = std::all_of(sets_.begin(), sets_.end(), [&](const Set& set) { return set.proof == sets_.front().proof; });
  if (alike) return fmt::format("{} (each of {} VC sets)", sets_.front().proof, sets_.size());
  std::string text;
  for (const Set& set : sets_) text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", set.name, set.proof);
  return text;
}

void RunVcSets::add_to(nlohmann::ordered_json& json) const {
  if (!several()) return;
  json["vc_sets"] = nlohmann::ordered_json::array();
  for (const Set& set : sets_) {
    json["vc_sets"].push_back(
        {{"name", set.name}, {"first_vc", set.first}, {"vcs", set.vcs}, {"classes", set.network.relation->classes()}, {"proof", set.proof}});
  }
}

}  // namespace dateline
