// What schedules send, as rows of a pattern: one flow a pair, relative to the source that sends most.
#include <catch2/catch.hpp>

#include "traffic/schedules/demand_traffic.hpp"
#include "traffic/schedules/schedule_builder.hpp"

using namespace dateline;

namespace {

void message(ScheduleBuilder& b, std::uint32_t from, std::uint32_t to, std::uint64_t bytes) {
  b.send(from, to, bytes);
  b.recv(to, from, bytes);
}

}  // namespace

TEST_CASE("the messages of a pair are one flow of a row, times their repetitions, beside those of other jobs") {
  ScheduleBuilder b({"simulate", "workload"}, "schedule:a.txt", 3);
  message(b, 0, 2, 4);  // 5 flits with the head flit
  message(b, 0, 1, 9);
  message(b, 1, 0, 0);
  message(b, 0, 2, 2);
  b.repeat(3);
  const Schedule first = b.build();
  ScheduleBuilder c({"simulate", "workload"}, "schedule:b.txt", 2);
  message(c, 1, 0, 99);
  const Schedule second = c.build();
  const std::vector<TerminalId> places{TerminalId(5), TerminalId(1), TerminalId(0)}, others{TerminalId(2), TerminalId(3)};
  const DemandTraffic demand({{&first, &places}, {&second, &others}}, {}, 6);
  CHECK(demand.scale() == 100);
  const std::vector<Demand> row = demand.row(TerminalId(5));
  REQUIRE(row.size() == 2);
  CHECK(row[0].destination == TerminalId(0));
  CHECK(row[0].probability == Rational(3 * (5 + 3), 100));
  CHECK(row[1].destination == TerminalId(1));
  CHECK(row[1].probability == Rational(3 * 10, 100));
  CHECK(demand.share(TerminalId(5)) == Rational(54, 100));
  CHECK(demand.share(TerminalId(1)) == Rational(3, 100));
  CHECK(demand.share(TerminalId(3)) == 1);
  for (const std::uint32_t silent : {0U, 2U, 4U}) CHECK(demand.row(TerminalId(silent)).empty());
}

TEST_CASE("more flits than a run lasts for are as many as can be counted, not fewer") {
  const std::uint64_t bytes = 1'000'000'000'000'000;
  const Integer most = (Integer(1) << 64U) - 1;
  for (const std::uint64_t repeat : {std::uint64_t{1}, std::uint64_t{20'000}}) {
    const int messages = repeat == 1 ? 20'000 : 1;  // 2 x 10^19 flits either way, and 2^64 is 1.8 x 10^19
    ScheduleBuilder b({"simulate", "workload"}, "schedule:some.txt", 2);
    for (int i = 0; i < messages; ++i) message(b, 0, 1, bytes);
    b.repeat(repeat);
    const Schedule schedule = b.build();
    const std::vector<TerminalId> places{TerminalId(0), TerminalId(1)};
    const DemandTraffic demand({{&schedule, &places}}, {}, 2);
    CHECK(demand.scale() == most);
    CHECK(demand.row(TerminalId(0)).front().probability == 1);
  }
}
