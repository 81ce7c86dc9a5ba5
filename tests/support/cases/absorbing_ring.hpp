// A ring whose messages meet failed channels: they set out in the shorter way (+ at a tie); at a failed channel they
// are absorbed and go on the other way round, which the software header remembers. The smallest relation whose
// segments are e-cube segments, with two classes per channel as a ring needs them, or with one, which is not enough.
#pragma once

#include <algorithm>
#include <vector>

#include "models/network/relation/relation.hpp"
#include "models/network/topology/cube.hpp"

namespace dateline::test {

class AbsorbingRing final : public RoutingRelation {
 public:
  // Class 1 after the dateline, the wrap channel, if there are two classes.
  AbsorbingRing(const CubeTopology& ring, std::vector<ChannelId> failed, int classes) : ring_(ring), failed_(std::move(failed)), classes_(classes) {}

  // A state: bit 0 the direction is -, bit 1 the dateline was crossed.
  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override { return {StartState{{toward(src, dst)}}}; }
  void next(NodeId node, ChannelId /*in*/, NodeId dst, HeaderState state, Candidates& out) const override {
    Candidate& c = out.emplace_back();
    const bool minus = (state.word & 1U) != 0;
    const ChannelId channel = ring_.out(node, ring_.port(0, minus ? -1 : +1));
    if (node == dst) {
      c.exit = Exit::deliver;
    } else if (std::find(failed_.begin(), failed_.end(), channel) != failed_.end()) {
      c.exit = Exit::absorb;
    } else {
      const bool wrap = node.value() == (minus ? 0 : ring_.nodes() - 1);
      c.channel = channel;
      c.classes = static_cast<std::uint16_t>(classes_ == 2 && (state.word & 2U) != 0 ? 2 : 1);
      c.next = {state.word | (wrap ? 2U : 0U)};
    }
  }
  [[nodiscard]] bool absorbs() const override { return true; }
  [[nodiscard]] Resumption resume(NodeId node, NodeId dst, const SoftwareHeader& header) const override {
    const std::uint64_t before = header.words.empty() ? toward(node, dst) : header.words[0];
    const std::uint64_t after = before ^ 1U;
    return {{after}, {{static_cast<std::uint32_t>(after)}}, AbsorptionRule::reverse};
  }
  [[nodiscard]] int classes() const override { return classes_; }

 private:
  [[nodiscard]] std::uint64_t toward(NodeId from, NodeId to) const {
    const std::uint32_t up = (to.value() + ring_.nodes() - from.value()) % ring_.nodes();
    return 2 * up > ring_.nodes() ? 1 : 0;
  }

  const CubeTopology& ring_;
  std::vector<ChannelId> failed_;
  int classes_;
};

}  // namespace dateline::test
