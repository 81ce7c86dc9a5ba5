#include "models/network/relation/fault_meeting.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "models/base/join.hpp"
#include "models/network/faults/fault_map.hpp"
#include "models/network/relation/route_graph.hpp"
#include "models/network/relation/walk_ends.hpp"

namespace dateline {
namespace {

// Those at nodes that a fault takes a channel from stand first.
std::vector<TerminalId> by_nearness(const Topology& topology, const FaultMap& faults, std::vector<TerminalId> terminals) {
  std::stable_partition(terminals.begin(), terminals.end(), [&](TerminalId t) {
    const NodeId node = topology.router_of(t);
    for (int p = 0; p < topology.ports(); ++p) {
      const Port port(static_cast<std::uint16_t>(p));
      for (const ChannelId channel : {topology.out(node, port), topology.in(node, port)}) {
        if (channel != kNoChannel && faults.failed(channel)) return true;
      }
    }
    return false;
  });
  return terminals;
}

// A source whose headers can be at `place`.
TerminalId source_of(const RouteGraph& graph, std::uint32_t place) {
  std::vector<std::uint8_t> leads(graph.places().size(), 0);
  leads[place] = 1;
  for (bool more = true; more;) {  // backwards by sweeps: this is done once, for an error line
    more = false;
    for (std::uint32_t p = 0; p < leads.size(); ++p) {
      const RouteGraph::Place& from = graph.places()[p];
      const auto on = [&](const RouteGraph::Hop& hop) { return hop.to < leads.size() && leads[hop.to] != 0; };
      const auto hops = graph.hops(from);
      if (leads[p] != 0 || std::none_of(hops.begin(), hops.end(), on)) continue;
      leads[p] = 1;
      more = true;
    }
  }
  const auto& starts = graph.starts();
  return std::find_if(starts.begin(), starts.end(), [&](const RouteGraph::Start& s) { return leads[s.place] != 0; })->source;
}

}  // namespace

std::optional<FaultMeeting> find_fault_meeting(const Topology& topology, const RoutingRelation& relation) {
  const FaultMap* const faults = relation.faults();
  if (faults == nullptr || faults->none()) return std::nullopt;
  const std::vector<TerminalId> ends = WalkEnds(topology, relation).representatives();
  RouteGraph graph(topology, relation);
  for (const TerminalId destination : by_nearness(topology, *faults, ends)) {
    graph.walk(destination, ends);
    for (std::uint32_t p = 0; p < graph.places().size(); ++p) {
      const RouteGraph::Place& place = graph.places()[p];
      for (const RouteGraph::Hop& hop : graph.hops(place)) {
        if (hop.candidate.exit != Exit::channel || !faults->failed(hop.candidate.channel)) continue;
        return FaultMeeting{source_of(graph, p), destination, hop.candidate.channel};
      }
    }
  }
  return std::nullopt;
}

void refuse_fault_meetings(const Topology& topology, const RoutingRelation& relation, const std::vector<std::string>& others) {
  const auto met = find_fault_meeting(topology, relation);
  if (!met) return;
  const Channel& channel = topology.channel(met->channel);
  throw ConfigError("routing", "routing", relation.name(),
                    fmt::format("cannot go around the faults: a packet from {} {} to {} meets channel {}->{}, which has failed{}",
                                topology.one_terminal_a_router() ? "node" : "terminal", met->source.value(), met->destination.value(),
                                channel.from.value(), channel.to.value(), others.empty() ? "" : "; around faults go: " + join(others, ", ")));
}

}  // namespace dateline
