// "longest": the permutation with the largest sum of hops, which a network without much path diversity carries badly
// whatever its routing (models/analysis/throughput/worst_traffic.hpp; there: ties). Of the network without faults.
// Cost: a dense matching of the terminals; throws ConfigError for more than 4096.
#pragma once

#include "models/analysis/throughput/worst_traffic.hpp"
#include "traffic/patterns/rules_on_grids.hpp"

namespace dateline {

[[nodiscard]] inline std::vector<TerminalId> longest(const Topology& topology, std::string_view text) {
  constexpr std::uint32_t kMostTerminals = 4096;
  if (topology.terminals() > kMostTerminals) refuse_rule(text, topology, "needs at most 4096 terminals");
  return longest_permutation(topology, nullptr);
}

}  // namespace dateline
