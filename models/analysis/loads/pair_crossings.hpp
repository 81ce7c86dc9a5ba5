// Pair loads ordered by destination: what one packet of a representative source to an end can cross. What the loads of
// whole permutations are summed from.
// Memory: 8 bytes for each (pair, channel) with a positive load. Cost O(representatives x C + crossings).
#pragma once

#include <cstdint>
#include <vector>

#include "models/analysis/loads/pair_loads.hpp"

namespace dateline {

class PairCrossings {
 public:
  struct Crossing {
    std::uint32_t channel, value;  // value: an index into PairLoads::values()
  };
  PairCrossings(const Topology& topology, const PairLoads& loads);

  // `source`: index of a representative; `destination`: an end.
  template <typename Visit>
  void for_pair(std::uint32_t source, std::uint32_t destination, Visit visit) const {
    const std::size_t pair = std::size_t{source} * ends_ + destination;
    for (std::size_t i = begin_[pair]; i < begin_[pair + 1]; ++i) visit(crossings_[i]);
  }

 private:
  std::uint32_t ends_;
  std::vector<std::size_t> begin_;
  std::vector<Crossing> crossings_;
};

}  // namespace dateline
