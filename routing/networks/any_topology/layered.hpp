// Shortest ways on what survives of any network, one a pair, in virtual-channel layers: each message takes the classes
// that vc_layers.hpp finds for these paths, as those of a table (LASH: T. Skeie, O. Lysne, I. Theiss, IPDPS 2002, with
// layers that a path may rise through).
// The ways of all sources to a destination form a tree (legal_hops.hpp says which), so the next hop follows from node
// and destination; the header's state is its VC class. A class that goes up in the last layer - it is of other faults,
// before a change of the network - stays there; whether that is safe the proof of the change says.
// Cost: O(N x channels) and the paths of all pairs while it is made, 2 N^2 bytes then; next() O(1). Throws ConfigError
// beyond kMaxNodes nodes.
#pragma once

#include <memory>

#include "models/network/faults/fault_map.hpp"
#include "models/network/relation/relation.hpp"
#include "routing/networks/any_topology/legal_hops.hpp"
#include "routing/networks/any_topology/vc_layers.hpp"

namespace dateline {

class Layered final : public RoutingRelation {
 public:
  static constexpr std::uint32_t kMaxNodes = 2048;

  // `topology` must outlive it. Without faults nothing has failed.
  Layered(const Topology& topology, std::shared_ptr<const FaultMap> faults);

  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override;
  [[nodiscard]] bool starts_plain() const override { return true; }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override;
  void steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const override;
  // May be above 16: then loads are defined, and neither machine nor proof can take it.
  [[nodiscard]] int classes() const override { return layers_.classes(); }

 private:
  struct Hop {
    ChannelId channel;
    std::uint32_t vc_class;
  };
  [[nodiscard]] Hop hop(const HeaderQuery& header) const;

  const Topology& topology_;
  LegalHops hops_;
  VcLayers layers_;
};

}  // namespace dateline
