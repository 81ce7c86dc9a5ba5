// A relation that reflections take to itself, proved from one destination of every orbit, agrees with the proof of
// every destination by itself, which an equal relation that claims nothing gets; and a claim that does not hold is
// refused.
#include <catch2/catch.hpp>

#include <map>
#include <memory>
#include <set>
#include <string>

#include "models/base/error.hpp"
#include "models/proof/reflection/reflections.hpp"
#include "routing/adaptive/cube_turns.hpp"
#include "routing/adaptive/duato.hpp"
#include "routing/adaptive/west_first.hpp"
#include "routing/software_based/sw_adaptive.hpp"
#include "tests/models/proof/claims.hpp"
#include "tests/support/cases/random_case.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

std::unique_ptr<RoutingRelation> drawn_relation(Dice& dice, const CubeTopology& topology) {
  const EscapeUse escape = dice.pick({EscapeUse::free, EscapeUse::sticky});
  if (dice.one_in(3)) return std::make_unique<SwAdaptive>(topology, BlockedEscape::absorb, DetourOptions(), escape);
  return std::make_unique<Duato>(topology, escape);
}

// Duato's answers, with one class as an escape only where headers come to the highest coordinate.
class EscapesSomewhere final : public RoutingRelation {
 public:
  explicit EscapesSomewhere(const CubeTopology& topology) : topology_(topology), duato_(topology) {}
  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override { return duato_.start(src, dst); }
  [[nodiscard]] bool starts_plain() const override { return true; }
  [[nodiscard]] bool by_reflection() const override { return claims_; }
  [[nodiscard]] int classes() const override { return duato_.classes(); }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override {
    duato_.next(node, in, dst, state, out);
    const std::uint32_t x = topology_.coordinate(node, 0);
    for (Candidate& c : out) c.escape = c.escape || (c.exit == Exit::channel && (x == 0 || x + 1 == topology_.radix(0)));
  }
  void claim() { claims_ = true; }

 private:
  const CubeTopology& topology_;
  Duato duato_;
  bool claims_ = false;
};

}  // namespace

TEST_CASE("adaptive routing proved by reflections is as proved destination by destination") {
  Dice dice(2026);
  for (int i = 0; i < sample(500, 100); ++i) {
    const RandomCase c = draw_case(dice, Choices::random_too);
    std::string name = c.shape.name();
    if (dice.one_in(3)) name += ":t" + std::to_string(dice.between(2, 3));
    const auto topology = make_cube(name);
    const auto relation = drawn_relation(dice, *topology);
    const VcReuse reuse = dice.pick({VcReuse::atomic, VcReuse::whole, VcReuse::place, VcReuse::tail});
    INFO(name << " " << describe(c));
    REQUIRE(relation->by_reflection());
    require_equal(prove_deadlock_freedom(*topology, *relation, reuse), prove_deadlock_freedom(*topology, Claiming(*relation, {}), reuse));
  }
}

TEST_CASE("classes that are escapes on some of their channels are proved without reflections") {
  for (const char* const name : {"torus:4x3", "torus:5", "mesh:4x4", "hypercube:3"}) {
    const auto topology = make_cube(name);
    EscapesSomewhere relation(*topology);
    const DeadlockProof whole = prove_deadlock_freedom(*topology, relation);
    relation.claim();
    require_equal(prove_deadlock_freedom(*topology, relation), whole);
  }
}

TEST_CASE("a relation that reflections change may not claim that they do not") {
  const auto mesh = make_cube("mesh:4x4");
  REQUIRE_THROWS_AS(prove_deadlock_freedom(*mesh, Claiming(WestFirst(*mesh), {false, true})), InvariantError);
  const auto cube = make_cube("hypercube:4");
  REQUIRE_THROWS_AS(prove_deadlock_freedom(*cube, Claiming(PCube(*cube), {false, true})), InvariantError);
}

TEST_CASE("every channel is the image of the first of its orbit, which counts all of them") {
  for (const char* const name : {"torus:5x4", "torus:2x3", "mesh:3x2x4", "hypercube:4"}) {
    const auto topology = make_cube(name);
    const Reflections reflections(*topology);
    std::map<ChannelId, std::set<ChannelId>> orbits;
    for (std::uint32_t c = 0; c < topology->channels(); ++c) {
      const Reflections::Mask mask = reflections.to_first(ChannelId(c));
      const ChannelId first = reflections.image(ChannelId(c), mask);
      REQUIRE(reflections.to_first(first) == 0);
      REQUIRE(reflections.image(first, mask) == ChannelId(c));
      REQUIRE(reflections.image(topology->channel(ChannelId(c)).to, mask) == topology->channel(first).to);
      orbits[first].insert(ChannelId(c));
    }
    for (const auto& [first, orbit] : orbits) REQUIRE(reflections.orbit(reflections.fixing(first)) == orbit.size());
  }
}
