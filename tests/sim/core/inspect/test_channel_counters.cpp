// The blocked counters of channels (sim/core/inspect/channel_counters.hpp; docs/guide/results.md) worked out by hand
// from docs/reference/router-cycle.md.
// In the comments: a worm "crosses a->b at 2..5" if its flits cross in cycles 2, 3, 4, 5; a flit that crosses at t can
// leave its buffer from t + 1 on.
#include <catch2/catch.hpp>
#include <vector>

#include "tests/support/channel_flits.hpp"
#include "tests/support/harness.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

using Counts = ChannelCounters::Counts;

class Nobody final : public DeliveryObserver {
 public:
  void delivered(const Delivery& /*delivery*/) override {}
};

RouterConfig router(int vcs, int injection_vcs, int depth) {
  RouterConfig config;
  config.vcs = vcs;
  config.injection_vcs = injection_vcs;
  config.buffer_depth = depth;
  config.selection = Selection::lowest;
  return config;
}

Send packet(Cycle generated, std::uint32_t from, std::uint32_t to, std::uint32_t length) {
  return {generated, TerminalId(from), TerminalId(to), length};
}

// Counts per channel after each cycle, until the network is empty. The result must not depend on the order of visits
// nor on the path through the code.
std::vector<std::vector<Counts>> run(const Topology& topology, const RoutingRelation& relation, RouterConfig config, const std::vector<Send>& sends) {
  std::vector<std::vector<Counts>> after;
  for (const int variant : {0, 1, 2, 3}) {
    config.execution.reverse_order = (variant & 1) != 0;
    config.execution.general_path = (variant & 2) != 0;
    Nobody nobody;
    CompiledNetwork machine(config, Wiring::of(topology), relation, nobody);
    std::vector<std::vector<Counts>> here;
    std::size_t next = 0;
    for (Cycle now = 0; next < sends.size() || !machine.idle(); ++now) {
      REQUIRE(now < 1000);
      for (; next < sends.size() && sends[next].generated == now; ++next) {
        machine.send(sends[next].source, {now, sends[next].destination, sends[next].length, 0, false});
      }
      machine.step(now);
      here.push_back(machine.crossings());
    }
    if (variant == 0) after = here;
    for (std::size_t t = 0; t < after.size(); ++t) {
      for (std::size_t c = 0; c < after[t].size(); ++c) {
        REQUIRE(here[t][c].head_blocked == after[t][c].head_blocked);
        REQUIRE(here[t][c].flit_blocked == after[t][c].flit_blocked);
      }
    }
  }
  return after;
}

// Counts of a line of three nodes after the last cycle: channels 0->1 and 1->2; the channels back must stay at 0.
struct Line {
  Counts first, second;
};
Line run_line(const RouterConfig& config, const std::vector<Send>& sends) {
  const TestNetwork line("mesh:3", config.vcs);
  const std::vector<Counts> counts = run(*line.topology, *line.relation, config, sends).back();
  const auto channel = [&](std::uint32_t from, std::uint32_t to) {
    std::uint32_t c = 0;
    while (!(line.topology->channel(ChannelId(c)).from == NodeId(from) && line.topology->channel(ChannelId(c)).to == NodeId(to))) ++c;
    return counts[c];
  };
  for (const Counts& back : {channel(1, 0), channel(2, 1)}) CHECK(back.head_blocked + back.flit_blocked == 0);
  return {channel(0, 1), channel(1, 2)};
}

// From node 4 of mesh:3x3 to node 8 by its channel to 5, or by the one to 7 of rank `second_rank`.
class TwoWays final : public RoutingRelation {
 public:
  TwoWays(const Topology& topology, std::uint8_t second_rank) : topology_(topology), second_rank_(second_rank) {}
  [[nodiscard]] StartStates start(NodeId /*src*/, NodeId /*dst*/) const override { return {StartState{}}; }
  void next(NodeId node, ChannelId /*in*/, NodeId dst, HeaderState /*state*/, Candidates& out) const override {
    if (node == dst) {
      out.emplace_back().exit = Exit::deliver;
    } else if (node == NodeId(4)) {
      offer(node, 0, 0, 0, out);
      offer(node, 2, 1, second_rank_, out);
    } else {
      offer(node, node == NodeId(5) ? 2 : 0, 0, 0, out);
    }
  }
  [[nodiscard]] int classes() const override { return 1; }

 private:
  void offer(NodeId node, std::uint16_t port, std::uint32_t route, std::uint8_t rank, Candidates& out) const {
    Candidate& c = out.emplace_back();
    c.route = route;
    c.channel = topology_.out(node, Port(port));
    c.classes = 1;
    c.weight = 0;
    c.rank = rank;
  }
  const Topology& topology_;
  std::uint8_t second_rank_;
};

}  // namespace

TEST_CASE("alone in the network nothing is blocked") {
  const Line line = run_line(router(1, 1, 2), {packet(0, 0, 2, 10)});
  CHECK(line.first.flits == 10);
  CHECK(line.first.head_blocked + line.first.flit_blocked + line.second.head_blocked + line.second.flit_blocked == 0);
}

TEST_CASE("a header is blocked from the cycle in which it could be given a VC until it is given one") {
  // 0->2, 8 flits, crosses 1->2 at 2..9; its tail leaves the buffer at 10. 1->2, generated at 3, asks for the same VC
  // from 4 on.
  const std::vector<Send> sends = {packet(0, 0, 2, 8), packet(3, 1, 2, 3)};
  RouterConfig config = router(1, 1, 2);
  CHECK(run_line(config, sends).second.head_blocked == 7);  // 4..10: the VC can be allocated again at 11
  CHECK(run_line(config, sends).first.head_blocked == 0);
  config.vc_reuse = VcReuse::tail;
  CHECK(run_line(config, sends).second.head_blocked == 6);  // 4..9: at 10
}

TEST_CASE("the routing delay of a header does not count as blocked") {
  // As above with a delay of 2: the worm from node 0 is given 0->1 at 3 and waits at node 1 from 4 on, as the one
  // generated there; both could be given 1->2 at 6. The network port is first; it crosses at 6..13, its tail leaves at
  // 14.
  RouterConfig config = router(1, 1, 2);
  config.routing_delay = 2;
  const Line line = run_line(config, {packet(0, 0, 2, 8), packet(3, 1, 2, 3)});
  CHECK(line.second.head_blocked == 9);  // 6..14
  CHECK(line.first.head_blocked == 0);
}

TEST_CASE("a header that waits still is counted up to the last cycle") {
  const TestNetwork line("mesh:3", 1);
  const auto after = run(*line.topology, *line.relation, router(1, 1, 2), {packet(0, 0, 2, 8), packet(3, 1, 2, 3)});
  const std::uint32_t second = line.topology->out(NodeId(1), Port(0)).value();
  for (std::uint64_t t = 0; t < after.size(); ++t) {
    CAPTURE(t);
    CHECK(after[t][second].head_blocked == (t < 4 ? 0 : t > 10 ? 7 : t - 3));
  }
}

TEST_CASE("a channel is blocked while the only flit that waits for it finds the buffer full") {
  // 1->2 crosses 1->2 at 1..10, and its VC is free from 12 on. The header of 0->2 crosses 0->1 at 1 and waits at node 1
  // at 2..11; the second flit crosses 0->1 at 2, then the buffer is full. The third waits at node 0 from 3 on; the
  // header leaves at 12, so there is a place from 13 on.
  const Line line = run_line(router(1, 1, 2), {packet(0, 0, 2, 4), packet(0, 1, 2, 10)});
  CHECK(line.second.head_blocked == 10);
  CHECK(line.first.flit_blocked == 10);  // 3..12
  CHECK(line.second.flit_blocked == 0);
  CHECK(line.first.head_blocked == 0);
}

TEST_CASE("with one place a buffer the channel is blocked from the second flit on") {
  // Depth 1: every other cycle. 1->2 crosses 1->2 at 1, 3, .., 19; its tail leaves at 20. The header of 0->2 waits at
  // node 1 at 2..20 and leaves at 21. The second flit waits at node 0 from 3 on and finds a place at 22; the third
  // comes to node 0 at 24, when the second has left at 23.
  const Line line = run_line(router(1, 1, 1), {packet(0, 0, 2, 4), packet(0, 1, 2, 10)});
  CHECK(line.second.head_blocked == 19);
  CHECK(line.first.flit_blocked == 19);  // 3..21
  CHECK(line.second.flit_blocked == 0);
}

TEST_CASE("a channel too long for its buffers is blocked while credits are on their way") {
  // Latency 2, depth 2: 0->1 crosses at 1, 2, 5, 6, 9, 10, as a flit sent at t leaves at t + 2 and its place is back at
  // t + 4.
  RouterConfig config = router(1, 1, 2);
  config.channel_latency = 2;
  CHECK(run_line(config, {packet(0, 0, 1, 6)}).first.flit_blocked == 4);  // 3, 4, 7, 8
  config.ejection = Ejection::channel;
  CHECK(run_line(config, {packet(0, 0, 1, 6)}).first.flit_blocked == 4);
}

TEST_CASE("a channel over which another VC sends is not blocked") {
  // Two worms of 20 flits from node 1 take both VCs of 1->2 in turn: the first crosses at 1, 3, .., 39, the second at
  // 2, 4, .., 40; a VC is free from 41 on. The header of 0->2 (generated at 1) waits at node 1 at 3..40; its third flit
  // waits at node 0 from 4 on, until 41. 0->1, 5 flits, generated at 10, crosses 0->1 on the other VC at 11..15.
  const std::vector<Send> sends = {packet(0, 1, 2, 20), packet(0, 1, 2, 20), packet(1, 0, 2, 4), packet(10, 0, 1, 5)};
  const Line alone = run_line(router(2, 2, 2), {sends[0], sends[1], sends[2]});
  CHECK(alone.second.head_blocked == 38);
  CHECK(alone.first.flit_blocked == 38);
  const Line both = run_line(router(2, 2, 2), sends);
  CHECK(both.second.head_blocked == 38);
  CHECK(both.first.flit_blocked == 33);
  CHECK(both.second.flit_blocked == 0);
}

// The three worms of the next two cases leave their node in turn: the first's 10 flits cross the injection channel at
// 0, 3, 5, .., 19 (a single flit crosses at 2), so it crosses the next channel at 1, 4, 6, .., 20 and its tail leaves
// at 21. The single flit waits at 3..21.
constexpr std::uint64_t kWaits = 19;

TEST_CASE("an adaptive header is charged to every candidate channel of the last rank, and to no other") {
  const auto mesh = make_cube("mesh:3x3");
  const std::vector<Send> sends = {packet(0, 4, 8, 10), packet(0, 4, 8, 10), packet(0, 4, 8, 1)};
  const std::uint32_t to_5 = mesh->out(NodeId(4), Port(0)).value(), to_7 = mesh->out(NodeId(4), Port(2)).value();
  const auto ranked = run(*mesh, TwoWays(*mesh, 1), router(1, 3, 2), sends).back();
  CHECK(ranked[to_5].head_blocked == 0);
  CHECK(ranked[to_7].head_blocked == kWaits);
  const auto equal = run(*mesh, TwoWays(*mesh, 0), router(1, 3, 2), sends).back();
  CHECK(equal[to_5].head_blocked == kWaits);
  CHECK(equal[to_7].head_blocked == kWaits);
}

TEST_CASE("with escape channels a header that finds neither an adaptive VC nor its escape VC is charged once to their channel") {
  const TestNetwork ring("torus:5", 3, TieRule::split, VcPolicy::shared);
  const auto counts = run(*ring.topology, *ring.relation, router(3, 3, 2), {packet(0, 0, 1, 10), packet(0, 0, 1, 10), packet(0, 0, 1, 1)}).back();
  for (std::uint32_t c = 0; c < counts.size(); ++c) {
    CAPTURE(c);
    CHECK(counts[c].head_blocked == (ChannelId(c) == ring.topology->out(NodeId(0), Port(0)) ? kWaits : 0));
  }
}

TEST_CASE("flit-hops are the flits that have crossed network channels, those of worms under way too") {
  Nobody nobody;
  const TestNetwork network("mesh:8", 1);
  CompiledNetwork machine(router(1, 1, 2), Wiring::of(*network.topology), *network.relation, nobody);
  for (const std::uint32_t from : {0U, 1U, 2U}) machine.send(TerminalId(from), {0, TerminalId(7), 12, 0, true});
  for (Cycle now = 0; !machine.idle(); ++now) {
    machine.step(now);
    std::uint64_t crossed = 0;
    for (const std::uint64_t flits : channel_flits(machine)) crossed += flits;
    CAPTURE(now);
    CHECK(machine.flit_hops() == crossed);
  }
  CHECK(machine.flit_hops() == 12 * (7 + 6 + 5));
}
