// Where software that knows the whole fault map sends a message next: the first of the fewest segments without faults
// that lead to its destination, and among those of the fewest hops.
// Source: Safaei et al. 2006, section 3 (an intermediate node address computed by software); which node is our choice.
// A segment goes through the dimensions in ascending order, through each in one direction, less than once around. Ties
// by the order in which channels are examined: dimensions ascending, + before -.
// Nothing is kept between calls. Cost O(c log c) for c = nodes x dimensions^2. Throws InvariantError if no healthy way
// leads there.
#pragma once

#include "routing/software_based/software_header.hpp"

namespace dateline {

// The segment names the direction of every dimension it goes through.
[[nodiscard]] Segment last_resort_segment(const CubeTopology& topology, const FaultMap& faults, NodeId from, NodeId to);

}  // namespace dateline
