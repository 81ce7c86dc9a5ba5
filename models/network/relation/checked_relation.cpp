#include "models/network/relation/checked_relation.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"

namespace dateline {

CheckedRelation::CheckedRelation(const Topology& topology, const RoutingRelation& relation) : relation_(relation) {
  wires_.reserve(topology.channels());
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    const Channel& channel = topology.channel(ChannelId(c));
    wires_.push_back({channel.from, channel.to, channel.from_port});
  }
}

void CheckedRelation::refuse_nothing(NodeId at, NodeId destination) {
  throw InvariantError(fmt::format("the relation has no way on at node {} to node {}", at.value(), destination.value()));
}

void CheckedRelation::refuse_channel(NodeId at) {
  throw InvariantError(fmt::format("the relation offers a channel that does not leave node {}", at.value()));
}

void CheckedRelation::refuse_delivery(NodeId at, NodeId destination) {
  throw InvariantError(fmt::format("a packet to node {} is delivered at node {}", destination.value(), at.value()));
}

}  // namespace dateline
