#include "routing/registry.hpp"

#include <fmt/format.h>

#include "models/network/error.hpp"
#include "routing/o1turn.hpp"
#include "routing/rlb.hpp"
#include "routing/romm.hpp"
#include "routing/valiant.hpp"

namespace dateline {
namespace {

bool any_cube(const CubeTopology&) { return true; }
bool only_torus(const CubeTopology& t) { return t.kind() == CubeTopology::Kind::torus; }
bool only_hypercube(const CubeTopology& t) { return t.kind() == CubeTopology::Kind::hypercube; }

std::unique_ptr<RoutingRelation> make_dimension_order(const CubeTopology& t, const RoutingOptions& o) {
  return std::make_unique<DimensionOrder>(t, o.tie_rule, o.vc_policy, o.vcs);
}

// The other relations have classes of their own (VcLadder) on a torus.
void require_split_classes(const char* name, const CubeTopology& t, const RoutingOptions& o) {
  if (t.kind() != CubeTopology::Kind::torus || o.vc_policy == VcPolicy::split) return;
  throw ConfigError(name, "vc-policy", o.vc_policy == VcPolicy::shared ? "shared" : "relaxed", "is for dimension order; allowed: split");
}

std::unique_ptr<RoutingRelation> make_o1turn(const CubeTopology& t, const RoutingOptions& o) {
  require_split_classes("o1turn", t, o);
  return std::make_unique<O1Turn>(t, o.tie_rule);
}
std::unique_ptr<RoutingRelation> make_romm(const CubeTopology& t, const RoutingOptions& o) {
  require_split_classes("romm", t, o);
  return std::make_unique<Romm>(t, o.tie_rule);
}
std::unique_ptr<RoutingRelation> make_rlb(const CubeTopology& t, const RoutingOptions& o) {
  require_split_classes("rlb", t, o);
  return std::make_unique<Rlb>(t);
}
std::unique_ptr<RoutingRelation> make_valiant(const CubeTopology& t, const RoutingOptions& o) {
  require_split_classes("valiant", t, o);
  return std::make_unique<Valiant>(t, o.tie_rule);
}

}  // namespace

const std::vector<RoutingEntry>& routing_table() {
  static const std::vector<RoutingEntry> table = {
      {"dor", "dimension order, ascending, minimal", "torus, mesh, hypercube", any_cube, make_dimension_order},
      {"e-cube", "dimension order on a hypercube", "hypercube", only_hypercube, make_dimension_order},
      {"o1turn", "random dimension order, minimal", "torus, mesh, hypercube", any_cube, make_o1turn},
      {"romm", "two phases by way of a random node of the minimal quadrant", "torus, mesh, hypercube", any_cube, make_romm},
      {"rlb", "each ring the longer way with its share, then as romm", "torus", only_torus, make_rlb},
      {"valiant", "two phases of dimension order by way of a random node", "torus, mesh, hypercube", any_cube, make_valiant},
      {"val", "the same as valiant", "torus, mesh, hypercube", any_cube, make_valiant},
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
