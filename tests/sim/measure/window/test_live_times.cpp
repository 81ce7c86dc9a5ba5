// How long terminals live where their nodes fail and are repaired, by hand.
#include <catch2/catch.hpp>
#include <memory>

#include "models/network/faults/fault_map.hpp"
#include "sim/measure/window/live_times.hpp"
#include "tests/support/cases/terminal_networks.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

// Of which only the faults are asked for.
class Faulty final : public RoutingRelation {
 public:
  Faulty(const Topology& topology, std::vector<NodeId> nodes) {
    if (!nodes.empty()) set_faults(std::make_shared<FaultMap>(topology, std::move(nodes), std::vector<LinkEnd>{}));
  }
  [[nodiscard]] StartStates start(NodeId, NodeId) const override { return {}; }
  void next(NodeId, ChannelId, NodeId, HeaderState, Candidates&) const override {}
  [[nodiscard]] int classes() const override { return 1; }
};

}  // namespace

TEST_CASE("terminals live with their node") {
  // Three routers with two, one and one terminals; router 2 has failed before, 0 fails in cycle 10, 2 is repaired in
  // 20, 0 in 30.
  const TerminalCube t(CubeTopology::Kind::mesh, {3}, routers_of({2, 1, 1}));
  const Faulty both(t, {NodeId(0), NodeId(2)}), first(t, {NodeId(0)}), none(t, {});
  const LiveTimes times(4, {0, 0, 0, 1}, {{10, &both, nullptr}, {20, &first, nullptr}, {30, &none, nullptr}});
  CHECK(times.of(0, 10) == std::vector<Cycle>{10, 10, 10, 0});
  CHECK(times.of(5, 25) == std::vector<Cycle>{5, 5, 20, 5});
  CHECK(times.total(5, 25) == 35);
  CHECK(times.of(10, 11) == std::vector<Cycle>{0, 0, 1, 0});
  CHECK(times.of(0, 100) == std::vector<Cycle>{80, 80, 100, 80});
  CHECK(times.of(40, 50) == std::vector<Cycle>(4, 10));
  CHECK(times.of(7, 7) == std::vector<Cycle>(4, 0));
  CHECK(times.total(7, 7) == 0);
}

TEST_CASE("where nothing fails all live all the time") {
  const LiveTimes times(3, {}, {});
  CHECK(times.of(3, 8) == std::vector<Cycle>(3, 5));
  CHECK(times.total(3, 8) == 15);
}
