#include "sim/core/state/layout/vc_sets.hpp"

#include <fmt/format.h>

#include <string>

#include "models/base/error.hpp"

namespace dateline {

VcSets::VcSets(const RouterConfig& config, const RoutingRelation& relation) {
  check(config);
  if (config.vc_sets.empty()) {
    sets_.push_back({&relation, 0, config.vcs, 0, relation.classes()});
  }
  int vcs = 0, classes = 0;
  for (const VcSet& set : config.vc_sets) {
    sets_.push_back({set.relation, vcs, set.vcs, classes, set.relation->classes()});
    vcs += set.vcs;
    classes += set.relation->classes();
  }
  if (!config.vc_sets.empty() && vcs != config.vcs) {
    throw ConfigError(kMachine, "vcs", std::to_string(config.vcs), fmt::format("is not what the VC sets have together; allowed: {}", vcs));
  }
  for (const Set& set : sets_) {
    if (set.classes <= set.vcs) continue;
    const std::string whose = several() ? "of a VC set is too few" : "is too few";
    throw ConfigError(kMachine, "vcs", std::to_string(set.vcs),
                      fmt::format("{}: the routing needs {} classes; allowed {}..{}", whose, set.classes, set.classes, kMaxVcs));
  }
  share_injection_vcs(config.injection_vcs);
}

void VcSets::share_injection_vcs(int vcs) {
  const int sets = static_cast<int>(sets_.size());
  if (vcs < sets) {
    throw ConfigError(kMachine, "router.injection-vcs", std::to_string(vcs), fmt::format("is too few for {} VC sets; allowed {}..{}", sets, sets, kMaxVcs));
  }
  const bool as_vcs = vcs == sets_.back().first_vc + sets_.back().vcs;
  for (int vc_index = 0, set = 0; vc_index < vcs; ++vc_index) {
    if (as_vcs) {
      if (vc_index == sets_[static_cast<std::size_t>(set)].first_vc + sets_[static_cast<std::size_t>(set)].vcs) ++set;
    } else {
      set = vc_index * sets / vcs;
    }
    sets_[static_cast<std::size_t>(set)].injection_vcs_of |= 1U << static_cast<unsigned>(vc_index);
  }
}

int VcSets::class_of_vc(int vc) const {
  std::size_t set = 0;
  while (vc >= sets_[set].first_vc + sets_[set].vcs) ++set;
  return sets_[set].first_class + sets_[set].relation->class_of_vc(vc - sets_[set].first_vc, sets_[set].vcs);
}

void VcSets::next(const HeaderQuery& query, std::size_t set, Candidates& out) const {
  const std::size_t before = out.size();
  sets_[set].relation->next(query.node, query.in, query.destination, query.state, out);
  for (std::size_t i = before; i < out.size(); ++i) out[i].classes = own(out[i].classes, set);
}

HeaderStep VcSets::step(const HeaderQuery& query, std::size_t set) const {
  HeaderStep step;
  sets_[set].relation->steps(&query, 1, &step);
  step.classes = own(step.classes, set);
  if (step.kind == HeaderStep::Kind::choice) step.kind = HeaderStep::Kind::ask;
  return step;
}

}  // namespace dateline
