// What split_bound.hpp proves by a linear program, for graphs that are too large for one: both ends are proved, and lie
// a few percent apart. Packets take the cheapest paths again and again, the prices of channels rise with the load that
// they have in the mean of what was led so far, and that mean is itself a split: its largest load is the upper end.
// The lower end is the same proof as there, in whole numbers: prices p_c, and the cheapest path of every flow; where
// the relation draws, the mean over a draw rounded down.
// No library function of numbers is used: every machine finds the same bytes. Cost: O(rounds x hops).
// Source: the averaging of fictitious play, G. Brown 1951; prices that grow exponentially, F. Shahrokhi and D. Matula
// 1990; steps, B. Polyak 1969.
#pragma once

#include "models/analysis/adaptive/split_bound.hpp"

namespace dateline {

// `work`: rounds x hops, as far as that is between 16 and 200 rounds. `priced`: for the lower end one price for all of
// these channels, and none for the others, is tried, too.
[[nodiscard]] SplitBound averaged_bound(const Topology& topology, const SplitGraph& graph, double work, const std::vector<ChannelId>& priced = {});

}  // namespace dateline
