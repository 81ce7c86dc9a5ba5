// The shorter way through one dimension of a cube, ties by TieRule, and the hops either way. Throws nothing;
// coordinates must be below the radix.
#pragma once

#include <cstdint>

#include "models/network/topology/cube.hpp"
#include "routing/oblivious/tie_rule.hpp"

namespace dateline {

enum class Way : std::uint8_t { plus, minus, either };

// From coordinate `at` to another one, `to`, in dimension d.
[[nodiscard]] inline Way shorter_way(const CubeTopology& topology, int d, std::uint32_t at, std::uint32_t to, TieRule rule) {
  if (topology.kind() != CubeTopology::Kind::torus) return to > at ? Way::plus : Way::minus;
  const std::uint32_t k = topology.radix(d);
  const std::uint32_t forward = to > at ? to - at : to + k - at;
  if (2 * forward != k) return 2 * forward < k ? Way::plus : Way::minus;
  switch (rule) {
    case TieRule::plus:
      return Way::plus;
    case TieRule::parity:
      return at % 2 == 0 ? Way::plus : Way::minus;
    case TieRule::split:
    case TieRule::union_:
      break;
  }
  return Way::either;
}

// Hops from `at` to `to` the given way.
[[nodiscard]] inline std::uint32_t hops_along(const CubeTopology& topology, int d, std::uint32_t at, std::uint32_t to, bool plus) {
  if (plus) return to >= at ? to - at : to + topology.radix(d) - at;
  return at >= to ? at - to : at + topology.radix(d) - to;
}

}  // namespace dateline
