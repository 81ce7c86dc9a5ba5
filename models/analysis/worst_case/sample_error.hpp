// How well sampled pair loads know the load of one permutation on one channel: the standard error of the sum over its
// pairs.
// Pairs that a symmetry takes to one another share their paths, so their errors add up; what is averaged is, for every
// pair of a representative source, the crossings of one path on behalf of all the pairs that are its images. A path may
// cross for several of them, or twice for one.
// The permutation must not depend on the sample: of the heaviest of many, chosen by the same sample, the estimate errs
// upwards too.
// Cost: the paths of the pairs concerned, drawn once more (they are counter-based).
#pragma once

#include <vector>

#include "models/analysis/loads/pair_loads.hpp"

namespace dateline {

// In packets/cycle. `loads` must have been drawn with `sample`, of 2 paths or more, from this relation.
[[nodiscard]] double sampled_load_error(const Topology& topology, const RoutingRelation& relation, const PairLoads& loads, PathSample sample,
                                        ChannelId channel, const std::vector<TerminalId>& permutation);

}  // namespace dateline
