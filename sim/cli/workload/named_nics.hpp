// The NICs that the sends of schedules name, as injection channels of terminals (docs/guide/workloads/goal.md).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "traffic/schedules/schedule.hpp"

namespace dateline {

struct NamedNics {
  bool are_channels = false;  // packets name their injection channel
  std::string note;           // on NICs that are no channels of their own; empty: none
};

// `nic_ports`: injection channels of a terminal.
[[nodiscard]] NamedNics named_nics(const std::vector<const Schedule*>& schedules, std::uint32_t nic_ports);

}  // namespace dateline
