#include "sim/cli/analysis/known_routings.hpp"

#include <algorithm>
#include <tuple>

#include "models/analysis/loads/symmetry_check.hpp"
#include "models/analysis/optimal/found_table.hpp"
#include "models/analysis/throughput/named_optimum.hpp"
#include "models/analysis/worst_case/worst_case.hpp"
#include "models/base/error.hpp"
#include "models/network/symmetry/orbits.hpp"
#include "routing/networks/any_topology/table.hpp"
#include "routing/registry/registry.hpp"

namespace dateline {
namespace {

constexpr std::size_t kMostPaths = 128;  // of a pair
constexpr double kWalkBudget = 1e8;      // of a routing whose worst case is found

// Those that need no program of their own, nor look at the terminals of a router.
constexpr const char* kNames[] = {"dor", "o1turn", "romm", "rlb", "valiant", "ival", "min", "valiant-group", "nca-random", "layered", "updown"};
constexpr const char* kTwoTurns[] = {"dor", "o1turn"};

void add_hops(RoutingPoint& point, Rational hops) {
  point.routing.mean_hops = std::move(hops);
  point.routing.lp_mean_hops = to_double(point.routing.mean_hops);
}

void add_gamma(RoutingPoint& point, Rational gamma) {
  point.routing.gamma = point.gamma = std::move(gamma);
  point.routing.lp_gamma = to_double(point.gamma);
  point.routing.stopped = true;
}

}  // namespace

std::vector<ChannelId> channels_of_orbits(const Topology& topology, const RoutingRelation& relation) {
  const Orbits orbits(topology, usable_symmetries(topology, relation));
  std::vector<ChannelId> channels;
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    if (orbits.is_first(ChannelId(c))) channels.emplace_back(c);
  }
  return channels;
}

KnownRoutings::KnownRoutings(const Topology& topology, KnownPaths paths, std::uint64_t most_work) : topology_(topology), paths_(paths) {
  if (paths == KnownPaths::two_turn) {
    for (const char* name : kTwoTurns) add_named(name, most_work);
  } else {
    for (const char* name : kNames) add_named(name, most_work);
  }
  sort();
  if (routings_.empty() && most_work == kAnyWork) throw InvariantError("no routing known on " + topology.name());
}

void KnownRoutings::sort() {
  const auto order = [](const RoutingPoint& p) { return std::tie(p.gamma, p.routing.mean_hops); };
  std::stable_sort(routings_.begin(), routings_.end(), [&](const RoutingPoint& a, const RoutingPoint& b) { return order(a) < order(b); });
}

void KnownRoutings::add(HalfOptimum half) {
  RoutingPoint& point = routings_.emplace_back();
  const TableRouting relation(topology_, in_one_class(half.table), "optimal");
  add_gamma(point, WorstCaseSearch(topology_, relation).run().gamma);
  if (point.gamma > half.upper && !half.rounded) throw InvariantError("a worst case by way of random terminals beyond twice that of uniform traffic");
  add_hops(point, mean_hops(topology_, half.table));
  point.routing.table = std::move(half.table);
  point.routing.rounded = half.rounded;
  point.found_by = FoundBy::half_optimum;
  sort();
}

void KnownRoutings::add_named(const std::string& name, std::uint64_t most_work) {
  const RoutingEntry* const entry = find_routing(name, topology_);
  if (entry == nullptr || (paths_ == KnownPaths::minimal && entry->paths != Paths::minimal)) return;
  RoutingPoint point;
  try {
    const auto relation = entry->make(topology_, {}, name);
    if (relation->by_terminal()) return;
    const std::uint64_t terminals = topology_.terminals();
    if (most_work < kAnyWork && channels_of_orbits(topology_, *relation).size() * terminals * terminals > most_work) return;
    WorstCaseOptions options;
    options.budget = kWalkBudget;
    const WorstCaseSearch search(topology_, *relation, options);
    const WorstCase worst = search.run();
    add_gamma(point, worst.gamma);
    add_hops(point, search.loads().mean_hops());
    if (worst.fixed_points_may_load) leave_and_return_.insert(name);
  } catch (const ConfigError&) {  // not on this network, or beyond the budget
    return;
  }
  point.named = name;
  point.found_by = FoundBy::named;
  routings_.push_back(std::move(point));
}

std::optional<RoutingPoint> KnownRoutings::complete(const RoutingPoint& routing) const {
  RoutingPoint point = routing;
  if (!point.routing.table.paths.empty()) return point;
  try {
    point.routing.table = paths_of_relation(topology_, *make_relation(point.named, topology_, {}), kMostPaths);
  } catch (const BudgetError&) {
    return std::nullopt;
  }
  if (leave_and_return_.count(point.named) == 0) return point;
  const TableRouting table(topology_, in_one_class(point.routing.table), point.named);  // which leads no packet to its own router
  add_gamma(point, WorstCaseSearch(topology_, table).run().gamma);
  add_hops(point, mean_hops(topology_, point.routing.table));
  return point;
}

void take_routing(RoutingPoint& point, const RoutingPoint& of) {
  OptimalRouting routing = of.routing;
  routing.stopped = true;
  routing.rows = point.routing.rows;
  routing.columns = point.routing.columns;
  routing.entries = point.routing.entries;
  routing.pivots = point.routing.pivots;
  point.routing = std::move(routing);
  point.gamma = of.gamma;
  point.named = of.named;
  point.found_by = of.found_by.value_or(FoundBy::program);
}

RoutingBracket::RoutingBracket(const Topology& topology, KnownPaths paths, std::uint64_t effort) : known_(topology, paths) {
  FlowEffort of_flow;
  of_flow.pivots = std::min(of_flow.pivots, effort);
  const FlowPaths open = paths == KnownPaths::minimal ? FlowPaths::minimal : FlowPaths::any;
  if (topology.nodes() > kMostRoutersHalved) {
    least_ = least_load_by_hops(topology, open);
  } else {
    const ConcurrentFlow uniform = uniform_flow(topology, nullptr, open, of_flow);
    least_ = least_load(topology, open, uniform, of_flow);
    if (paths == KnownPaths::any) known_.add(half_optimum(topology, uniform));
  }
  if (const Rational cut = cut_load(topology); cut >= least_.gamma) least_ = {cut, LeastLoad::By::cut, least_.pivots};
}

void RoutingBracket::answer(RoutingPoint& point) const {
  std::vector<const RoutingPoint*> known;
  for (const RoutingPoint& routing : known_.routings()) known.push_back(&routing);
  if (point.limit) {  // those within it first, by hops
    const auto beyond = std::stable_partition(known.begin(), known.end(), [&](const auto* of) { return of->gamma <= *point.limit; });
    std::stable_sort(known.begin(), beyond, [](const auto* a, const auto* b) { return a->routing.mean_hops < b->routing.mean_hops; });
  }
  const bool found = !point.routing.table.paths.empty();
  if (found) point.found_by = FoundBy::program;
  for (const RoutingPoint* routing : known) {
    if (found && (point.limit ? point.gamma <= *point.limit : point.gamma <= routing->gamma)) break;
    const auto complete = known_.complete(*routing);
    if (!complete) continue;
    take_routing(point, *complete);
    break;
  }
  point.routing.pivots += least_.pivots;
  point.lower_by = LeastLoad::By::prices;
  if (const double least = to_double(least_.gamma); !point.lower || *point.lower <= least) {
    point.lower = least;
    point.lower_by = least_.by;
  }
}

}  // namespace dateline
