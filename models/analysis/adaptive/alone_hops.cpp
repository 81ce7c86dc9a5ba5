#include "models/analysis/adaptive/alone_hops.hpp"

#include <algorithm>

namespace dateline {

void AloneHops::find() {
  hops_.assign(walked_.places().size(), std::nullopt);
  const auto& order = walked_.topological_order();
  for (auto it = order.rbegin(); it != order.rend(); ++it) hops_[*it] = from(walked_.places()[*it]);
}

std::optional<Rational> AloneHops::from(const RouteGraph::Place& place) const {
  std::uint8_t lowest = walked_.hops(place).front().candidate.rank;
  for (const RouteGraph::Hop& hop : walked_.hops(place)) lowest = std::min(lowest, hop.candidate.rank);
  const RouteGraph::Hop* before = nullptr;
  std::optional<Rational> same;
  Rational mean = 0;
  for (const RouteGraph::Hop& hop : walked_.hops(place)) {
    if (place.total_weight == 0 && hop.candidate.rank != lowest) continue;
    Rational hops = hop.candidate.exit == Exit::channel ? 1 : 0;
    if (hop.to < hops_.size()) {
      if (!hops_[hop.to]) return std::nullopt;
      hops += *hops_[hop.to];
    }
    const bool new_route = before == nullptr || before->candidate.route != hop.candidate.route;
    if ((place.total_weight == 0 || !new_route) && same && *same != hops) return std::nullopt;
    same = hops;
    if (new_route) mean += hops * hop.candidate.weight;
    before = &hop;
  }
  return place.total_weight == 0 ? same : std::optional(Rational(mean / place.total_weight));
}

}  // namespace dateline
