#include "models/analysis/throughput/named_optimum.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "models/analysis/worst_case/worst_case.hpp"
#include "models/base/error.hpp"
#include "models/network/relation/route_graph.hpp"
#include "models/network/topology/grid.hpp"

namespace dateline {
namespace {

using Ways = std::map<std::vector<ChannelId>, Rational>;  // paths to the destination, with their odds

// From every place of a walk, from the last ones back.
class PathWalk {
 public:
  PathWalk(const RouteGraph& walked, const std::string& name, std::size_t most) : walked_(walked), ways_(walked.places().size()) {
    const auto& order = walked.topological_order();
    for (auto it = order.rbegin(); it != order.rend(); ++it) {
      ways_[*it] = from(walked.places()[*it]);
      if (ways_[*it].size() > most) throw BudgetError("optimal", "routing", name, fmt::format("has more than {} paths of a pair", most));
    }
  }
  [[nodiscard]] const Ways& of(std::uint32_t place) const { return ways_[place]; }

 private:
  [[nodiscard]] Ways from(const RouteGraph::Place& place) const {
    Ways ways;
    for_each_route(walked_.hops(place), [&](const RouteGraph::Hop& hop) {
      const Rational odds(Integer(hop.candidate.weight), Integer(place.total_weight));
      const bool crosses = hop.candidate.exit == Exit::channel;
      if (hop.to >= ways_.size()) {
        ways[crosses ? std::vector<ChannelId>{hop.candidate.channel} : std::vector<ChannelId>{}] += odds;
        return;
      }
      for (const auto& [path, share] : ways_[hop.to]) {
        std::vector<ChannelId> longer;
        if (crosses) longer.push_back(hop.candidate.channel);
        longer.insert(longer.end(), path.begin(), path.end());
        ways[longer] += odds * share;
      }
    });
    return ways;
  }

  const RouteGraph& walked_;
  std::vector<Ways> ways_;
};

std::vector<WeightedPath> weighted(const Ways& ways) {
  Integer common = 1;
  for (const auto& [path, share] : ways) common = lcm(common, denominator(share));
  std::vector<WeightedPath> paths;
  for (const auto& [path, share] : ways) {
    if (share > 0) paths.push_back({static_cast<std::uint64_t>(numerator(Rational(share * common))), path});
  }
  return paths;
}

}  // namespace

Rational cut_load(const Topology& topology) {
  const Grid* const grid = topology.grid();
  if (grid == nullptr) return 0;
  Rational best = 0;
  for (int d = 0; d < grid->dimensions(); ++d) {
    for (std::uint32_t row = 1; row < static_cast<std::uint32_t>(grid->radix(d)); ++row) {
      const auto below = [&](NodeId v) { return static_cast<std::uint32_t>(grid->coordinates(v.value())[static_cast<std::size_t>(d)]) < row; };
      std::uint64_t sides[2] = {0, 0};
      for (std::uint32_t v = 0; v < topology.nodes(); ++v) sides[below(NodeId(v)) ? 0 : 1] += topology.terminals_of(NodeId(v)).size();
      Rational across = 0;
      for (std::uint32_t c = 0; c < topology.channels(); ++c) {
        const Channel& channel = topology.channel(ChannelId(c));
        if (below(channel.from) && !below(channel.to)) across += to_rational(channel.bandwidth);
      }
      if (across > 0) best = std::max(best, Rational(Rational(Integer(std::min(sides[0], sides[1]))) / across));
    }
  }
  return best;
}

PathTable paths_of_relation(const Topology& topology, const RoutingRelation& relation, std::size_t most) {
  PathTable table = empty_path_table(topology, false, relation.name());
  std::vector<TerminalId> sources;
  for (std::uint32_t v = 0; v < topology.nodes(); ++v) {
    if (!topology.terminals_of(NodeId(v)).empty()) sources.push_back(topology.terminals_of(NodeId(v)).front());
  }
  RouteGraph walked(topology, relation);
  for (const TerminalId destination : sources) {
    walked.walk(destination, sources);
    const PathWalk paths(walked, relation.name(), most);
    std::map<std::uint32_t, Ways> ways;  // by source
    for (const RouteGraph::Start& start : walked.starts()) {
      const Rational odds(Integer(start.weight), Integer(start.total_weight));
      for (const auto& [path, share] : paths.of(start.place)) ways[topology.router_of(start.source).value()][path] += odds * share;
    }
    for (const auto& [source, of_source] : ways) {
      if (NodeId(source) == topology.router_of(destination)) continue;
      table.paths[std::size_t{source} * topology.nodes() + topology.router_of(destination).value()] = weighted(of_source);
    }
  }
  return table;
}

std::optional<OptimalRouting> named_optimum(const Topology& topology, const RoutingRelation& relation) {
  constexpr std::size_t kMostPaths = 64;
  const Rational bound = cut_load(topology);
  if (bound == 0) return std::nullopt;
  const WorstCaseSearch search(topology, relation);
  OptimalRouting found;
  found.gamma = search.run().gamma;
  if (found.gamma < bound) throw InvariantError("a worst case of " + relation.name() + " below what a cut allows");
  if (found.gamma > bound) return std::nullopt;
  found.mean_hops = search.loads().mean_hops();
  found.table = paths_of_relation(topology, relation, kMostPaths);
  found.lp_gamma = to_double(found.gamma);
  found.lp_mean_hops = to_double(found.mean_hops);
  return found;
}

}  // namespace dateline
