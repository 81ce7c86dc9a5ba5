// What a header takes that is alone in the network, where a relation leaves the choice to what is free: a candidate of
// the lowest rank, every channel of that rank with the same chance, as a machine does that draws among free VCs
// (selection=random); the first of them where the relation weighs hops, as empty buffers cost nothing. Ways out of the
// network count as one channel. Cost: O(candidates^2) a place.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "models/network/relation/relation.hpp"

namespace dateline {

// take(i, whether it stands for one of the chances) for each of `count` candidates, in order; candidate(i) is the i-th.
template <typename CandidateAt, typename Take>
void choose_alone(std::size_t count, CandidateAt candidate, Take take, bool weighs_hops = false) {
  std::uint8_t lowest = candidate(0).rank;
  for (std::size_t i = 1; i < count; ++i) lowest = std::min(lowest, candidate(i).rank);
  bool taken = false;
  for (std::size_t i = 0; i < count; ++i) {
    bool first = candidate(i).rank == lowest && !(weighs_hops && taken);
    for (std::size_t k = 0; k < i && first; ++k) first = candidate(k).rank != lowest || candidate(k).channel != candidate(i).channel;
    taken = taken || first;
    take(i, first);
  }
}

}  // namespace dateline
