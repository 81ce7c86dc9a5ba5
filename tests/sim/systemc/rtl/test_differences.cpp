// What differs between two runs, on events written by hand: a packet of two flits from node 0 over node 1 to node 2 of
// a mesh, and routers that keep each flit for one or three cycles.
#include <algorithm>
#include <catch2/catch.hpp>

#include "sim/systemc/rtl/differences.hpp"
#include "tests/support/harness.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

struct Line {
  Line()
      : net("mesh:4x4", 1),
        pattern(make_traffic("uniform", *net.topology)),
        run({}, *pattern, 16),
        machine(config(), Wiring::of(*net.topology), *net.relation, run) {
    const VcNumbering& numbering = machine.tile().numbering;
    injection = numbering.vc(numbering.injection_channel(TerminalId(0)), 0);
    first = numbering.vc(net.topology->out(NodeId(0), Port(0)), 0);
    second = numbering.vc(net.topology->out(NodeId(1), Port(0)), 0);
  }
  static RouterConfig config() {
    RouterConfig config;
    config.vcs = config.injection_vcs = 1;
    return config;
  }
  // Each flit crosses the next channel `hop` cycles after the one before.
  [[nodiscard]] std::vector<CrossingEvent> events(Cycle hop) const {
    std::vector<CrossingEvent> events;
    for (Cycle flit = 0; flit < 2; ++flit) {
      Cycle cycle = flit;
      for (const VcId vc : {injection, first, second}) {
        events.push_back({cycle, vc, 0, 7, flit == 1});
        cycle += hop;
      }
    }
    std::stable_sort(events.begin(), events.end(), [](const CrossingEvent& a, const CrossingEvent& b) { return a.cycle < b.cycle; });
    return events;
  }

  TestNetwork net;
  std::unique_ptr<TrafficPattern> pattern;
  Run run;
  CompiledNetwork machine;
  VcId injection, first, second;
};

constexpr Cycle kNever = CycleClient::kNever;

}  // namespace

TEST_CASE("cycles a hop are those between a head flit's crossings, by router") {
  const Line line;
  const RouterTimes times = times_of(line.events(3), {}, kNever, line.machine.tile());
  REQUIRE(times.hops.size() == 2);
  for (const std::uint32_t router : {0U, 1U}) {
    CHECK(times.hops.at(router).heads == 1);
    CHECK(times.hops.at(router).least == 3);
    CHECK(times.hops.at(router).sum == 3);
  }
}

TEST_CASE("a compiled router gives its credits as the flits leave") {
  const Line line;
  const RouterTimes times = times_of(line.events(3), {}, kNever, line.machine.tile());
  CHECK(times.loops.flits == 4);
  CHECK(times.loops.least == 4);  // 3 in the router, 1 on the link
  CHECK(times.loops.sum == 16);
  CHECK(times.loops.soonest == 0);
  CHECK(times.loops.latest == 0);
}

TEST_CASE("the credit loop of external routers is that of the credits they give") {
  const Line line;
  // Node 0 gives them a cycle early, node 1 two cycles late.
  const std::vector<CreditEvent> credits{{2, line.injection}, {3, line.injection}, {8, line.first}, {9, line.first}};
  const RouterTimes times = times_of(line.events(3), credits, kNever, line.machine.tile());
  CHECK(times.loops.flits == 4);
  CHECK(times.loops.least == 3);
  CHECK(times.loops.sum == 3 + 3 + 6 + 6);
  CHECK(times.loops.soonest == -1);
  CHECK(times.loops.latest == 2);
}

TEST_CASE("a credit that is still owed is left out") {
  const Line line;
  const RouterTimes times = times_of(line.events(3), {{2, line.injection}}, kNever, line.machine.tile());
  CHECK(times.loops.flits == 3);  // the second flit of the injection buffer has none; node 1 is compiled
  CHECK(times.loops.latest == 0);
}

TEST_CASE("crossings are so many cycles later") {
  const Line line;
  const Shifts shifts = shifts_of(line.events(1), line.events(3), kNever, line.machine.tile().numbering);
  CHECK(shifts.later == std::map<std::int64_t, std::uint64_t>{{0, 2}, {2, 2}, {4, 2}});
  CHECK(shifts.in_one_run == 0);
  CHECK(text_of(shifts) == "in the same cycle 2, 2 later 2, 4 later 2");
}

TEST_CASE("events from the last cycle on are left out, in both runs") {
  const Line line;
  const Shifts shifts = shifts_of(line.events(1), line.events(3), 4, line.machine.tile().numbering);
  CHECK(shifts.later == std::map<std::int64_t, std::uint64_t>{{0, 2}, {2, 1}});
  CHECK(shifts.in_one_run == 3);  // compiled: the second flit over the first channel, both over the second
}

TEST_CASE("a flit that goes another way crosses its channels in one run only") {
  const Line line;
  std::vector<CrossingEvent> away = line.events(1);
  for (CrossingEvent& e : away) {
    if (e.vc == line.second) e.vc = line.machine.tile().numbering.vc(line.net.topology->out(NodeId(1), Port(2)), 0);
  }
  const Shifts shifts = shifts_of(line.events(1), away, kNever, line.machine.tile().numbering);
  CHECK(text_of(shifts) == "in the same cycle 4, in one run only 4");
}

TEST_CASE("of many shifts the most frequent are named, and the range of the others") {
  Shifts shifts;
  shifts.later = {{-2, 1}, {0, 10}, {1, 20}, {2, 5}, {3, 4}, {9, 2}};
  CHECK(text_of(shifts) == "in the same cycle 10, 1 later 20, 2 later 5, 3 later 4, others 3 (2 earlier to 9 later)");
}

TEST_CASE("what differs is said in a line each") {
  Line line;
  CrossingRecord record(line.run);
  CompiledNetwork machine(Line::config(), Wiring::of(*line.net.topology), *line.net.relation, record);
  record.begin(machine);
  const std::vector<std::string> lines = differences({record, nullptr}, {record, nullptr}, kNever, machine.tile());
  REQUIRE(lines.size() == 10);
  CHECK_THAT(lines[0], Catch::EndsWith("compiled    external"));
  CHECK_THAT(lines[1], Catch::StartsWith("packets delivered") && Catch::EndsWith(" 0           0"));
  CHECK_THAT(lines[2], Catch::StartsWith("saturated") && Catch::EndsWith("refused"));
  CHECK_THAT(lines[4], Catch::StartsWith("a hop of a head flit, cycles: least") && Catch::EndsWith("-"));
  CHECK_THAT(lines[9], Catch::StartsWith("crossings of the same flits: "));
}
