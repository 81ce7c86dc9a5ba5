#include "traffic/patterns/fewest_hops.hpp"

#include <algorithm>

#include "models/network/relation/route_graph.hpp"

namespace dateline {
namespace {

// The fewest hops from every source that sends to one destination, by backward steps over the places that headers to it
// can reach.
class FewestHops {
 public:
  FewestHops(const Topology& topology, const RoutingRelation& relation) : graph_(topology, relation) {}

  // Places walked.
  std::size_t walk(TerminalId destination, const std::vector<TerminalId>& sources) {
    graph_.walk(destination, sources);
    const auto& places = graph_.places();
    // Places that one hop leads from, and those from which a message is absorbed and injected again: no hop.
    std::vector<std::vector<std::uint32_t>> from(places.size()), absorbed_from(places.size());
    hops_.assign(places.size(), kUnknown);
    std::vector<std::uint32_t> front, next;
    for (std::uint32_t p = 0; p < places.size(); ++p) {
      for (const RouteGraph::Hop& hop : graph_.hops(places[p])) {
        if (hop.to == RouteGraph::kDelivered && hops_[p] == kUnknown) {
          hops_[p] = 0;
          front.push_back(p);
        } else if (hop.to < places.size()) {
          (hop.candidate.exit == Exit::absorb ? absorbed_from : from)[hop.to].push_back(p);
        }
      }
    }
    const auto reach = [&](std::uint32_t place, std::uint32_t distance, std::vector<std::uint32_t>& list) {
      if (hops_[place] != kUnknown) return;
      hops_[place] = distance;
      list.push_back(place);
    };
    for (std::uint32_t distance = 0; !front.empty(); ++distance, front.swap(next)) {
      next.clear();
      for (std::size_t i = 0; i < front.size(); ++i) {  // which grows
        for (const std::uint32_t q : absorbed_from[front[i]]) reach(q, distance, front);
      }
      for (const std::uint32_t p : front) {
        for (const std::uint32_t q : from[p]) reach(q, distance + 1, next);
      }
    }
    return places.size();
  }
  [[nodiscard]] const std::vector<RouteGraph::Start>& starts() const { return graph_.starts(); }
  [[nodiscard]] std::uint32_t of(std::uint32_t place) const { return hops_[place]; }
  // Whether a header there has no choice of channels, now or later.
  [[nodiscard]] bool one_way(std::uint32_t place) const {
    for (std::size_t step = 0; step < graph_.places().size(); ++step) {
      const RouteGraph::Place& p = graph_.places()[place];
      if (p.hops != 1) return false;
      place = graph_.hops(p).front().to;
      if (place == RouteGraph::kDelivered) return true;
      if (place >= graph_.places().size()) return false;
    }
    return false;
  }

 private:
  static constexpr std::uint32_t kUnknown = 0xffffffffU;

  RouteGraph graph_;
  std::vector<std::uint32_t> hops_;  // per place
};

}  // namespace

void PairWays::offer(const TerminalPair& pair, PairWay way) {
  const auto [place, added] = ways_.try_emplace(pair.key(), way);
  if (!added) place->second = {std::min(place->second.hops, way.hops), false};
}

PairWays fewest_hops(const Topology& topology, const RoutingRelation& relation, std::vector<TerminalPair> pairs, double budget) {
  std::sort(pairs.begin(), pairs.end(), [](const TerminalPair& a, const TerminalPair& b) { return a.key() < b.key(); });
  PairWays ways;
  FewestHops fewest(topology, relation);
  double steps = 0;
  for (std::size_t i = 0; i < pairs.size();) {
    const TerminalId destination = pairs[i].destination;
    std::vector<TerminalId> sources;
    for (; i < pairs.size() && pairs[i].destination == destination; ++i) {
      if (sources.empty() || sources.back() != pairs[i].source) sources.push_back(pairs[i].source);
    }
    steps += static_cast<double>(fewest.walk(destination, sources));
    if (steps > budget) return {};
    for (const RouteGraph::Start& start : fewest.starts()) {
      ways.offer({start.source, destination}, {fewest.of(start.place), fewest.one_way(start.place)});
    }
  }
  return ways;
}

}  // namespace dateline
