#include "routing/registry.hpp"

#include <fmt/format.h>

#include "models/network/error.hpp"
#include "routing/ival.hpp"
#include "routing/o1turn.hpp"
#include "routing/rlb.hpp"
#include "routing/romm.hpp"
#include "routing/table.hpp"
#include "routing/valiant.hpp"

namespace dateline {
namespace {

bool any_cube(const CubeTopology&) { return true; }
bool only_torus(const CubeTopology& t) { return t.kind() == CubeTopology::Kind::torus; }
bool no_mesh(const CubeTopology& t) { return t.kind() != CubeTopology::Kind::mesh; }
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
std::unique_ptr<RoutingRelation> make_ival(const CubeTopology& t, const RoutingOptions& o) {
  require_split_classes("ival", t, o);
  return std::make_unique<TableRouting>(t, ival_paths(t), "ival");
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
      {"ival", "improved valiant: the second phase in reversed order, loops cut out", "torus, hypercube", no_mesh, make_ival},
      {"val", "the same as valiant", "torus, mesh, hypercube", any_cube, make_valiant},
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
