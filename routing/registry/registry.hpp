// The table of routing relations by name. A new one costs its file, one line in registry.cpp, and a test: lists, help,
// errors, the property tests (tests/routing/test_relations.cpp) and experiments read the table.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/network/name_elsewhere.hpp"
#include "models/network/relation/relation.hpp"
#include "models/network/topology/grid.hpp"
#include "models/network/topology/topology.hpp"
#include "routing/adaptive/escape_use.hpp"
#include "routing/networks/any_topology/table_classes.hpp"
#include "routing/oblivious/dimension_order.hpp"
#include "routing/software_based/blocked_escape.hpp"

namespace dateline {

struct RoutingOptions {
  std::optional<TieRule> tie_rule = {};  // none: the first of those the routing honours
  VcPolicy vc_policy = VcPolicy::split;
  int vcs = kDefaultVcs;
  std::optional<TableClasses> classes = {};  // none: as read_table_routing has it
  BlockedEscape blocked_escape = BlockedEscape::absorb;
  EscapeUse escape = EscapeUse::free;
  bool last_resort = true;                      // of the software-based: false: local knowledge alone
  std::shared_ptr<const FaultMap> faults = {};  // none: nothing has failed
  bool surviving_paths = false;                 // of a table: those over what has failed are left out, not refused
};

// Where a relation is defined: for people, and for make_relation.
struct Where {
  std::string text;  // "torus, mesh, hypercube"
  bool (*holds)(const Topology&);
};

// The VC classes of a relation, which is the least number of VCs, on a cube of n dimensions: constant + per_dimension
// n. Where radices are 2 or 3 some relations need fewer (docs/reference/vc-classes.md).
struct VcNeed {
  struct Linear {
    int constant, per_dimension = 0;
    friend bool operator==(Linear a, Linear b) { return a.constant == b.constant && a.per_dimension == b.per_dimension; }
  };
  Linear torus, mesh, hypercube;
  std::string_view argument = {};  // what the name gives is added: "D"
  [[nodiscard]] int on(const Grid& grid) const;
};
[[nodiscard]] std::string text_of(const std::optional<VcNeed>& need);  // "2n on a torus, else n"; none: "as its paths need"

enum class Paths { minimal, any };

struct RoutingEntry {
  std::string name;  // see models/base/text/name_table.hpp
  std::vector<std::string> aliases;
  std::string summary;  // one line; an adaptive relation's begins with "adaptive; "
  Where where;
  std::optional<VcNeed> vcs;  // none: as many as its paths need; with vc-policy=shared all there are
  Paths paths;
  std::vector<TieRule> ties;  // those it honours on a torus, its own first
  bool vc_policies;           // whether it takes other VC policies than split on a torus
  // `text` is the whole name as given. The topology is one that `where` holds for.
  std::unique_ptr<RoutingRelation> (*make)(const Topology&, const RoutingOptions&, std::string_view text);
  std::vector<NameElsewhere> elsewhere = {};
  bool reads_table = false;      // whether its VC classes may be given
  bool blocked_escapes = false;  // whether its messages may wait at a blocked escape
  bool around_faults = false;    // whether it delivers all that faults leave connected
  bool escape_uses = false;      // whether its packets may be kept on escapes

  [[nodiscard]] bool adaptive() const { return summary.rfind("adaptive; ", 0) == 0; }
  [[nodiscard]] bool supports(const Topology& topology) const { return where.holds(topology); }
  // Whether it has a use for them there. The defaults it always has.
  [[nodiscard]] bool takes(std::optional<TieRule> rule, const Topology& topology) const;
  [[nodiscard]] bool takes(VcPolicy policy, const Topology& topology) const;
  [[nodiscard]] bool takes(EscapeUse use) const { return use == EscapeUse::free || escape_uses; }
  [[nodiscard]] bool takes(BlockedEscape choice) const { return choice == BlockedEscape::absorb || blocked_escapes; }
};

// Several rows may have one name, for different topologies.
[[nodiscard]] const std::vector<RoutingEntry>& routing_table();
// The first row of that name, or of the one that has it as an alias, whose condition holds there; null if there is
// none.
[[nodiscard]] const RoutingEntry* find_routing(std::string_view name, const Topology& topology);
// The rows of every name, as users see them.
[[nodiscard]] std::vector<std::vector<const RoutingEntry*>> routings_by_name();
// Where they are defined, and the VCs that they need.
[[nodiscard]] std::string topologies_of(const std::vector<const RoutingEntry*>& rows);
[[nodiscard]] std::string vcs_of(const std::vector<const RoutingEntry*>& rows);
[[nodiscard]] std::vector<std::string> oblivious_routings();
// Names of those that go around faults there.
[[nodiscard]] std::vector<std::string> routings_around_faults(const Topology& topology);

// Throws ConfigError: unknown name (with the nearest ones), a topology that the relation does not support, a tie rule,
// VC policy or choice of classes that it has no use for there, a file that is no table of paths.
[[nodiscard]] std::unique_ptr<RoutingRelation> make_relation(std::string_view name, const Topology& topology, const RoutingOptions& options);
// A software-based routing under all maps of faults at once (software_based/all_segments.hpp), for proofs; null: of
// another routing, or of packets that wait where their escape has failed.
[[nodiscard]] std::unique_ptr<RoutingRelation> make_under_all_maps(std::string_view name, const Topology& topology, RoutingOptions options);

}  // namespace dateline
