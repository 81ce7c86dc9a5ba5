#include "models/network/relation/escape_offers.hpp"

#include <algorithm>

#include "models/network/faults/fault_map.hpp"

namespace dateline {
namespace {

bool healthy(const RoutingRelation& relation, NodeId node) { return relation.faults() == nullptr || !relation.faults()->failed(node); }

bool has_choice(const Topology& topology, const RoutingRelation& relation, TerminalId source, TerminalId destination) {
  const Ends ends{source, destination, topology.router_of(source), topology.router_of(destination)};
  if (ends.from == ends.to) return false;
  Candidates candidates;
  for (const StartState& start : relation.start_between(ends)) {
    candidates.clear();
    relation.next(ends.from, kNoChannel, ends.to, start.state, candidates);
    const auto any = [&](bool escape) {
      return std::any_of(candidates.begin(), candidates.end(), [&](const Candidate& c) { return c.exit == Exit::channel && c.escape == escape; });
    };
    if (any(true) && any(false)) return true;
  }
  return false;
}

}  // namespace

bool offers_escapes(const Topology& topology, const RoutingRelation& relation) {
  std::uint32_t one = 0;
  while (one < topology.terminals() && !healthy(relation, topology.router_of(TerminalId(one)))) ++one;
  if (one == topology.terminals()) return false;
  for (std::uint32_t t = 0; t < topology.terminals(); ++t) {
    if (!healthy(relation, topology.router_of(TerminalId(t)))) continue;
    if (has_choice(topology, relation, TerminalId(t), TerminalId(one)) || has_choice(topology, relation, TerminalId(one), TerminalId(t))) return true;
  }
  return false;
}

}  // namespace dateline
