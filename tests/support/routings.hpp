// The oblivious relations with names, for tests over all of them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "routing/registry.hpp"

namespace dateline::test {

[[nodiscard]] inline const char* name_of(TieRule rule) {
  static const char* const names[] = {"split", "plus", "parity", "union"};
  return names[static_cast<int>(rule)];
}

[[nodiscard]] inline TieRule tie_rule_of(const std::string& name) {
  for (const TieRule rule : {TieRule::split, TieRule::plus, TieRule::parity, TieRule::union_}) {
    if (name == name_of(rule)) return rule;
  }
  throw std::logic_error("no tie rule is named " + name);
}

// The tie rules that can differ: without a ring of even radix only one.
[[nodiscard]] inline std::vector<TieRule> tie_rules(const CubeTopology& t) {
  bool even = false;
  for (int d = 0; d < t.dimensions(); ++d) even = even || t.radix(d) % 2 == 0;
  if (!even || t.kind() != CubeTopology::Kind::torus) return {TieRule::split};
  return {TieRule::split, TieRule::plus, TieRule::parity, TieRule::union_};
}

// Those of dor, o1turn, romm, rlb and valiant that support the topology.
[[nodiscard]] inline std::vector<std::string> oblivious_routings(const CubeTopology& t) {
  if (t.kind() != CubeTopology::Kind::torus) return {"dor", "o1turn", "romm", "valiant"};
  return {"dor", "o1turn", "romm", "rlb", "valiant"};
}

[[nodiscard]] inline std::unique_ptr<RoutingRelation> relation_of(const CubeTopology& t, const std::string& routing, TieRule rule = TieRule::split) {
  return make_relation(routing, t, {rule, VcPolicy::split, 2});
}

}  // namespace dateline::test
