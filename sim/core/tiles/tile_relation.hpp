// A routing relation as a tile asks it: channels by the tile's numbers, all else as the network has it.
#pragma once

#include "models/network/relation/forwarding_relation.hpp"

namespace dateline {

class TileRelation final : public ForwardingRelation {
 public:
  // `network`: of each channel of the tile its number in the network; `local`: the reverse. All must outlive it.
  TileRelation(const RoutingRelation& of, const std::vector<ChannelId>& network, const std::vector<ChannelId>& local)
      : ForwardingRelation(of), network_(network), local_(local) {}

  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override;
  void steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const override;
  [[nodiscard]] HeaderState after(const HeaderQuery& query, ChannelId way) const override;

 private:
  void translate_choice(HeaderStep& step) const;
  [[nodiscard]] ChannelId in_network(ChannelId in) const { return in == kNoChannel ? in : network_[in.value()]; }
  // One that is not of the tile is answered by kNoChannel, and refused as any other that does not leave the node.
  [[nodiscard]] ChannelId here(ChannelId channel) const { return channel.value() < local_.size() ? local_[channel.value()] : kNoChannel; }

  const std::vector<ChannelId>& network_;
  const std::vector<ChannelId>& local_;
};

}  // namespace dateline
