// The relations with names, for tests over all of them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "models/base/text/name_table.hpp"
#include "routing/registry/registry.hpp"

namespace dateline::test {

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

// Patterns that are defined on the topology.
[[nodiscard]] inline std::vector<std::string> patterns(const CubeTopology& t) {
  std::vector<std::string> names = {"uniform", "uniform-self", "bit-complement", "random:3", "hotspot:1@1/5"};
  if (t.kind() != CubeTopology::Kind::hypercube && t.radix(0) >= 3) names.emplace_back("tornado");
  if (t.name() == "torus:4x4" || t.name() == "mesh:4x4" || t.name() == "hypercube:4")
    names.insert(names.end(), {"transpose", "shuffle", "neighbour"});
  if (t.name() == "torus:5x4") names.emplace_back("tornado:all");
  return names;
}

// The rows of the table that support the topology and need no file.
[[nodiscard]] inline std::vector<RoutingEntry> registered_relations(const Topology& t) {
  std::vector<RoutingEntry> rows;
  for (const RoutingEntry& entry : routing_table()) {
    if (entry.supports(t) && entry.name.find(':') == std::string::npos) rows.push_back(entry);
  }
  return rows;
}

// Those of dor, o1turn, romm, rlb and valiant that support the topology.
[[nodiscard]] inline std::vector<std::string> oblivious_routings(const CubeTopology& t) {
  if (t.kind() != CubeTopology::Kind::torus) return {"dor", "o1turn", "romm", "valiant"};
  return {"dor", "o1turn", "romm", "rlb", "valiant"};
}

// The options, what the routing has no use for there at its default.
[[nodiscard]] inline RoutingOptions taken(const std::string& routing, const Topology& t, RoutingOptions options) {
  const RoutingEntry* const entry = find_routing(routing, t);
  if (entry == nullptr) return options;  // to be refused
  if (!entry->takes(options.tie_rule, t)) options.tie_rule.reset();
  if (!entry->takes(options.vc_policy, t)) options.vc_policy = VcPolicy::split;
  return options;
}

[[nodiscard]] inline std::unique_ptr<RoutingRelation> relation_of(const CubeTopology& t, const std::string& routing, TieRule rule = TieRule::split) {
  return make_relation(routing, t, taken(routing, t, {rule, VcPolicy::split, 2}));
}

}  // namespace dateline::test
