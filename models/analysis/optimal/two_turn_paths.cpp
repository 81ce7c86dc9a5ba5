#include "models/analysis/optimal/two_turn_paths.hpp"

#include <set>

#include "models/network/topology/grid.hpp"

namespace dateline {
namespace {

// A path under way: a router that it has passed is not passed again.
class Walk {
 public:
  Walk(const Topology& topology, NodeId source) : topology_(topology), at_(source), passed_(topology.nodes(), false) {
    passed_[source.value()] = true;
  }
  [[nodiscard]] NodeId at() const { return at_; }
  [[nodiscard]] const std::vector<ChannelId>& channels() const { return channels_; }
  // False where a mesh ends, or where it has been.
  [[nodiscard]] bool step(int dimension, int sign) {
    const ChannelId c = topology_.out(at_, Port(static_cast<std::uint16_t>(2 * dimension + (sign < 0 ? 1 : 0))));
    if (c == kNoChannel) return false;
    const NodeId to = topology_.channel(c).to;
    if (passed_[to.value()]) return false;
    passed_[to.value()] = true;
    channels_.push_back(c);
    at_ = to;
    return true;
  }
  // To the coordinate of `to` in the dimension.
  [[nodiscard]] bool step_to(NodeId to, int dimension, int sign) {
    while (topology_.grid()->coordinate(at_.value(), dimension) != topology_.grid()->coordinate(to.value(), dimension)) {
      if (!step(dimension, sign)) return false;
    }
    return true;
  }

 private:
  const Topology& topology_;
  NodeId at_;
  std::vector<ChannelId> channels_;
  std::vector<bool> passed_;
};

using Paths = std::set<std::vector<ChannelId>>;

// Along the other dimension to the destination's row, then along the first to it.
void finish(const Walk& begun, NodeId destination, int first, Paths& paths) {
  for (const int middle : {1, -1}) {
    Walk crossed = begun;
    if (!crossed.step_to(destination, 1 - first, middle)) continue;
    for (const int last : {1, -1}) {
      Walk walk = crossed;
      if (walk.step_to(destination, first, last)) paths.insert(walk.channels());
    }
  }
}

}  // namespace

std::vector<std::vector<ChannelId>> two_turn_paths(const Topology& topology, NodeId source, NodeId destination) {
  Paths paths;
  for (const int first : {0, 1}) {
    finish(Walk(topology, source), destination, first, paths);
    for (const int sign : {1, -1}) {
      for (Walk begun(topology, source); begun.step(first, sign);) finish(begun, destination, first, paths);
    }
  }
  return {paths.begin(), paths.end()};
}

}  // namespace dateline
