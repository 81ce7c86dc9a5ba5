#include "sim/options/network/changed_networks.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"
#include "models/base/text/name_table.hpp"
#include "models/network/faults/noticed_changes.hpp"
#include "models/network/relation/fault_meeting.hpp"
#include "models/network/relation/with_classes.hpp"
#include "traffic/patterns/silenced.hpp"

namespace dateline {
namespace {

// Then the VCs that headers hold would serve other classes than those they were given for.
void refuse_other_classes(const RoutingRelation& first, const RoutingRelation& then, Cycle at) {
  if (first.classes() == then.classes()) return;
  throw ConfigError(
      "routing", "routing", first.name(),
      fmt::format("cannot change in the course of a run: it has {} VC classes in the beginning and {} under the faults from cycle {} on",
                  first.classes(), then.classes(), at));
}

// What goes around faults that come: a table too, if it may leave paths out.
std::vector<std::string> others(const NetworkObjects& network) {
  std::vector<std::string> names = routings_around_faults(*network.topology);
  if (kind_of(network.options.routing) == "table") names.emplace_back("this one with --reconfigure drain or static");
  return names;
}

ChangedNetwork changed_network(const NetworkObjects& network, const FaultChange& change) {
  RoutingOptions own = network.options.relation;
  own.faults = change.faults;
  auto relation = make_relation(network.options.routing, *network.topology, own);
  if (network.options.reconfigure != Reconfigure::none) relation = with_classes(std::move(relation), network.relation->classes(), own.faults);
  refuse_fault_meetings(*network.topology, *relation, others(network));
  refuse_other_classes(*network.relation, *relation, change.at);
  ChangedNetwork changed;
  changed.change = change;
  changed.relation = std::move(relation);
  return changed;
}

FaultMap map_of(const Topology& topology, const FaultMap* faults) { return faults != nullptr ? *faults : FaultMap(topology, {}, {}); }

// Channels that carry flits to nowhere: of what has failed and is not known of.
std::vector<ChannelId> swallowing(const FaultMap& failed, const FaultMap& known) {
  std::vector<ChannelId> channels;
  for (std::uint32_t c = 0; c < failed.topology().channels(); ++c) {
    if (failed.failed(ChannelId(c)) && !known.failed(ChannelId(c))) channels.emplace_back(c);
  }
  return channels;
}

// How routing follows a change of what it knows of; `known`: from now on.
void take_switchover(const NetworkObjects& network, std::shared_ptr<const FaultMap> known, bool changes, ChangedNetwork& changed) {
  if (network.options.reconfigure == Reconfigure::none) return;
  changed.known = std::move(known);
  if (changes) changed.switchover = network.options.reconfigure == Reconfigure::flush ? Switchover::flush : Switchover::drain;
}

bool same(const FaultMap& a, const FaultMap& b) { return !fails_more(&a, &b) && !fails_more(&b, &a); }

std::vector<ChangedNetwork> changes_known_late(const NetworkObjects& network) {
  const Topology& topology = *network.topology;
  std::vector<ChangedNetwork> changes;
  auto before = std::make_shared<const FaultMap>(map_of(topology, network.options.relation.faults.get()));
  for (NoticedChange& noticed : noticed_changes(topology, network.options.relation.faults.get(), network.changes, network.options.detect_delay)) {
    auto known = std::make_shared<const FaultMap>(map_of(topology, noticed.known.get()));
    ChangedNetwork changed = changed_network(network, {noticed.at, known->none() ? nullptr : noticed.known});
    take_switchover(network, known, !same(*before, *known), changed);
    changed.fails = noticed.fails;
    changed.repairs = noticed.repairs;
    changed.swallowing = swallowing(*noticed.failed, *known);
    before = std::move(known);
    changed.failed = std::move(noticed.failed);
    changed.unseen = std::move(noticed.unseen);
    changed.noticed = std::move(noticed.noticed);
    changes.push_back(std::move(changed));
  }
  return changes;
}

}  // namespace

std::vector<ChangedNetwork> changed_networks(const NetworkObjects& network) {
  if (network.options.detect_delay > 0) return changes_known_late(network);
  std::vector<ChangedNetwork> changes;
  std::shared_ptr<const FaultMap> before = network.options.relation.faults;
  for (const FaultChange& change : network.changes) {
    ChangedNetwork& changed = changes.emplace_back(changed_network(network, change));
    changed.fails = fails_more(before.get(), change.faults.get());
    changed.repairs = fails_more(change.faults.get(), before.get());
    before = change.faults;
    if (network.options.reconfigure == Reconfigure::none) continue;
    changed.failed = std::make_shared<const FaultMap>(map_of(*network.topology, change.faults.get()));
    take_switchover(network, changed.failed, true, changed);
  }
  return changes;
}

std::unique_ptr<TrafficPattern> silenced(std::unique_ptr<TrafficPattern> pattern, const ChangedNetwork& changed) {
  if (changed.swallowing.empty()) return pattern;
  return std::make_unique<SilencedTraffic>(std::move(pattern), *changed.failed);
}

std::vector<const RoutingRelation*> relations_of(const NetworkObjects& network, const std::vector<ChangedNetwork>& changes) {
  std::vector<const RoutingRelation*> relations = {network.relation.get()};
  for (const ChangedNetwork& changed : changes) relations.push_back(changed.relation.get());
  return relations;
}

}  // namespace dateline
