#include "models/network/relation/route_graph.hpp"

#include <utility>

#include "models/base/numbers/random.hpp"
#include "models/network/relation/lone_choice.hpp"

namespace dateline {

RouteGraph::RouteGraph(const Topology& topology, const RoutingRelation& relation)
    : topology_(topology), relation_(topology, relation), resumed_(relation), absorbs_(relation.absorbs()), table_(1024, 0), slot_of_place_() {}

RouteGraph::RouteGraph(const Topology& topology, const RoutingRelation& relation, TerminalId destination, const std::vector<TerminalId>& sources)
    : RouteGraph(topology, relation) {
  walk(destination, sources);
}

void RouteGraph::walk(TerminalId destination, const std::vector<TerminalId>& sources) {
  destination_ = topology_.router_of(destination);
  loses_ = false;
  if (absorbs_) headers_.clear();
  header_of_place_.clear();
  places_.clear();
  slot_of_place_.clear();
  hops_.clear();
  starts_.clear();
  for (const TerminalId source : sources) {
    const NodeId from = topology_.router_of(source);
    const auto states = relation_.start_between({source, destination, from, destination_});
    std::uint64_t total = 0;
    for (const StartState& s : states) total += s.weight;
    for (const StartState& s : states) {
      starts_.push_back({source, find_or_add({from, kNoChannel, s.state}, SoftwareHeaders::kEmpty), s.weight, total});
    }
  }
  for (std::uint32_t i = 0; i < places_.size(); ++i) expand(i);
  sort();
}

std::uint32_t RouteGraph::find_or_add(const HeaderPlace& at, std::uint32_t header) {
  const auto mask = table_.size() - 1;
  // The channel that was crossed determines the node, except at a source.
  const std::uint64_t where = at.in == kNoChannel ? ~std::uint64_t{at.node.value()} : at.in.value();
  auto slot = static_cast<std::size_t>(mix(at.state.word + mix(where + (std::uint64_t{header} << 32U)))) & mask;
  while (true) {
    const std::uint32_t index = table_[slot];
    if (index >= places_.size() || slot_of_place_[index] != slot) break;
    if (places_[index].at == at && header_of(index) == header) return index;
    slot = (slot + 1) & mask;
  }
  const auto index = static_cast<std::uint32_t>(places_.size());
  table_[slot] = index;
  slot_of_place_.push_back(static_cast<std::uint32_t>(slot));
  places_.push_back({at});
  if (absorbs_) header_of_place_.push_back(header);
  if (2 * places_.size() > table_.size()) grow_table();
  return index;
}

void RouteGraph::grow_table() {
  table_.assign(2 * table_.size(), 0);
  slot_of_place_.clear();
  auto places = std::move(places_);
  auto headers = std::move(header_of_place_);
  places_.clear();
  header_of_place_.clear();
  for (std::size_t i = 0; i < places.size(); ++i) static_cast<void>(find_or_add(places[i].at, absorbs_ ? headers[i] : SoftwareHeaders::kEmpty));
  places_ = std::move(places);
}

void RouteGraph::expand(std::uint32_t index) {
  const Candidates& candidates = relation_.next(places_[index].at, destination_);
  const NodeId node = places_[index].at.node;
  const std::uint32_t header = header_of(index);
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
    if (c.exit == Exit::channel) hop.to = find_or_add({relation_.wire(c.channel).to, c.channel, c.next}, header);
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
  for (Place& place : places_) {
    if (place.total_weight != 0) continue;
    Hop* const hops = hops_.data() + place.first_hop;
    const auto candidate = [&](std::size_t i) -> const Candidate& { return hops[i].candidate; };
    dateline::choose_alone(place.hops, candidate, [&](std::size_t i, bool taken) {
      hops[i].candidate.weight = taken ? 1 : 0;
      hops[i].candidate.route = static_cast<std::uint32_t>(i);
      place.total_weight += hops[i].candidate.weight;
    });
  }
}

void RouteGraph::absorb(NodeId node, std::uint32_t header, Hop& hop) {
  loses_ = loses_ || !absorbs_;
  hop.to = kAbsorbed;
  if (!absorbs_) return;
  Resumption on = resumed_.resume(node, destination_, headers_[header]);
  hop.rule = on.rule;
  hop.to = find_or_add({node, kNoChannel, on.state}, headers_.find_or_add(std::move(on.header)));
}

void RouteGraph::sort() {
  arrivals_.assign(places_.size(), 0);
  for (const Hop& hop : hops_) {
    if (hop.to < places_.size()) ++arrivals_[hop.to];
  }
  order_.clear();
  for (std::uint32_t i = 0; i < places_.size(); ++i) {
    if (arrivals_[i] == 0) order_.push_back(i);
  }
  for (std::size_t i = 0; i < order_.size(); ++i) {
    const Place& place = places_[order_[i]];
    for (const Hop* hop = begin(place); hop != end(place); ++hop) {
      if (hop->to < places_.size() && --arrivals_[hop->to] == 0) order_.push_back(hop->to);
    }
  }
  if (order_.size() != places_.size()) order_.clear();
}

}  // namespace dateline
