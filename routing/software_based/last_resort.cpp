#include "routing/software_based/last_resort.hpp"

#include <fmt/format.h>

#include <functional>
#include <limits>
#include <queue>
#include <utility>
#include <vector>

#include "models/base/error.hpp"

namespace dateline {
namespace {

// Shortest ways over places (node, the turn it was entered by), by (segments, hops). A segment may go on as it does or
// in a higher dimension; any turn begins another one. Going all the way round is never shorter, so none does.
class SegmentSearch {
 public:
  SegmentSearch(const CubeTopology& topology, const FaultMap& faults)
      : topology_(topology),
        faults_(faults),
        turns_(2 * static_cast<std::uint32_t>(topology.dimensions())),
        cost_(std::size_t{topology.nodes()} * turns_, kFar),
        before_(cost_.size(), kStart),
        left_(topology.nodes(), 0) {}

  Segment first_segment(NodeId from, NodeId to) {
    begin_segments(from, 0, kStart);
    while (!queue_.empty()) {
      const auto [cost, place] = queue_.top();
      queue_.pop();
      if (cost != cost_[place]) continue;
      const NodeId node(place / turns_);
      if (node == to) return back_from(place);
      const std::uint32_t turn = place % turns_;
      reach(node, turn, cost + 1, place);
      for (std::uint32_t next = turn / 2 * 2 + 2; next < turns_; ++next) reach(node, next, cost + 1, place);
      begin_segments(node, cost, place);
    }
    throw InvariantError(fmt::format("no healthy way from node {} to node {}", from.value(), to.value()));
  }

 private:
  using Cost = std::uint64_t;  // segments, and in the lower half hops
  static constexpr Cost kSegment = Cost{1} << 32U;
  static constexpr Cost kFar = std::numeric_limits<Cost>::max();
  static constexpr std::uint32_t kStart = std::numeric_limits<std::uint32_t>::max();

  [[nodiscard]] static constexpr Turn turn_of(std::uint32_t turn) { return {turn / 2, turn % 2 == 0 ? Sign::plus : Sign::minus}; }

  void reach(NodeId node, std::uint32_t turn, Cost cost, std::uint32_t before) {
    const ChannelId channel = channel_of(topology_, node, turn_of(turn));
    if (channel == kNoChannel || faults_.failed(channel)) return;
    const std::uint32_t place = topology_.channel(channel).to.value() * turns_ + turn;
    if (cost >= cost_[place]) return;
    cost_[place] = cost;
    before_[place] = before;
    queue_.emplace(cost, place);
  }

  // The first place of a node to be left is the one that it costs least to end a segment at.
  void begin_segments(NodeId node, Cost cost, std::uint32_t before) {
    if (left_[node.value()] != 0) return;
    left_[node.value()] = 1;
    for (std::uint32_t turn = 0; turn < turns_; ++turn) reach(node, turn, cost + kSegment + 1, before);
  }

  [[nodiscard]] Segment back_from(std::uint32_t place) const {
    while (cost_[place] / kSegment > 1) place = before_[place];
    Segment segment{NodeId(place / turns_)};
    for (; place != kStart; place = before_[place]) {
      const Turn turn = turn_of(place % turns_);
      segment.requested.set(turn.dimension, turn.sign);
    }
    return segment;
  }

  const CubeTopology& topology_;
  const FaultMap& faults_;
  std::uint32_t turns_;
  std::vector<Cost> cost_;
  std::vector<std::uint32_t> before_;  // the place before
  std::vector<std::uint8_t> left_;     // nodes at which segments have begun
  using Entry = std::pair<Cost, std::uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
};

}  // namespace

Segment last_resort_segment(const CubeTopology& topology, const FaultMap& faults, NodeId from, NodeId to) {
  if (from == to) return {to};
  return SegmentSearch(topology, faults).first_segment(from, to);
}

}  // namespace dateline
