// What switch allocation may touch of a tile.
#pragma once

#include "sim/core/state/external_ports.hpp"
#include "sim/core/state/tile.hpp"

namespace dateline {

class SwitchAllocationView {
 public:
  SwitchAllocationView(Tile& tile) : tile_(tile) {}  // NOLINT(google-explicit-constructor): a view of the tile

  [[nodiscard]] const RouterConfig& config() const { return tile_.config; }
  [[nodiscard]] const VcNumbering& numbering() const { return tile_.numbering; }
  [[nodiscard]] VcStore& store() const { return tile_.store; }
  [[nodiscard]] SwitchState& switches() const { return tile_.switches; }
  [[nodiscard]] ChannelRates& rates() const { return tile_.rates; }
  [[nodiscard]] PacketPool& packets() const { return tile_.packets; }
  [[nodiscard]] PortMatchingState& port_matching() const { return *tile_.port_matching; }
  [[nodiscard]] CrossbarPointers& crossbar_pointers() const { return tile_.crossbar_pointers; }
  [[nodiscard]] ExternalRouters* external() const { return tile_.external.get(); }
  [[nodiscard]] Cycle now() const { return tile_.now; }

 private:
  Tile& tile_;
};

}  // namespace dateline
