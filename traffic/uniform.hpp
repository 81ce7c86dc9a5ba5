// Uniform traffic, implicit (no table). `uniform`: every other node with 1/(N-1). `uniform-self`: all N nodes, the own one
// included, with 1/N (the definition behind a topology's capacity). Any number of nodes.
#pragma once

#include "models/network/traffic_pattern.hpp"

namespace dateline {

class UniformTraffic final : public TrafficPattern {
 public:
  UniformTraffic(std::uint32_t nodes, bool include_self) : nodes_(nodes), include_self_(include_self) {}
  [[nodiscard]] std::vector<Demand> row(NodeId source) const override;
  [[nodiscard]] NodeId sample(NodeId source, RandomStream& random) const override;
  [[nodiscard]] Rational share(NodeId /*source*/) const override { return 1; }
  [[nodiscard]] bool translation_invariant() const override { return true; }

 private:
  std::uint32_t nodes_;
  bool include_self_;
};

}  // namespace dateline
