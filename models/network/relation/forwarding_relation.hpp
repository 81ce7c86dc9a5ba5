// A routing relation that answers as another one does, but for what a class made of it overrides. It claims nothing to
// the proof (symmetries, by_dimension, by_reflection): what it overrides may break that.
#pragma once

#include "models/network/relation/relation.hpp"

namespace dateline {

class ForwardingRelation : public RoutingRelation {
 public:
  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override { return of_.start(src, dst); }
  [[nodiscard]] StartStates start_between(const Ends& ends) const override { return of_.start_between(ends); }
  [[nodiscard]] bool by_terminal() const override { return of_.by_terminal(); }
  [[nodiscard]] std::uint64_t start_count(const Ends& ends) const override { return of_.start_count(ends); }
  [[nodiscard]] HeaderState start_at(const Ends& ends, std::uint64_t i) const override { return of_.start_at(ends, i); }
  [[nodiscard]] bool starts_plain() const override { return of_.starts_plain(); }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override { of_.next(node, in, dst, state, out); }
  void steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const override { of_.steps(queries, count, answers); }
  [[nodiscard]] HeaderState after(const HeaderQuery& query, ChannelId way) const override { return of_.after(query, way); }
  [[nodiscard]] bool absorbs() const override { return of_.absorbs(); }
  [[nodiscard]] bool weighs_hops() const override { return of_.weighs_hops(); }
  [[nodiscard]] Resumption resume(NodeId node, NodeId dst, const SoftwareHeader& kept) const override { return of_.resume(node, dst, kept); }
  [[nodiscard]] int classes() const override { return of_.classes(); }
  [[nodiscard]] int class_of_vc(int vc, int vcs) const override { return of_.class_of_vc(vc, vcs); }

 protected:
  // `of` must outlive it. Its faults are not taken over.
  explicit ForwardingRelation(const RoutingRelation& of) : of_(of) { set_name(of.name()); }
  [[nodiscard]] const RoutingRelation& of() const { return of_; }

 private:
  const RoutingRelation& of_;
};

}  // namespace dateline
