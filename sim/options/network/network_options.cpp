#include "sim/options/network/network_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <limits>

#include "models/base/error.hpp"
#include "models/base/ids.hpp"
#include "models/base/text/name_table.hpp"
#include "models/network/faults/faults.hpp"
#include "models/network/relation/fault_meeting.hpp"
#include "models/network/relation/with_classes.hpp"
#include "models/network/topology/topologies.hpp"
#include "sim/options/network/lane_options.hpp"
#include "sim/options/network/vc_classes.hpp"
#include "traffic/patterns/mapped_traffic.hpp"
#include "traffic/patterns/permutation.hpp"
#include "traffic/patterns/surviving.hpp"
#include "traffic/registry.hpp"
#include "traffic/schedules/mapping.hpp"

namespace dateline {
namespace {

const RoutingEntry* entry_of(const std::string& routing, const Topology& topology) {
  return routing.empty() ? nullptr : find_routing(routing, topology);
}

// What `entry` has no use for, at its default.
RoutingOptions taken_by(const RoutingEntry& entry, const Topology& topology, RoutingOptions options) {
  const RoutingOptions defaults;
  if (!entry.takes(options.tie_rule, topology)) options.tie_rule = defaults.tie_rule;
  if (!entry.takes(options.vc_policy, topology)) options.vc_policy = defaults.vc_policy;
  if (!entry.takes(options.blocked_escape)) options.blocked_escape = defaults.blocked_escape;
  if (!entry.takes(options.escape)) options.escape = defaults.escape;
  return options;
}

// Null if nothing has failed.
std::shared_ptr<const FaultMap> survivable_faults(const Topology& topology, const NetworkOptions& options) {
  FaultMap faults = read_faults(topology, options.faults, options.seed);
  if (!faults.connected()) {
    throw ConfigError("faults", "faults", options.faults, "disconnects the nodes that live; dateline faults shows the pattern");
  }
  if (faults.healthy_terminals() == 0) throw ConfigError("faults", "faults", options.faults, "leaves no terminal alive");
  return faults.none() ? nullptr : std::make_shared<const FaultMap>(std::move(faults));
}

// Of the routing under any of the maps: where each begins in an empty network, its VC classes are its own.
int most_classes(const NetworkObjects& network) {
  int most = network.relation->classes();
  RoutingOptions own = network.options.relation;
  for (const FaultChange& change : network.changes) {
    own.faults = change.faults;
    most = std::max(most, make_relation(network.options.routing, *network.topology, own)->classes());
  }
  return most;
}

// That of virtual nodes, not of ranks.
std::optional<std::string> pattern_mapping(const TrafficSettings& settings) {
  if (settings.workload.has() && !begins_with_one(*settings.workload, one_shot_beginnings())) return std::nullopt;
  if (settings.mapping.has() && *settings.mapping == Mapping::kIdentity) return std::nullopt;
  return settings.mapping.get();
}

}  // namespace

NetworkOptions network_options(const CommonSettings& common, const NetworkSettings& settings, const TrafficSettings* traffic,
                               const RouterSettings* router) {
  NetworkOptions network;
  network.topology = *settings.topology;
  network.routing = settings.routing.value_or("");  // of a command that may have no use for one
  network.relation.tie_rule = settings.tie_rule.value_or(std::nullopt);
  network.relation.vc_policy = settings.vc_policy.value_or(network.relation.vc_policy);  // loads have no use for them
  network.relation.blocked_escape = settings.blocked_escape.value_or(network.relation.blocked_escape);
  network.relation.escape = settings.escape.value_or(network.relation.escape);
  network.relation.classes = settings.table_classes.get();
  network.relation.vcs = settings.vcs.value_or(network.relation.vcs);
  network.faults = settings.faults.value_or("none");
  network.fault_events = settings.fault_events.get();
  network.fault_process = settings.fault_process.get();
  network.reconfigure = settings.reconfigure.value_or(Reconfigure::none);
  network.relation.surviving_paths = network.reconfigure != Reconfigure::none;
  network.detect_delay = settings.detect_delay.value_or(0);
  network.seed = common.seed.value_or(0);
  network.command = common.command;
  if (router != nullptr) network.latencies = *router->channel_latency;
  network.lanes = settings.lanes.get();
  if (traffic == nullptr) return network;
  if (traffic->traffic.has() && kind_of(*traffic->traffic) == "worst-case") network.worst_case_of = argument_of(*traffic->traffic);
  network.mapping = pattern_mapping(*traffic);
  return network;
}

NetworkObjects make_network(const NetworkOptions& options) {
  NetworkObjects network;
  network.options = options;
  std::unique_ptr<Topology> topology = make_topology(options.topology);
  set_latencies(*topology, options.latencies, {options.command, "router.channel-latency"});
  if (options.lanes) set_lanes(*topology, {options.command, "lanes"}, *options.lanes);
  network.topology = std::move(topology);
  if (options.mapping) network.places = Mapping({options.command, "mapping"}, options.mapping, *network.topology, nullptr).bijection();
  RoutingOptions& own = network.options.relation;
  own.faults = survivable_faults(*network.topology, options);
  if (options.fault_process) {
    FaultProcess process = *options.fault_process;
    if (process.until && options.process_end > 0) process.until = std::min(*process.until, options.process_end);
    network.drawn = std::make_shared<const DrawnFaults>(
        draw_fault_process(*network.topology, own.faults.get(), process, options.seed, options.process_end));
    network.changes = network.drawn->changes;
  }
  if (options.fault_events) network.changes = read_fault_events(*network.topology, own.faults.get(), *options.fault_events);
  if (!network.changes.empty() && network.changes.front().at == 0) {  // nothing has run without them
    own.faults = network.changes.front().faults;
    network.changes.erase(network.changes.begin());
  }
  if (options.routing.empty() && options.worst_case_of.empty()) return network;
  const RoutingEntry* const entry = entry_of(options.routing, *network.topology);
  const RoutingEntry* const other = entry_of(options.worst_case_of, *network.topology);
  if (entry != nullptr && other != nullptr) {
    network.other = taken_by(*other, *network.topology, own);
    network.other.classes.reset();                                           // its loads have no use for them
    const RoutingOptions usable = taken_by(*entry, *network.topology, own);  // what only the other takes is not refused
    if (network.other.tie_rule == own.tie_rule) own.tie_rule = usable.tie_rule;
    if (network.other.vc_policy == own.vc_policy) own.vc_policy = usable.vc_policy;
    if (network.other.escape == own.escape) own.escape = usable.escape;
    if (network.other.blocked_escape == own.blocked_escape) own.blocked_escape = usable.blocked_escape;
  }
  if (options.routing.empty()) {
    network.other = taken_by(*other, *network.topology, own);
    return network;
  }
  network.relation = make_relation(options.routing, *network.topology, own);
  if (options.reconfigure != Reconfigure::none) {
    const int classes = most_classes(network);  // which asks the relation that is moved from
    network.relation = with_classes(std::move(network.relation), classes, own.faults);
  }
  if (own.blocked_escape == BlockedEscape::wait && own.faults == nullptr && network.changes.empty()) {
    throw ConfigError(network.relation->name(), "absorption.blocked-escape", "wait", "has no use where nothing has failed");
  }
  refuse_fault_meetings(*network.topology, *network.relation, routings_around_faults(*network.topology));
  return network;
}

namespace {

std::unique_ptr<TrafficPattern> faultless_pattern(const std::string& name, const NetworkObjects& network, FixedPoints fixed_points) {
  const TrafficEntry& entry = row_named(traffic_names(), "traffic", name);
  if (entry.make != nullptr) return entry.make(*network.topology, name, fixed_points);
  const bool own = kind_of(name).size() == name.size();
  const auto routing = own ? nullptr : make_relation(argument_of(name), *network.topology, network.other);
  if (routing) refuse_fault_meetings(*network.topology, *routing, routings_around_faults(*network.topology));
  const WorstCaseSearch search(*network.topology, routing ? *routing : *network.relation);
  return std::make_unique<PermutationTraffic>(name, search.run().permutation, fixed_points);
}

}  // namespace

std::unique_ptr<TrafficPattern> make_pattern(const std::string& name, const NetworkObjects& network, FixedPoints fixed_points) {
  return make_pattern(name, network, fixed_points, network.relation->faults());
}

std::unique_ptr<TrafficPattern> make_pattern(const std::string& name, const NetworkObjects& network, FixedPoints fixed_points,
                                             const FaultMap* faults) {
  return surviving(mapped(faultless_pattern(name, network, fixed_points), network.places), faults);
}

FixedPoints fixed_points(const Setting<FixedPoints>& setting, const std::string& traffic) {
  const TrafficEntry* const entry = find_row(traffic_names(), traffic);
  const bool permutes = entry == nullptr || entry->make == nullptr || entry->destinations != nullptr || kind_of(entry->name) == "permutation";
  if (*setting == FixedPoints::send && !permutes) {
    setting.refuse(fmt::format("has no meaning with traffic {}: only permutations have fixed points", printable(traffic)));
  }
  return *setting;
}

std::unique_ptr<TrafficPattern> make_pattern(const TrafficSettings& settings, const NetworkObjects& network) {
  return make_pattern(*settings.traffic, network, fixed_points(settings.fixed_points, *settings.traffic));
}

std::vector<std::uint32_t> numbers_of(const NetworkObjects& network) { return virtual_nodes(network.places); }

std::vector<std::uint8_t> failed_terminals(const NetworkObjects& network) {
  const FaultMap* const faults = network.relation->faults();
  std::vector<std::uint8_t> failed;
  if (faults == nullptr || faults->nodes().empty()) return failed;
  for (std::uint32_t t = 0; t < network.topology->terminals(); ++t) {
    failed.push_back(faults->failed(network.topology->router_of(TerminalId(t))) ? 1 : 0);
  }
  return failed;
}

void check_classes(const AnySetting& routing, const RoutingRelation& relation) {
  if (relation.classes() <= kMaxVcs) return;
  routing.refuse(fmt::format("needs {} VC classes here; at most {} are possible", relation.classes(), kMaxVcs));
}

void check_vcs(const AnySetting& vcs, const NetworkSettings& settings, const NetworkObjects& network) {
  check_classes(settings.routing, *network.relation);
  const int classes = network.relation->classes();
  if (vcs.text() == "auto" || network.options.relation.vcs >= classes) return;
  const std::string kinds = classes_by_kind(*network.topology, *network.relation);
  vcs.refuse(fmt::format("is too few: routing {} needs {} VC classes here{}; allowed {}..{}", network.options.routing, classes,
                         kinds.empty() ? "" : fmt::format(" ({})", kinds), classes, kMaxVcs));
}

std::string readable_bytes(double bytes) { return fmt::format("{:.1f} GiB", bytes / (1024.0 * 1024.0 * 1024.0)); }

double available_memory() {
  std::ifstream file("/proc/meminfo");
  for (std::string key, unit; file >> key;) {
    double kilobytes = 0;
    file >> kilobytes;
    std::getline(file, unit);
    if (key == "MemAvailable:") return kilobytes * 1024.0;
  }
  return std::numeric_limits<double>::max();
}

}  // namespace dateline
