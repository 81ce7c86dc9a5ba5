// Minimal paths on a mesh one by one, for tests of turn models: all of a pair that a rule on turns allows, and all that
// a relation offers. Shares nothing with the relations: digit arithmetic of its own. A path is its hops: +1 + d for +
// in dimension d, -1 - d for -.
#pragma once

#include <functional>
#include <set>
#include <vector>

#include "models/network/relation/relation.hpp"
#include "models/network/topology/cube.hpp"

namespace dateline::test {

using HopPath = std::vector<int>;
using Place = std::vector<int>;  // coordinates
// May a message that came by `from` turn to `to` at `place`?
using TurnRule = std::function<bool(int from, int to, const Place& place)>;

[[nodiscard]] inline Place place_of(const std::vector<int>& radices, std::uint32_t node) {
  Place x;
  auto rest = static_cast<int>(node);
  for (const int k : radices) {
    x.push_back(rest % k);
    rest /= k;
  }
  return x;
}

[[nodiscard]] inline std::set<HopPath> allowed_paths(const Place& from, const Place& to, const TurnRule& allowed) {
  std::set<HopPath> paths;
  Place at = from;
  HopPath path;
  const std::function<void()> extend = [&] {
    if (at == to) paths.insert(path);
    for (std::size_t d = 0; d < at.size(); ++d) {
      if (at[d] == to[d]) continue;
      const int sign = at[d] < to[d] ? 1 : -1;
      const int hop = sign * static_cast<int>(d + 1);
      if (!path.empty() && path.back() != hop && !allowed(path.back(), hop, at)) continue;
      path.push_back(hop);
      at[d] += sign;
      extend();
      at[d] -= sign;
      path.pop_back();
    }
  };
  extend();
  return paths;
}

// Every path that headers of the relation can take.
[[nodiscard]] inline std::set<HopPath> offered_paths(const CubeTopology& t, const RoutingRelation& relation, NodeId from, NodeId to) {
  std::set<HopPath> paths;
  HopPath path;
  const std::function<void(NodeId, ChannelId, HeaderState)> extend = [&](NodeId node, ChannelId in, HeaderState state) {
    Candidates candidates;
    relation.next(node, in, to, state, candidates);
    for (const Candidate& c : candidates) {
      if (c.exit == Exit::deliver) {
        paths.insert(path);
        continue;
      }
      const Channel& channel = t.channel(c.channel);
      path.push_back(channel.sign * (channel.dimension + 1));
      extend(channel.to, c.channel, c.next);
      path.pop_back();
    }
  };
  for (const StartState& start : relation.start(from, to)) extend(from, kNoChannel, start.state);
  return paths;
}

}  // namespace dateline::test
