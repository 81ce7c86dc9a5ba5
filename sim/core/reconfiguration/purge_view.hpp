// What the purge of VCs (vc_purge.hpp) may touch of a tile. It is made between two cycles, where nothing moves.
#pragma once

#include "sim/core/state/tile.hpp"

namespace dateline {

class PurgeView {
 public:
  PurgeView(Tile& tile) : tile_(tile) {}  // NOLINT(google-explicit-constructor): a view of the tile

  [[nodiscard]] const RoutingContext& routing() const { return tile_.routing; }
  [[nodiscard]] const VcNumbering& numbering() const { return tile_.numbering; }
  [[nodiscard]] VcStore& store() const { return tile_.store; }
  // Flits sent over the VC that are still to arrive.
  [[nodiscard]] std::size_t flits_under_way(VcId vc) const { return tile_.events.flits_under_way(vc) + tile_.errors.late.of(vc); }
  // Takes out flits and credits under way, asked in the order in which they are due.
  template <typename FlitGone, typename CreditGone>
  void remove(FlitGone flit_gone, CreditGone credit_gone) const {
    tile_.errors.late.remove(tile_.events, tile_.now, flit_gone, credit_gone);
  }
  [[nodiscard]] SourceQueues& sources() const { return tile_.sources; }
  [[nodiscard]] EjectionState& ejection() const { return tile_.ejection; }
  [[nodiscard]] const PacketPool& packets() const { return tile_.packets; }
  [[nodiscard]] const Absorption& absorption() const { return tile_.absorption; }
  [[nodiscard]] Cycle now() const { return tile_.now; }

 private:
  Tile& tile_;
};

}  // namespace dateline
