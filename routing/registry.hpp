// The table of routing relations by name. A new one costs its file, one line in registry.cpp, and a test.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "models/network/cube.hpp"
#include "models/network/relation.hpp"
#include "routing/dimension_order.hpp"

namespace dateline {

struct RoutingOptions {
  TieRule tie_rule = TieRule::split;
  VcPolicy vc_policy = VcPolicy::split;
  int vcs = 2;
};

struct RoutingEntry {
  std::string name;
  std::string summary;
  std::string topologies;  // for people: "torus, mesh, hypercube"
  bool (*supports)(const CubeTopology&);
  std::unique_ptr<RoutingRelation> (*make)(const CubeTopology&, const RoutingOptions&);
};

[[nodiscard]] const std::vector<RoutingEntry>& routing_table();

struct RoutingName {
  std::string name, summary, topologies;
};
// All that make_relation takes, for people: the table above, and table:FILE.
[[nodiscard]] std::vector<RoutingName> routing_names();

// Throws ConfigError: unknown name (with the nearest ones), a topology that the relation does not support, a file that is no table of paths.
[[nodiscard]] std::unique_ptr<RoutingRelation> make_relation(std::string_view name, const Topology& topology, const RoutingOptions& options);

}  // namespace dateline
