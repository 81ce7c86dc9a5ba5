#include "routing/registry.hpp"

#include <fmt/format.h>

#include "models/network/error.hpp"
#include "routing/table.hpp"

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

std::vector<RoutingName> routing_names() {
  std::vector<RoutingName> names;
  for (const RoutingEntry& entry : routing_table()) names.push_back({entry.name, entry.summary, entry.topologies});
  names.push_back({"table:FILE", "weighted paths of every pair", "any topology"});
  return names;
}

std::unique_ptr<RoutingRelation> make_relation(std::string_view name, const Topology& topology, const RoutingOptions& options) {
  constexpr std::string_view kTable = "table:";
  if (name.substr(0, kTable.size()) == kTable) return read_table_routing(topology, std::string(name.substr(kTable.size())));
  const CubeTopology* const cube = as_cube(topology);
  for (const RoutingEntry& entry : routing_table()) {
    if (entry.name != name) continue;
    if (cube == nullptr) {
      throw ConfigError("routing", "routing", name,
                        fmt::format("does not support topology {}; allowed there: table:FILE", printable(topology.name())));
    }
    if (!entry.supports(*cube)) {
      throw ConfigError("routing", "routing", name, fmt::format("does not support topology {}; allowed: {}", topology.name(), entry.topologies));
    }
    return entry.make(*cube, options);
  }
  std::vector<std::string> names;
  for (const RoutingName& known : routing_names()) names.push_back(known.name);
  throw ConfigError("routing", "routing", name, unknown_name(name, names));
}

}  // namespace dateline
