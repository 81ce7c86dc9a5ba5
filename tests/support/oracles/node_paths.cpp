#include "tests/support/oracles/node_paths.hpp"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>

namespace dateline::test {

std::vector<Pair> channels_of(const std::string& file) {
  std::ifstream in(file);
  std::vector<Pair> channels;
  for (std::string line; std::getline(in, line);) {
    const std::string text = line.substr(0, line.find('#'));
    if (text.find_first_not_of(" \t\r") == std::string::npos) continue;
    std::istringstream words(text);
    std::uint32_t a = 0, b = 0;
    std::string arrow, rest;
    words >> a;
    const bool one_way = text.find('>') != std::string::npos;
    if (one_way) words >> arrow;
    words >> b;
    if (!words || words >> rest) throw std::runtime_error("no plain edge: " + line);
    channels.emplace_back(a, b);
    if (!one_way) channels.emplace_back(b, a);
  }
  return channels;
}

NodePaths shortest_paths(const std::vector<Pair>& channels) {
  const std::set<Pair> steps(channels.begin(), channels.end());
  std::set<std::uint32_t> nodes;
  for (const auto& [a, b] : steps) nodes.insert({a, b});
  NodePaths result;
  for (const std::uint32_t source : nodes) {
    // All paths of h hops that go to nodes not reached in fewer.
    std::map<std::uint32_t, std::size_t> distance = {{source, 0}};
    std::vector<std::vector<std::uint32_t>> level = {{source}};
    for (std::size_t hops = 1; !level.empty(); ++hops) {
      std::vector<std::vector<std::uint32_t>> next;
      for (const auto& path : level) {
        for (const auto& [a, b] : steps) {
          if (a != path.back() || distance.emplace(b, hops).first->second != hops) continue;
          next.push_back(path);
          next.back().push_back(b);
          auto& of_pair = result[{source, b}];
          of_pair.push_back({of_pair.size() + 1, next.back()});
        }
      }
      level = std::move(next);
    }
  }
  return result;
}

std::string table_text(const NodePaths& paths, bool relative) {
  std::string text = relative ? "relative\n" : "";
  for (const auto& [pair, list] : paths) {
    if (relative && pair.first != 0) continue;
    for (const NodePath& path : list) {
      text += std::to_string(path.weight) + ":";
      for (const std::uint32_t node : path.nodes) text += " " + std::to_string(node);
      text += "\n";
    }
  }
  return text;
}

std::map<Pair, Rational> loads_of(const NodePaths& paths, const TrafficPattern& pattern, std::uint32_t nodes) {
  std::map<Pair, Rational> loads;
  for (std::uint32_t s = 0; s < nodes; ++s) {
    for (const Demand& demand : pattern.row(TerminalId(s))) {
      if (demand.destination.value() == s) continue;
      const auto& list = paths.at({s, demand.destination.value()});
      Rational total = 0;
      for (const NodePath& path : list) total += path.weight;
      for (const NodePath& path : list) {
        for (std::size_t i = 1; i < path.nodes.size(); ++i) loads[{path.nodes[i - 1], path.nodes[i]}] += demand.probability * path.weight / total;
      }
    }
  }
  return loads;
}

}  // namespace dateline::test
