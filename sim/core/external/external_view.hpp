// What the steps of external routers (external_steps.hpp) may touch of a tile in phases 2 and 3. In phase 4 they have
// the view of the traversal.
#pragma once

#include "sim/core/state/call_check_view.hpp"
#include "sim/core/vc_allocation/vc_allocation_view.hpp"

namespace dateline {

class ExternalView {
 public:
  ExternalView(Tile& tile) : tile_(tile) {}  // NOLINT(google-explicit-constructor): a view of the tile

  [[nodiscard]] const RouterConfig& config() const { return tile_.config; }
  [[nodiscard]] const VcNumbering& numbering() const { return tile_.numbering; }
  [[nodiscard]] VcStore& store() const { return tile_.store; }
  [[nodiscard]] SwitchState& switches() const { return tile_.switches; }
  [[nodiscard]] EjectionState& ejection() const { return tile_.ejection; }
  [[nodiscard]] PacketPool& packets() const { return tile_.packets; }
  [[nodiscard]] Absorption& absorption() const { return tile_.absorption; }
  [[nodiscard]] ExternalRouters& external() const { return *tile_.external; }
  [[nodiscard]] Cycle now() const { return tile_.now; }

  [[nodiscard]] VcAllocationView allocation() const { return tile_; }  // head flits of external nodes are given VCs
  [[nodiscard]] CallCheckView checks() const { return tile_; }
  [[nodiscard]] int flit_delay(VcId vc) const { return dateline::flit_delay(tile_, vc); }

 private:
  Tile& tile_;
};

}  // namespace dateline
