// The proof of VCs that are reused early (models/network/relation/vc_reuse.hpp): the sizes of its graphs, what it
// proves, and the cycle and the jump of what it refuses.
#include <catch2/catch.hpp>
#include <functional>

#include "models/proof/dependency_graph.hpp"
#include "models/proof/jump_dependencies.hpp"
#include "routing/adaptive/duato.hpp"
#include "tests/support/routings.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

using Found = JumpDependencies::Found;

// Of duato, where the adaptive VCs of the channels `place` are reused by place, all others by whole packets.
Found with_jumps(const CubeTopology& t, EscapeUse escape, const std::function<bool(const Channel&)>& place) {
  const Duato duato(t, escape);
  const auto adaptive = static_cast<std::uint16_t>(1U << static_cast<unsigned>(duato.classes() - 1));
  std::vector<std::uint16_t> by_place(t.channels(), 0);
  for (std::uint32_t c = 0; c < t.channels(); ++c) by_place[c] = place(t.channel(ChannelId(c))) ? adaptive : 0;
  const std::vector<std::uint16_t> escapes(t.channels(), static_cast<std::uint16_t>(adaptive - 1));
  JumpDependencies dependencies(escapes, by_place, duato.classes());
  HeaderGraph graph(t, duato);
  for (std::uint32_t n = 0; n < t.nodes(); ++n) {
    graph.walk(TerminalId(n));
    dependencies.add(graph);
  }
  return dependencies.find();
}

bool everywhere(const Channel& /*channel*/) { return true; }
bool nowhere(const Channel& /*channel*/) { return false; }

std::unique_ptr<RoutingRelation> made(const std::string& routing, const CubeTopology& t, EscapeUse escape = EscapeUse::free) {
  RoutingOptions options;
  options.escape = escape;
  return make_relation(routing, t, options);
}

}  // namespace

TEST_CASE("the escapes' dependencies, without jumps, with jumps, and of sticky escapes, are as many as counted elsewhere") {
  struct Row {
    const char* topology;
    std::uint64_t without, jumps, sticky;
  };
  for (const Row& row :
       {Row{"mesh:3x3", 60, 432, 28}, Row{"mesh:4x4", 264, 1920, 68}, Row{"torus:4x4", 332, 4480, 132}, Row{"torus:5x5", 784, 13200, 244}}) {
    const auto t = make_cube(row.topology);
    CAPTURE(row.topology);
    const Found without = with_jumps(*t, EscapeUse::free, nowhere), jumps = with_jumps(*t, EscapeUse::free, everywhere),
                sticky = with_jumps(*t, EscapeUse::sticky, everywhere);
    CHECK(without.dependencies == row.without);
    CHECK(without.cycle.empty());
    CHECK(jumps.dependencies == row.jumps);
    CHECK_FALSE(jumps.cycle.empty());
    CHECK(sticky.dependencies == row.sticky);
    CHECK(sticky.cycle.empty());
    CHECK(prove_deadlock_freedom(*t, *made("duato", *t)).dependencies == row.without);
    CHECK(prove_deadlock_freedom(*t, *made("duato", *t, EscapeUse::sticky), VcReuse::place).dependencies == row.sticky);
  }
}

TEST_CASE("of free escapes a mesh may reuse VCs of dimension 0 alone by place, a torus of neither") {
  const auto in_dimension = [](int d) { return [d](const Channel& c) { return c.dimension == d; }; };
  for (const auto& [topology, dependencies] : {std::pair("mesh:3x3", 72U), std::pair("mesh:4x4", 336U)}) {
    const auto t = make_cube(topology);
    CAPTURE(topology);
    const Found first = with_jumps(*t, EscapeUse::free, in_dimension(0));
    CHECK(first.dependencies == dependencies);
    CHECK(first.cycle.empty());
    CHECK_FALSE(with_jumps(*t, EscapeUse::free, in_dimension(1)).cycle.empty());
  }
  for (const char* topology : {"torus:4x4", "torus:5x5"}) {
    const auto t = make_cube(topology);
    for (const int d : {0, 1}) CHECK_FALSE(with_jumps(*t, EscapeUse::free, in_dimension(d)).cycle.empty());
  }
}

TEST_CASE("which rule of reuse is proved beside which escapes") {
  struct Row {
    const char* topology;
    const char* routing;
    EscapeUse escape;
    bool place, tail;
  };
  const auto free = EscapeUse::free, sticky = EscapeUse::sticky;
  for (const Row& row :
       {Row{"torus:4x4", "duato", free, false, false}, Row{"torus:4x4", "duato", sticky, true, false}, Row{"mesh:4x3", "duato", free, false, false},
        Row{"mesh:4x3", "duato", sticky, true, false}, Row{"hypercube:3", "duato", free, false, false},
        Row{"hypercube:3", "duato", sticky, true, false}, Row{"mesh:5", "duato", free, true, true},  // one dimension: its full graph is acyclic
        Row{"torus:4x4", "sw-adaptive", free, false, false}, Row{"torus:4x4", "sw-adaptive", sticky, true, false},
        Row{"torus:4x4", "duato-updown", free, true, false},  // sticky of itself
        Row{"mesh:4x4", "west-first", free, true, true}, Row{"mesh:4x4", "odd-even", free, true, true}, Row{"torus:5x4", "dor", free, true, true},
        Row{"torus:4x4", "valiant", free, true, true}}) {
    const auto t = make_cube(row.topology);
    const auto relation = made(row.routing, *t, row.escape);
    CAPTURE(row.topology, row.routing, name_of(row.escape));
    const DeadlockProof atomic = prove_deadlock_freedom(*t, *relation), whole = prove_deadlock_freedom(*t, *relation, VcReuse::whole);
    CHECK(atomic.deadlock_free);
    CHECK(whole.deadlock_free);
    CHECK(whole.dependencies == atomic.dependencies);
    for (const VcReuse reuse : {VcReuse::place, VcReuse::tail}) {
      const DeadlockProof proof = prove_deadlock_freedom(*t, *relation, reuse);
      CAPTURE(name_of(reuse), proof.reason);
      const bool safe = reuse == VcReuse::place ? row.place : row.tail;
      CHECK(proof.deadlock_free == safe);
      CHECK(proof.jump.has_value() != safe);
      CHECK(proof.cycle.empty() == safe);
      CHECK(proof.by_escape == (safe && atomic.by_escape));
      CHECK(proof.delivers_all());
    }
  }
}

TEST_CASE("the cycle of what is refused is one of dependencies, an escape is in it, and the jump is at another VC of it") {
  for (const char* topology : {"mesh:3x3", "torus:4x4"}) {
    const auto t = make_cube(topology);
    const auto relation = made("duato", *t);
    const DeadlockProof proof = prove_deadlock_freedom(*t, *relation, VcReuse::place);
    const int adaptive = relation->classes() - 1;
    int escapes = 0;
    bool jump = false;
    for (std::size_t i = 0; i < proof.cycle.size(); ++i) {
      const ClassedChannel& here = proof.cycle[i];
      const ClassedChannel& next = proof.cycle[(i + 1) % proof.cycle.size()];
      CHECK(t->channel(here.channel).to == t->channel(next.channel).from);
      escapes += here.vc_class.value() < adaptive ? 1 : 0;
      jump = jump || (here.channel == proof.jump->channel && here.vc_class == proof.jump->vc_class);
    }
    CHECK(escapes > 0);
    CHECK(jump);
    CHECK(proof.jump->vc_class.value() == adaptive);
  }
}
