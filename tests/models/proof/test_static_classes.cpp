// vc-policy static: why it is for minimal ways only.
#include <catch2/catch.hpp>

#include "models/network/topology/cube.hpp"
#include "models/proof/dependency_graph.hpp"

using namespace dateline;

namespace {

// On a ring: + if that is at most `longest` hops, else -; class 1 for a whole way over the wrap-around channel, else
// class 0.
class FixedClass final : public RoutingRelation {
 public:
  FixedClass(const CubeTopology& ring, std::uint32_t longest) : ring_(ring), longest_(longest) {}
  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override {
    const std::uint32_t k = ring_.radix(0);
    const bool plus = (dst.value() + k - src.value()) % k <= longest_;
    const bool wraps = plus ? dst < src : src < dst;
    return {StartState{HeaderState{(plus ? 2U : 0U) + (wraps ? 1U : 0U)}}};
  }
  void next(NodeId node, ChannelId /*in*/, NodeId dst, HeaderState state, Candidates& out) const override {
    Candidate& c = out.emplace_back();
    if (node == dst) {
      c.exit = Exit::deliver;
      return;
    }
    c.channel = ring_.out(node, ring_.port(0, (state.word & 2U) != 0 ? 1 : -1));
    c.classes = (state.word & 1U) != 0 ? 2 : 1;
    c.next = state;
  }
  [[nodiscard]] int classes() const override { return 2; }

 private:
  const CubeTopology& ring_;
  std::uint32_t longest_;
};

}  // namespace

TEST_CASE("classes fixed on entering a ring: no circle of waits with minimal ways, one with ways of k-1 hops") {
  const std::string name = GENERATE("torus:4", "torus:5", "torus:8");
  const auto t = make_cube(name);
  const std::uint32_t k = t->radix(0);
  CAPTURE(name);
  CHECK(prove_deadlock_freedom(*t, FixedClass(*t, k / 2)).deadlock_free);
  const DeadlockProof long_ways = prove_deadlock_freedom(*t, FixedClass(*t, k - 1));
  CHECK_FALSE(long_ways.deadlock_free);
  REQUIRE(long_ways.cycle.size() == k);
  for (const ClassedChannel& waits : long_ways.cycle) CHECK(waits.vc_class == VcClass(1));
}
