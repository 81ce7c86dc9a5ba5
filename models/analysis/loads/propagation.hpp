// Exact flow of packets through a network: probability propagated over the places that headers to one destination can
// reach.
// While it fits, all amounts of one walk are 64-bit integers over one common scale, checked at every step; the scale
// grows when a division would not come out even. What does not fit is done again with fractions of unbounded size.
// Nothing ever wraps.
// Where the VC classes of one route lead to different states, the first of them is followed: by contract the channels
// are the same.
// Of an adaptive relation only the flow of messages each of which is alone in the network (lone_choice.hpp) is known.
// Cost: O(places x candidates) a walk. Throws ConfigError(`loads`, `routing`, ...) for an adaptive relation whose
// messages are not alone (loads are defined for oblivious routings), for one that absorbs messages for good, and where
// a header may go round for ever.
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/numbers/exact_fraction.hpp"
#include "models/network/relation/relation.hpp"
#include "models/network/relation/route_graph.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

// Messages absorbed at a node and injected again there.
struct NodeFlow {
  NodeId node;
  ExactFraction amount;
};

struct ChannelFlow {
  ChannelId channel;
  ExactFraction amount;  // expected crossings, in lowest terms; positive
};

class Propagation {
 public:
  // Topology and relation must outlive it.
  Propagation(const Topology& topology, const RoutingRelation& relation, bool alone = false);

  // The flow of `amounts[i]` packets from each `sources[i]` (each once) to `destination`: every channel with a
  // positive flow once, in an order that depends on nothing but the arguments. Valid until the next call. `last`:
  // takes what each channel brings that is delivered behind it, a channel perhaps in several parts; kNoChannel: what
  // is injected at the router of the destination.
  const std::vector<ChannelFlow>& flow(TerminalId destination, const std::vector<TerminalId>& sources, const std::vector<Rational>& amounts,
                                       std::vector<ChannelFlow>* last = nullptr);
  // Of the last flow(): every node where messages are injected again.
  [[nodiscard]] const std::vector<NodeFlow>& reinjections() const { return reinjections_; }
  // How many of those were at the end of a segment, and met no fault.
  [[nodiscard]] const ExactFraction& intermediate_stops() const { return stops_; }
  // Of one packet.
  const std::vector<ChannelFlow>& flow(TerminalId source, TerminalId destination);
  // Places of the last walk.
  [[nodiscard]] std::size_t places() const { return graph_.places().size(); }

 private:
  void walk(TerminalId destination, const std::vector<TerminalId>& sources);
  [[nodiscard]] bool propagate_whole(const std::vector<Rational>& amounts);
  [[nodiscard]] bool place_sources(const std::vector<Rational>& amounts);
  [[nodiscard]] bool rescale(std::uint64_t factor);
  std::vector<ExactFraction> propagate_fractions(const std::vector<Rational>& amounts);  // what comes to each place

  // What a hop crosses: its channel, or a number behind the channels, of the node where it is injected again.
  [[nodiscard]] ChannelId crossed(const RouteGraph::Place& place, const RouteGraph::Hop& hop) const {
    return hop.candidate.exit == Exit::channel ? hop.candidate.channel : ChannelId(channels_ + place.at.node.value());
  }
  // The number behind those: all that come to the end of a segment.
  [[nodiscard]] ChannelId all_stops() const { return ChannelId(channels_ + nodes_); }
  void take(ChannelId crossed, ExactFraction amount);

  RouteGraph graph_;
  bool alone_;
  std::uint32_t channels_, nodes_;
  std::uint64_t scale_ = 1;
  std::vector<std::uint64_t> place_flow_, channel_flow_;  // over scale_; channel_flow_ is zero between walks
  std::vector<ChannelId> touched_;                        // numbers of crossed(), and all_stops()
  std::vector<NodeFlow> reinjections_;
  ExactFraction stops_;
  std::vector<ChannelFlow> result_;
};

// Places that a packet from terminal 0 can pass on its way, averaged over some destinations: for estimates of cost.
[[nodiscard]] double mean_places(const Topology& topology, const RoutingRelation& relation);

}  // namespace dateline
