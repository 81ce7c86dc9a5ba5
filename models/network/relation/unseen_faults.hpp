// A routing relation that does not know yet that some channels have failed: a head flit that has gone over one of them
// is nowhere, and never goes on. What is sent over such a channel fills the buffer behind it and gets no credit back,
// as nothing answers there. To the machine a head flit that came over one waits for a channel of its node by no class,
// for ever: until the network changes, which takes it out. Proofs and bounds are of the relation itself.
#pragma once

#include <vector>

#include "models/network/relation/relation.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

class UnseenFaults final : public RoutingRelation {
 public:
  // Topology and relation must outlive it.
  UnseenFaults(const Topology& topology, const RoutingRelation& of, const std::vector<ChannelId>& channels);

  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override { return of_.start(src, dst); }
  [[nodiscard]] StartStates start_between(const Ends& ends) const override { return of_.start_between(ends); }
  [[nodiscard]] bool by_terminal() const override { return of_.by_terminal(); }
  [[nodiscard]] std::uint64_t start_count(const Ends& ends) const override { return of_.start_count(ends); }
  [[nodiscard]] HeaderState start_at(const Ends& ends, std::uint64_t i) const override { return of_.start_at(ends, i); }
  [[nodiscard]] bool starts_plain() const override { return of_.starts_plain(); }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override;
  void steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const override;
  [[nodiscard]] HeaderState after(const HeaderQuery& query, ChannelId way) const override { return of_.after(query, way); }
  [[nodiscard]] bool absorbs() const override { return of_.absorbs(); }
  [[nodiscard]] bool weighs_hops() const override { return of_.weighs_hops(); }
  [[nodiscard]] Resumption resume(NodeId node, NodeId dst, const SoftwareHeader& kept) const override { return of_.resume(node, dst, kept); }
  [[nodiscard]] int classes() const override { return of_.classes(); }
  [[nodiscard]] int class_of_vc(int vc, int vcs) const override { return of_.class_of_vc(vc, vcs); }

 private:
  [[nodiscard]] bool nowhere(ChannelId in) const { return in != kNoChannel && dead_[in.value()] != kNoChannel; }

  const RoutingRelation& of_;
  std::vector<ChannelId> dead_;  // per channel: kNoChannel, or of one that has failed a channel that leaves the node behind it
};

}  // namespace dateline
