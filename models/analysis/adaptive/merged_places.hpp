// Adds the places of walks, one destination after the other, to a graph of splits: of places to one destination from
// which the same channels follow, whatever their states, only one. Cost O(places x candidates) of a walk.
#pragma once

#include <unordered_map>
#include <vector>

#include "models/analysis/adaptive/split_graph.hpp"
#include "models/network/relation/route_graph.hpp"

namespace dateline {

class MergedPlaces {
 public:
  // Both must outlive it. `first_injection`: the number behind those of all channels.
  MergedPlaces(const RouteGraph& walked, SplitGraph& graph, std::uint32_t first_injection)
      : walked_(walked), graph_(graph), first_injection_(first_injection) {}
  // The walk as it is now, which must have no cycle.
  void add();
  // Of a place of that walk; kDelivered: nothing is crossed from there.
  [[nodiscard]] std::uint32_t of(std::uint32_t place) const { return merged_[place]; }

 private:
  using Ways = std::vector<SplitGraph::Hop>;
  [[nodiscard]] std::uint32_t merge(const RouteGraph::Place& place);
  [[nodiscard]] SplitGraph::Hop way(NodeId node, const RouteGraph::Hop& hop) const;
  [[nodiscard]] std::uint32_t find_or_add(Ways ways, std::uint64_t total_weight);

  const RouteGraph& walked_;
  SplitGraph& graph_;
  std::uint32_t first_injection_;
  std::vector<std::uint32_t> merged_;                            // per place walked
  std::unordered_multimap<std::uint64_t, std::uint32_t> known_;  // places of this destination, by what follows
};

}  // namespace dateline
