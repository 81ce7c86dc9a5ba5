// What `--faults` says has failed: parts joined by `+`, or `none`.
//   nodes:3,17             nodes
//   links:0-1,5.2          all links between two nodes; the link behind port 2 of node 5
//   random:5@7             5 nodes drawn with seed 7, without @ the run's; random-links:5@7 likewise (fault_draws.hpp)
//   region:U5@3,3:dims02   a region by name (fault_regions.hpp)
//   FILE                   anything else: a file with lines `node 3`, `link 3 4`, `link 3.1`; `#` starts a comment
// A node or a link named twice, in one part or in two, is refused; a link at a failed node is no error. Random parts
// draw among what no other part names.
// Throws ConfigError, naming the part: as above, a node or link that does not exist, no node left, a draw that cannot
// be made. A network that is not connected is no error here: see FaultMap::connected.
#pragma once

#include <cstdint>
#include <string_view>

#include "models/network/faults/fault_map.hpp"

namespace dateline {

// The topology must outlive the map.
[[nodiscard]] FaultMap read_faults(const Topology& topology, std::string_view text, std::uint64_t seed);

// Whether some part is drawn with the run's seed.
[[nodiscard]] bool uses_seed(std::string_view faults);

}  // namespace dateline
