// What `--fault-events` says fails and is repaired in the course of a run: fail@5000:17,fail@9000:3-4,repair@20000:17
// (a node; all links between two nodes; 3.1: the link behind a port), or a FILE with lines `fail 5000 node 17`,
// `repair 9000 link 3 4`, `fail 9000 link 3.1`; `#` starts a comment.
// Throws ConfigError, naming the event: as above, events out of order, a failure of what has failed, a repair of what
// works, no node or terminal left, healthy nodes that are not connected after a cycle's events.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "models/network/faults/fault_map.hpp"

namespace dateline {

// The network from cycle `at` on.
struct FaultChange {
  Cycle at;
  std::shared_ptr<const FaultMap> faults;  // none: null
};

// Ascending; events of one cycle make one change. `before`: what has failed already; null: nothing.
[[nodiscard]] std::vector<FaultChange> read_fault_events(const Topology& topology, const FaultMap* before, std::string_view text);

}  // namespace dateline
