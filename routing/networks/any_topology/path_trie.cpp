#include "routing/networks/any_topology/path_trie.hpp"

#include <limits>
#include <unordered_map>

#include "models/base/error.hpp"

namespace dateline {

PathTrie::PathTrie(const Topology& topology, const PathTable& table, const std::string& name)
    : sources_(table.relative ? topology.nodes() : 1), relative_(table.relative) {
  std::unordered_map<std::uint64_t, std::uint32_t> index;  // next step << 32 | class << 16 | port
  first_of_pair_.reserve(table.paths.size() + 1);
  for (const auto& paths : table.paths) {
    first_of_pair_.push_back(paths_.size());
    for (const WeightedPath& path : paths) {
      std::uint32_t step = kEnd;
      for (std::size_t hop = path.channels.size(); hop-- > 0;) {
        const Port port = topology.channel(path.channels[hop]).from_port;
        const std::uint8_t vc_class = path.classes.empty() ? std::uint8_t{0} : path.classes[hop];
        const std::uint64_t key = std::uint64_t{step} << 32U | std::uint64_t{vc_class} << 16U | port.value();
        const auto [it, added] = index.try_emplace(key, static_cast<std::uint32_t>(steps_.size()));
        if (added) steps_.push_back({step, port, vc_class});
        step = it->second;
      }
      if (steps_.size() > std::numeric_limits<std::uint32_t>::max() - longest_path(topology)) {
        throw ConfigError("routing", "table", name, "has too many different paths");
      }
      paths_.push_back({path.weight, step, static_cast<std::uint32_t>(path.channels.size()), topology.channel(path.channels.front()).from});
    }
  }
  first_of_pair_.push_back(paths_.size());
}

double PathTrie::all_hops() const {
  double hops = 0;
  for (const Path& path : paths_) hops += path.hops;
  return hops * sources_;
}

}  // namespace dateline
