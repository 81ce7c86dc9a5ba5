// A relation whose symmetries keep its VC classes, proved from one destination of every orbit, agrees with the proof of
// every destination by itself, which the same relation gets that claims nothing; a claim that does not hold is refused;
// and what a proof takes counts the start states.
#include <catch2/catch.hpp>

#include "models/base/error.hpp"
#include "models/network/relation/forwarding_relation.hpp"
#include "models/network/relation/symmetric_classes.hpp"
#include "models/network/topology/topologies.hpp"
#include "models/proof/orbit_walks.hpp"
#include "routing/registry/registry.hpp"
#include "tests/models/proof/claims.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

// The same answers, and no claim of classes.
class Unclaimed final : public ForwardingRelation {
 public:
  explicit Unclaimed(const RoutingRelation& of) : ForwardingRelation(of) {}
};

// Claims them; but node 3 asks for class 0 in place of 1.
class LowerAtThree final : public ForwardingRelation, public SymmetricClasses {
 public:
  explicit LowerAtThree(const RoutingRelation& of) : ForwardingRelation(of) {}
  [[nodiscard]] std::vector<Symmetry> symmetries() const override { return of().symmetries(); }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override {
    ForwardingRelation::next(node, in, dst, state, out);
    for (Candidate& c : out) {
      if (node == NodeId(3) && c.exit == Exit::channel) c.classes = 1;
    }
  }
};

}  // namespace

TEST_CASE("what is proved by orbits is as proved destination by destination") {
  const auto [topology, routing] = GENERATE(table<std::string, std::string>({
      {"hyperx:3x4x2", "ugal"},
      {"hyperx:5x4:t2", "ugal"},
      {"hyperx:4x4", "valiant"},
      {"fullmesh:9", "ugal"},
      {"slimfly:3", "ugal"},
      {"slimfly:4:t2", "valiant"},
      {"slimfly:4", "ugal"},
      {"dragonfly:2,4,2", "valiant"},
      {"dragonfly:1,3,2", "valiant-group"},
      {"dragonfly:1,3,2:relative", "valiant"},
      {"dragonfly:2,4,2,5", "valiant-group"},
      {"dragonfly:1,4,4,3", "valiant-group"},
      {"dragonfly:1,3,1:absolute", "valiant"},
  }));
  CAPTURE(topology, routing);
  const auto t = make_topology(topology);
  const auto relation = make_relation(routing, *t, {});
  REQUIRE(orbit_walks(*t, *relation));
  DependencySets dependencies(*t, relation->classes());
  REQUIRE(walk_orbits(*t, *relation, dependencies));
  const Unclaimed plain(*relation);
  REQUIRE_FALSE(orbit_walks(*t, plain));
  require_equal(prove_deadlock_freedom(*t, *relation), prove_deadlock_freedom(*t, plain));
}

TEST_CASE("a claim that symmetries keep VC classes is tried") {
  const auto t = make_topology("hyperx:4x4");
  const auto relation = make_relation("valiant", *t, {});
  const LowerAtThree claiming(*relation);
  REQUIRE_THROWS_AS(prove_deadlock_freedom(*t, claiming), InvariantError);
  CHECK_THROWS_WITH(prove_deadlock_freedom(*t, claiming), Catch::Contains("against its claim"));
}

TEST_CASE("the size of a proof counts the start states that headers draw") {
  // 256 routers of 30 channels each, two classes; a header to another router draws one of 256 on its way. Four
  // symmetries: two destinations and their images are tried, and one is walked to.
  const auto t = make_topology("hyperx:16x16");
  const auto relation = make_relation("ugal", *t, {});
  const double each = 256.0 * 30 * 2 + 255 * 256;
  CHECK(proof_size(*t, *relation).steps == (1 + 2 * 5) * each);
  CHECK(proof_size(*t, Unclaimed(*relation)).steps == 256 * each);
  CHECK(proof_size(*t, *relation).terms == std::string("destinations x (channels x classes + start states)"));
  CHECK(proof_size(*t, *make_relation("dor", *t, {})).terms == std::string("destinations x channels x classes"));
}
