// Flows that are moved along a mesh: the pair loads of relations that claim it against those of the same relations that
// claim nothing, and claims that do not hold.
#include <catch2/catch.hpp>

#include "models/analysis/loads/offset_flows.hpp"
#include "models/analysis/loads/pair_loads.hpp"
#include "models/base/error.hpp"
#include "models/network/relation/forwarding_relation.hpp"
#include "models/network/relation/ways_by_offset.hpp"
#include "models/network/topology/topologies.hpp"
#include "routing/registry/registry.hpp"

using namespace dateline;

namespace {

// As another one, claiming nothing.
class Silent final : public ForwardingRelation {
 public:
  explicit Silent(const RoutingRelation& relation) : ForwardingRelation(relation) {}
};

// As another one, claiming what may not be so.
class Claims final : public ForwardingRelation, public WaysByOffset {
 public:
  explicit Claims(const RoutingRelation& relation) : ForwardingRelation(relation) {}
};

// Of one relation where the source's first coordinate is even, of another where it is odd.
class Uneven final : public ForwardingRelation, public WaysByOffset {
 public:
  Uneven(const RoutingRelation& even, const RoutingRelation& odd) : ForwardingRelation(even), odd_(odd) {}
  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override {
    StartStates states = (src.value() % 2 == 0 ? of() : odd_).start(src, dst);
    for (StartState& s : states) s.state.word = s.state.word << 1U | src.value() % 2;
    return states;
  }
  [[nodiscard]] StartStates start_between(const Ends& ends) const override { return start(ends.from, ends.to); }
  [[nodiscard]] bool starts_plain() const override { return false; }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override {
    const std::size_t first = out.size();
    (state.word % 2 == 0 ? of() : odd_).next(node, in, dst, HeaderState{state.word >> 1U}, out);
    for (std::size_t i = first; i < out.size(); ++i) out[i].next.word = out[i].next.word << 1U | state.word % 2;
  }

 private:
  const RoutingRelation& odd_;
};

void check_same(const PairLoads& a, const PairLoads& b, const Topology& t) {
  REQUIRE(a.values() == b.values());  // in the order in which they were found, too
  CHECK(a.scale() == b.scale());
  CHECK(a.mean_hops() == b.mean_hops());
  for (std::uint32_t c = 0; c < t.channels(); ++c) {
    const ValueRows x = a.rows(ChannelId(c)), y = b.rows(ChannelId(c));
    REQUIRE(x.begin == y.begin);
    REQUIRE(x.column == y.column);
    REQUIRE(x.value == y.value);
  }
}

}  // namespace

TEST_CASE("flows that are moved along are those that are walked", "[offset-flows]") {
  for (const char* const name : {"mesh:7", "mesh:5x4", "mesh:3x3x2", "mesh:2x2", "mesh:4x3:t2", "mesh:8x8"}) {
    const auto t = make_topology(name);
    for (const char* const routing : {"dor", "o1turn", "romm"}) {
      CAPTURE(name, routing);
      const auto relation = make_relation(routing, *t, {});
      REQUIRE(OffsetFlows::apply(*t, *relation));
      const Silent silent(*relation);
      check_same(PairLoads(*t, *relation, {}), PairLoads(*t, silent, {}), *t);
      const std::vector<Symmetry> symmetries = relation->symmetries();
      check_same(PairLoads(*t, *relation, symmetries), PairLoads(*t, silent, symmetries), *t);
    }
  }
}

TEST_CASE("flows are moved on a mesh alone, where nothing has failed", "[offset-flows]") {
  for (const char* const name : {"torus:4x4", "hypercube:3"}) {
    const auto t = make_topology(name);
    CHECK_FALSE(OffsetFlows::apply(*t, *make_relation("dor", *t, {})));
  }
  const auto mesh = make_topology("mesh:4x4");
  for (const char* const routing : {"valiant", "updown", "2turn"}) CHECK_FALSE(OffsetFlows::apply(*mesh, *make_relation(routing, *mesh, {})));
  RoutingOptions options;
  options.faults = std::make_shared<const FaultMap>(*mesh, std::vector<NodeId>{NodeId(15)}, std::vector<LinkEnd>{});
  CHECK_FALSE(OffsetFlows::apply(*mesh, *make_relation("dor", *mesh, options)));
}

TEST_CASE("claims that do not hold are found", "[offset-flows]") {
  const auto t = make_topology("mesh:8x8");
  const auto valiant = make_relation("valiant", *t, {}), dor = make_relation("dor", *t, {}), o1turn = make_relation("o1turn", *t, {});
  CHECK_THROWS_AS(PairLoads(*t, Claims(*valiant), {}), InvariantError);
  CHECK_THROWS_WITH(PairLoads(*t, Uneven(*dor, *o1turn), {}), Catch::Contains("how far apart"));
}
