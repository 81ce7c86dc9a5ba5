#include "reference_rerouting.hpp"

#include <cstddef>
#include <limits>
#include <stdexcept>

namespace dateline::reference {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

// ---- the network ----

bool ReferenceRerouting::exists(const Coordinates& node, Way way) const {
  const int there = node[at(way.dimension)] + way.sign;
  return network_.torus || (there >= 0 && there < network_.radices[at(way.dimension)]);
}

Coordinates ReferenceRerouting::moved(Coordinates node, Way way) const {
  const int k = network_.radices[at(way.dimension)];
  int& x = node[at(way.dimension)];
  x = (x + way.sign + k) % k;
  return node;
}

bool ReferenceRerouting::healthy(const Coordinates& node, Way way) const {
  if (!exists(node, way)) return false;
  const Coordinates there = moved(node, way);
  if (network_.nodes.count(node) != 0 || network_.nodes.count(there) != 0) return false;
  return network_.links.count({node, way}) == 0 && network_.links.count({there, {way.dimension, -way.sign}}) == 0;
}

std::vector<Coordinates> ReferenceRerouting::healthy_nodes() const {
  std::vector<Coordinates> all{{}};
  for (int d = dimensions() - 1; d >= 0; --d) {
    std::vector<Coordinates> longer;
    for (const Coordinates& higher : all)
      for (int x = 0; x < network_.radices[at(d)]; ++x) {
        longer.push_back({x});
        longer.back().insert(longer.back().end(), higher.begin(), higher.end());
      }
    all = longer;
  }
  std::vector<Coordinates> result;
  for (const Coordinates& node : all)
    if (network_.nodes.count(node) == 0) result.push_back(node);
  return result;
}

bool ReferenceRerouting::connected() const {
  const std::vector<Coordinates> nodes = healthy_nodes();
  std::set<Coordinates> reached{nodes.front()};
  for (std::size_t before = 0; before != reached.size();) {
    before = reached.size();
    for (const Coordinates& node : nodes)
      for (int d = 0; d < dimensions(); ++d)
        for (const int sign : {1, -1})
          if (reached.count(node) != 0 && healthy(node, {d, sign})) reached.insert(moved(node, {d, sign}));
  }
  return reached.size() == nodes.size();
}

// ---- directions ----

int ReferenceRerouting::lowest_unresolved(const Coordinates& node, const Coordinates& target) const {
  int d = 0;
  while (node[at(d)] == target[at(d)]) ++d;
  return d;
}

// Both if the offset is k/2; none if it is 0.
std::vector<int> ReferenceRerouting::minimal_signs(int dimension, int from, int to) const {
  if (from == to) return {};
  if (!network_.torus) return {to > from ? 1 : -1};
  const int k = network_.radices[at(dimension)];
  const int up = (to - from + k) % k;
  if (2 * up == k) return {1, -1};
  return {2 * up < k ? 1 : -1};
}

// Ties: + if the coordinate is even.
int ReferenceRerouting::resolve(int dimension, int from, int to) const {
  const std::vector<int> signs = minimal_signs(dimension, from, to);
  if (signs.size() == 2) return from % 2 == 0 ? 1 : -1;
  return signs.front();
}

int ReferenceRerouting::direction(const Coordinates& node, const ReroutingHeader& header, int dimension) const {
  const int asked = header.df[at(dimension)];
  return asked != 0 ? asked : resolve(dimension, node[at(dimension)], header.target[at(dimension)]);
}

// ---- headers in the network ----

ReroutingHeader ReferenceRerouting::start(const Coordinates& destination, bool deterministic) const {
  const std::vector<int> zeros(at(dimensions()), 0);
  ReroutingHeader header;
  header.destination = header.target = destination;
  header.deterministic = deterministic;
  header.df = header.rev = header.od = header.crossed = zeros;
  return header;
}

ReroutingOffer ReferenceRerouting::offer_deterministic(const Coordinates& node, const ReroutingHeader& header) const {
  ReroutingOffer offer;
  if (node == header.target) {
    offer.absorbed = node != header.destination;
    return offer;
  }
  const int d = lowest_unresolved(node, header.target);
  const Way way{d, direction(node, header, d)};
  offer.absorbed = !healthy(node, way);
  if (!offer.absorbed) offer.escape = way;
  offer.escape_class = header.crossed[at(d)];
  return offer;
}

ReroutingOffer ReferenceRerouting::offer_adaptive(const Coordinates& node, const ReroutingHeader& header) const {
  ReroutingOffer offer = offer_deterministic(node, header);
  if (header.deterministic) {
    if (offer.escape) offer.adaptive.insert(*offer.escape);
    return offer;
  }
  for (int d = 0; d < dimensions(); ++d)
    for (const int sign : minimal_signs(d, node[at(d)], header.destination[at(d)]))
      if (healthy(node, {d, sign})) offer.adaptive.insert({d, sign});
  return offer;
}

ReroutingHeader ReferenceRerouting::crossed(const Coordinates& from, Way way, ReroutingHeader header) const {
  const int last = way.sign > 0 ? network_.radices[at(way.dimension)] - 1 : 0;
  if (network_.torus && from[at(way.dimension)] == last) header.crossed[at(way.dimension)] = 1;
  return header;
}

// ---- software ----

ReroutingRule ReferenceRerouting::resume(const Coordinates& node, ReroutingHeader& header) {
  const std::vector<int> zeros(at(dimensions()), 0);
  header.crossed = zeros;
  if (node == header.target) {
    ++header.stops;
    if (header.last_resort) {
      take_last_resort(node, header);
    } else {
      header.target = header.destination;
      header.df = header.rev = zeros;
    }
    return ReroutingRule::intermediate;
  }
  const int d = lowest_unresolved(node, header.target);
  const Way blocked{d, direction(node, header, d)};
  ++header.absorptions;
  header.deterministic = true;
  if (header.absorptions < kMostAbsorptions) {
    if (header.rev[at(d)] == 0 && reverse(node, header, blocked)) return ReroutingRule::reverse;
    if (orthogonal(node, header, blocked)) return ReroutingRule::orthogonal;
    if (reverse(node, header, blocked)) return ReroutingRule::reverse;
  }
  take_last_resort(node, header);
  return ReroutingRule::last_resort;
}

bool ReferenceRerouting::reverse(const Coordinates& node, ReroutingHeader& header, Way blocked) const {
  if (!network_.torus || !healthy(node, {blocked.dimension, -blocked.sign})) return false;
  header.rev[at(blocked.dimension)] = 1;
  header.df[at(blocked.dimension)] = -blocked.sign;
  return true;
}

std::vector<int> ReferenceRerouting::orthogonal_candidates(const Coordinates& node, const ReroutingHeader& header, Way blocked) const {
  const int d = blocked.dimension;
  std::vector<int> order;
  const Coordinates neighbour = exists(node, blocked) ? moved(node, blocked) : Coordinates{};
  bool corner = !neighbour.empty();
  for (int j = 0; corner && j <= d; ++j) corner = neighbour[at(j)] == header.target[at(j)];
  for (int j = d + 1; corner && j < dimensions(); ++j)
    if (node[at(j)] != header.destination[at(j)]) {
      order.push_back(j);
      break;
    }
  if (d >= 1) order.push_back(d - 1);
  if (d == 0 && dimensions() > 1) order.push_back(1);
  for (int step = 1; step < dimensions(); ++step) order.push_back((d + step) % dimensions());
  return order;
}

bool ReferenceRerouting::orthogonal(const Coordinates& node, ReroutingHeader& header, Way blocked) const {
  for (const int b : orthogonal_candidates(node, header, blocked)) {
    int r = header.od[at(b)];
    if (r == 0) {
      const std::vector<int> signs = minimal_signs(b, node[at(b)], header.destination[at(b)]);
      r = signs.size() == 1 ? signs.front() : 1;
    }
    if (!healthy(node, {b, r})) r = -r;
    if (!healthy(node, {b, r})) continue;
    header.od[at(b)] = r;
    header.rev.assign(header.rev.size(), 0);
    header.df.assign(header.df.size(), 0);
    header.df[at(b)] = r;
    header.target = moved(node, {b, r});
    if (blocked.dimension > b) header.target[at(blocked.dimension)] = header.destination[at(blocked.dimension)];
    return true;
  }
  return false;
}

// ---- the last resort ----

void ReferenceRerouting::take_last_resort(const Coordinates& node, ReroutingHeader& header) {
  const Costs& costs = costs_to(header.destination);
  const std::pair<int, int> best = costs.at(node);
  for (const Segment& s : segments_from(node)) {
    const std::pair<int, int> rest = costs.at(s.end);
    if (std::pair(rest.first + 1, rest.second + s.hops) != best) continue;
    header.target = s.end;
    header.df = s.directions;
    header.rev.assign(header.rev.size(), 0);
    header.last_resort = true;
    return;
  }
  throw std::logic_error("reference rerouting: no segment leads on");
}

std::pair<int, int> ReferenceRerouting::last_resort_cost(const Coordinates& node, const Coordinates& destination) {
  return costs_to(destination).at(node);
}

const std::vector<ReferenceRerouting::Segment>& ReferenceRerouting::segments_from(const Coordinates& node) {
  std::vector<Segment>& all = segments_[node];
  if (all.empty()) extend({node, std::vector<int>(at(dimensions()), 0), 0}, 0, all);
  return all;
}

// All segments that go on from where `so_far` ends, in `dimension` and those above it; one of no hops is none.
void ReferenceRerouting::extend(const Segment& so_far, int dimension, std::vector<Segment>& all) const {
  if (dimension == dimensions()) {
    if (so_far.hops > 0) all.push_back(so_far);
    return;
  }
  extend(so_far, dimension + 1, all);
  for (const int sign : {1, -1}) {
    Segment longer = so_far;
    longer.directions[at(dimension)] = sign;
    for (int hop = 1; hop < network_.radices[at(dimension)] && healthy(longer.end, {dimension, sign}); ++hop) {
      longer.end = moved(longer.end, {dimension, sign});
      ++longer.hops;
      extend(longer, dimension + 1, all);
    }
  }
}

const ReferenceRerouting::Costs& ReferenceRerouting::costs_to(const Coordinates& destination) {
  const auto known = costs_.find(destination);
  if (known != costs_.end()) return known->second;
  const std::vector<Coordinates> nodes = healthy_nodes();
  constexpr int kFar = std::numeric_limits<int>::max() / 2;
  Costs costs;
  for (const Coordinates& node : nodes) costs[node] = {node == destination ? 0 : kFar, 0};
  for (bool better = true; better;) {
    better = false;
    for (const Coordinates& node : nodes)
      for (const Segment& s : segments_from(node)) {
        const std::pair<int, int> rest = costs[s.end];
        const std::pair<int, int> through{rest.first + 1, rest.second + s.hops};
        if (rest.first >= kFar || !(through < costs[node])) continue;
        costs[node] = through;
        better = true;
      }
  }
  return costs_[destination] = costs;
}

}  // namespace dateline::reference
