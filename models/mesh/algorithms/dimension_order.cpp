#include "models/mesh/algorithms/dimension_order.hpp"

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

MeshPlan MeshDimensionOrder::plan(MeshPosition source, MeshPosition destination) const { return {0, dimension_order_hop(source, destination), true}; }
MeshPlan FarthestFirst::plan(MeshPosition source, MeshPosition destination) const { return {0, dimension_order_hop(source, destination), true}; }

void FarthestFirst::send(MeshLinks& processor) const {
  const MeshPosition at = processor.position();
  processor.for_each_sendable(
      [&](Side side) { processor.send_largest(side, [&](const MeshPacket& packet) { return distance_left(at, packet.destination, side); }); });
}

}  // namespace dateline
