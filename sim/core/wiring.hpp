// Who feeds whom, as the machine sees it: for every network channel the node it leaves, the node it enters, and the input port there.
// The SystemC shell reads it off its bindings; tests take it from a Topology.
#pragma once

#include <cstdint>
#include <vector>

#include "models/network/ids.hpp"
#include "models/network/topology.hpp"

namespace dateline {

struct Wiring {
  struct Wire {
    NodeId from;
    NodeId to;
    Port to_port;
  };
  std::uint32_t nodes = 0;
  int ports = 0;
  std::vector<Wire> channels;  // index = ChannelId

  [[nodiscard]] static Wiring of(const Topology& topology);
};

inline Wiring Wiring::of(const Topology& topology) {
  Wiring wiring{topology.nodes(), topology.ports(), {}};
  wiring.channels.reserve(topology.channels());
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    const Channel& channel = topology.channel(ChannelId(c));
    wiring.channels.push_back({channel.from, channel.to, channel.to_port});
  }
  return wiring;
}

}  // namespace dateline
