// Dimension order proved on a line of each dimension agrees with the proof of every destination by itself, which an
// equal relation that claims nothing gets; and a claim that does not hold is refused.
#include <catch2/catch.hpp>

#include "models/base/error.hpp"
#include "models/proof/dependency_graph.hpp"
#include "models/proof/line_walks.hpp"
#include "routing/oblivious/dimension_order.hpp"
#include "tests/models/proof/claims.hpp"
#include "tests/support/cases/random_case.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

// Dimension order, but to odd routers the dimensions are taken the other way round.
class TwoOrders final : public RoutingRelation {
 public:
  explicit TwoOrders(const CubeTopology& topology) : topology_(topology) {}
  [[nodiscard]] StartStates start(NodeId /*src*/, NodeId /*dst*/) const override { return {StartState{}}; }
  [[nodiscard]] bool starts_plain() const override { return true; }
  [[nodiscard]] bool by_dimension() const override { return true; }
  [[nodiscard]] int classes() const override { return 1; }
  void next(NodeId node, ChannelId /*in*/, NodeId dst, HeaderState /*state*/, Candidates& out) const override {
    Candidate& c = out.emplace_back();
    if (node == dst) {
      c.exit = Exit::deliver;
      return;
    }
    const int first = dst.value() % 2 == 0 ? 0 : 1;
    const int d = topology_.coordinate(node, first) != topology_.coordinate(dst, first) ? first : 1 - first;
    c.channel = topology_.out(node, topology_.port(d, topology_.coordinate(dst, d) > topology_.coordinate(node, d) ? 1 : -1));
    c.classes = 1;
  }

 private:
  const CubeTopology& topology_;
};

}  // namespace

TEST_CASE("dimension order proved by lines is as proved destination by destination") {
  Dice dice(29);
  for (int i = 0; i < sample(500, 100); ++i) {
    const RandomCase c = draw_case(dice, Choices::random_too);
    std::string name = c.shape.name();
    if (dice.one_in(3)) name += ":t" + std::to_string(dice.between(2, 3));
    INFO(name << " " << describe(c));
    const auto topology = make_cube(name);
    const DimensionOrder relation(*topology, c.tie_rule, c.policy, std::max(c.machine.vcs, 2));
    const VcReuse reuse = dice.pick({VcReuse::atomic, VcReuse::whole, VcReuse::place, VcReuse::tail});
    require_equal(prove_deadlock_freedom(*topology, relation, reuse), prove_deadlock_freedom(*topology, Claiming(relation, {}), reuse));
  }
}

TEST_CASE("lines alone prove dimension order on meshes of any size, with the counts of the closed forms") {
  const std::uint64_t k = sample<std::uint64_t>(512, 90), l = sample<std::uint64_t>(512, 70), nodes = k * l;
  const auto topology = make_cube("mesh:" + std::to_string(k) + "x" + std::to_string(l));
  const DimensionOrder relation(*topology, TieRule::split, VcPolicy::split, 1);
  const double size = lines_size(*topology, relation);
  CHECK(size == 4.0 * topology->channels());
  CHECK_FALSE(prove_by_lines(*topology, relation, size - 1));
  CHECK_FALSE(prove_by_lines(*topology, Claiming(relation, {}), size));
  const auto proof = prove_by_lines(*topology, relation, size);
  REQUIRE(proof);
  CHECK(proof->deadlock_free);
  CHECK(proof->delivers_all());
  CHECK(proof->pairs == nodes * (nodes - 1));
  CHECK(proof->vertices == 2 * (k - 1) * l + 2 * k * (l - 1));
  CHECK(proof->dependencies == 2 * (k - 2) * l + 2 * k * (l - 2) + 4 * (k - 1) * (l - 1));  // on in a row, in a column, from rows to columns
  const Rational distances = Rational(k * k * k - k) / 3 * l * l + Rational(l * l * l - l) / 3 * k * k;
  CHECK(proof->mean_hops == distances / nodes / (nodes - 1));
}

TEST_CASE("a relation that goes dimension by dimension only to some destinations may not claim it of all") {
  const auto topology = make_cube("mesh:4x4");
  REQUIRE_THROWS_AS(prove_deadlock_freedom(*topology, TwoOrders(*topology)), InvariantError);
}

TEST_CASE("one class on the rings of a torus: the lines show the cycle") {
  class OneClass final : public RoutingRelation {
   public:
    explicit OneClass(const RoutingRelation& relation) : relation_(relation) {}
    [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override { return relation_.start(src, dst); }
    [[nodiscard]] bool starts_plain() const override { return true; }
    [[nodiscard]] bool by_dimension() const override { return true; }
    [[nodiscard]] int classes() const override { return 1; }
    void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override {
      relation_.next(node, in, dst, state, out);
      for (Candidate& c : out) c.classes = c.exit == Exit::channel ? 1 : 0;
    }

   private:
    const RoutingRelation& relation_;
  };
  const auto topology = make_cube("torus:5x4");
  const DimensionOrder relation(*topology, TieRule::split, VcPolicy::split, 2);
  const OneClass one(relation);
  const DeadlockProof proof = prove_deadlock_freedom(*topology, one);
  REQUIRE_FALSE(proof.deadlock_free);
  REQUIRE(proof.cycle.size() == 4);
  REQUIRE(proof.delivers_all());
}
