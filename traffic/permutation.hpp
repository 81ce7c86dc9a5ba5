// Permutation traffic: node i sends to destination[i] only; fixed points are silent. N words.
#pragma once

#include <string>
#include <vector>

#include "models/network/traffic_pattern.hpp"

namespace dateline {

class PermutationTraffic final : public TrafficPattern {
 public:
  // Throws ConfigError unless `destination` is a permutation of 0..N-1 (naming the line, that is the node, that breaks it).
  PermutationTraffic(std::string name, std::vector<NodeId> destination);
  [[nodiscard]] std::vector<Demand> row(NodeId source) const override;
  [[nodiscard]] NodeId sample(NodeId source, RandomStream& random) const override;
  [[nodiscard]] Rational share(NodeId source) const override;
  [[nodiscard]] const std::vector<NodeId>& destinations() const { return destination_; }

 private:
  std::vector<NodeId> destination_;
};

// One destination per line, line i (from 0) is that of node i; `#` starts a comment. Throws ConfigError naming the line.
[[nodiscard]] PermutationTraffic read_permutation(const std::string& path, std::uint32_t nodes);

}  // namespace dateline
