// The four sides of a mesh processor. An output queue is named by the side it sends towards, an input queue by the side
// its packets come from: a packet that leaves by the right output queue enters the left input queue of the next
// processor. Row 0 is the uppermost, column 0 the leftmost (E. Miyano and K. Iwama, oblivious routing on 2-D meshes,
// section 2; positions from 0 here). Processor (i, j) of a mesh of side m is node i*m + j.
#pragma once

#include <array>
#include <cstdint>

#include "models/base/ids.hpp"

namespace dateline {

enum class Side : std::uint8_t { left, right, top, bottom };
inline constexpr std::array<Side, 4> kSides = {Side::left, Side::right, Side::top, Side::bottom};

[[nodiscard]] constexpr Side opposite(Side side) { return static_cast<Side>(static_cast<std::uint8_t>(side) ^ 1U); }
[[nodiscard]] constexpr bool is_horizontal(Side side) { return side == Side::left || side == Side::right; }
[[nodiscard]] constexpr const char* name_of(Side side) {
  constexpr std::array<const char*, 4> names = {"left", "right", "top", "bottom"};
  return names[static_cast<std::size_t>(side)];
}

struct MeshPosition {
  std::uint16_t row = 0, column = 0;
  friend constexpr bool operator==(MeshPosition a, MeshPosition b) { return a.packed() == b.packed(); }
  friend constexpr bool operator!=(MeshPosition a, MeshPosition b) { return !(a == b); }

 private:
  [[nodiscard]] constexpr std::uint32_t packed() const { return static_cast<std::uint32_t>(column) << 16U | row; }
};

[[nodiscard]] constexpr NodeId neighbour_of(NodeId node, Side side, std::uint32_t mesh_side) {
  const std::uint32_t distance = is_horizontal(side) ? 1 : mesh_side;
  const bool forward = side == Side::right || side == Side::bottom;
  return NodeId(forward ? node.value() + distance : node.value() - distance);
}

inline constexpr std::uint32_t kLongestMeshSide = 4096;
inline constexpr NodeId kAbsent{0xffffffffU};  // as a destination: this processor has no packet

}  // namespace dateline
