#include "models/mesh/dimension_order.hpp"

namespace dateline {
namespace {

// Packets that an output queue holds have at least one hop to go on its side.
std::uint32_t distance_left(MeshPosition at, MeshPosition to, Side side) {
  switch (side) {
    case Side::left:
      return static_cast<std::uint32_t>(at.column - to.column);
    case Side::right:
      return static_cast<std::uint32_t>(to.column - at.column);
    case Side::top:
      return static_cast<std::uint32_t>(at.row - to.row);
    case Side::bottom:
      return static_cast<std::uint32_t>(to.row - at.row);
  }
  return 0;
}

}  // namespace

void accept_dimension_order(MeshInputs& processor) {
  const MeshPosition at = processor.position();
  const std::uint32_t phase = processor.clock().phase;
  for (const Side side : kSides) {  // left and right, whose packets may turn, come first
    processor.move_each(side, [&](PacketId, const MeshPacket& packet) {
      if (packet.phase != phase) return Hop::stay;
      return processor.hop_if_place(dimension_order_hop(at, packet.destination));
    });
  }
}

MeshPlan MeshDimensionOrder::plan(MeshPosition source, MeshPosition destination) const { return {0, dimension_order_hop(source, destination), true}; }

void MeshDimensionOrder::send(MeshLinks& processor) const {
  for (const Side side : kSides) {
    if (!processor.can_send(side)) continue;
    if (links_ == Links::oldest) {
      processor.send_oldest(side);
    } else {
      const MeshPosition at = processor.position();
      processor.send_largest(side, [&](const MeshPacket& packet) { return distance_left(at, packet.destination, side); });
    }
  }
}

}  // namespace dateline
