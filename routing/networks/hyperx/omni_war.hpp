// OmniWAR, omni-dimensional weighted adaptive routing on a HyperX: in any dimension in which a header differs from its
// destination it goes to the destination's place, or to any other, while the VC classes left suffice for a hop in every
// dimension that differs; D such deroutes at most. Source: N. McDonald and others, SC 2019; as in dim_war.hpp a deroute
// is taken where no channel that leads nearer has a free VC.
// VC classes: n + D, the hops made so far, which is the header's state. Cost of next(): O(ports).
// Throws ConfigError for a D that is no number, or more classes than kMaxVcs.
#pragma once

#include <string_view>
#include <vector>

#include "models/network/relation/relation.hpp"
#include "routing/networks/hyperx/hyperx_hops.hpp"

namespace dateline {

class OmniWar final : public RoutingRelation {
 public:
  // `topology` must outlive the relation; `deroutes`: D, as given.
  OmniWar(const HyperXTopology& topology, std::string_view deroutes);

  [[nodiscard]] StartStates start(NodeId /*src*/, NodeId /*dst*/) const override { return {StartState{}}; }
  [[nodiscard]] bool starts_plain() const override { return true; }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override;
  void steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const override;
  [[nodiscard]] int classes() const override { return classes_; }
  // No dimension comes first.
  [[nodiscard]] std::vector<Symmetry> symmetries() const override { return topology_.automorphisms(); }

 private:
  const HyperXTopology& topology_;
  HyperXHops hops_;
  int classes_;
};

}  // namespace dateline
