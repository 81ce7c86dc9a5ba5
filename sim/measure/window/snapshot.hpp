// Counts of a machine up to a border between two cycles.
#pragma once

#include <vector>

#include "sim/core/compiled_network.hpp"

namespace dateline {

struct Snapshot {
  std::vector<std::uint64_t> generated, injected;             // messages, per terminal
  std::vector<std::uint64_t> generated_flits, ejected_flits;  // per terminal
  std::vector<std::uint64_t> wasted_flits;                    // per terminal: of these, of packets that faults took while they were handed over
  std::vector<std::uint64_t> lost_flits = {};                 // per terminal: of messages taken out by faults and not sent again so far
  std::vector<ChannelCounters::Counts> channels;              // empty unless the machine counts them
  Activity activity = {};                                     // of the window's borders; likewise
  template <typename Archive>
  void io(Archive& archive) {
    auto& [came, left, came_flits, left_flits, wasted, lost, crossed, moved] = *this;
    archive(came, left, came_flits, left_flits, wasted, lost, crossed, moved);
  }
};

// Of a window: what was counted before it, and at its end.
struct WindowBorders {
  Snapshot begin, end;
  template <typename Archive>
  void io(Archive& archive) {
    auto& [first, last] = *this;
    archive(first, last);
  }
};

// What was handed over between two borders, without what faults took before it was complete: below 0 where they took
// more of what had been handed over before the first than came since. Of windows side by side it adds up.
[[nodiscard]] std::int64_t accepted_flits(const Snapshot& begin, const Snapshot& end, std::uint32_t terminal);
[[nodiscard]] Snapshot take_snapshot(const CompiledNetwork& network, std::uint32_t terminals);

}  // namespace dateline
