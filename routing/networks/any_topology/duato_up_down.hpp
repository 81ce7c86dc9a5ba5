// Fully adaptive minimal routing with up*/down* as the escape, on what survives of any network: Duato's protocol (1993)
// where no order of dimensions is left. A header takes any free adaptive VC of any channel on a shortest way; only if
// there is none, the escape VC of the channel that up*/down* takes from there. A header that has taken the escape stays
// on it: so escapes depend on escapes alone, ups before downs, and the way is bounded.
// VC classes: VC 0 is the escape, all others are adaptive. `minimal` is in the network that is left.
// The header's state: bit 0 as up_down.hpp has it, bit 1 once it has taken the escape.
// Tables: those of up*/down* and all distances, 4 N^2 bytes together. Cost of next(): O(ports).
#pragma once

#include <memory>
#include <vector>

#include "models/network/relation/relation.hpp"
#include "routing/networks/any_topology/up_down.hpp"

namespace dateline {

class DuatoUpDown final : public RoutingRelation {
 public:
  // `topology` must outlive it. Without faults nothing has failed.
  DuatoUpDown(const Topology& topology, std::shared_ptr<const FaultMap> faults);

  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override;
  [[nodiscard]] bool starts_plain() const override { return true; }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override;
  void steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const override;
  [[nodiscard]] int classes() const override { return 2; }
  [[nodiscard]] int class_of_vc(int vc, int /*vcs*/) const override { return vc == 0 ? 0 : 1; }

 private:
  [[nodiscard]] std::uint16_t hops(NodeId node, NodeId dst) const { return hops_[std::size_t{dst.value()} * topology_.nodes() + node.value()]; }

  const Topology& topology_;
  UpDown escape_;
  std::vector<std::uint16_t> hops_;  // destination x node
};

}  // namespace dateline
