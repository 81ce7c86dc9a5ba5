#include "models/network/route_graph.hpp"

#include <fmt/format.h>

#include "models/network/error.hpp"
#include "models/network/random.hpp"

namespace dateline {

std::size_t RouteGraph::PlaceHash::operator()(const HeaderPlace& p) const noexcept {
  return static_cast<std::size_t>(mix(p.state.word ^ mix(static_cast<std::uint64_t>(p.node.value()) << 32U | p.in.value())));
}

RouteGraph::RouteGraph(const Topology& topology, const RoutingRelation& relation, NodeId destination, const std::vector<NodeId>& sources)
    : topology_(topology), relation_(relation), destination_(destination) {
  for (const NodeId source : sources) {
    const auto states = relation.start(source, destination);
    std::uint64_t total = 0;
    for (const StartState& s : states) total += s.weight;
    for (const StartState& s : states) {
      starts_.push_back({source, find_or_add({source, kNoChannel, s.state}), s.weight, total});
    }
  }
  Candidates candidates;
  for (std::uint32_t i = 0; i < places_.size(); ++i) expand(i, candidates);
}

std::uint32_t RouteGraph::find_or_add(const HeaderPlace& at) {
  const auto [it, added] = index_.try_emplace(at, static_cast<std::uint32_t>(places_.size()));
  if (added) places_.push_back({at});
  return it->second;
}

void RouteGraph::expand(std::uint32_t index, Candidates& candidates) {
  const HeaderPlace at = places_[index].at;
  candidates.clear();
  relation_.next(at.node, at.in, destination_, at.state, candidates);
  if (candidates.empty()) {
    throw InvariantError(fmt::format("the relation has no way on at node {} to node {}", at.node.value(), destination_.value()));
  }
  const auto first = static_cast<std::uint32_t>(hops_.size());
  std::uint64_t total = 0;
  int routes = 0;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const Candidate& c = candidates[i];
    bool new_route = true;
    for (std::size_t j = 0; j < i; ++j) new_route = new_route && candidates[j].route != c.route;
    if (new_route) ++routes;
    if (new_route) total += c.weight;
    std::uint32_t to = kDelivered;
    if (c.exit == Exit::deliver && at.node != destination_) {
      throw InvariantError(fmt::format("a message to node {} is delivered at node {}", destination_.value(), at.node.value()));
    }
    if (c.exit == Exit::absorb) to = kAbsorbed;
    if (c.exit == Exit::channel) {
      if (c.channel.value() >= topology_.channels() || topology_.channel(c.channel).from != at.node) {
        throw InvariantError(fmt::format("the relation offers a channel that does not leave node {}", at.node.value()));
      }
      to = find_or_add({topology_.channel(c.channel).to, c.channel, c.next});
    }
    hops_.push_back({c, to});
  }
  places_[index].first_hop = first;
  places_[index].hops = static_cast<std::uint32_t>(hops_.size()) - first;
  if (total == 0 && routes == 1) {  // nothing to choose: certain
    total = 1;
    for (std::uint32_t i = first; i < hops_.size(); ++i) hops_[i].candidate.weight = 1;
  }
  places_[index].total_weight = total;
}

std::vector<std::uint32_t> RouteGraph::topological_order() const {
  std::vector<std::uint32_t> arrivals(places_.size(), 0);
  for (const Hop& hop : hops_) {
    if (hop.to < places_.size()) ++arrivals[hop.to];
  }
  std::vector<std::uint32_t> order;
  order.reserve(places_.size());
  for (std::uint32_t i = 0; i < places_.size(); ++i) {
    if (arrivals[i] == 0) order.push_back(i);
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Place& place = places_[order[i]];
    for (const Hop* hop = begin(place); hop != end(place); ++hop) {
      if (hop->to < places_.size() && --arrivals[hop->to] == 0) order.push_back(hop->to);
    }
  }
  if (order.size() != places_.size()) order.clear();
  return order;
}

}  // namespace dateline
