// Flits that crossed each network channel; empty unless ExecutionOptions::count_channels.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/core/compiled_network.hpp"

namespace dateline::test {

[[nodiscard]] inline std::vector<std::uint64_t> channel_flits(const CompiledNetwork& network) {
  std::vector<std::uint64_t> flits;
  for (const ChannelCounters::Counts& c : network.crossings()) flits.push_back(c.flits);
  return flits;
}

}  // namespace dateline::test
