// A routing relation that does not know yet that some channels have failed: a head flit that has gone over one of them
// is nowhere, and never goes on. What is sent over such a channel fills the buffer behind it and gets no credit back,
// as nothing answers there. To the machine a head flit that came over one waits for a channel of its node by no class,
// for ever: until the network changes, which takes it out. Proofs and bounds are of the relation itself.
#pragma once

#include <vector>

#include "models/network/relation/forwarding_relation.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

class UnseenFaults final : public ForwardingRelation {
 public:
  // Topology and relation must outlive it.
  UnseenFaults(const Topology& topology, const RoutingRelation& of, const std::vector<ChannelId>& channels);

  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override;
  void steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const override;

 private:
  [[nodiscard]] bool nowhere(ChannelId in) const { return in != kNoChannel && dead_[in.value()] != kNoChannel; }

  std::vector<ChannelId> dead_;  // per channel: kNoChannel, or of one that has failed a channel that leaves the node behind it
};

}  // namespace dateline
