// A relation of the program as the reference machine asks it: routers, ports and VCs are plain numbers.
#pragma once

#include "models/base/numbers/random.hpp"
#include "models/network/relation/relation.hpp"
#include "models/network/topology/topology.hpp"
#include "tests/reference/reference_relation.hpp"

namespace dateline::test {

// `random_seed` is that of the machine's choices. Topology and relation must outlive it.
class RelationAsReference final : public reference::ReferenceRelation {
 public:
  RelationAsReference(const Topology& topology, const RoutingRelation& relation, int vcs, std::uint64_t random_seed)
      : topology_(topology), relation_(relation), vcs_(vcs), seed_(random_seed) {}

  [[nodiscard]] std::uint64_t start(const reference::ReferenceTraveller& who, int destination) const override;
  [[nodiscard]] bool weighs_hops() const override { return relation_.weighs_hops(); }
  [[nodiscard]] std::vector<reference::ReferenceExit> exits(const reference::ReferenceTraveller& who, int node, int from, int from_port,
                                                            int destination, std::uint64_t state) const override;
  [[nodiscard]] std::uint64_t resume(int node, int destination, std::vector<std::uint32_t>& software) const override;
  [[nodiscard]] int draw(const reference::ReferenceTraveller& who, bool injection, int bound) const override;

 private:
  [[nodiscard]] std::uint64_t below(const reference::ReferenceTraveller& who, Purpose purpose, std::uint64_t bound) const;
  [[nodiscard]] std::uint32_t drawn_route(const reference::ReferenceTraveller& who, const Candidates& candidates) const;

  const Topology& topology_;
  const RoutingRelation& relation_;
  int vcs_;
  std::uint64_t seed_;
};

}  // namespace dateline::test
