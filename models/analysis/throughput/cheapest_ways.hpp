// The cheapest way from every router to the destination of a demand, over the channels that are open to it, where a
// channel has a price of 0 or more (Dijkstra's algorithm, from the destination back). Of ways that cost the same the
// one found first, routers of the same cost in ascending order. Cost O(C log N).
#pragma once

#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "models/analysis/throughput/flow_problem.hpp"

namespace dateline {

template <typename Price>
class CheapestWays {
 public:
  void find(const FlowProblem& problem, std::size_t demand, const std::vector<Price>& prices) {
    const Topology& topology = problem.topology();
    cost_.assign(topology.nodes(), Price(0));
    next_.assign(topology.nodes(), kNoChannel);
    order_.clear();
    std::vector<std::uint8_t> reached(topology.nodes(), 0), done(topology.nodes(), 0);
    const NodeId destination = problem.demands()[demand].destination;
    reached[destination.value()] = 1;
    open_.push({Price(0), destination.value()});
    while (!open_.empty()) {
      const std::uint32_t at = open_.top().second;
      open_.pop();
      if (done[at] != 0) continue;
      done[at] = 1;
      order_.emplace_back(at);
      for (const ChannelId c : problem.arriving(NodeId(at))) {
        const std::uint32_t from = topology.channel(c).from.value();
        if (done[from] != 0 || !problem.open(demand, c)) continue;
        Price cost = cost_[at] + prices[c.value()];
        if (reached[from] != 0 && !(cost < cost_[from])) continue;
        reached[from] = 1;
        next_[from] = c;
        open_.push({cost, from});
        cost_[from] = std::move(cost);
      }
    }
  }
  [[nodiscard]] const Price& cost(NodeId from) const { return cost_[from.value()]; }
  // The first channel of the way; kNoChannel at the destination, and where no way leads.
  [[nodiscard]] ChannelId next(NodeId from) const { return next_[from.value()]; }
  // Routers from which a way leads, by cost, the destination first.
  [[nodiscard]] const std::vector<NodeId>& order() const { return order_; }

 private:
  using Entry = std::pair<Price, std::uint32_t>;
  std::vector<Price> cost_;
  std::vector<ChannelId> next_;
  std::vector<NodeId> order_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open_;
};

}  // namespace dateline
