#include "models/analysis/adaptive/merged_places.hpp"

#include <algorithm>

#include "models/base/numbers/random.hpp"

namespace dateline {
namespace {

using Hop = SplitGraph::Hop;

bool by_way(const Hop& a, const Hop& b) { return a.channel != b.channel ? a.channel < b.channel : a.to < b.to; }

// Each way once, ascending; the weights of the same way summed.
void make_distinct(std::vector<Hop>& ways) {
  std::sort(ways.begin(), ways.end(), by_way);
  std::size_t last = 0;
  for (std::size_t i = 1; i < ways.size(); ++i) {
    if (by_way(ways[last], ways[i])) {
      ways[++last] = ways[i];
    } else {
      ways[last].weight += ways[i].weight;
    }
  }
  ways.resize(last + 1);
}

}  // namespace

void MergedPlaces::add() {
  known_.clear();
  merged_.assign(walked_.places().size(), SplitGraph::kDelivered);
  const auto& order = walked_.topological_order();
  for (auto it = order.rbegin(); it != order.rend(); ++it) merged_[*it] = merge(walked_.places()[*it]);
  graph_.steps += walked_.places().size();
}

// An absorbed message goes on over the injection channel of its node.
SplitGraph::Hop MergedPlaces::way(NodeId node, const RouteGraph::Hop& hop) const {
  const bool again = hop.candidate.exit == Exit::absorb && graph_.injections > 0;
  return {hop.candidate.exit == Exit::channel ? hop.candidate.channel
          : again                             ? ChannelId(first_injection_ + node.value())
                                              : kNoChannel,
          hop.to < merged_.size() ? merged_[hop.to] : SplitGraph::kDelivered, 0};
}

std::uint32_t MergedPlaces::merge(const RouteGraph::Place& place) {
  graph_.steps += place.hops;
  Ways ways;
  const auto hops = walked_.hops(place);
  for (const RouteGraph::Hop* hop = hops.begin(); hop != hops.end();) {
    Ways of_route;
    const Candidate& first = hop->candidate;
    for (; hop != hops.end() && hop->candidate.route == first.route; ++hop) of_route.push_back(way(place.at.node, *hop));
    if (place.total_weight == 0) {
      ways.insert(ways.end(), of_route.begin(), of_route.end());
      continue;
    }
    make_distinct(of_route);
    Hop drawn = of_route.size() == 1 ? of_route.front() : Hop{kNoChannel, find_or_add(of_route, 0), 0};
    drawn.weight = first.weight;
    ways.push_back(drawn);
  }
  return find_or_add(std::move(ways), place.total_weight);
}

std::uint32_t MergedPlaces::find_or_add(Ways ways, std::uint64_t total_weight) {
  make_distinct(ways);
  if (ways.size() == 1) {
    if (ways.front().channel == kNoChannel) return ways.front().to;
    ways.front().weight = total_weight = 1;
  }
  std::uint64_t key = total_weight;
  for (const Hop& way : ways) key = mix(key ^ mix(way.channel.value() + (std::uint64_t{way.to} << 32U)) ^ way.weight);
  const auto [begin, end] = known_.equal_range(key);
  for (auto it = begin; it != end; ++it) {
    const SplitGraph::Place& p = graph_.places[it->second];
    if (p.total_weight == total_weight && std::equal(ways.begin(), ways.end(), graph_.begin(p), graph_.end(p))) return it->second;
  }
  const auto index = static_cast<std::uint32_t>(graph_.places.size());
  graph_.places.push_back({static_cast<std::uint32_t>(graph_.hops.size()), static_cast<std::uint32_t>(ways.size()), total_weight});
  graph_.hops.insert(graph_.hops.end(), ways.begin(), ways.end());
  known_.emplace(key, index);
  return index;
}

}  // namespace dateline
