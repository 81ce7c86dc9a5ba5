// Counts of a machine up to a border between two cycles.
#pragma once

#include <vector>

#include "sim/core/compiled_network.hpp"

namespace dateline {

struct Snapshot {
  std::vector<std::uint64_t> generated, injected;             // messages, per terminal
  std::vector<std::uint64_t> generated_flits, ejected_flits;  // per terminal
  std::vector<std::uint64_t> lost_flits = {};                 // per terminal: of messages taken out by faults and not sent again so far
  std::vector<ChannelCounters::Counts> channels;              // empty unless the machine counts them
  Activity activity = {};                                     // of the window's borders; likewise
  template <typename Archive>
  void io(Archive& archive) {
    auto& [came, left, came_flits, left_flits, lost, crossed, moved] = *this;
    archive(came, left, came_flits, left_flits, lost, crossed, moved);
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

[[nodiscard]] Snapshot take_snapshot(const CompiledNetwork& network, std::uint32_t terminals);

}  // namespace dateline
