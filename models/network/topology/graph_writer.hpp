// A topology as a file that `graph:FILE` reads (graph.hpp): terminals, bandwidths, latencies. What is read back has the
// same routers, terminals and channels; the ports of a router in the same order wherever one order of lines can say so
// (not on the rings of a torus, where each link would have to stand before its neighbour), and then channels have the
// same numbers too. Cost O(channels log channels).
#pragma once

#include <string>

#include "models/network/topology/topology.hpp"

namespace dateline {

[[nodiscard]] std::string graph_text(const Topology& topology);

}  // namespace dateline
