#include "models/analysis/adaptive/forced_messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "models/base/error.hpp"
#include "models/network/relation/route_graph.hpp"

namespace dateline {
namespace {

using ChannelSet = std::vector<ChannelId>;  // ascending

void intersect(std::optional<ChannelSet>& common, const ChannelSet& with) {
  if (!common) {
    common = with;
    return;
  }
  ChannelSet both;
  std::set_intersection(common->begin(), common->end(), with.begin(), with.end(), std::back_inserter(both));
  common = std::move(both);
}

// What every path from each place of a walk leads over, from the last places back.
class OnEveryPath {
 public:
  explicit OnEveryPath(const RouteGraph& walked) : sets_(walked.places().size()) {
    const auto& order = walked.topological_order();
    for (auto it = order.rbegin(); it != order.rend(); ++it) {
      const RouteGraph::Place& place = walked.places()[*it];
      std::optional<ChannelSet> common;
      for (const RouteGraph::Hop& hop : walked.hops(place)) intersect(common, over(hop));
      sets_[*it] = std::move(*common);
    }
  }
  [[nodiscard]] const ChannelSet& from(std::uint32_t place) const { return sets_[place]; }

 private:
  [[nodiscard]] ChannelSet over(const RouteGraph::Hop& hop) const {
    ChannelSet set = hop.to < sets_.size() ? sets_[hop.to] : ChannelSet();
    if (hop.candidate.exit != Exit::channel) return set;
    const auto at = std::lower_bound(set.begin(), set.end(), hop.candidate.channel);
    if (at == set.end() || *at != hop.candidate.channel) set.insert(at, hop.candidate.channel);
    return set;
  }

  std::vector<ChannelSet> sets_;
};

void check_paths(const RoutingRelation& relation, const RouteGraph& walked) {
  if (walked.topological_order().empty()) throw ConfigError("forced", "routing", relation.name(), "may send a head flit round for ever");
  if (walked.loses()) throw ConfigError("forced", "routing", relation.name(), "absorbs packets for good");
}

// A message's start states are those whose weights sum to their total.
void count(const RouteGraph& walked, std::vector<std::uint64_t>& forced) {
  const OnEveryPath every(walked);
  std::optional<ChannelSet> common;
  std::uint64_t weight = 0;
  for (const RouteGraph::Start& start : walked.starts()) {
    intersect(common, every.from(start.place));
    if ((weight += start.weight) < start.total_weight) continue;
    for (const ChannelId c : *common) ++forced[c.value()];
    common.reset();
    weight = 0;
  }
}

double size_of(const RouteGraph& walked) {
  double size = static_cast<double>(walked.places().size());
  for (const RouteGraph::Place& place : walked.places()) size += place.hops;
  return size;
}

}  // namespace

std::vector<std::uint64_t> forced_packets(const Topology& topology, const RoutingRelation& relation, std::vector<MessageEnds> messages,
                                          double limit) {
  std::vector<std::uint64_t> forced(topology.channels(), 0);
  std::stable_sort(messages.begin(), messages.end(), [](MessageEnds a, MessageEnds b) { return a.destination < b.destination; });
  RouteGraph walked(topology, relation);
  double steps = 0;
  for (std::size_t i = 0; i < messages.size();) {
    const TerminalId destination = messages[i].destination;
    std::vector<TerminalId> sources;
    for (; i < messages.size() && messages[i].destination == destination; ++i) sources.push_back(messages[i].source);
    walked.walk(destination, sources);
    if ((steps += size_of(walked)) > limit) {
      throw BudgetError("forced", "topology", topology.name(), fmt::format("has more than {:.0e} places and hops to walk", limit));
    }
    check_paths(relation, walked);
    count(walked, forced);
  }
  return forced;
}

}  // namespace dateline
