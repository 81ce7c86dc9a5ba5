#include "models/network/faults/noticed_changes.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace dateline {
namespace {

// Nodes and links together.
struct Failures {
  std::set<NodeId> nodes;
  std::set<LinkEnd> links;
  [[nodiscard]] bool none() const { return nodes.empty() && links.empty(); }
  [[nodiscard]] FaultMap map(const Topology& topology) const { return {topology, {nodes.begin(), nodes.end()}, {links.begin(), links.end()}}; }
  [[nodiscard]] std::shared_ptr<const FaultMap> map_or_null(const Topology& topology) const {
    return none() ? nullptr : std::make_shared<const FaultMap>(map(topology));
  }
};

Failures failures_of(const FaultMap* map) {
  Failures failures;
  if (map == nullptr) return failures;
  failures.nodes = {map->nodes().begin(), map->nodes().end()};
  failures.links = {map->links().begin(), map->links().end()};
  return failures;
}

template <typename Part>
std::set<Part> without(const std::set<Part>& a, const std::set<Part>& b) {
  std::set<Part> rest;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::inserter(rest, rest.end()));
  return rest;
}
Failures without(const Failures& a, const Failures& b) { return {without(a.nodes, b.nodes), without(a.links, b.links)}; }

// Since when each has failed.
template <typename Part>
void follow(std::map<Part, Cycle>& since, const std::set<Part>& failed, Cycle now) {
  for (auto it = since.begin(); it != since.end();) it = failed.count(it->first) == 0 ? since.erase(it) : std::next(it);
  for (const Part& part : failed) since.try_emplace(part, now);
}
template <typename Part>
std::set<Part> known_of(const std::map<Part, Cycle>& since, const std::set<Part>& always, Cycle now, Cycle delay) {
  std::set<Part> known;
  for (const auto& [part, at] : since) {
    if (always.count(part) > 0 || at + delay <= now) known.insert(part);
  }
  return known;
}

}  // namespace

std::vector<NoticedChange> noticed_changes(const Topology& topology, const FaultMap* before, const std::vector<FaultChange>& changes, Cycle delay) {
  Failures failed = failures_of(before), known = failed, always = failed;
  std::map<NodeId, Cycle> nodes;
  std::map<LinkEnd, Cycle> links;
  std::set<Cycle> times;
  for (const FaultChange& change : changes) times.insert({change.at, change.at + delay});
  follow(nodes, failed.nodes, 0);
  follow(links, failed.links, 0);
  std::vector<NoticedChange> list;
  auto next = changes.begin();
  for (const Cycle now : times) {
    const Failures failed_before = failed, known_before = known;
    if (next != changes.end() && next->at == now) failed = failures_of((next++)->faults.get());
    always = {without(always.nodes, without(always.nodes, failed.nodes)), without(always.links, without(always.links, failed.links))};
    follow(nodes, failed.nodes, now);
    follow(links, failed.links, now);
    known = {known_of(nodes, always.nodes, now, delay), known_of(links, always.links, now, delay)};
    auto map = std::make_shared<const FaultMap>(known.map(topology));
    if (!map->connected()) {
      known = failed;
      map = std::make_shared<const FaultMap>(failed.map(topology));
    }
    const Failures fails = without(failed, failed_before), repairs = without(failed_before, failed);
    const Failures unseen = without(failed, known), unseen_before = without(failed_before, known_before);
    const Failures noticed = without(unseen_before, unseen);
    if (fails.none() && repairs.none() && noticed.none()) continue;
    list.push_back({now, std::make_shared<const FaultMap>(failed.map(topology)), map, without(unseen, unseen_before).map_or_null(topology),
                    noticed.map_or_null(topology), !fails.none(), !repairs.none()});
  }
  return list;
}

bool fails_more(const FaultMap* before, const FaultMap* after) {
  return !without(failures_of(after), failures_of(before)).none();
}

}  // namespace dateline
