// Counts that need a look at every worm, up to the end of the last cycle executed. O(VCs).
#pragma once

#include <cstdint>
#include <vector>

#include "sim/core/state/tile.hpp"

namespace dateline {

struct Totals {
  std::uint64_t queued = 0;      // messages in source queues
  std::uint64_t in_network = 0;  // messages that hold an injection VC or are on their way
  std::uint64_t delivered = 0;
  std::uint64_t lost = 0;  // messages taken out by faults
  std::uint64_t injected_flits = 0;
  std::uint64_t ejected_flits = 0;
  std::uint64_t buffered_flits = 0;  // in buffers and on channels
  std::uint64_t lost_flits = 0;      // injected, and taken out by faults
  std::uint64_t absorbed_flits = 0;  // in the memories of nodes on the way
};
[[nodiscard]] Totals count_totals(const MachineParts& parts);
// Flits handed over, by the terminal that sent them.
[[nodiscard]] std::vector<std::uint64_t> count_ejected_flits(const MachineParts& parts);
// Of a message that is being handed over at its destination: how many flits have been.
struct PartlyEjected {
  MessageId message;
  std::uint32_t flits;  // 1 or more, not all
};
[[nodiscard]] std::vector<PartlyEjected> find_partly_ejected(const MachineParts& parts);
// Crossings of network channels by all flits.
[[nodiscard]] std::uint64_t count_flit_hops(const MachineParts& parts);

}  // namespace dateline
