// Whose flits a VC has: in its buffer, on the way there, or still to come. For changes of the network between cycles
// (purge.hpp); O(what the VC holds and what is under way).
#pragma once

#include <vector>

#include "sim/core/state/tile.hpp"

namespace dateline {

// The worms, the one at the front of the buffer first.
[[nodiscard]] std::vector<MessageId> worms_of(const MachineParts& parts, VcId vc);
// Whether the worm still has flits to send over the VC.
[[nodiscard]] bool sends_over(const MachineParts& parts, VcId vc, MessageId worm);
// With at-tail reuse: flits of the worm, one of worms_of(vc), that were sent over the VC and have not arrived.
[[nodiscard]] std::uint32_t flits_under_way(const MachineParts& parts, VcId vc, MessageId worm);

}  // namespace dateline
