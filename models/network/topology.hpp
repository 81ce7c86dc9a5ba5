// A network's wires: nodes, and directed channels numbered densely from 0. Immutable after construction.
// Every node has numbered ports; port p of node a may hold one outgoing channel, and the channel back arrives at the same port
// (links are pairs of opposite channels). Nodes: index = x0 + k0 (x1 + k1 (...)) in the cube family, x0 the lowest dimension.
#pragma once

#include <string>
#include <vector>

#include "models/network/ids.hpp"
#include "models/network/rational.hpp"

namespace dateline {

struct Channel {
  NodeId from;
  Port from_port;
  NodeId to;
  Port to_port;            // the port of `to` whose outgoing channel leads back over the same link
  int dimension;           // -1 outside the cube family
  int sign;                // +1 or -1; 0 on a hypercube and outside the cube family
  Rational bandwidth = 1;  // flits/cycle; the cube family has 1 everywhere
};

class Topology {
 public:
  virtual ~Topology() = default;

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::uint32_t nodes() const { return nodes_; }
  [[nodiscard]] std::uint32_t channels() const { return static_cast<std::uint32_t>(channels_.size()); }
  [[nodiscard]] int ports() const { return ports_; }  // the largest number of ports a node has
  [[nodiscard]] const Channel& channel(ChannelId c) const { return channels_[c.value()]; }
  // The channel that leaves `node` through `port`; kNoChannel where there is none (the border of a mesh).
  [[nodiscard]] ChannelId out(NodeId node, Port port) const {
    return out_[std::size_t{node.value()} * static_cast<std::uint32_t>(ports_) + port.value()];
  }
  // The node behind `port`; the channel must exist.
  [[nodiscard]] NodeId peer(NodeId node, Port port) const { return channel(out(node, port)).to; }

 protected:
  Topology(std::string name, std::uint32_t nodes, int ports)
      : name_(std::move(name)), nodes_(nodes), ports_(ports), out_(std::size_t{nodes} * static_cast<std::uint32_t>(ports), kNoChannel) {}
  Topology(const Topology&) = default;
  Topology& operator=(const Topology&) = default;

  void add_channel(const Channel& channel);
  // Throws InvariantError unless every channel's return channel starts where it ends and ends where it starts.
  void check_links() const;

 private:
  std::string name_;
  std::uint32_t nodes_;
  int ports_;
  std::vector<Channel> channels_;
  std::vector<ChannelId> out_;  // nodes x ports
};

}  // namespace dateline
