// What the checks of calls of external routers (external/call_checks.hpp) may read of a tile. They write nothing.
#pragma once

#include "sim/core/state/external_ports.hpp"
#include "sim/core/state/tile.hpp"

namespace dateline {

class CallCheckView {
 public:
  CallCheckView(const Tile& tile) : tile_(tile) {}  // NOLINT(google-explicit-constructor): a view of the tile

  [[nodiscard]] const RouterConfig& config() const { return tile_.config; }
  [[nodiscard]] const RoutingContext& routing() const { return tile_.routing; }
  [[nodiscard]] const VcNumbering& numbering() const { return tile_.numbering; }
  [[nodiscard]] const VcStore& store() const { return tile_.store; }
  [[nodiscard]] const ChannelRates& rates() const { return tile_.rates; }
  [[nodiscard]] const PacketPool& packets() const { return tile_.packets; }
  [[nodiscard]] const Absorption& absorption() const { return tile_.absorption; }
  [[nodiscard]] const ExternalRouters& external() const { return *tile_.external; }
  [[nodiscard]] Cycle now() const { return tile_.now; }

  [[nodiscard]] HeaderQuery query_of(VcId vc) const { return dateline::query_of(tile_, vc); }
  [[nodiscard]] ChannelId ejection_channel(TerminalId terminal, VcId at) const { return dateline::ejection_channel(tile_, terminal, at); }
  [[nodiscard]] ChannelId absorbing_channel(NodeId node, VcId at) const { return dateline::absorbing_channel(tile_, node, at); }

 private:
  const Tile& tile_;
};

}  // namespace dateline
