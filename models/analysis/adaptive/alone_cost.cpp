#include "models/analysis/adaptive/alone_cost.hpp"

#include <algorithm>

namespace dateline {

void AloneCost::find() {
  onward_.assign(walked_.places().size(), std::nullopt);
  const auto& order = walked_.topological_order();
  for (auto it = order.rbegin(); it != order.rend(); ++it) onward_[*it] = from(walked_.places()[*it]);
}

std::optional<Rational> AloneCost::from(const RouteGraph::Place& place) const {
  std::uint8_t lowest = walked_.hops(place).front().candidate.rank;
  for (const RouteGraph::Hop& hop : walked_.hops(place)) lowest = std::min(lowest, hop.candidate.rank);
  const RouteGraph::Hop* before = nullptr;
  std::optional<Rational> same;
  Rational mean = 0;
  for (const RouteGraph::Hop& hop : walked_.hops(place)) {
    if (place.total_weight == 0 && hop.candidate.rank != lowest) continue;
    Rational cost = hop.candidate.exit == Exit::channel ? of_channel(hop.candidate.channel) : 0;
    if (hop.to < onward_.size()) {
      if (!onward_[hop.to]) return std::nullopt;
      cost += *onward_[hop.to];
    }
    const bool new_route = before == nullptr || before->candidate.route != hop.candidate.route;
    if ((place.total_weight == 0 || !new_route) && same && *same != cost) return std::nullopt;
    same = cost;
    if (new_route) mean += cost * hop.candidate.weight;
    before = &hop;
  }
  return place.total_weight == 0 ? same : std::optional(Rational(mean / place.total_weight));
}

}  // namespace dateline
