// What VC allocation may touch of a tile.
#pragma once

#include "sim/core/route_computation/routing_view.hpp"

namespace dateline {

class VcAllocationView {
 public:
  VcAllocationView(Tile& tile) : tile_(tile) {}  // NOLINT(google-explicit-constructor): a view of the tile

  [[nodiscard]] const RouterConfig& config() const { return tile_.config; }
  [[nodiscard]] const VcNumbering& numbering() const { return tile_.numbering; }
  [[nodiscard]] VcStore& store() const { return tile_.store; }
  [[nodiscard]] EventWheel& events() const { return tile_.events; }
  [[nodiscard]] WaitingHeads& heads() const { return tile_.heads; }
  [[nodiscard]] VcArbiterPointers& pointers() const { return tile_.vc_pointers; }
  [[nodiscard]] VcMatchingPointers& matching_pointers() const { return tile_.matching_pointers; }
  [[nodiscard]] PacketPool& packets() const { return tile_.packets; }
  [[nodiscard]] Absorption& absorption() const { return tile_.absorption; }
  [[nodiscard]] Cycle now() const { return tile_.now; }

  [[nodiscard]] RoutingView routing() const { return tile_; }    // the relation is asked again by a head flit with a choice
  [[nodiscard]] RouterEvents crossing() const { return tile_; }  // an absorbed packet is being ejected

 private:
  Tile& tile_;
};

}  // namespace dateline
