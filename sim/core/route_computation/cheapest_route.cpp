#include "sim/core/route_computation/cheapest_route.hpp"

#include <algorithm>
#include <limits>

namespace dateline {

std::uint64_t RouteCosts::of(const Candidate& candidate) const {
  std::uint64_t taken = 0;
  const std::uint32_t counted =
      config.ugal.occupancy == UgalOccupancy::channel ? VcNumbering::kAllClasses : numbering.vcs_of_classes(candidate.classes);
  for (std::uint32_t v = 0; v < numbering.vcs(candidate.channel); ++v) {
    taken += store.slots_taken(numbering.vc(candidate.channel, v)) * (counted >> v & 1U);
  }
  if (due != nullptr) {
    for (const MarkedVc credit : *due) {
      const VcId vc = credit.vc();
      taken -= numbering.channel_of(vc) == candidate.channel ? counted >> numbering.vc_index(vc) & 1U : 0U;
    }
  }
  return candidate.hops * taken + (candidate.detour ? static_cast<std::uint64_t>(*config.ugal.bias) : 0);
}

bool keep_cheapest_route(const RouteCosts& costs, Candidates& candidates, std::uint32_t& route, std::uint8_t& rank) {
  if (candidates.size() < 2 || candidates.front().weight != 0) return false;
  rank = std::numeric_limits<std::uint8_t>::max();
  for (const Candidate& c : candidates) rank = std::min(rank, c.rank);
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  const Candidate* first = nullptr;
  bool several = false;
  for (const Candidate& c : candidates) {
    if (c.rank != rank) continue;
    if (c.exit != Exit::channel) return false;
    if (first == nullptr) first = &c;
    several = several || c.route != first->route;
    const std::uint64_t cost = costs.of(c);
    if (cost >= least) continue;
    least = cost;
    route = c.route;
  }
  if (!several) return false;
  const auto dearer = [&](const Candidate& c) { return c.rank == rank && c.route != route; };
  candidates.erase(std::remove_if(candidates.begin(), candidates.end(), dearer), candidates.end());
  return true;
}

}  // namespace dateline
