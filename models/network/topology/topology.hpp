// A network's wires: nodes, and directed channels numbered densely from 0. Immutable after construction.
// Every node has numbered ports. A link is a pair of opposite channels: the one that leaves through a port and the one
// back, which arrives at the same port. In a graph a link may be one channel alone; then its two ports hold nothing
// else. Credits need no way back: they travel beside their channel. Nodes: index = x0 + k0 (x1 + k1 (...)) in the cube
// family, x0 the lowest dimension.
// Nodes are routers; messages are sent and received by terminals (terminal_placement.hpp).
#pragma once

#include <string>
#include <vector>

#include "models/base/ids.hpp"
#include "models/base/numbers/bandwidth.hpp"
#include "models/network/topology/symmetry.hpp"
#include "models/network/topology/terminal_placement.hpp"

namespace dateline {

inline constexpr int kMaxLatency = 4095;  // cycles, of a channel

struct Channel {
  NodeId from;
  Port from_port;
  NodeId to;
  Port to_port;               // the port of `to` where it arrives; the channel that leaves there, if any, leads back over the same link
  int dimension;              // -1 where there are no coordinates
  int sign;                   // +1 or -1; 0 outside torus and mesh
  Bandwidth bandwidth = 1;    // flits/cycle; other than 1 in graphs, and of links that have lost lanes
  std::uint16_t kind = 0;     // which of Topology::kinds()
  std::uint16_t latency = 0;  // cycles; 0: the machine's (RouterConfig::channel_latency)
};

// Channels by number, and by the ports that they leave through and arrive at.
class ChannelTable {
 public:
  // Every node has `ports` ports, and as yet no channel.
  ChannelTable(std::uint32_t nodes, int ports) : ports_(ports), out_(std::size_t{nodes} * static_cast<std::uint32_t>(ports), kNoChannel), in_(out_) {}

  [[nodiscard]] int ports() const { return ports_; }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(channels_.size()); }
  [[nodiscard]] const Channel& operator[](ChannelId c) const { return channels_[c.value()]; }
  [[nodiscard]] ChannelId out(NodeId node, Port port) const {
    return out_[std::size_t{node.value()} * static_cast<std::uint32_t>(ports_) + port.value()];
  }
  [[nodiscard]] ChannelId in(NodeId node, Port port) const {
    return in_[std::size_t{node.value()} * static_cast<std::uint32_t>(ports_) + port.value()];
  }
  // Throws InvariantError if its port to leave by or to arrive at is taken.
  void add(const Channel& channel);
  void set_bandwidth(ChannelId channel, Bandwidth bandwidth) { channels_[channel.value()].bandwidth = bandwidth; }
  // Of all channels of the kind that have none of their own.
  void set_latency(std::uint16_t kind, std::uint16_t latency);

 private:
  int ports_;
  std::vector<Channel> channels_;
  std::vector<ChannelId> out_, in_;  // nodes x ports
};

class Grid;

class Topology {
 public:
  virtual ~Topology() = default;

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::uint32_t nodes() const { return placement_.routers(); }
  [[nodiscard]] std::uint32_t terminals() const { return placement_.terminals(); }
  [[nodiscard]] NodeId router_of(TerminalId t) const { return placement_.router_of(t); }
  [[nodiscard]] TerminalRange terminals_of(NodeId node) const { return placement_.terminals_of(node); }
  // Terminal t is at router t, for every t: terminals and routers need not be distinguished.
  [[nodiscard]] bool one_terminal_a_router() const { return placement_.one_a_router(); }
  [[nodiscard]] std::uint32_t channels() const { return channels_.size(); }
  [[nodiscard]] int ports() const { return channels_.ports(); }  // the largest number of ports a node has
  [[nodiscard]] const Channel& channel(ChannelId c) const { return channels_[c]; }
  // The channel that leaves `node` through `port`; kNoChannel where there is none (the border of a mesh).
  [[nodiscard]] ChannelId out(NodeId node, Port port) const { return channels_.out(node, port); }
  // Names of the kinds of channels that there are: of the cube family a dimension each.
  [[nodiscard]] virtual std::vector<std::string> kinds() const { return {"link"}; }
  // What patterns, routings and analysis ask for where a network may have it, whatever it is.
  // Coordinates of the routers; null: none. And of the terminals.
  [[nodiscard]] virtual const Grid* grid() const { return nullptr; }
  [[nodiscard]] virtual const Grid* terminal_grid() const { return one_terminal_a_router() ? grid() : nullptr; }
  // Generators of a group that keeps channels and numbers of terminals.
  [[nodiscard]] virtual std::vector<Symmetry> automorphisms() const { return {}; }
  // The group that a terminal belongs to, numbered from 0: a dragonfly's; else its router.
  [[nodiscard]] virtual std::uint32_t group_of(TerminalId t) const { return router_of(t).value(); }
  // To set latencies and bandwidths, before the network is used.
  [[nodiscard]] ChannelTable& table() { return channels_; }
  // The channel that arrives at `node` through `port`, or kNoChannel.
  [[nodiscard]] ChannelId in(NodeId node, Port port) const { return channels_.in(node, port); }

 protected:
  Topology(std::string name, std::uint32_t nodes, int ports) : name_(std::move(name)), channels_(nodes, ports), placement_(nodes) {}
  Topology(const Topology&) = default;
  Topology& operator=(const Topology&) = default;

  // Terminal t is at router_of[t]; throws as TerminalPlacement does.
  void place_terminals(std::vector<NodeId> router_of) { placement_ = TerminalPlacement(nodes(), std::move(router_of)); }
  // Throws as ChannelTable does.
  void add_channel(const Channel& channel) { channels_.add(channel); }

 private:
  std::string name_;
  ChannelTable channels_;
  TerminalPlacement placement_;
};

// The node behind `port`; the channel must exist.
[[nodiscard]] inline NodeId peer(const Topology& topology, NodeId node, Port port) { return topology.channel(topology.out(node, port)).to; }
// Cycles on a channel, of a machine whose channels without one of their own have `own`.
[[nodiscard]] inline int latency_of(const Channel& channel, int own) { return channel.latency == 0 ? own : channel.latency; }
// The least and the largest of a network's.
struct LatencyRange {
  int least, largest;
};
[[nodiscard]] LatencyRange latency_range(const Topology& topology, int own);
// The first channel whose bandwidth is not 1; kNoChannel if there is none.
[[nodiscard]] ChannelId other_bandwidth(const Topology& topology);
// Throws InvariantError unless every channel's return channel starts where it ends and ends where it starts; where
// `one_way` is allowed, a channel may have none.
void check_links(const Topology& topology, bool one_way = false);

}  // namespace dateline
