// "shift:K": terminal t sends to t + K mod N, by the terminals' numbers; K from 1 to N - 1. Source: W. J. Dally and B.
// Towles, 2004, section 3.2; the phases of an all-to-all in order. Throws ConfigError for another K.
#pragma once

#include "models/base/text/name_table.hpp"
#include "models/base/text/parse.hpp"
#include "traffic/patterns/rules_on_grids.hpp"

namespace dateline {

[[nodiscard]] inline std::vector<TerminalId> shift(const Topology& topology, std::string_view text) {
  const std::uint32_t n = topology.terminals();
  if (n < 2) refuse_rule(text, topology, "needs two or more terminals");
  const auto by = static_cast<std::uint32_t>(parse_whole({"traffic", "shift K"}, argument_of(text), 1, n - 1));
  std::vector<TerminalId> destination;
  destination.reserve(n);
  for (std::uint32_t t = 0; t < n; ++t) destination.emplace_back((t + by) % n);
  return destination;
}

}  // namespace dateline
