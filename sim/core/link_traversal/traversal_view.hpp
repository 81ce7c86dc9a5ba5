// What switch and link traversal may touch of a tile, link arrival (phase 0) too.
#pragma once

#include "sim/core/link_traversal/interface_view.hpp"
#include "sim/core/state/call_check_view.hpp"
#include "sim/core/state/router_events.hpp"

namespace dateline {

class TraversalView {
 public:
  TraversalView(Tile& tile) : tile_(tile) {}  // NOLINT(google-explicit-constructor): a view of the tile

  [[nodiscard]] const VcNumbering& numbering() const { return tile_.numbering; }
  [[nodiscard]] VcStore& store() const { return tile_.store; }
  [[nodiscard]] EventWheel& events() const { return tile_.events; }
  [[nodiscard]] const LinkRetry& retry() const { return tile_.rates.retry(); }
  [[nodiscard]] LateFlits& late() const { return tile_.errors.late; }
  [[nodiscard]] WaitingHeads& heads() const { return tile_.heads; }
  [[nodiscard]] PacketErrors& errors() const { return tile_.errors.packets; }
  [[nodiscard]] SwitchState& switches() const { return tile_.switches; }
  [[nodiscard]] EjectionState& ejection() const { return tile_.ejection; }
  [[nodiscard]] PacketPool& packets() const { return tile_.packets; }
  [[nodiscard]] DeliveryQueue& delivery_queue() const { return tile_.delivery_queue; }
  [[nodiscard]] Absorption& absorption() const { return tile_.absorption; }
  [[nodiscard]] ExternalRouters* external() const { return tile_.external.get(); }
  [[nodiscard]] Border* border() const { return tile_.border.get(); }
  [[nodiscard]] Cycle now() const { return tile_.now; }

  [[nodiscard]] InterfaceView interface() const { return tile_; }  // of injection channels
  [[nodiscard]] RouterEvents crossing() const { return tile_; }    // credits and releases
  [[nodiscard]] CallCheckView checks() const { return tile_; }     // of calls of external routers
  [[nodiscard]] int flit_delay(VcId vc) const { return dateline::flit_delay(tile_, vc); }
  // The tail of the packet has left the network in this cycle: it has arrived, perhaps with errors, or was absorbed.
  template <typename Observer>
  [[gnu::always_inline]] void complete(PacketId id, Observer& observer) const {
    if (absorption().used() && absorbed(id, observer)) return;
    if constexpr (Observer::kActive) observer.packet_delivered(now(), id);
    if (errors().used() && errors().take(id)) return delivery_queue().discard(id, packets(), now());
    delivery_queue().add(id, packets(), now());
  }

 private:
  template <typename Observer>
  [[gnu::noinline]] bool absorbed(PacketId id, Observer& observer) const {
    if (!absorption().records().takes(id)) {
      absorption().records().forget(id);
      return false;
    }
    if constexpr (Observer::kActive) observer.packet_absorbed(now(), id);
    absorption().completed().push_back(id);
    return true;
  }

  Tile& tile_;
};

}  // namespace dateline
