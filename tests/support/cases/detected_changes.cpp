#include "tests/support/cases/detected_changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "models/network/faults/noticed_changes.hpp"

namespace dateline::test {
namespace {

// What of `from` is not in `but`; null: all.
void put(const FaultMap& from, const FaultMap* but, std::set<int>& nodes, std::set<std::pair<int, int>>& links) {
  for (const NodeId v : from.nodes())
    if (but == nullptr || std::find(but->nodes().begin(), but->nodes().end(), v) == but->nodes().end()) nodes.insert(static_cast<int>(v.value()));
  for (const LinkEnd& l : from.links())
    if (but == nullptr || std::find(but->links().begin(), but->links().end(), l) == but->links().end()) links.emplace(l.node.value(), l.port.value());
}

}  // namespace

RandomCase draw_changing(Dice& dice, const std::string& routing) {
  RandomCase c = draw_case(dice, Choices::random_too);
  RouterConfig& m = c.machine;
  c.tie_rule = TieRule::parity;
  c.policy = VcPolicy::split;
  m.vcs = std::max(m.vcs, 3);
  m.vc_reuse = beside_free_escapes(m.vc_reuse);
  // Packets that are absorbed leave by ejection channels before their last router; the program refuses the two
  // together.
  const bool absorbs = routing.rfind("sw-", 0) == 0;
  if (absorbs) m.ejection_delay = EjectionDelay::none;
  if (!absorbs) m.output_arbitration = OutputArbitration::round_robin;
  return c;
}

std::vector<DetectedStep> detected_steps(const CubeTopology& topology, const std::vector<NetworkAt>& networks, Cycle delay,
                                         const RelationOf& relation_of) {
  std::vector<FaultChange> changes;
  for (std::size_t i = 1; i < networks.size(); ++i) {
    if (!changes.empty() && changes.back().at == networks[i].from) changes.pop_back();
    changes.push_back({networks[i].from, networks[i].faults});
  }
  std::vector<DetectedStep> steps;
  DetectedStep& first = steps.emplace_back();
  first.known = first.failed = networks.front().faults;
  first.relation = relation_of(first.known);
  first.change = {0, first.relation.get(), nullptr};
  for (const NoticedChange& n : noticed_changes(topology, networks.front().faults.get(), changes, delay)) {
    DetectedStep& s = steps.emplace_back();
    s.known = n.known;
    s.failed = n.failed;
    s.unseen = n.unseen;
    s.noticed = n.noticed;
    s.relation = relation_of(n.known);
    s.change = {n.at, s.relation.get(), nullptr};
    s.change.known = s.known.get();
    s.change.failed = s.failed.get();
    s.change.unseen = s.unseen.get();
    s.change.noticed = s.noticed.get();
    for (std::uint32_t c = 0; c < topology.channels(); ++c)
      if (n.failed->failed(ChannelId(c)) && !n.known->failed(ChannelId(c))) s.change.swallowing.emplace_back(c);
  }
  return steps;
}

std::vector<reference::ReferenceChange> as_reference(const std::vector<DetectedStep>& steps, const CubeTopology& topology,
                                                     const RouterConfig& machine, std::vector<RelationAsReference>& relations) {
  using Begin = reference::ReferenceChange::Begin;
  relations.reserve(steps.size());
  std::vector<reference::ReferenceChange> changes;
  for (const DetectedStep& s : steps) {
    relations.emplace_back(topology, *s.relation, machine.vcs, machine.seed);
    reference::ReferenceChange change;
    change.cycle = static_cast<long long>(s.change.at);
    put(*s.known, nullptr, change.nodes, change.links);
    put(*s.failed, s.known.get(), change.unseen_nodes, change.unseen_links);
    change.relation = &relations.back();
    change.begin = s.change.switchover == Switchover::drain   ? Begin::drained
                   : s.change.switchover == Switchover::flush ? Begin::flushed
                                                              : Begin::at_once;
    changes.push_back(change);
  }
  return changes;
}

std::string describe(const std::vector<DetectedStep>& steps) {
  std::string text;
  for (const DetectedStep& s : steps) {
    text += fmt::format("from {} {}, {} unknown channels:", s.change.at, name_of(s.change.switchover), s.change.swallowing.size());
    for (const NodeId v : s.failed->nodes()) text += fmt::format(" {}", v.value());
    for (const LinkEnd& l : s.failed->links()) text += fmt::format(" {}.{}", l.node.value(), l.port.value());
    text += "\n";
  }
  return text;
}

const DetectedStep& step_in(const std::vector<DetectedStep>& steps, Cycle cycle) {
  const auto later = std::find_if(steps.begin(), steps.end(), [&](const DetectedStep& s) { return s.change.at > cycle; });
  return *std::prev(later);
}

}  // namespace dateline::test
