#include "traffic/uniform.hpp"

namespace dateline {

std::vector<Demand> UniformTraffic::row(NodeId source) const {
  std::vector<Demand> demands;
  demands.reserve(nodes_);
  const Rational each(1, include_self_ ? nodes_ : nodes_ - 1);
  for (std::uint32_t v = 0; v < nodes_; ++v) {
    if (include_self_ || v != source.value()) demands.push_back({NodeId(v), each});
  }
  return demands;
}

NodeId UniformTraffic::sample(NodeId source, RandomStream& random) const {
  if (include_self_) return NodeId(random.below(nodes_));
  const std::uint32_t drawn = random.below(nodes_ - 1);
  return NodeId(drawn < source.value() ? drawn : drawn + 1);
}

}  // namespace dateline
