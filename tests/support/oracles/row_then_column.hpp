// The mesh algorithm shown in docs/guide/mesh.md, compiled and tested.
#pragma once

#include "models/mesh/algorithms/dimension_order.hpp"

namespace dateline::test {

// docs/guide/mesh.md begins
class RowThenColumn final : public LocalMeshAlgorithm<RowThenColumn> {
 public:
  [[nodiscard]] std::vector<std::uint32_t> phase_lengths() const override { return {0}; }  // one phase, until all is delivered
  [[nodiscard]] MeshPlan plan(MeshPosition source, MeshPosition destination) const override {
    return {0, dimension_order_hop(source, destination), true};  // its phase, its first hop, released from the start
  }
  void accept(MeshInputs& processor) const {  // (i): for every packet of the input queues, oldest first, where it goes now
    processor.move_each([&](Side, MeshPacketId, const MeshPacket& packet) {
      return processor.hop_if_place(dimension_order_hop(processor.position(), packet.destination));
    });
  }
  void send(MeshLinks& processor) const {  // (ii)
    processor.for_each_sendable([&](Side side) { processor.send_oldest(side); });
  }
};
// docs/guide/mesh.md ends

}  // namespace dateline::test
