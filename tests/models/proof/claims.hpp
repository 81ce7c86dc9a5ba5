// Relations that claim what a test says (RoutingRelation::by_dimension, by_reflection), and what two proofs must have
// in common.
#pragma once

#include <catch2/catch.hpp>

#include "models/proof/dependency_graph.hpp"

namespace dateline::test {

struct Claims {
  bool by_dimension = false, by_reflection = false;
};

// Another relation's answers.
class Claiming final : public RoutingRelation {
 public:
  Claiming(const RoutingRelation& relation, Claims claims) : relation_(relation), claims_(claims) {}
  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override { return relation_.start(src, dst); }
  [[nodiscard]] bool starts_plain() const override { return relation_.starts_plain(); }
  [[nodiscard]] bool by_dimension() const override { return claims_.by_dimension; }
  [[nodiscard]] bool by_reflection() const override { return claims_.by_reflection; }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override { relation_.next(node, in, dst, state, out); }
  [[nodiscard]] bool absorbs() const override { return relation_.absorbs(); }
  [[nodiscard]] int classes() const override { return relation_.classes(); }
  [[nodiscard]] int class_of_vc(int vc, int vcs) const override { return relation_.class_of_vc(vc, vcs); }

 private:
  const RoutingRelation& relation_;
  Claims claims_;
};

inline void require_equal(const DeadlockProof& a, const DeadlockProof& b) {
  REQUIRE(a.deadlock_free == b.deadlock_free);
  REQUIRE(a.by_escape == b.by_escape);
  REQUIRE(a.vertices == b.vertices);
  REQUIRE(a.dependencies == b.dependencies);
  REQUIRE(a.cycle.size() == b.cycle.size());
  REQUIRE(a.reason == b.reason);
  REQUIRE(a.pairs == b.pairs);
  REQUIRE(a.delivered_pairs == b.delivered_pairs);
  REQUIRE(a.self_pairs == b.self_pairs);
  REQUIRE(a.delivered_self_pairs == b.delivered_self_pairs);
  REQUIRE(a.mean_hops == b.mean_hops);
  REQUIRE(a.adaptive == b.adaptive);
  REQUIRE(a.sampled == b.sampled);
  REQUIRE(a.absorptions.most == b.absorptions.most);
  REQUIRE(a.absorptions.most_hops == b.absorptions.most_hops);
}

}  // namespace dateline::test
