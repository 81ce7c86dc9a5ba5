// A routing relation as a tile asks it: channels by the tile's numbers, all else as the network has it.
#pragma once

#include "models/network/relation/relation.hpp"

namespace dateline {

class TileRelation final : public RoutingRelation {
 public:
  // `network`: of each channel of the tile its number in the network; `local`: the reverse. All must outlive it.
  TileRelation(const RoutingRelation& of, const std::vector<ChannelId>& network, const std::vector<ChannelId>& local)
      : of_(of), network_(network), local_(local) {
    set_name(of.name());
  }

  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override { return of_.start(src, dst); }
  [[nodiscard]] StartStates start_between(const Ends& ends) const override { return of_.start_between(ends); }
  [[nodiscard]] bool by_terminal() const override { return of_.by_terminal(); }
  [[nodiscard]] std::uint64_t start_count(const Ends& ends) const override { return of_.start_count(ends); }
  [[nodiscard]] HeaderState start_at(const Ends& ends, std::uint64_t i) const override { return of_.start_at(ends, i); }
  [[nodiscard]] bool starts_plain() const override { return of_.starts_plain(); }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override;
  void steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const override;
  [[nodiscard]] HeaderState after(const HeaderQuery& query, ChannelId way) const override;
  [[nodiscard]] bool absorbs() const override { return of_.absorbs(); }
  [[nodiscard]] bool weighs_hops() const override { return of_.weighs_hops(); }
  [[nodiscard]] bool by_dimension() const override { return of_.by_dimension(); }
  [[nodiscard]] bool by_reflection() const override { return of_.by_reflection(); }
  [[nodiscard]] Resumption resume(NodeId node, NodeId dst, const SoftwareHeader& kept) const override { return of_.resume(node, dst, kept); }
  [[nodiscard]] int classes() const override { return of_.classes(); }
  [[nodiscard]] int class_of_vc(int vc, int vcs) const override { return of_.class_of_vc(vc, vcs); }

 private:
  void translate_choice(HeaderStep& step) const;
  [[nodiscard]] ChannelId in_network(ChannelId in) const { return in == kNoChannel ? in : network_[in.value()]; }
  // One that is not of the tile is answered by kNoChannel, and refused as any other that does not leave the node.
  [[nodiscard]] ChannelId here(ChannelId channel) const { return channel.value() < local_.size() ? local_[channel.value()] : kNoChannel; }

  const RoutingRelation& of_;
  const std::vector<ChannelId>& network_;
  const std::vector<ChannelId>& local_;
};

}  // namespace dateline
