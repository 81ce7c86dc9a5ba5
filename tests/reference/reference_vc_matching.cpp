#include "reference_vc_matching.hpp"

namespace dateline::reference {
namespace {

// The first at or after the pointer, cyclic.
VcName first_from(const std::set<VcName>& names, const VcName& pointer) {
  const auto found = names.lower_bound(pointer);
  return found == names.end() ? *names.begin() : *found;
}

}  // namespace

std::map<VcName, VcName> match_vcs(const std::set<std::pair<VcName, VcName>>& asked, VcMatchPointers& pointers) {
  std::map<VcName, std::set<VcName>> heads_of, granted_to;
  for (const auto& [head, vc] : asked) heads_of[vc].insert(head);
  for (const auto& [vc, heads] : heads_of) granted_to[first_from(heads, pointers.grants_from[vc])].insert(vc);
  std::map<VcName, VcName> matched;
  for (const auto& [head, vcs] : granted_to) {
    const VcName vc = matched[head] = first_from(vcs, pointers.accepts_from[head]);
    pointers.accepts_from[head] = {vc.first, vc.second + 1};
    pointers.grants_from[vc] = {head.first, head.second + 1};
  }
  return matched;
}

}  // namespace dateline::reference
