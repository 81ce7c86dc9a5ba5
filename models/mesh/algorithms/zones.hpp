// The 4 x 4 subplanes of a mesh of side 4n and the zones of a destination subplane D = (r, c) (E. Miyano and K. Iwama,
// section 4.3), from 0 here:
//   temporary T = two subplanes away from D both ways (there is exactly one), second T' = T's row, between T and the
//   critical zone, critical C = T's row, D's column. Packets go T, T', C along the row, left if c < 2; then along the
//   column, up if r < 2.
#pragma once

#include "models/mesh/machine/side.hpp"

namespace dateline {

struct Subplane {
  std::uint32_t row = 0, column = 0;  // 0..3
  friend constexpr bool operator==(Subplane a, Subplane b) { return a.row == b.row && a.column == b.column; }
};

struct Zones {
  Subplane temporary, second, critical;
  Side horizontal, vertical;
};

[[nodiscard]] constexpr Zones zones_of(Subplane destination) {
  const std::uint32_t row = (destination.row + 2) % 4, column = (destination.column + 2) % 4;
  return {{row, column},
          {row, (column + destination.column) / 2},
          {row, destination.column},
          destination.column < 2 ? Side::left : Side::right,
          destination.row < 2 ? Side::top : Side::bottom};
}

}  // namespace dateline
