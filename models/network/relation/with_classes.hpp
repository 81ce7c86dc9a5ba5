// A routing relation with more VC classes than it uses, so that it can follow another one in a network whose VCs serve
// those: of several maps of faults, each may take another number of layers (layered.hpp). The classes beyond its own
// are never asked for.
#pragma once

#include <memory>
#include <utility>

#include "models/network/relation/relation.hpp"

namespace dateline {

class WithClasses final : public RoutingRelation {
 public:
  // `faults`: its own. `classes`: as many as it has, at least.
  WithClasses(std::unique_ptr<const RoutingRelation> of, int classes, std::shared_ptr<const FaultMap> faults) : of_(std::move(of)), classes_(classes) {
    set_name(of_->name());
    set_faults(std::move(faults));
  }

  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override { return of_->start(src, dst); }
  [[nodiscard]] StartStates start_between(const Ends& ends) const override { return of_->start_between(ends); }
  [[nodiscard]] bool by_terminal() const override { return of_->by_terminal(); }
  [[nodiscard]] std::uint64_t start_count(const Ends& ends) const override { return of_->start_count(ends); }
  [[nodiscard]] HeaderState start_at(const Ends& ends, std::uint64_t i) const override { return of_->start_at(ends, i); }
  [[nodiscard]] bool starts_plain() const override { return of_->starts_plain(); }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override { of_->next(node, in, dst, state, out); }
  void steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const override { of_->steps(queries, count, answers); }
  [[nodiscard]] HeaderState after(const HeaderQuery& query, ChannelId way) const override { return of_->after(query, way); }
  [[nodiscard]] bool absorbs() const override { return of_->absorbs(); }
  [[nodiscard]] bool weighs_hops() const override { return of_->weighs_hops(); }
  [[nodiscard]] Resumption resume(NodeId node, NodeId dst, const SoftwareHeader& kept) const override { return of_->resume(node, dst, kept); }
  [[nodiscard]] int classes() const override { return classes_; }

 private:
  std::unique_ptr<const RoutingRelation> of_;
  int classes_;
};

// The relation itself where it has as many.
[[nodiscard]] inline std::unique_ptr<RoutingRelation> with_classes(std::unique_ptr<RoutingRelation> relation, int classes,
                                                                   std::shared_ptr<const FaultMap> faults) {
  if (relation->classes() >= classes) return relation;
  return std::make_unique<WithClasses>(std::move(relation), classes, std::move(faults));
}

}  // namespace dateline
