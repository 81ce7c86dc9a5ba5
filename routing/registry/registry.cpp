#include "routing/registry/registry.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <type_traits>

#include "models/base/text/name_table.hpp"
#include "routing/adaptive/cube_turns.hpp"
#include "routing/adaptive/duato.hpp"
#include "routing/adaptive/negative_first.hpp"
#include "routing/adaptive/north_last.hpp"
#include "routing/adaptive/odd_even.hpp"
#include "routing/adaptive/west_first.hpp"
#include "routing/networks/any_topology/duato_up_down.hpp"
#include "routing/networks/any_topology/layered.hpp"
#include "routing/networks/any_topology/table.hpp"
#include "routing/networks/any_topology/up_down.hpp"
#include "routing/networks/dragonfly/dragonfly_minimal.hpp"
#include "routing/networks/dragonfly/dragonfly_ugal.hpp"
#include "routing/networks/dragonfly/dragonfly_valiant.hpp"
#include "routing/networks/dragonfly/valiant_group.hpp"
#include "routing/networks/hyperx/dim_war.hpp"
#include "routing/networks/hyperx/hyperx_order.hpp"
#include "routing/networks/hyperx/hyperx_ugal.hpp"
#include "routing/networks/hyperx/hyperx_valiant.hpp"
#include "routing/networks/hyperx/min_adaptive.hpp"
#include "routing/networks/hyperx/omni_war.hpp"
#include "routing/networks/slim_fly/slim_fly_minimal.hpp"
#include "routing/networks/slim_fly/slim_fly_ugal.hpp"
#include "routing/networks/slim_fly/slim_fly_valiant.hpp"
#include "routing/networks/trees/d_mod_k.hpp"
#include "routing/networks/trees/nearest_ancestor.hpp"
#include "routing/oblivious/ival.hpp"
#include "routing/oblivious/o1turn.hpp"
#include "routing/oblivious/rlb.hpp"
#include "routing/oblivious/romm.hpp"
#include "routing/oblivious/two_turn.hpp"
#include "routing/oblivious/valiant.hpp"
#include "routing/registry/option_use.hpp"
#include "routing/software_based/sw_adaptive.hpp"
#include "routing/software_based/sw_deterministic.hpp"

namespace dateline {
namespace {

using Lines = Grid::Lines;
using Relation = std::unique_ptr<RoutingRelation>;

template <Lines... lines>
bool has_lines(const Topology& t) {
  return t.grid() != nullptr && ((t.grid()->lines() == lines) || ...);
}

const Where kCubes{"torus, mesh, hypercube", has_lines<Lines::rings, Lines::open, Lines::bits>};
const Where kTorus{"torus", has_lines<Lines::rings>};
const Where kTranslated{"torus, hypercube", has_lines<Lines::rings, Lines::bits>};
const Where kMesh{"mesh", has_lines<Lines::open>};
const Where kMesh2{"mesh of two dimensions", [](const Topology& t) { return has_lines<Lines::open>(t) && t.grid()->dimensions() == 2; }};
const Where kPlane{"torus, mesh of two dimensions",
                   [](const Topology& t) { return has_lines<Lines::rings, Lines::open>(t) && t.grid()->dimensions() == 2; }};
const Where kBordered{"mesh, hypercube", has_lines<Lines::open, Lines::bits>};
const Where kHypercube{"hypercube", has_lines<Lines::bits>};
// What a row's relation is made for: the family of networks that its `where` holds for.
template <typename Network>
const Network& family(const Topology& t) {
  return dynamic_cast<const Network&>(t);
}
template <typename Network>
bool is(const Topology& t) {
  return dynamic_cast<const Network*>(&t) != nullptr;
}
const Where kHyperX{"hyperx, fullmesh", is<HyperXTopology>};
const Where kDragonfly{"dragonfly", is<DragonflyTopology>};
const Where kDragonfly3{"dragonfly of three groups or more",
                        [](const Topology& t) { return is<DragonflyTopology>(t) && family<DragonflyTopology>(t).shape().groups > 2; }};
const Where kTrees{"fattree, clos", TreeHops::is_tree};
const Where kSlimFly{"slimfly", is<SlimFlyTopology>};
const Where kAnywhere{"any topology", [](const Topology&) { return true; }};

bool not_two_dimensions(const Topology& t) { return t.grid() == nullptr || t.grid()->dimensions() != 2; }

constexpr VcNeed some_vcs(int vcs) { return {{vcs}, {vcs}, {vcs}}; }
constexpr VcNeed kOneVc = some_vcs(1);

using Ties = std::vector<TieRule>;
const Ties kSplitOnly = {TieRule::split};
const Ties kParityOnly = {TieRule::parity};                              // of escape channels
const Ties kAtEntry = {TieRule::split, TieRule::plus, TieRule::parity};  // by the coordinate at which a dimension is entered

// The row of a class. Its constructor takes a topology (a `Network`, by default a cube), then perhaps the tie rule,
// then perhaps VC policy and VCs.
template <typename Class, typename Network = CubeTopology>
RoutingEntry relation(std::string name, std::vector<std::string> aliases, std::string summary, const Where& where, std::optional<VcNeed> vcs,
                      Paths paths, std::optional<Ties> ties = {}) {
  constexpr bool policies = std::is_constructible_v<Class, const Network&, TieRule, VcPolicy, int>;
  constexpr bool has_ties = policies || std::is_constructible_v<Class, const Network&, TieRule>;
  constexpr bool escapes = std::is_constructible_v<Class, const Network&, EscapeUse>;
  const auto make = [](const Topology& topology, const RoutingOptions& o, std::string_view /*text*/) -> Relation {
    const auto& t = family<Network>(topology);
    if constexpr (policies) {
      return std::make_unique<Class>(t, o.tie_rule.value_or(TieRule::split), o.vc_policy, o.vcs);
    } else if constexpr (has_ties) {
      return std::make_unique<Class>(t, o.tie_rule.value_or(TieRule::split));
    } else if constexpr (escapes) {
      return std::make_unique<Class>(t, o.escape);
    } else {
      return std::make_unique<Class>(t);
    }
  };
  RoutingEntry entry{
      std::move(name), std::move(aliases), std::move(summary), where, vcs, paths, ties.value_or(has_ties ? kAtEntry : kSplitOnly), policies, make};
  entry.escape_uses = escapes;
  return entry;
}

RoutingEntry with_escape_uses(RoutingEntry entry) {
  entry.escape_uses = true;
  return entry;
}

RoutingEntry led_around_faults(RoutingEntry entry) {
  entry.around_faults = true;
  return entry;
}

RoutingEntry noted(RoutingEntry entry, std::vector<NameElsewhere> elsewhere) {
  entry.elsewhere = std::move(elsewhere);
  return entry;
}

Relation make_ival(const Topology& topology, const RoutingOptions& o, std::string_view /*text*/) {
  const auto& t = family<CubeTopology>(topology);
  return std::make_unique<TableRouting>(t, ival_paths(t, o.tie_rule.value_or(TieRule::split)), "ival");
}

Relation make_two_turn(const Topology& topology, const RoutingOptions& /*options*/, std::string_view /*text*/) {
  return std::make_unique<TableRouting>(topology, two_turn_table(topology), "2turn");
}

Relation make_table(const Topology& topology, const RoutingOptions& o, std::string_view text) {
  return read_table_routing(topology, std::string(argument_of(text)), o.classes, o.surviving_paths ? o.faults.get() : nullptr);
}

DetourOptions detours(const RoutingOptions& o) {
  DetourOptions detours;
  if (!o.last_resort) detours.absorption_limit = 0;
  return detours;
}

Relation make_sw_deterministic(const Topology& topology, const RoutingOptions& o, std::string_view /*text*/) {
  return std::make_unique<SwDeterministic>(family<CubeTopology>(topology), o.vc_policy, o.vcs, detours(o));
}

Relation make_sw_adaptive(const Topology& topology, const RoutingOptions& o, std::string_view /*text*/) {
  return std::make_unique<SwAdaptive>(family<CubeTopology>(topology), o.blocked_escape, detours(o), o.escape);
}

Relation make_omni_war(const Topology& topology, const RoutingOptions& /*options*/, std::string_view text) {
  return std::make_unique<OmniWar>(family<HyperXTopology>(topology), argument_of(text));
}

template <DragonflyUgal::Choice choice>
Relation make_dragonfly_ugal(const Topology& topology, const RoutingOptions& /*options*/, std::string_view /*text*/) {
  return std::make_unique<DragonflyUgal>(family<DragonflyTopology>(topology), choice);
}

template <NearestAncestor::Choice choice>
Relation make_nearest_ancestor(const Topology& topology, const RoutingOptions& /*options*/, std::string_view /*text*/) {
  return std::make_unique<NearestAncestor>(topology, choice);
}

// The row of a class that is made for the faults, on any topology.
template <typename Class>
RoutingEntry surviving(std::string name, std::string summary, std::optional<VcNeed> vcs, Paths paths) {
  const auto make = [](const Topology& topology, const RoutingOptions& o, std::string_view /*text*/) -> Relation {
    return std::make_unique<Class>(topology, o.faults);
  };
  return led_around_faults({std::move(name), {}, std::move(summary), kAnywhere, vcs, paths, kSplitOnly, false, make});
}

}  // namespace

const std::vector<RoutingEntry>& routing_table() {
  static const std::vector<RoutingEntry> table = {
      noted(relation<DimensionOrder>("dor", {"dim-order", "dim_order", "xy"}, "dimension order, ascending", kCubes, VcNeed{{2}, {1}, {1}},
                                     Paths::minimal),
            {{"xy", "is dor here, all dimensions in ascending order; elsewhere the name is for two", not_two_dimensions}}),
      relation<DimensionOrder>("e-cube", {}, "dimension order on a hypercube", kHypercube, kOneVc, Paths::minimal),
      relation<O1Turn>("o1turn", {}, "random dimension order", kCubes, VcNeed{{0, 2}, {0, 1}, {0, 1}}, Paths::minimal),
      relation<Romm>("romm", {}, "two phases by way of a random node of the quadrant", kCubes, VcNeed{{-2, 4}, {-1, 2}, {0, 1}}, Paths::minimal,
                     Ties{TieRule::split, TieRule::plus, TieRule::parity, TieRule::union_}),
      relation<Rlb>("rlb", {}, "each ring the longer way with its share, then as romm", kTorus, VcNeed{{-2, 4}, {-2, 4}, {-2, 4}}, Paths::any),
      relation<Valiant>("valiant", {"val"}, "two phases of dimension order by way of a random node", kCubes, VcNeed{{4}, {2}, {2}}, Paths::any),
      relation<WestFirst>("west-first", {"west_first"}, "adaptive; first - in all dimensions but the last", kMesh, kOneVc, Paths::minimal),
      relation<NorthLast>("north-last", {"north_last"}, "adaptive; last + in all dimensions but the first", kMesh, kOneVc, Paths::minimal),
      relation<NegativeFirst>("negative-first", {"negative_first"}, "adaptive; first -, then +", kBordered, kOneVc, Paths::minimal),
      relation<Duato>("duato", {}, "adaptive; any minimal way, with dimension order as the escape", kCubes, VcNeed{{3}, {2}, {2}}, Paths::minimal,
                      kParityOnly),
      relation<OddEven>("odd-even", {"odd_even"}, "adaptive; turns by odd and even columns", kMesh2, kOneVc, Paths::minimal),
      relation<PCube>("p-cube", {"p_cube"}, "adaptive; first 1 -> 0, then 0 -> 1", kHypercube, kOneVc, Paths::minimal),
      relation<LiMin>("li-min", {"li_min"}, "adaptive; ascending, down only by 0 -> 1 (a reconstruction)", kHypercube, kOneVc, Paths::minimal),
      relation<LiMinB>("li-min-b", {"li_min_b"}, "adaptive; ascending, down only after 1 -> 0 (a reconstruction)", kHypercube, kOneVc,
                       Paths::minimal),
      relation<Chiu>("chiu", {}, "adaptive; ascending, down only from 0 -> 1 to 0 -> 1 (a reconstruction)", kHypercube, kOneVc, Paths::minimal),
      relation<MixAb3>("mix-ab3", {"mix_ab3"}, "adaptive; li-min with signs exchanged from dimension 3 on (a reconstruction)", kHypercube, kOneVc,
                       Paths::minimal),
      relation<MixBb3>("mix-bb3", {"mix_bb3"}, "adaptive; li-min-b with signs exchanged from dimension 3 on (a reconstruction)", kHypercube, kOneVc,
                       Paths::minimal),
      led_around_faults({"sw-deterministic",
                         {},
                         "dimension order, led around what has failed by software",
                         kCubes,
                         VcNeed{{2}, {1}, {1}},
                         Paths::any,
                         kParityOnly,
                         true,
                         make_sw_deterministic}),
      with_escape_uses(led_around_faults({"sw-adaptive",
                                          {},
                                          "adaptive; duato, led around what has failed by software",
                                          kCubes,
                                          VcNeed{{3}, {2}, {2}},
                                          Paths::any,
                                          kParityOnly,
                                          false,
                                          make_sw_adaptive,
                                          {},
                                          false,
                                          true})),
      {"ival",
       {},
       "improved valiant: the second phase in reversed order, loops cut out",
       kTranslated,
       {},
       Paths::any,
       Ties{TieRule::split, TieRule::plus},
       false,
       make_ival},
      {"2turn",
       {},
       "paths of two turns, weighted for the best worst case, then the fewest hops",
       kPlane,
       {},
       Paths::any,
       kSplitOnly,
       false,
       make_two_turn},
      relation<HyperXOrder, HyperXTopology>("dor", {}, "dimension order, ascending", kHyperX, kOneVc, Paths::minimal),
      relation<HyperXValiant, HyperXTopology>("valiant", {}, "two phases of dimension order by way of a random node", kHyperX, some_vcs(2),
                                              Paths::any),
      relation<MinAdaptive, HyperXTopology>("min-adaptive", {}, "adaptive; any dimension that differs, with dimension order as the escape", kHyperX,
                                            some_vcs(2), Paths::minimal),
      relation<DimWar, HyperXTopology>("dim-war", {}, "adaptive; dimension order, in each dimension perhaps by way of another place", kHyperX,
                                       some_vcs(2), Paths::any),
      {"omni-war:D",
       {},
       "adaptive; any dimension that differs, with up to D hops to other places",
       kHyperX,
       VcNeed{{0, 1}, {0, 1}, {0, 1}, "D"},
       Paths::any,
       kSplitOnly,
       false,
       make_omni_war},
      relation<DragonflyMinimal, DragonflyTopology>("min", {}, "by one link of two groups at most, each of several alike", kDragonfly, some_vcs(2),
                                                    Paths::any),
      relation<SlimFlyMinimal, SlimFlyTopology>("min", {}, "shortest ways, next hops alike", kSlimFly, some_vcs(2), Paths::minimal),
      relation<ValiantGroup, DragonflyTopology>("valiant-group", {}, "minimal by way of a random group", kDragonfly3, some_vcs(3), Paths::any),
      relation<DragonflyValiant, DragonflyTopology>("valiant", {}, "two phases of min by way of a random router", kDragonfly, some_vcs(4),
                                                    Paths::any),
      relation<SlimFlyValiant, SlimFlyTopology>("valiant", {}, "two phases of min by way of a random router", kSlimFly, some_vcs(4), Paths::any),
      relation<HyperXUgal, HyperXTopology>("ugal", {}, "adaptive; dor, or by way of a random router, by hops x occupancy", kHyperX, some_vcs(2),
                                           Paths::any),
      {"ugal",
       {},
       "adaptive; min, or by way of a random group, by hops x occupancy at the source",
       kDragonfly3,
       some_vcs(3),
       Paths::any,
       kSplitOnly,
       false,
       make_dragonfly_ugal<DragonflyUgal::Choice::at_source>},
      relation<SlimFlyUgal, SlimFlyTopology>("ugal", {}, "adaptive; min, or by way of a random router, by hops x occupancy", kSlimFly, some_vcs(4),
                                             Paths::any),
      {"par",
       {},
       "adaptive; ugal that chooses once more behind the first local hop",
       kDragonfly3,
       some_vcs(4),
       Paths::any,
       kSplitOnly,
       false,
       make_dragonfly_ugal<DragonflyUgal::Choice::progressive>},
      {"nca",
       {},
       "adaptive; up by any free port to a nearest common ancestor, then down",
       kTrees,
       kOneVc,
       Paths::minimal,
       kSplitOnly,
       false,
       make_nearest_ancestor<NearestAncestor::Choice::free>},
      {"nca-random",
       {},
       "up by any port, all alike, to a nearest common ancestor, then down",
       kTrees,
       kOneVc,
       Paths::minimal,
       kSplitOnly,
       false,
       make_nearest_ancestor<NearestAncestor::Choice::drawn>},
      relation<DModK, Topology>("d-mod-k", {}, "up by the digits of the destination to a nearest common ancestor, then down", kTrees, kOneVc,
                                Paths::minimal),
      surviving<UpDown>("updown", "up*/down* by a tree of what has not failed, one shortest legal way a pair", kOneVc, Paths::any),
      surviving<Layered>("layered", "one shortest way a pair around what has failed, in layers of VCs", {}, Paths::minimal),
      surviving<DuatoUpDown>("duato-updown", "adaptive; any minimal way around what has failed, with updown as the escape", VcNeed{{2}, {2}, {2}},
                             Paths::any),
      {"table:FILE", {}, "weighted paths of every pair", kAnywhere, {}, Paths::any, kSplitOnly, false, make_table, {}, true},
  };
  return table;
}

const RoutingEntry* find_routing(std::string_view name, const Topology& topology) {
  const RoutingEntry* const named = find_row(routing_table(), name);
  for (const RoutingEntry& entry : routing_table()) {
    if (named != nullptr && entry.name == named->name && entry.supports(topology)) return &entry;
  }
  return nullptr;
}

std::vector<std::vector<const RoutingEntry*>> routings_by_name() {
  std::vector<std::vector<const RoutingEntry*>> names;
  for (const RoutingEntry& entry : routing_table()) {
    const auto known = std::find_if(names.begin(), names.end(), [&](const auto& rows) { return rows.front()->name == entry.name; });
    if (known != names.end()) {
      known->push_back(&entry);
    } else {
      names.push_back({&entry});
    }
  }
  return names;
}

std::string topologies_of(const std::vector<const RoutingEntry*>& rows) {
  std::vector<std::string> texts;
  for (const RoutingEntry* row : rows) texts.push_back(row->where.text);
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string vcs_of(const std::vector<const RoutingEntry*>& rows) {
  std::string text = text_of(rows.front()->vcs);
  for (const RoutingEntry* row : rows) {
    const std::string own = text_of(row->vcs);
    if (own != text_of(rows.front()->vcs)) text += fmt::format("; {} on {}", own, row->where.text);
  }
  return text;
}

std::vector<std::string> oblivious_routings() {
  std::vector<std::string> names;
  for (const auto& rows : routings_by_name()) {
    if (!rows.front()->adaptive()) names.push_back(rows.front()->name);
  }
  return names;
}

std::vector<std::string> routings_around_faults(const Topology& topology) {
  std::vector<std::string> names;
  for (const RoutingEntry& entry : routing_table()) {
    if (entry.around_faults && entry.supports(topology)) names.push_back(entry.name);
  }
  return names;
}

std::unique_ptr<RoutingRelation> make_relation(std::string_view name, const Topology& topology, const RoutingOptions& options) {
  const RoutingEntry& named = row_named(routing_table(), "routing", name);
  if (const RoutingEntry* const entry = find_routing(name, topology)) {
    require_use(*entry, topology, options);
    auto relation = entry->make(topology, options, name);
    relation->set_name(std::string(name));
    relation->set_faults(options.faults);
    return relation;
  }
  std::vector<std::string> others;
  for (const RoutingEntry& other : routing_table()) {
    if (other.supports(topology)) others.push_back(other.name);
  }
  std::vector<const RoutingEntry*> rows;
  for (const RoutingEntry& entry : routing_table()) {
    if (entry.name == named.name) rows.push_back(&entry);
  }
  throw ConfigError("routing", "routing", name,
                    fmt::format("does not support topology {}; allowed: {}; routings allowed there: {}", printable(topology.name()),
                                topologies_of(rows), fmt::join(others, ", ")));
}

}  // namespace dateline
