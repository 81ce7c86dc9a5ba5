#include "routing/registry.hpp"

#include <fmt/format.h>

#include "models/network/error.hpp"

namespace dateline {
namespace {

bool any_cube(const CubeTopology&) { return true; }
bool only_hypercube(const CubeTopology& t) { return t.kind() == CubeTopology::Kind::hypercube; }

std::unique_ptr<RoutingRelation> make_dimension_order(const CubeTopology& t, const RoutingOptions& o) {
  return std::make_unique<DimensionOrder>(t, o.tie_rule, o.vc_policy, o.vcs);
}

}  // namespace

const std::vector<RoutingEntry>& routing_table() {
  static const std::vector<RoutingEntry> table = {
      {"dor", "dimension order, ascending, minimal", "torus, mesh, hypercube", any_cube, make_dimension_order},
      {"e-cube", "dimension order on a hypercube", "hypercube", only_hypercube, make_dimension_order},
  };
  return table;
}

std::unique_ptr<RoutingRelation> make_relation(std::string_view name, const Topology& topology, const RoutingOptions& options) {
  const CubeTopology* const cube = as_cube(topology);
  std::vector<std::string> names;
  for (const RoutingEntry& entry : routing_table()) {
    names.push_back(entry.name);
    if (entry.name != name) continue;
    if (cube == nullptr || !entry.supports(*cube)) {
      throw ConfigError("routing", "routing", name, fmt::format("does not support topology {}; allowed: {}", topology.name(), entry.topologies));
    }
    return entry.make(*cube, options);
  }
  throw ConfigError("routing", "routing", name, unknown_name(name, names));
}

}  // namespace dateline
