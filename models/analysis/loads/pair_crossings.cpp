#include "models/analysis/loads/pair_crossings.hpp"

namespace dateline {
namespace {

template <typename Visit>
void for_all(const Topology& topology, const PairLoads& loads, std::uint32_t ends, Visit visit) {
  for (std::uint32_t s = 0; s < loads.representatives().size(); ++s) {
    for (std::uint32_t c = 0; c < topology.channels(); ++c) {
      for (const PairLoads::Entry& e : loads.flows(s, ChannelId(c))) {
        visit(std::size_t{s} * ends + e.destination, PairCrossings::Crossing{c, e.value});
      }
    }
  }
}

}  // namespace

PairCrossings::PairCrossings(const Topology& topology, const PairLoads& loads) : ends_(loads.ends().count()) {
  std::vector<std::size_t> place(loads.representatives().size() * ends_ + 1, 0);
  for_all(topology, loads, ends_, [&](std::size_t pair, Crossing) { ++place[pair + 1]; });
  for (std::size_t p = 1; p < place.size(); ++p) place[p] += place[p - 1];
  begin_ = place;
  crossings_.resize(begin_.back());
  for_all(topology, loads, ends_, [&](std::size_t pair, Crossing crossing) { crossings_[place[pair]++] = crossing; });
}

}  // namespace dateline
