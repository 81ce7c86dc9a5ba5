// Up*/down* routing on what survives of any network (up_down_order.hpp): a message goes along a shortest legal way, ups
// first, then downs. One way a pair, one VC class: a holder of a down never asks for an up, so no cycle closes.
// The header's state: 1 once it has gone down. A header that may go up no more and has no way down - its state is of
// other faults, before a change of the network - begins anew; whether that is safe the proof of the change says.
// Tables: legal_hops.hpp. Cost of next(): O(1). Throws ConfigError as those do.
#pragma once

#include <memory>

#include "models/network/faults/fault_map.hpp"
#include "models/network/relation/relation.hpp"
#include "routing/networks/any_topology/legal_hops.hpp"

namespace dateline {

class UpDown final : public RoutingRelation {
 public:
  // `topology` must outlive it. Without faults nothing has failed.
  UpDown(const Topology& topology, std::shared_ptr<const FaultMap> faults, const std::string& name = "updown");

  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override;
  [[nodiscard]] bool starts_plain() const override { return true; }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override;
  void steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const override;
  [[nodiscard]] int classes() const override { return 1; }

  // The way on from another node than the destination.
  struct Hop {
    ChannelId channel;
    bool down;
  };
  [[nodiscard]] Hop hop(NodeId node, bool down, NodeId dst) const {
    ChannelId channel = hops_.next({node, down}, dst);
    if (channel == kNoChannel) channel = hops_.next({node, false}, dst);
    return {channel, channel != kNoChannel && hops_.slope(channel) == Slope::down};
  }

 private:
  LegalHops hops_;
};

}  // namespace dateline
