// What injection may touch of a tile.
#pragma once

#include "sim/core/route_computation/routing_view.hpp"

namespace dateline {

class InjectionView {
 public:
  InjectionView(Tile& tile) : tile_(tile) {}  // NOLINT(google-explicit-constructor): a view of the tile

  [[nodiscard]] const RouterConfig& config() const { return tile_.config; }
  [[nodiscard]] const RoutingContext& routing() const { return tile_.routing; }
  [[nodiscard]] const VcNumbering& numbering() const { return tile_.numbering; }
  [[nodiscard]] VcStore& store() const { return tile_.store; }
  [[nodiscard]] SourceQueues& sources() const { return tile_.sources; }
  [[nodiscard]] SplitQueues& split_queues() const { return tile_.split_queues; }
  [[nodiscard]] PacketPool& packets() const { return tile_.packets; }
  [[nodiscard]] Absorption& absorption() const { return tile_.absorption; }
  [[nodiscard]] Cycle now() const { return tile_.now; }

  [[nodiscard]] RoutingView foreseen() const { return tile_; }  // whether a packet is delivered at the next router

 private:
  Tile& tile_;
};

}  // namespace dateline
