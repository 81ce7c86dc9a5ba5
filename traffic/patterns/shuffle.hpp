// "shuffle", the perfect shuffle: the bits of the terminal's number rotated left by one, so that terminal i sends to
// 2i, or to 2i - N + 1 from the half on. N terminals, a power of two; 0 and N - 1 are fixed points. Source: H. Stone,
// 1971; the same in BookSim and gem5. Throws ConfigError for another N.
#pragma once

#include "traffic/patterns/rules_on_grids.hpp"

namespace dateline {

[[nodiscard]] inline std::vector<TerminalId> shuffle(const Topology& topology, std::string_view text) {
  const std::uint32_t n = power_of_two_for_rule(topology, text);
  std::vector<TerminalId> destination;
  destination.reserve(n);
  for (std::uint32_t i = 0; i < n; ++i) destination.emplace_back(2 * i < n ? 2 * i : 2 * (i - n / 2) + 1);
  return destination;
}

}  // namespace dateline
