#include "models/analysis/optimal/flow_paths.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <queue>
#include <tuple>

#include "models/base/error.hpp"

namespace dateline {
namespace {

// Flow with its direction lost: the path whose narrowest channel is widest.
template <typename Amount>
class WidestPaths {
 public:
  WidestPaths(const Topology& topology, NodeId source, NodeId destination, std::vector<Amount> flow)
      : topology_(topology), source_(source), destination_(destination), flow_(std::move(flow)) {}

  struct Found {
    Amount width;
    std::vector<ChannelId> channels;  // empty if nothing is left
  };

  // Takes at most `most` along the widest path.
  Found take(Amount most) {
    Found found{most, search()};
    for (const ChannelId c : found.channels) found.width = std::min(found.width, flow_[c.value()]);
    for (const ChannelId c : found.channels) flow_[c.value()] -= found.width;
    return found;
  }

 private:
  struct Label {
    Amount width{};
    std::uint32_t hops = 0;
    std::uint32_t node = 0;
    // Less urgent: narrower, longer, higher number.
    friend bool operator<(const Label& a, const Label& b) { return std::tie(a.width, b.hops, b.node) < std::tie(b.width, a.hops, a.node); }
  };

  std::vector<ChannelId> search() const {
    std::vector<Label> best(topology_.nodes());
    std::vector<ChannelId> in(topology_.nodes(), kNoChannel);
    std::vector<bool> done(topology_.nodes(), false);
    std::priority_queue<Label> open;
    open.push({std::numeric_limits<Amount>::max(), 0, source_.value()});
    while (!open.empty()) {
      const Label at = open.top();
      open.pop();
      if (done[at.node]) continue;
      done[at.node] = true;
      if (NodeId(at.node) == destination_) return back_from_destination(in);
      for (int p = 0; p < topology_.ports(); ++p) {
        const ChannelId c = topology_.out(NodeId(at.node), Port(static_cast<std::uint16_t>(p)));
        if (c == kNoChannel || !(flow_[c.value()] > 0)) continue;
        const std::uint32_t to = topology_.channel(c).to.value();
        const Label reached{std::min(at.width, flow_[c.value()]), at.hops + 1, to};
        if (done[to] || !(best[to] < reached)) continue;
        best[to] = reached;
        in[to] = c;
        open.push(reached);
      }
    }
    return {};
  }

  std::vector<ChannelId> back_from_destination(const std::vector<ChannelId>& in) const {
    std::vector<ChannelId> channels;
    for (NodeId at = destination_; at != source_; at = topology_.channel(in[at.value()]).from) channels.push_back(in[at.value()]);
    std::reverse(channels.begin(), channels.end());
    return channels;
  }

  const Topology& topology_;
  NodeId source_, destination_;
  std::vector<Amount> flow_;
};

// What leaves a node less what comes in.
std::int64_t surplus(const Topology& topology, const std::vector<std::uint64_t>& flow, NodeId node) {
  std::int64_t sum = 0;
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    const Channel& channel = topology.channel(ChannelId(c));
    if (channel.from == node) sum += static_cast<std::int64_t>(flow[c]);
    if (channel.to == node) sum -= static_cast<std::int64_t>(flow[c]);
  }
  return sum;
}

}  // namespace

std::vector<WeightedPath> decompose_flow(const Topology& topology, NodeId source, NodeId destination, std::vector<std::uint64_t> flow) {
  const std::int64_t leaving = surplus(topology, flow, source);
  std::uint64_t left = leaving > 0 ? static_cast<std::uint64_t>(leaving) : 0;
  WidestPaths<std::uint64_t> widest(topology, source, destination, std::move(flow));
  std::vector<WeightedPath> paths;
  std::uint64_t common = 0;
  while (left > 0) {
    const auto found = widest.take(left);
    if (found.channels.empty()) {
      throw InvariantError(fmt::format("flow {} -> {}: {} units do not arrive", source.value(), destination.value(), left));
    }
    paths.push_back({found.width, found.channels});
    common = std::gcd(common, found.width);
    left -= found.width;
  }
  for (WeightedPath& path : paths) path.weight /= common;
  return paths;
}

std::vector<std::uint64_t> whole_units(const Topology& topology, NodeId source, NodeId destination, std::vector<double> flow, std::uint64_t units) {
  struct Share {
    double amount;
    std::uint64_t whole;
    std::vector<ChannelId> channels;
  };
  const auto count = static_cast<double>(units);
  WidestPaths<double> widest(topology, source, destination, std::move(flow));
  std::vector<Share> shares;
  double total = 0;
  while (total < 1) {
    auto found = widest.take(1 - total);
    if (found.channels.empty() || found.width * count < 0.5) break;
    total += found.width;
    shares.push_back({found.width, 0, std::move(found.channels)});
  }
  if (shares.empty()) throw InvariantError(fmt::format("flow {} -> {}: nothing arrives", source.value(), destination.value()));
  std::uint64_t given = 0;
  for (Share& share : shares) {
    share.amount *= count / total;
    share.whole = static_cast<std::uint64_t>(share.amount);
    given += share.whole;
  }
  std::stable_sort(shares.begin(), shares.end(),
                   [](const Share& a, const Share& b) { return a.amount - static_cast<double>(a.whole) > b.amount - static_cast<double>(b.whole); });
  std::vector<std::uint64_t> result(topology.channels(), 0);
  for (Share& share : shares) {
    if (given < units) {
      ++share.whole;
      ++given;
    }
    for (const ChannelId c : share.channels) result[c.value()] += share.whole;
  }
  return result;
}

}  // namespace dateline
