// Every path that a relation allows a message, hop by hop from its contract alone: each candidate at each place, ranks,
// weights and VC classes no limit. For relations that absorb nothing and end every path; small networks only.
#pragma once

#include <algorithm>
#include <vector>

#include "models/network/relation/relation.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline::test {

using ChannelPath = std::vector<ChannelId>;

inline void follow_paths(const Topology& t, const RoutingRelation& relation, NodeId node, ChannelId in, NodeId to, HeaderState state,
                         ChannelPath& path, std::vector<ChannelPath>& all) {
  Candidates candidates;
  relation.next(node, in, to, state, candidates);
  for (const Candidate& c : candidates) {
    if (c.exit == Exit::deliver) all.push_back(path);
    if (c.exit != Exit::channel) continue;
    path.push_back(c.channel);
    follow_paths(t, relation, t.channel(c.channel).to, c.channel, to, c.next, path, all);
    path.pop_back();
  }
}

// Each once.
[[nodiscard]] inline std::vector<ChannelPath> all_paths(const Topology& t, const RoutingRelation& relation, TerminalId from, TerminalId to) {
  std::vector<ChannelPath> all;
  const NodeId source = t.router_of(from), destination = t.router_of(to);
  for (const StartState& start : relation.start_between({from, to, source, destination})) {
    ChannelPath path;
    follow_paths(t, relation, source, kNoChannel, destination, start.state, path, all);
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

}  // namespace dateline::test
