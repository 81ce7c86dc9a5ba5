#include "routing/oblivious/ival.hpp"

#include <fmt/format.h>

#include <map>
#include <numeric>

#include "models/base/error.hpp"
#include "routing/oblivious/shorter_way.hpp"

namespace dateline {
namespace {

constexpr std::uint32_t kMaxNodes = 1024;
constexpr double kMaxPaths = 4e6;

using Channels = std::vector<ChannelId>;

void check(const CubeTopology& topology) {
  if (topology.kind() == CubeTopology::Kind::mesh) {
    throw ConfigError("ival", "topology", topology.name(), "has no translations; allowed: torus, hypercube");
  }
  if (topology.nodes() > kMaxNodes) {
    throw ConfigError("ival", "topology", topology.name(), fmt::format("is too large for a table of paths: at most {} nodes", kMaxNodes));
  }
  const bool torus = topology.kind() == CubeTopology::Kind::torus;
  double legs = 1;  // from one node, ties counted twice
  for (int d = 0; d < topology.dimensions(); ++d) legs *= topology.radix(d) + (torus && topology.radix(d) % 2 == 0 ? 1 : 0);
  if (legs * legs > kMaxPaths) {
    throw ConfigError("ival", "topology", topology.name(), fmt::format("has too many paths: {:.1e}, at most {:.1e}", legs * legs, kMaxPaths));
  }
}

// The shortest paths from one node to another, dimension by dimension, up or down; their weights sum to 2^dimensions.
std::vector<WeightedPath> legs(const CubeTopology& topology, NodeId from, NodeId to, bool ascending, TieRule tie_rule) {
  std::vector<WeightedPath> paths = {{1ULL << static_cast<unsigned>(topology.dimensions()), {}}};
  for (int i = 0; i < topology.dimensions(); ++i) {
    const int d = ascending ? i : topology.dimensions() - 1 - i;
    const std::uint32_t x = topology.coordinate(from, d), y = topology.coordinate(to, d);
    if (x == y) continue;
    const Way way = shorter_way(topology, d, x, y, tie_rule);
    std::vector<WeightedPath> longer;
    for (const WeightedPath& path : paths) {
      for (const bool plus : {true, false}) {
        if (way == (plus ? Way::minus : Way::plus)) continue;
        WeightedPath& on = longer.emplace_back(path);
        if (way == Way::either) on.weight /= 2;
        NodeId at = path.channels.empty() ? from : topology.channel(path.channels.back()).to;
        for (std::uint32_t h = hops_along(topology, d, x, y, plus); h > 0; --h) {
          on.channels.push_back(topology.out(at, topology.port(d, plus ? 1 : -1)));
          at = topology.channel(on.channels.back()).to;
        }
      }
    }
    paths = std::move(longer);
  }
  return paths;
}

// Walks paths from node 0 and cuts a loop whenever it closes.
class LoopCutter {
 public:
  explicit LoopCutter(const CubeTopology& topology) : topology_(topology), place_(topology.nodes(), kNowhere) {}

  [[nodiscard]] Channels without_loops(const Channels& first, const Channels& second) {
    Channels path;
    place_[0] = 0;
    for (const Channels* leg : {&first, &second}) {
      for (const ChannelId c : *leg) {
        const std::uint32_t node = topology_.channel(c).to.value();
        if (place_[node] == kNowhere) {
          path.push_back(c);
          place_[node] = static_cast<std::uint32_t>(path.size());
        } else {
          while (path.size() > place_[node]) drop_last(path);
        }
      }
    }
    Channels result = path;
    while (!path.empty()) drop_last(path);
    return result;
  }

 private:
  static constexpr std::uint32_t kNowhere = 0xffffffffU;
  void drop_last(Channels& path) {
    place_[topology_.channel(path.back()).to.value()] = kNowhere;
    path.pop_back();
  }

  const CubeTopology& topology_;
  std::vector<std::uint32_t> place_;  // of each node on the path: the hops up to it
};

}  // namespace

PathTable ival_paths(const CubeTopology& topology, TieRule tie_rule) {
  if (tie_rule != TieRule::split && tie_rule != TieRule::plus) {
    throw ConfigError("ival", "tie-rule", name_of(tie_rule), "is not kept by translations; allowed: split, plus");
  }
  check(topology);
  PathTable table;
  table.relative = true;
  table.paths.resize(topology.nodes());
  std::vector<std::vector<WeightedPath>> first_legs;
  for (std::uint32_t middle = 0; middle < topology.nodes(); ++middle) first_legs.push_back(legs(topology, NodeId(0), NodeId(middle), true, tie_rule));
  LoopCutter cutter(topology);
  for (std::uint32_t to = 1; to < topology.nodes(); ++to) {
    std::map<Channels, std::uint64_t> weight_of;
    for (std::uint32_t middle = 0; middle < topology.nodes(); ++middle) {
      for (const WeightedPath& second : legs(topology, NodeId(middle), NodeId(to), false, tie_rule)) {
        for (const WeightedPath& first : first_legs[middle]) {
          weight_of[cutter.without_loops(first.channels, second.channels)] += first.weight * second.weight;
        }
      }
    }
    std::uint64_t common = 0;
    for (const auto& [path, weight] : weight_of) common = std::gcd(common, weight);
    for (auto& [path, weight] : weight_of) table.paths[to].push_back({weight / common, path});
  }
  return table;
}

}  // namespace dateline
