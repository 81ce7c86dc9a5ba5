#include "models/network/relation/route_graph.hpp"

#include <utility>

#include "models/network/relation/lone_choice.hpp"

namespace dateline {
namespace {

// The places of a graph with every hop leading from an earlier to a later one; none if it has a cycle. `hops`: all of
// them; `arrivals`: memory to work in.
void sort(const RouteGraph& graph, const std::vector<RouteGraph::Hop>& hops, std::vector<std::uint32_t>& arrivals,
          std::vector<std::uint32_t>& order) {
  const auto& places = graph.places();
  arrivals.assign(places.size(), 0);
  for (const RouteGraph::Hop& hop : hops) {
    if (hop.to < places.size()) ++arrivals[hop.to];
  }
  order.clear();
  for (std::uint32_t i = 0; i < places.size(); ++i) {
    if (arrivals[i] == 0) order.push_back(i);
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (const RouteGraph::Hop& hop : graph.hops(places[order[i]])) {
      if (hop.to < places.size() && --arrivals[hop.to] == 0) order.push_back(hop.to);
    }
  }
  if (order.size() != places.size()) order.clear();
}

}  // namespace

RouteGraph::RouteGraph(const Topology& topology, const RoutingRelation& relation)
    : topology_(topology), relation_(topology, relation), places_(relation.absorbs()) {}

RouteGraph::RouteGraph(const Topology& topology, const RoutingRelation& relation, TerminalId destination, const std::vector<TerminalId>& sources)
    : RouteGraph(topology, relation) {
  walk(destination, sources);
}

void RouteGraph::walk(TerminalId destination, const std::vector<TerminalId>& sources) {
  destination_ = topology_.router_of(destination);
  loses_ = false;
  if (relation_.absorbs()) headers_.clear();
  places_.clear();
  hops_.clear();
  starts_.clear();
  for (const TerminalId source : sources) {
    const NodeId from = topology_.router_of(source);
    const auto states = relation_.start_between({source, destination, from, destination_});
    std::uint64_t total = 0;
    for (const StartState& s : states) total += s.weight;
    for (const StartState& s : states) {
      starts_.push_back({source, places_.find_or_add({from, kNoChannel, s.state}, SoftwareHeaders::kEmpty), s.weight, total});
    }
  }
  for (std::uint32_t i = 0; i < places_.size(); ++i) expand(i);
  sort(*this, hops_, arrivals_, order_);
}

void RouteGraph::expand(std::uint32_t index) {
  const Candidates& candidates = relation_.next(places_[index].at, destination_);
  const NodeId node = places_[index].at.node;
  const std::uint32_t header = places_.header_of(index);
  const auto first = static_cast<std::uint32_t>(hops_.size());
  std::uint64_t total = 0;
  int routes = 0;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const Candidate& c = candidates[i];
    const bool new_route = i == 0 || candidates[i - 1].route != c.route;  // candidates of one route stand together
    if (new_route) ++routes;
    if (new_route) total += c.weight;
    Hop hop{c, kDelivered};
    if (c.exit == Exit::absorb) absorb(node, header, hop);
    if (c.exit == Exit::channel) hop.to = places_.find_or_add({relation_.wire(c.channel).to, c.channel, c.next}, header);
    hops_.push_back(hop);
  }
  places_[index].first_hop = first;
  places_[index].hops = static_cast<std::uint32_t>(hops_.size()) - first;
  if (total == 0 && routes == 1) {  // nothing to choose: certain
    total = 1;
    for (std::uint32_t i = first; i < hops_.size(); ++i) hops_[i].candidate.weight = 1;
  }
  places_[index].total_weight = total;
}

void RouteGraph::choose_alone() {
  for (std::uint32_t p = 0; p < places_.size(); ++p) {
    Place& place = places_[p];
    if (place.total_weight != 0) continue;
    Hop* const hops = hops_.data() + place.first_hop;
    const auto candidate = [&](std::size_t i) -> const Candidate& { return hops[i].candidate; };
    const auto take = [&](std::size_t i, bool taken) {
      hops[i].candidate.weight = taken ? 1 : 0;
      hops[i].candidate.route = static_cast<std::uint32_t>(i);
      place.total_weight += hops[i].candidate.weight;
    };
    dateline::choose_alone(place.hops, candidate, take, relation_.weighs_hops());
  }
}

void RouteGraph::absorb(NodeId node, std::uint32_t header, Hop& hop) {
  loses_ = loses_ || !relation_.absorbs();
  hop.to = kAbsorbed;
  if (!relation_.absorbs()) return;
  Resumption on = relation_.resume(node, destination_, headers_[header]);
  hop.rule = on.rule;
  hop.to = places_.find_or_add({node, kNoChannel, on.state}, headers_.find_or_add(std::move(on.header)));
}

}  // namespace dateline
