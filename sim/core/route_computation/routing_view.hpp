// What route computation may touch of a tile.
#pragma once

#include "sim/core/state/router_events.hpp"

namespace dateline {

class RoutingView {
 public:
  RoutingView(Tile& tile) : tile_(tile) {}  // NOLINT(google-explicit-constructor): a view of the tile

  [[nodiscard]] const RouterConfig& config() const { return tile_.config; }
  [[nodiscard]] const RoutingContext& routing() const { return tile_.routing; }
  [[nodiscard]] const VcNumbering& numbering() const { return tile_.numbering; }
  [[nodiscard]] VcStore& store() const { return tile_.store; }
  [[nodiscard]] WaitingHeads& heads() const { return tile_.heads; }
  [[nodiscard]] PacketPool& packets() const { return tile_.packets; }
  [[nodiscard]] Absorption& absorption() const { return tile_.absorption; }
  [[nodiscard]] Cycle now() const { return tile_.now; }

  // Head flits may be given VCs in the cycle in which they come, before those that wait.
  [[nodiscard]] bool at_once() const {
    return tile_.config.routing_delay == 0 && !tile_.config.execution.general_path && tile_.config.vc_allocation == VcAllocation::one_by_one;
  }

  [[nodiscard]] RouterEvents crossing() const { return tile_; }  // a packet at its destination is being ejected
  [[nodiscard]] HeaderQuery query_of(VcId vc) const { return dateline::query_of(tile_, vc); }
  void offers_of(const WaitingHead& head, Candidates& out) const { dateline::offers_of(tile_, head, out); }
  [[nodiscard]] ChannelId ejection_channel(TerminalId terminal, VcId at) const { return dateline::ejection_channel(tile_, terminal, at); }
  [[nodiscard]] ChannelId absorbing_channel(NodeId node, VcId at) const { return dateline::absorbing_channel(tile_, node, at); }

 private:
  Tile& tile_;
};

}  // namespace dateline
