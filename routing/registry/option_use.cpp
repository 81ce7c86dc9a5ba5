#include "routing/registry/option_use.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "models/base/enum_names.hpp"
#include "models/base/error.hpp"

namespace dateline {
namespace {

bool is_torus(const Topology& t) { return t.grid() != nullptr && t.grid()->lines() == Grid::Lines::rings; }

std::string text_of(VcNeed::Linear need) {
  if (need.per_dimension == 0) return std::to_string(need.constant);
  const std::string n = need.per_dimension == 1 ? "n" : fmt::format("{}n", need.per_dimension);
  return need.constant == 0 ? n : fmt::format("{}{:+}", n, need.constant);
}

}  // namespace

bool RoutingEntry::takes(std::optional<TieRule> rule, const Topology& topology) const {
  if (!rule || *rule == ties.front()) return true;
  return is_torus(topology) && std::find(ties.begin(), ties.end(), *rule) != ties.end();
}

bool RoutingEntry::takes(VcPolicy policy, const Topology& topology) const {
  if (policy == VcPolicy::static_ && paths != Paths::minimal) return false;
  return policy == VcPolicy::split || (vc_policies && is_torus(topology));
}

int VcNeed::on(const Grid& grid) const {
  const Linear need = grid.bits() ? hypercube : grid.lines() == Grid::Lines::rings ? torus : mesh;
  return need.constant + need.per_dimension * grid.dimensions();
}

std::string text_of(const std::optional<VcNeed>& need) {
  if (!need) return "as its paths need";
  if (!need->argument.empty()) return fmt::format("{}+{}", text_of(need->torus), need->argument);
  const std::string torus = text_of(need->torus), mesh = text_of(need->mesh), hypercube = text_of(need->hypercube);
  if (!(need->mesh == need->hypercube)) return fmt::format("{} on a torus, {} on a mesh, {} on a hypercube", torus, mesh, hypercube);
  return need->torus == need->mesh ? torus : fmt::format("{} on a torus, else {}", torus, mesh);
}

void require_use(const RoutingEntry& entry, const Topology& t, const RoutingOptions& o) {
  if (!entry.takes(o.tie_rule, t)) {
    const auto refuse = [&](const std::string& rule) { throw ConfigError(entry.name, "tie-rule", name_of(*o.tie_rule), rule); };
    if (!is_torus(t)) {
      refuse(fmt::format("has no use on topology {}: no rings; allowed: {}", printable(t.name()), name_of(entry.ties.front())));
    }
    if (entry.ties == std::vector<TieRule>{TieRule::parity} && entry.adaptive())
      refuse("has no meaning where both ways are taken as they are free, and the escape must be one; allowed: parity");
    std::vector<std::string> names;
    for (const TieRule rule : entry.ties) names.emplace_back(name_of(rule));
    refuse(fmt::format("has no use with this routing; allowed: {}", fmt::join(names, ", ")));
  }
  if (!entry.takes(o.vc_policy, t)) {
    if (o.vc_policy == VcPolicy::static_ && entry.paths != Paths::minimal) {
      throw ConfigError(entry.name, "vc-policy", "static",
                        fmt::format("is for minimal ways: ways of up to k-1 hops on a ring of k close a cycle in class 1; allowed: split{}",
                                    entry.vc_policies ? ", relaxed, shared" : ""));
    }
    throw ConfigError(entry.name, "vc-policy", name_of(o.vc_policy), "is for dimension order on a torus; allowed: split");
  }
  if (!entry.takes(o.blocked_escape)) {
    throw ConfigError(entry.name, "absorption.blocked-escape", name_of(o.blocked_escape), "is for routing sw-adaptive alone; allowed: absorb");
  }
  if (!entry.takes(o.escape)) {
    throw ConfigError(entry.name, "escape", name_of(o.escape), "is for routings duato and sw-adaptive; allowed: free");
  }
  if (o.classes && !entry.reads_table) throw ConfigError(entry.name, "table.classes", name_of(*o.classes), "is for routing table:FILE alone");
}

}  // namespace dateline
