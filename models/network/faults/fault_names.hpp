// How nodes and links are named where faults are written: "17"; "3-4", all links between two nodes; "3.1", the link
// behind port 1 of node 3.
// Throws ConfigError("faults", key, part, ...) for a number out of range; what else is wrong is a `problem`, for the
// caller to say where.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/base/text/parse.hpp"
#include "models/network/faults/fault_set.hpp"

namespace dateline {

// `where`: the component, and the key with the part that is being read.
[[nodiscard]] NodeId node_named(const ValueSource& where, std::string_view word, const Topology& topology);

struct NamedLinks {
  std::vector<LinkEnd> links;
  std::string problem;  // empty if they exist
};
[[nodiscard]] NamedLinks links_named(const ValueSource& where, const std::string& word, const FaultSet& faults);

}  // namespace dateline
