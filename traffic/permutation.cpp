#include "traffic/permutation.hpp"

#include <fmt/format.h>

#include "models/network/error.hpp"
#include "models/network/parse.hpp"

namespace dateline {
namespace {

void check_permutation(const std::string& name, const std::vector<NodeId>& destination) {
  std::vector<std::uint32_t> sender(destination.size(), 0xffffffffU);
  for (std::uint32_t i = 0; i < destination.size(); ++i) {
    const std::uint32_t to = destination[i].value();
    if (to >= destination.size()) {
      throw ConfigError("traffic", "permutation", name, fmt::format("sends node {} to {}; nodes are 0..{}", i, to, destination.size() - 1));
    }
    if (sender[to] != 0xffffffffU) {
      throw ConfigError("traffic", "permutation", name, fmt::format("is no permutation: nodes {} and {} both send to {}", sender[to], i, to));
    }
    sender[to] = i;
  }
}

}  // namespace

PermutationTraffic::PermutationTraffic(std::string name, std::vector<NodeId> destination) : destination_(std::move(destination)) {
  check_permutation(name, destination_);
}

std::vector<Demand> PermutationTraffic::row(NodeId source) const {
  const NodeId to = destination_[source.value()];
  if (to == source) return {};
  return {{to, 1}};
}

NodeId PermutationTraffic::sample(NodeId source, RandomStream& /*random*/) const { return destination_[source.value()]; }

Rational PermutationTraffic::share(NodeId source) const { return destination_[source.value()] == source ? 0 : 1; }

PermutationTraffic read_permutation(const std::string& path, std::uint32_t nodes) {
  constexpr std::size_t kLongestLine = 1000;
  LineReader reader("traffic", "permutation", path, kLongestLine);
  std::vector<NodeId> destination;
  std::vector<bool> taken(nodes, false);
  while (const auto words = reader.next()) {
    if (destination.size() == nodes) reader.fail(fmt::format("is one too many: the network has {} nodes", nodes));
    if (words->size() != 1) reader.fail("holds more than one word; one destination per line is allowed");
    const std::string& word = words->front();
    const bool digits = word.size() <= 9 && word.find_first_not_of("0123456789") == std::string::npos;
    const std::uint64_t to = digits ? std::stoull(word) : nodes;
    if (to >= nodes) reader.fail(fmt::format("'{}' is no node; allowed 0..{}", printable(word), nodes - 1));
    if (taken[to]) reader.fail(fmt::format("destination {} stands on an earlier line too: no permutation", to));
    taken[to] = true;
    destination.emplace_back(static_cast<std::uint32_t>(to));
  }
  if (destination.size() != nodes) {
    throw ConfigError("traffic", "permutation", path, fmt::format("ends after {} destinations; the network has {} nodes", destination.size(), nodes));
  }
  return PermutationTraffic(path, std::move(destination));
}

}  // namespace dateline
