#include "sim/cli/workload/named_nics.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dateline {

NamedNics named_nics(const std::vector<const Schedule*>& schedules, std::uint32_t nic_ports) {
  std::uint32_t highest = 0;
  for (const Schedule* schedule : schedules) {
    for (const std::uint8_t nic : schedule->nics()) highest = std::max<std::uint32_t>(highest, nic);
  }
  NamedNics named;
  named.are_channels = highest > 0 && nic_ports > 1;
  if (highest > 0 && nic_ports == 1) {
    named.note = fmt::format("NICs 0 to {} of a rank are the one injection channel of its terminal (--nic-ports 1)", highest);
  } else if (highest >= nic_ports) {
    named.note = fmt::format("NIC k of 0 to {} of a rank is injection channel k mod {} of its terminal (--nic-ports)", highest, nic_ports);
  }
  return named;
}

}  // namespace dateline
