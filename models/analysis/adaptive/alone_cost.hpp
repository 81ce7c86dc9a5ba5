// What the channels cost that a packet alone in the network crosses, from every place of a walk: its hops, or the
// cycles that they take. It finds the VCs of the lowest rank free at every place, so only candidates of that rank
// count; where the relation draws, the mean over draws. None where the sum depends on which of several routes is taken.
// Time O(places x candidates).
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "models/base/numbers/rational.hpp"
#include "models/network/relation/route_graph.hpp"

namespace dateline {

class AloneCost {
 public:
  // `costs`: of each channel; empty: 1, so that hops are counted. The walk must outlive it.
  explicit AloneCost(const RouteGraph& walked, std::vector<int> costs = {}) : walked_(walked), costs_(std::move(costs)) {}
  // Of the places as they are now; the graph must have no cycle.
  void find();
  [[nodiscard]] const std::optional<Rational>& of(std::uint32_t place) const { return onward_[place]; }

 private:
  [[nodiscard]] int of_channel(ChannelId channel) const { return costs_.empty() ? 1 : costs_[channel.value()]; }
  [[nodiscard]] std::optional<Rational> from(const RouteGraph::Place& place) const;

  const RouteGraph& walked_;
  std::vector<int> costs_;
  std::vector<std::optional<Rational>> onward_;  // per place
};

}  // namespace dateline
