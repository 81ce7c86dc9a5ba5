// All places that headers bound for one terminal can reach under a relation, and the hops between them: the graph that
// the analysis propagates probability over and the proof takes dependencies from. Equal places merge, so it is small:
// for dimension order at most a few per channel. Walks go on through absorptions: the place where a message is injected
// again has in == kNoChannel, as a source's own, and places are distinguished by software headers too. One object can
// walk many destinations and keeps its memory. Cost O(places x candidates). Throws InvariantError if a relation offers
// a hop from the wrong node, nothing at all, or a delivery away from the destination.
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/span.hpp"
#include "models/network/relation/checked_relation.hpp"
#include "models/network/relation/relation.hpp"
#include "models/network/relation/route_places.hpp"
#include "models/network/relation/software_headers.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

class RouteGraph {
 public:
  static constexpr std::uint32_t kDelivered = 0xffffffffU;
  static constexpr std::uint32_t kAbsorbed = 0xfffffffeU;  // for good: the relation says it never absorbs

  struct Hop {
    Candidate candidate;
    std::uint32_t to;                                    // a place, kDelivered or kAbsorbed
    AbsorptionRule rule = AbsorptionRule::intermediate;  // if it is absorbed and goes on
  };
  using Place = RoutePlace;
  struct Start {
    TerminalId source;
    std::uint32_t place;
    std::uint64_t weight;
    std::uint64_t total_weight;
  };

  // Topology and relation must outlive the graph; it is empty until walk().
  RouteGraph(const Topology& topology, const RoutingRelation& relation);
  RouteGraph(const Topology& topology, const RoutingRelation& relation, TerminalId destination, const std::vector<TerminalId>& sources);

  // Replaces the graph by that of headers from `sources` to `destination`.
  void walk(TerminalId destination, const std::vector<TerminalId>& sources);

  // From then on the places of this walk with an adaptive choice are weighted: as a header chooses that is alone in the
  // network (lone_choice.hpp). Candidates that it does not take have weight 0, and each is a route of its own.
  void choose_alone();

  [[nodiscard]] const std::string& routing() const { return relation_.name(); }
  [[nodiscard]] NodeId destination() const { return destination_; }  // the router of the last walk's
  [[nodiscard]] const std::vector<Place>& places() const { return places_.all(); }
  [[nodiscard]] const std::vector<Start>& starts() const { return starts_; }
  // Out of a place; those of one route stand together.
  [[nodiscard]] Span<Hop> hops(const Place& p) const { return {hops_.data() + p.first_hop, p.hops}; }
  // Whether some place lets a header be absorbed for good.
  [[nodiscard]] bool loses() const { return loses_; }
  // Places with every hop leading from an earlier to a later one; empty if the graph has a cycle (a header could go
  // round).
  [[nodiscard]] const std::vector<std::uint32_t>& topological_order() const { return order_; }

 private:
  void absorb(NodeId node, std::uint32_t header, Hop& hop);
  void expand(std::uint32_t index);

  const Topology& topology_;
  CheckedRelation relation_;
  NodeId destination_;  // its router
  bool loses_ = false;
  SoftwareHeaders headers_;
  RoutePlaces places_;
  std::vector<Hop> hops_;
  std::vector<Start> starts_;
  std::vector<std::uint32_t> arrivals_, order_;  // arrivals_: memory that the order is made in
};

// visit(hop) for the first hop of every route among those out of one place: all but the VC classes are the route's.
template <typename Visit>
void for_each_route(Span<RouteGraph::Hop> hops, Visit visit) {
  for (const RouteGraph::Hop* hop = hops.begin(); hop != hops.end(); ++hop) {
    if (hop == hops.begin() || (hop - 1)->candidate.route != hop->candidate.route) visit(*hop);
  }
}

}  // namespace dateline
