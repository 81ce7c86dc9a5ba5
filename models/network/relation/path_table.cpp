#include "models/network/relation/path_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "models/base/error.hpp"
#include "models/network/faults/fault_map.hpp"
#include "models/network/topology/grid.hpp"

namespace dateline {
namespace {

auto key(const WeightedPath& path) { return std::tie(path.channels, path.classes); }

class Checker {
 public:
  Checker(const Topology& topology, const std::string& name, bool classes) : topology_(topology), name_(name), classes_(classes) {}

  void check(NodeId source, NodeId destination, const std::vector<WeightedPath>& paths) const {
    const auto refuse = [&](const std::string& why) {
      throw ConfigError("routing", "table", name_, fmt::format("has {} from node {} to node {}", why, source.value(), destination.value()));
    };
    if (source == destination) {
      if (!paths.empty()) refuse("a path");
      return;
    }
    const bool needed = !topology_.terminals_of(source).empty() && !topology_.terminals_of(destination).empty();
    if (!needed && !paths.empty()) refuse("a path that no terminal can use");
    if (!needed) return;
    if (paths.empty()) refuse("no path");
    constexpr std::uint64_t kSumLimit = std::uint64_t{1} << 63U;
    std::uint64_t sum = 0;
    for (const WeightedPath& path : paths) {
      if (path.weight == 0) refuse("a path of weight 0");
      if (path.weight >= kSumLimit - sum) refuse("weights that sum to 2^63 or more");
      sum += path.weight;
      if (!leads(source, destination, path)) refuse("a path that does not lead there");
      if (!classes_fit(path)) refuse(fmt::format("a path that does not name a VC class 0..{} at every hop, where others do,", kMaxVcs - 1));
      if (path.channels.size() > longest_path(topology_)) refuse(fmt::format("a path of more than {} hops", longest_path(topology_)));
    }
    std::vector<const WeightedPath*> sorted;
    sorted.reserve(paths.size());
    for (const WeightedPath& path : paths) sorted.push_back(&path);
    std::sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) { return key(*a) < key(*b); });
    const auto same = [](const auto* a, const auto* b) { return key(*a) == key(*b); };
    if (std::adjacent_find(sorted.begin(), sorted.end(), same) != sorted.end()) refuse("the same path twice");
  }

 private:
  [[nodiscard]] bool classes_fit(const WeightedPath& path) const {
    return path.classes.size() == (classes_ ? path.channels.size() : 0) &&
           std::all_of(path.classes.begin(), path.classes.end(), [](int c) { return c < kMaxVcs; });
  }

  [[nodiscard]] bool leads(NodeId source, NodeId destination, const WeightedPath& path) const {
    NodeId at = source;
    for (const ChannelId c : path.channels) {
      if (c.value() >= topology_.channels() || topology_.channel(c).from != at) return false;
      at = topology_.channel(c).to;
    }
    return at == destination;
  }

  const Topology& topology_;
  const std::string& name_;
  bool classes_;
};

}  // namespace

PathTable empty_path_table(const Topology& topology, bool relative, const std::string& name) {
  constexpr std::size_t kMaxNodes = 4096;  // all pairs; beyond it the table alone would fill the memory
  const std::size_t nodes = topology.nodes();
  if (relative && (topology.grid() == nullptr || !topology.grid()->cyclic())) {
    throw ConfigError("routing", "table", name, fmt::format("is relative, and topology {} is no torus or hypercube", printable(topology.name())));
  }
  if (!relative && nodes > kMaxNodes) {
    throw ConfigError("routing", "table", name,
                      fmt::format("is not relative, and topology {} has more than {} nodes", printable(topology.name()), kMaxNodes));
  }
  PathTable table;
  table.relative = relative;
  table.paths.resize(relative ? nodes : nodes * nodes);
  return table;
}

bool names_classes(const PathTable& table) {
  return std::any_of(table.paths.begin(), table.paths.end(), [](const std::vector<WeightedPath>& paths) {
    return std::any_of(paths.begin(), paths.end(), [](const WeightedPath& path) { return !path.classes.empty(); });
  });
}

PathTable without_classes(const PathTable& table) {
  PathTable plain;
  plain.relative = table.relative;
  plain.paths.resize(table.paths.size());
  for (std::size_t pair = 0; pair < table.paths.size(); ++pair) {
    std::map<std::vector<ChannelId>, std::size_t> place;
    std::vector<WeightedPath>& paths = plain.paths[pair];
    for (const WeightedPath& path : table.paths[pair]) {
      const auto [it, added] = place.try_emplace(path.channels, paths.size());
      if (added) {
        paths.push_back({path.weight, path.channels});
      } else {
        paths[it->second].weight += path.weight;
      }
    }
  }
  return plain;
}

PathTable surviving_paths(const Topology& topology, const PathTable& table, const FaultMap& faults, const std::string& name) {
  const std::uint32_t nodes = topology.nodes();
  PathTable surviving = empty_path_table(topology, false, name);
  const auto moved = [&](ChannelId c, std::uint32_t source) {
    const Channel& channel = topology.channel(c);
    return table.relative ? topology.out(NodeId(topology.grid()->translate(channel.from.value(), source)), channel.from_port) : c;
  };
  for (std::uint32_t s = 0; s < nodes; ++s) {
    for (std::uint32_t t = 0; t < nodes; ++t) {
      const auto& paths = table.paths[table.relative ? topology.grid()->offset(s, t) : std::size_t{s} * nodes + t];
      const bool used = !faults.failed(NodeId(s)) && !faults.failed(NodeId(t));
      auto& left = surviving.paths[std::size_t{s} * nodes + t];
      for (WeightedPath path : paths) {
        for (ChannelId& c : path.channels) c = moved(c, s);
        const bool lives = std::none_of(path.channels.begin(), path.channels.end(), [&](ChannelId c) { return faults.failed(c); });
        if (lives || !used) left.push_back(std::move(path));
      }
      if (left.empty() && !paths.empty()) {
        throw ConfigError("routing", "table", name,
                          fmt::format("has no path from node {} to node {} but over what has failed; give it another one there", s, t));
      }
    }
  }
  return surviving;
}

void check_path_table(const Topology& topology, const PathTable& table, const std::string& name) {
  const std::uint32_t nodes = topology.nodes();
  const std::size_t expected = empty_path_table(topology, table.relative, name).paths.size();
  if (table.paths.size() != expected) throw InvariantError(fmt::format("a path table of {} pairs, not {}", table.paths.size(), expected));
  const Checker checker(topology, name, names_classes(table));
  const std::uint32_t sources = table.relative ? 1 : nodes;
  for (std::uint32_t s = 0; s < sources; ++s) {
    for (std::uint32_t t = 0; t < nodes; ++t) checker.check(NodeId(s), NodeId(t), table.paths[std::size_t{s} * nodes + t]);
  }
}

}  // namespace dateline
