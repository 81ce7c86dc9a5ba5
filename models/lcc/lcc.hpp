// Linear-complement communication on a hypercube of n dimensions (Hou, Wang, Ku, Hsu, 2001, section 2), over GF(2), bit
// i of a node's number being x_i:
//   map      y = A x + b: every x sends to y; a permutation (LCP) if A is nonsingular, else a gather (LCG)
//   scatter  x = A y + b: every y is sent to by x, a copy of its own each (LCS)
// A message to its own node uses no channel.
// A mapping puts virtual node v at physical node Q v, Q a permutation of bits given by an order R: physical bit k is
// virtual bit R[k], so Q[k][R[k]] = 1. The same communication between physical nodes is Q A Q^-1 and Q b.
#pragma once

#include <string>
#include <vector>

#include "models/base/enum_names.hpp"
#include "models/lcc/bits.hpp"

namespace dateline {

enum class LccKind { permutation, gather, scatter };
constexpr std::array<EnumName<LccKind>, 3> enum_names(LccKind) {
  return {{{LccKind::permutation, "permutation"}, {LccKind::gather, "gather"}, {LccKind::scatter, "scatter"}}};
}

struct Lcc {
  BitMatrix a;
  Bits b = 0;
  bool scatter = false;

  [[nodiscard]] int dimensions() const { return static_cast<int>(a.size()); }
  // Of every other end: y of x, or x of y if it is a scatter.
  [[nodiscard]] Bits image(Bits end) const { return product(a, end) ^ b; }
  // Dimensions that no message crosses: row i of A is that of the identity and b_i = 0.
  [[nodiscard]] Bits idle_dimensions() const;
  [[nodiscard]] int rank() const { return dateline::rank(a, first_bits(dimensions()), first_bits(dimensions())); }
  [[nodiscard]] LccKind kind() const;
};

using BitOrder = std::vector<int>;

[[nodiscard]] BitOrder ascending_order(int dimensions);
[[nodiscard]] Lcc reordered(const Lcc& lcc, const BitOrder& order);
// Q v.
[[nodiscard]] Bits placed(Bits v, const BitOrder& order);
// "0110": bit 0 first.
[[nodiscard]] std::string bit_text(Bits bits, int dimensions);

}  // namespace dateline
