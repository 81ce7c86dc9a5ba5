// Who feeds whom, as the machine sees it: for every network channel the node it leaves, the node it enters, the input
// port there, its latency and its bandwidth; for every terminal its router. The SystemC shell reads it off its
// bindings; tests take it from a Topology.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/base/ids.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

// What a tile (tiles/partition.hpp) has of its network: all nodes and terminals by their numbers there; of the channels
// those that begin or end at its own nodes, numbered anew.
struct TilePart {
  std::vector<ChannelId> numbers = {};       // of its network channels, in the network; empty: it has the whole network
  std::uint32_t incoming = 0;                // its first channels come from other tiles, or no flit crosses them; whole blocks of VCs
  std::uint32_t outgoing = 0;                // its last network channels lead to other tiles
  std::uint32_t first_terminal = 0;          // its own are among these,
  std::optional<std::uint32_t> terminals{};  // so many; none: all
  std::vector<std::uint8_t> elsewhere = {};  // of each of these: 1 if its router is in another tile; empty: none is
};

struct Wiring {
  struct Wire {
    NodeId from;
    NodeId to;
    Port to_port;
    std::uint16_t latency = 0;  // cycles; 0: the machine's router.channel-latency
    Port from_port = Port();    // of the node it leaves; for texts
  };
  std::uint32_t nodes = 0;
  int ports = 0;                            // the largest number of network ports of a node
  std::vector<Wire> channels;               // index = ChannelId
  std::vector<NodeId> router_of;            // index = TerminalId
  std::vector<Bandwidth> bandwidths = {};   // index = ChannelId; empty: 1 everywhere
  std::vector<std::uint8_t> external = {};  // per node: 1 if a module of its own routes there (external_router.hpp); empty: nowhere
  TilePart part = {};                       // of a tile's wiring; of a whole network's nothing

  [[nodiscard]] std::uint32_t terminals() const { return static_cast<std::uint32_t>(router_of.size()); }
  [[nodiscard]] Bandwidth bandwidth(std::uint32_t channel) const { return bandwidths.empty() ? Bandwidth() : bandwidths[channel]; }
  void set_bandwidth(std::uint32_t channel, Bandwidth bandwidth) {
    if (bandwidths.empty() && bandwidth == 1) return;
    bandwidths.resize(channels.size());
    bandwidths[channel] = bandwidth;
  }
  [[nodiscard]] static Wiring of(const Topology& topology);
};

inline Wiring Wiring::of(const Topology& topology) {
  Wiring wiring{topology.nodes(), topology.ports(), {}, {}, {}, {}};
  wiring.channels.resize(topology.channels());
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    const Channel& channel = topology.channel(ChannelId(c));
    wiring.channels[c] = {channel.from, channel.to, channel.to_port, channel.latency, channel.from_port};
    wiring.set_bandwidth(c, channel.bandwidth);
  }
  for (std::uint32_t t = 0; t < topology.terminals(); ++t) wiring.router_of.push_back(topology.router_of(TerminalId(t)));
  return wiring;
}

}  // namespace dateline
