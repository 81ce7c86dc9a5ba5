// A network's wires: nodes, and directed channels numbered densely from 0. Immutable after construction.
// Every node has numbered ports. A link is a pair of opposite channels: the one that leaves through a port and the one
// back, which arrives at the same port. In a graph a link may be one channel alone; then its two ports hold nothing
// else. Credits need no way back: they travel beside their channel. Nodes: index = x0 + k0 (x1 + k1 (...)) in the cube
// family, x0 the lowest dimension.
// Nodes are routers; messages are sent and received by terminals, numbered densely from 0. One terminal a router,
// terminal t at router t, unless the topology places them otherwise: any number at a router up to kMaxRouterTerminals,
// none too.
#pragma once

#include <string>
#include <vector>

#include "models/base/ids.hpp"
#include "models/base/numbers/bandwidth.hpp"

namespace dateline {

struct Channel {
  NodeId from;
  Port from_port;
  NodeId to;
  Port to_port;             // the port of `to` where it arrives; the channel that leaves there, if any, leads back over the same link
  int dimension;            // -1 outside the cube family
  int sign;                 // +1 or -1; 0 on a hypercube and outside the cube family
  Bandwidth bandwidth = 1;  // the cube family has 1 everywhere
};

// Terminals in ascending order; nothing is stored where a router has one.
class TerminalRange {
 public:
  class Iterator {
   public:
    Iterator(const TerminalId* list, std::uint32_t at) : list_(list), at_(at) {}
    [[nodiscard]] TerminalId operator*() const { return list_ != nullptr ? list_[at_] : TerminalId(at_); }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    friend bool operator==(Iterator a, Iterator b) { return a.at_ == b.at_; }
    friend bool operator!=(Iterator a, Iterator b) { return a.at_ != b.at_; }

   private:
    const TerminalId* list_;
    std::uint32_t at_;
  };

  // Places `first`..`last` - 1 of `list`; without a list the terminals of these numbers.
  TerminalRange(const TerminalId* list, std::uint32_t first, std::uint32_t last) : list_(list), first_(first), last_(last) {}
  [[nodiscard]] Iterator begin() const { return {list_, first_}; }
  [[nodiscard]] Iterator end() const { return {list_, last_}; }
  [[nodiscard]] std::uint32_t size() const { return last_ - first_; }
  [[nodiscard]] bool empty() const { return first_ == last_; }
  [[nodiscard]] TerminalId front() const { return *begin(); }

 private:
  const TerminalId* list_;
  std::uint32_t first_, last_;
};

class Topology {
 public:
  virtual ~Topology() = default;

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::uint32_t nodes() const { return nodes_; }
  [[nodiscard]] std::uint32_t terminals() const { return router_of_.empty() ? nodes_ : static_cast<std::uint32_t>(router_of_.size()); }
  [[nodiscard]] NodeId router_of(TerminalId t) const { return router_of_.empty() ? NodeId(t.value()) : router_of_[t.value()]; }
  [[nodiscard]] TerminalRange terminals_of(NodeId node) const {
    if (router_of_.empty()) return {nullptr, node.value(), node.value() + 1};
    return {terminal_.data(), first_terminal_[node.value()], first_terminal_[node.value() + 1]};
  }
  // Terminal t is at router t, for every t: terminals and routers need not be distinguished.
  [[nodiscard]] bool one_terminal_a_router() const { return router_of_.empty(); }
  [[nodiscard]] std::uint32_t channels() const { return static_cast<std::uint32_t>(channels_.size()); }
  [[nodiscard]] int ports() const { return ports_; }  // the largest number of ports a node has
  [[nodiscard]] const Channel& channel(ChannelId c) const { return channels_[c.value()]; }
  // The channel that leaves `node` through `port`; kNoChannel where there is none (the border of a mesh).
  [[nodiscard]] ChannelId out(NodeId node, Port port) const {
    return out_[std::size_t{node.value()} * static_cast<std::uint32_t>(ports_) + port.value()];
  }
  // The channel that arrives at `node` through `port`, or kNoChannel.
  [[nodiscard]] ChannelId in(NodeId node, Port port) const {
    return in_[std::size_t{node.value()} * static_cast<std::uint32_t>(ports_) + port.value()];
  }
  // The first channel whose bandwidth is not 1; kNoChannel if there is none.
  [[nodiscard]] ChannelId other_bandwidth() const;
  // The node behind `port`; the channel must exist.
  [[nodiscard]] NodeId peer(NodeId node, Port port) const { return channel(out(node, port)).to; }

 protected:
  Topology(std::string name, std::uint32_t nodes, int ports)
      : name_(std::move(name)), nodes_(nodes), ports_(ports), out_(std::size_t{nodes} * static_cast<std::uint32_t>(ports), kNoChannel), in_(out_) {}
  Topology(const Topology&) = default;
  Topology& operator=(const Topology&) = default;

  // Terminal t is at router_of[t]. Throws InvariantError for a router that does not exist, for more than
  // kMaxRouterTerminals at one, and for no terminal.
  void place_terminals(std::vector<NodeId> router_of);
  // Throws InvariantError if its port to leave by or to arrive at is taken.
  void add_channel(const Channel& channel);
  // Throws InvariantError unless every channel's return channel starts where it ends and ends where it starts; where
  // `one_way` is allowed, a channel may have none.
  void check_links(bool one_way = false) const;

 private:
  std::string name_;
  std::uint32_t nodes_;
  int ports_;
  std::vector<Channel> channels_;
  std::vector<ChannelId> out_, in_;            // nodes x ports
  std::vector<NodeId> router_of_;              // per terminal; empty: one a router
  std::vector<std::uint32_t> first_terminal_;  // per router, and one more: where its terminals begin in terminal_
  std::vector<TerminalId> terminal_;           // by router, ascending
};

}  // namespace dateline
