#include "sim/cli/network/network_options.hpp"

#include <fmt/format.h>

#include <fstream>
#include <limits>

#include "models/base/error.hpp"
#include "models/base/ids.hpp"
#include "models/base/text/name_table.hpp"
#include "models/network/faults/faults.hpp"
#include "models/network/relation/fault_meeting.hpp"
#include "models/network/topology/topologies.hpp"
#include "traffic/patterns/mapped_traffic.hpp"
#include "traffic/patterns/permutation.hpp"
#include "traffic/patterns/surviving.hpp"
#include "traffic/registry.hpp"
#include "traffic/schedules/mapping.hpp"

namespace dateline {
namespace {

const RoutingEntry* entry_of(const std::string& routing) { return routing.empty() ? nullptr : find_row(routing_table(), routing); }

// What `entry` has no use for, at its default.
RoutingOptions taken_by(const RoutingEntry& entry, const Topology& topology, RoutingOptions options) {
  const RoutingOptions defaults;
  if (!entry.takes(options.tie_rule, topology)) options.tie_rule = defaults.tie_rule;
  if (!entry.takes(options.vc_policy, topology)) options.vc_policy = defaults.vc_policy;
  if (!entry.takes(options.blocked_escape)) options.blocked_escape = defaults.blocked_escape;
  return options;
}

// Null if nothing has failed.
std::shared_ptr<const FaultMap> survivable_faults(const Topology& topology, const NetworkOptions& options) {
  FaultMap faults = read_faults(topology, options.faults, options.seed);
  if (!faults.connected()) {
    throw ConfigError("faults", "faults", options.faults, "disconnects the nodes that live; dateline faults shows the pattern");
  }
  return faults.none() ? nullptr : std::make_shared<const FaultMap>(std::move(faults));
}

// That of virtual nodes, not of ranks.
std::optional<std::string> pattern_mapping(const Options& options) {
  if (!options.has("mapping")) return std::nullopt;
  if (options.has("workload") && !begins_with_one(options.text("workload"), one_shot_beginnings())) return std::nullopt;
  return options.text("mapping");
}

}  // namespace

NetworkOptions network_options(const Options& options) {
  NetworkOptions network;
  network.topology = options.text("topology");
  network.routing = options.text("routing");
  if (options.text("tie-rule") != "auto") network.relation.tie_rule = options.pick<TieRule>("tie-rule");
  if (options.has("vc-policy")) network.relation.vc_policy = options.pick<VcPolicy>("vc-policy");  // loads have no use for them
  if (options.has("blocked-escape")) network.relation.blocked_escape = options.pick<BlockedEscape>("blocked-escape");
  if (options.has("classes")) network.relation.classes = options.pick<TableClasses>("classes");
  if (options.has("vcs") && options.text("vcs") != "auto") network.relation.vcs = static_cast<int>(options.whole("vcs", 1, kMaxVcs));
  if (options.has("faults")) network.faults = options.text("faults");
  if (options.has("fault-events")) network.fault_events = options.text("fault-events");
  if (options.has("seed")) network.seed = options.whole("seed", 0, ~std::uint64_t{0});
  if (options.has("traffic") && kind_of(options.text("traffic")) == "worst-case") network.worst_case_of = argument_of(options.text("traffic"));
  network.command = options.command();
  network.mapping = pattern_mapping(options);
  return network;
}

NetworkObjects make_network(const NetworkOptions& options) {
  NetworkObjects network;
  network.options = options;
  network.topology = make_topology(options.topology);
  if (options.mapping) network.places = Mapping({options.command, "mapping"}, options.mapping, *network.topology, nullptr).bijection();
  RoutingOptions& own = network.options.relation;
  own.faults = survivable_faults(*network.topology, options);
  if (options.fault_events) network.changes = read_fault_events(*network.topology, own.faults.get(), *options.fault_events);
  if (!network.changes.empty() && network.changes.front().at == 0) {  // nothing has run without them
    own.faults = network.changes.front().faults;
    network.changes.erase(network.changes.begin());
  }
  const RoutingEntry* const entry = entry_of(options.routing);
  const RoutingEntry* const other = entry_of(options.worst_case_of);
  if (entry != nullptr && other != nullptr) {
    network.other = taken_by(*other, *network.topology, own);
    network.other.classes.reset();                                           // its loads have no use for them
    const RoutingOptions usable = taken_by(*entry, *network.topology, own);  // what only the other takes is not refused
    if (network.other.tie_rule == own.tie_rule) own.tie_rule = usable.tie_rule;
    if (network.other.vc_policy == own.vc_policy) own.vc_policy = usable.vc_policy;
    if (network.other.blocked_escape == own.blocked_escape) own.blocked_escape = usable.blocked_escape;
  }
  network.relation = make_relation(options.routing, *network.topology, own);
  if (own.blocked_escape == BlockedEscape::wait && own.faults == nullptr && network.changes.empty()) {
    throw ConfigError(network.relation->name(), "blocked-escape", "wait", "has no use where nothing has failed");
  }
  refuse_fault_meetings(*network.topology, *network.relation);
  return network;
}

WorstCaseOptions worst_case_options(const Options& options) {
  WorstCaseOptions settings;
  if (options.has("all-channels")) settings.all_channels = options.flag("all-channels");
  if (options.has("sample")) settings.sample = {options.whole("sample", 2, 1'000'000), options.whole("seed", 0, ~std::uint64_t{0})};
  if (options.has("jobs")) settings.jobs = static_cast<int>(options.whole("jobs", 1, 256));
  return settings;
}

const std::vector<TrafficEntry>& traffic_names() {
  static const std::vector<TrafficEntry> names = [] {
    std::vector<TrafficEntry> list = traffic_table();
    list.push_back({"worst-case", {}, "the worst-case permutation of the routing", nullptr});
    list.push_back({"worst-case:ROUTING", {}, "the worst-case permutation of another routing, oblivious too", nullptr});
    return list;
  }();
  return names;
}

namespace {

std::unique_ptr<TrafficPattern> faultless_pattern(const std::string& name, const NetworkObjects& network, FixedPoints fixed_points) {
  const TrafficEntry& entry = row_named(traffic_names(), "traffic", name);
  if (entry.make != nullptr) return entry.make(*network.topology, name, fixed_points);
  const bool own = kind_of(name).size() == name.size();
  const auto routing = own ? nullptr : make_relation(argument_of(name), *network.topology, network.other);
  if (routing) refuse_fault_meetings(*network.topology, *routing);
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

FixedPoints fixed_points(const Options& options, const std::string& traffic) {
  const auto choice = options.pick<FixedPoints>("fixed-points");
  const TrafficEntry* const entry = find_row(traffic_names(), traffic);
  const bool permutes = entry == nullptr || entry->make == nullptr || entry->destinations != nullptr || kind_of(entry->name) == "permutation";
  if (choice == FixedPoints::send && !permutes) {
    options.refuse("fixed-points", fmt::format("has no meaning with traffic {}: only permutations have fixed points", printable(traffic)));
  }
  return choice;
}

std::unique_ptr<TrafficPattern> make_pattern(const Options& options, const NetworkObjects& network) {
  const std::string& traffic = options.text("traffic");
  return make_pattern(traffic, network, fixed_points(options, traffic));
}

std::vector<std::string> one_shot_beginnings() { return {"permutation:", "lcc:"}; }

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

void check_classes(const Options& options, const RoutingRelation& relation) {
  if (relation.classes() <= kMaxVcs) return;
  options.refuse("routing", fmt::format("needs {} VC classes here; at most {} are possible", relation.classes(), kMaxVcs));
}

void check_vcs(const Options& options, const NetworkObjects& network) {
  check_classes(options, *network.relation);
  const int classes = network.relation->classes();
  if (options.text("vcs") == "auto" || network.options.relation.vcs >= classes) return;
  options.refuse("vcs",
                 fmt::format("is too few: routing {} needs {} VC classes here; allowed {}..{}", network.options.routing, classes, classes, kMaxVcs));
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
