// Cpus of the ranks of a schedule, cycle by cycle.
#include <catch2/catch.hpp>

#include "sim/measure/schedule/rank_cpus.hpp"
#include "traffic/schedules/schedule_builder.hpp"

using namespace dateline;

namespace {

using Operations = std::vector<std::uint32_t>;

struct Cycles {
  explicit Cycles(const Schedule& schedule, MessageOverheads overheads = {}) : cpus(schedule, overheads) {}
  // Cycle `now`, in which these want cpus: who occupies one from then on; `released`: whose cpu is free afterwards.
  Operations execute(Cycle now, const Operations& wanting = {}) {
    cpus.begin_cycle();
    for (const std::uint32_t operation : wanting) cpus.want(operation, now);
    Operations occupied;
    cpus.occupy(now, [&](std::uint32_t operation) -> Cycle {
      occupied.push_back(operation);
      return more;
    });
    released.clear();
    cpus.release(now, [&](std::uint32_t operation) { released.push_back(operation); });
    return occupied;
  }
  RankCpus cpus;
  Operations released;
  Cycle more = 0;  // of what is occupied next, beside its own time
};

}  // namespace

TEST_CASE("a cpu is occupied by what was ready first, and of that by what is first in the file") {
  ScheduleBuilder builder({"test", "workload"}, "made here", 1);
  for (const std::uint64_t cycles : {2U, 1U, 1U, 1U}) builder.compute(0, cycles);
  const Schedule schedule = builder.build();
  Cycles run(schedule);
  CHECK(run.execute(10, {3, 0}) == Operations{0});  // in 10 and 11
  CHECK(run.released.empty());
  CHECK(run.cpus.next_cycle(11) == Cycle{11});
  CHECK(run.execute(11, {1, 2}).empty());
  CHECK(run.released == Operations{0});
  CHECK(run.execute(12) == Operations{3});
  CHECK(run.execute(13) == Operations{1});
  CHECK(run.execute(14) == Operations{2});
  CHECK(run.released == Operations{2});
  CHECK_FALSE(run.cpus.next_cycle(15));
}

TEST_CASE("each rank has its cpus, and messages occupy them for their overheads") {
  ScheduleBuilder builder({"test", "workload"}, "made here", 2);
  builder.compute(0, 4);
  builder.compute(0, 3, 1);
  builder.send(0, 1, 1);
  builder.recv(1, 0, 1);
  const Schedule schedule = builder.build();
  Cycles run(schedule, {2, 5});
  CHECK(run.execute(0, {0, 1, 2}) == Operations{0, 1});
  run.cpus.want_next(3, 1);
  CHECK(run.cpus.next_cycle(1) == Cycle{1});
  CHECK(run.execute(1) == Operations{3});  // 1..5
  CHECK(run.cpus.next_cycle(2) == Cycle{2});
  CHECK(run.execute(2).empty());
  CHECK(run.released == Operations{1});
  CHECK(run.execute(3).empty());
  CHECK(run.released == Operations{0});
  CHECK(run.execute(4) == Operations{2});  // 4 and 5
  CHECK(run.execute(5).empty());
  CHECK(run.released == Operations{2, 3});
}

TEST_CASE("adding up bytes occupies the receiving cpu, rounded up once a message, and noise what it is added to") {
  ScheduleBuilder builder({"test", "workload"}, "made here", 2);
  builder.compute(0, 4);
  builder.send(0, 1, 5);
  builder.send(0, 1, 5);
  builder.reduce(builder.recv(1, 0, 5));
  builder.recv(1, 0, 5);
  const Schedule schedule = builder.build();
  Cycles run(schedule, {0, 0, Rational(3, 10)});
  CHECK(run.cpus.receive_occupies(3));
  CHECK_FALSE(run.cpus.receive_occupies(4));
  run.more = 2;
  CHECK(run.execute(0, {0}) == Operations{0});  // 0..5
  run.more = 0;
  run.cpus.want_next(3, 1);
  CHECK(run.execute(1) == Operations{3});  // 1.5 cycles: 1 and 2
  CHECK(run.execute(2).empty());
  CHECK(run.released == Operations{3});
  CHECK(run.cpus.next_cycle(3) == Cycle{5});
}
