#include "models/proof/adaptiveness.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "models/network/faults/fault_map.hpp"
#include "models/proof/dependency_graph.hpp"

namespace dateline {
namespace {

using States = std::vector<std::uint64_t>;  // ascending

// The paths to one destination: how many are minimal, and how many of those the relation offers.
class PathsTo {
 public:
  PathsTo(const Topology& topology, const RoutingRelation& relation, NodeId destination)
      : topology_(topology), relation_(relation), destination_(destination), distance_(topology.nodes(), kFar), minimal_(topology.nodes()) {
    distance_[destination.value()] = 0;
    minimal_[destination.value()] = 1;
    std::vector<NodeId> queue = {destination};
    for (std::size_t i = 0; i < queue.size(); ++i) reach_from(queue[i], queue);
  }

  [[nodiscard]] const Integer& minimal(NodeId source) const { return minimal_[source.value()]; }
  // None if some path is not minimal.
  [[nodiscard]] std::optional<Integer> offered(NodeId source) {
    States states;
    for (const StartState& start : relation_.start(source, destination_)) states.push_back(start.state.word);
    std::sort(states.begin(), states.end());
    const Integer paths = paths_from(source, kNoChannel, states);
    return all_minimal_ ? std::optional<Integer>(paths) : std::nullopt;
  }

 private:
  static constexpr std::uint32_t kFar = 0xffffffffU;

  // The nodes one channel before `node`, a breadth-first step.
  void reach_from(NodeId node, std::vector<NodeId>& queue) {
    for (int p = 0; p < topology_.ports(); ++p) {
      const ChannelId in = topology_.in(node, Port(static_cast<std::uint16_t>(p)));
      if (in == kNoChannel) continue;
      const NodeId before = topology_.channel(in).from;
      if (distance_[before.value()] == kFar) {
        distance_[before.value()] = distance_[node.value()] + 1;
        queue.push_back(before);
      }
      if (distance_[before.value()] == distance_[node.value()] + 1) minimal_[before.value()] += minimal_[node.value()];
    }
  }

  // Of headers at `node` that came over `in` in any of the states.
  Integer paths_from(NodeId node, ChannelId in, const States& states) {
    if (node == destination_) return 1;
    const auto key = std::make_tuple(node.value(), in.value(), states);
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    Integer sum = 0;
    for (const auto& [channel, next] : onward(node, in, states)) {
      const NodeId to = topology_.channel(channel).to;
      all_minimal_ = all_minimal_ && distance_[to.value()] + 1 == distance_[node.value()];
      if (!all_minimal_) return 0;
      sum += paths_from(to, channel, next);
    }
    known_.emplace(key, sum);
    return sum;
  }

  // By channel the states in which headers come out of it.
  std::map<ChannelId, States> onward(NodeId node, ChannelId in, const States& states) {
    Candidates candidates;
    std::map<ChannelId, States> ways;
    for (const std::uint64_t state : states) relation_.next(node, in, destination_, {state}, candidates);
    for (const Candidate& c : candidates) {
      all_minimal_ = all_minimal_ && c.exit == Exit::channel;  // an absorption, or a delivery elsewhere
      if (c.exit == Exit::channel) ways[c.channel].push_back(c.next.word);
    }
    for (auto& way : ways) {
      States& next = way.second;
      std::sort(next.begin(), next.end());
      next.erase(std::unique(next.begin(), next.end()), next.end());
    }
    return ways;
  }

  const Topology& topology_;
  const RoutingRelation& relation_;
  NodeId destination_;
  std::vector<std::uint32_t> distance_;
  std::vector<Integer> minimal_;
  std::map<std::tuple<std::uint32_t, std::uint32_t, States>, Integer> known_;
  bool all_minimal_ = true;
};

}  // namespace

std::optional<Rational> adaptiveness(const Topology& topology, const RoutingRelation& relation) {
  const std::uint32_t nodes = topology.nodes();
  if (!topology.one_terminal_a_router() || nodes < 2 || (relation.faults() != nullptr && !relation.faults()->none()) ||
      static_cast<double>(nodes) * topology.channels() * relation.classes() > kMostAdaptivenessSteps)
    return std::nullopt;
  std::map<Integer, Integer> offered;  // by the number of minimal paths
  for (std::uint32_t d = 0; d < nodes; ++d) {
    PathsTo paths(topology, relation, NodeId(d));
    for (std::uint32_t s = 0; s < nodes; ++s) {
      if (s == d) continue;
      const auto count = paths.offered(NodeId(s));
      if (!count) return std::nullopt;
      offered[paths.minimal(NodeId(s))] += *count;
    }
  }
  Rational sum = 0;
  for (const auto& [minimal, count] : offered) sum += Rational(count, minimal);
  return Rational(sum / (Integer(nodes) * (nodes - 1)));
}

}  // namespace dateline
