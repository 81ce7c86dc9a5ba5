// A relation whose classes `merged` and `merged` + 1 are one: what would be saved if a stage of a routing shared its
// VCs with the next.
#pragma once

#include "models/network/relation/relation.hpp"

namespace dateline::test {

class MergedClasses final : public RoutingRelation {
 public:
  MergedClasses(const RoutingRelation& relation, int merged) : relation_(relation), merged_(static_cast<unsigned>(merged)) {}
  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override { return relation_.start(src, dst); }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override {
    const std::size_t first = out.size();
    relation_.next(node, in, dst, state, out);
    for (std::size_t i = first; i < out.size(); ++i) {
      const unsigned classes = out[i].classes, low = (2U << merged_) - 1;
      out[i].classes = static_cast<std::uint16_t>((classes & low) | ((classes & ~low) >> 1U));
    }
  }
  [[nodiscard]] int classes() const override { return relation_.classes() - 1; }

 private:
  const RoutingRelation& relation_;
  unsigned merged_;
};

}  // namespace dateline::test
