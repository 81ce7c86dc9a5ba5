// What analysis and proof walk between. Where a relation looks at routers only, all terminals of a router are alike,
// the ends are the routers, and the first terminal of each is asked for; where it looks at terminals (by_terminal), the
// ends are the terminals. Numbered as routers or terminals are.
#pragma once

#include <cstdint>
#include <vector>

#include "models/network/faults/fault_map.hpp"
#include "models/network/relation/relation.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

class WalkEnds {
 public:
  // The topology must outlive it.
  WalkEnds(const Topology& topology, const RoutingRelation& relation)
      : WalkEnds(topology, relation.faults(), relation.by_terminal()) {}
  // Routers, whatever the routing. Null faults: nothing has failed.
  WalkEnds(const Topology& topology, const FaultMap* faults) : WalkEnds(topology, faults, false) {}
  // Terminals, whatever the routing looks at.
  [[nodiscard]] static WalkEnds of_terminals(const Topology& topology, const RoutingRelation& relation) { return {topology, relation.faults(), true}; }

  [[nodiscard]] bool by_terminal() const { return by_terminal_; }
  [[nodiscard]] std::uint32_t count() const { return by_terminal_ ? topology_->terminals() : topology_->nodes(); }
  // Those that have terminals: how many are walked from, and to.
  [[nodiscard]] std::uint32_t used() const {
    std::uint32_t ends = 0;
    for (std::uint32_t end = 0; end < count(); ++end) ends += terminals(end).empty() ? 0 : 1;
    return ends;
  }
  // The end that a terminal belongs to.
  [[nodiscard]] std::uint32_t of(TerminalId t) const { return by_terminal_ ? t.value() : topology_->router_of(t).value(); }
  // The terminals that an end stands for; a router may have none, and is then neither source nor destination. Those of
  // failed nodes neither send nor receive.
  [[nodiscard]] TerminalRange terminals(std::uint32_t end) const {
    const NodeId router = by_terminal_ ? topology_->router_of(TerminalId(end)) : NodeId(end);
    if (faults_ != nullptr && faults_->failed(router)) return {nullptr, end, end};
    return by_terminal_ ? TerminalRange(nullptr, end, end + 1) : topology_->terminals_of(NodeId(end));
  }
  // visit(end) for those at a router that have terminals.
  template <typename Visit>
  void for_ends_at(NodeId router, Visit visit) const {
    if (faults_ != nullptr && faults_->failed(router)) return;
    const TerminalRange terminals = topology_->terminals_of(router);
    if (!by_terminal_ && !terminals.empty()) visit(router.value());
    if (!by_terminal_) return;
    for (const TerminalId t : terminals) visit(t.value());
  }
  // Where a map of routers takes an end. Such maps say nothing of terminals that are distinguished.
  [[nodiscard]] std::uint32_t image(std::uint32_t end, const std::vector<std::uint32_t>& map) const { return by_terminal_ ? end : map[end]; }
  // The first terminal of every end that has one.
  [[nodiscard]] std::vector<TerminalId> representatives() const {
    std::vector<TerminalId> list;
    for (std::uint32_t end = 0; end < count(); ++end) {
      if (!terminals(end).empty()) list.push_back(terminals(end).front());
    }
    return list;
  }

 private:
  WalkEnds(const Topology& topology, const FaultMap* faults, bool by_terminal) : topology_(&topology), faults_(faults), by_terminal_(by_terminal) {}

  const Topology* topology_;
  const FaultMap* faults_;
  bool by_terminal_;
};

}  // namespace dateline
