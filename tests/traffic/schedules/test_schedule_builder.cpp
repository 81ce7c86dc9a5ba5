// What a schedule builder makes of operations, and what it refuses by name.
#include <catch2/catch.hpp>
#include <functional>

#include "models/base/error.hpp"
#include "traffic/schedules/schedule_builder.hpp"

using namespace dateline;

namespace {

ScheduleBuilder builder(std::uint32_t ranks) { return {{"simulate", "workload"}, "schedule:some.txt", ranks}; }

std::string refusal(std::uint32_t ranks, const std::function<void(ScheduleBuilder&)>& add) {
  ScheduleBuilder b = builder(ranks);
  add(b);
  try {
    (void)b.build();
  } catch (const ConfigError& e) {
    return e.what();
  }
  return "nothing was refused";
}

using Catch::Contains;

}  // namespace

TEST_CASE("operations of a rank stand together, in the order in which they came") {
  ScheduleBuilder b = builder(3);
  const auto x = b.compute(2, 1);
  b.compute(0, 2);
  const auto y = b.compute(2, 3);
  b.compute(0, 4);
  b.after(y, x);
  const Schedule s = b.build();
  REQUIRE(s.size() == 4);
  CHECK(s.ranks() == 3);
  CHECK(s.begin(0) == 0);
  CHECK(s.begin(1) == 2);
  CHECK(s.begin(2) == 2);
  CHECK(s.begin(3) == 4);
  const std::uint64_t amounts[] = {2, 4, 1, 3};
  for (std::uint32_t i = 0; i < 4; ++i) CHECK(s[i].amount == amounts[i]);
  CHECK(s.waits()[2] == 0);
  CHECK(s.waits()[3] == 1);
  REQUIRE(s.followers(2).end() - s.followers(2).begin() == 1);
  CHECK(s.followers(2).begin()->operation == 3);
  CHECK(s.followers(2).begin()->on_start == 0);
  CHECK(s.followers(3).begin() == s.followers(3).end());
}

TEST_CASE("sends and recvs are matched by source, destination, tag and order") {
  ScheduleBuilder b = builder(2);
  b.recv(1, 0, 8, 5);   // 3 in the end
  b.send(0, 1, 9, 6);   // 0
  b.send(0, 1, 8, 5);   // 1
  b.send(0, 1, 10, 5);  // 2
  b.recv(1, 0, 10, 5);  // 4
  b.recv(1, 0, 9, 6);   // 5
  const Schedule s = b.build();
  CHECK(s[1].partner == 3);
  CHECK(s[3].partner == 1);
  CHECK(s[2].partner == 4);
  CHECK(s[0].partner == 5);
  CHECK(s.messages() == 3);
}

TEST_CASE("what has no partner, or one of another size, is refused by name") {
  CHECK_THAT(refusal(2, [](ScheduleBuilder& b) { b.send(0, 1, 8, 3, 0, 7); }), Contains("schedule:some.txt") &&
                                                                                   Contains("send of 8 bytes (rank 0, line 7) without its recv") &&
                                                                                   Contains("from rank 0 to rank 1, tag 3"));
  CHECK_THAT(refusal(2, [](ScheduleBuilder& b) { b.recv(1, 0, 8); }), Contains("recv of 8 bytes (operation 0 of rank 1) without its send"));
  CHECK_THAT(refusal(2, [](ScheduleBuilder& b) { b.send(0, 1, 8, 3), b.recv(1, 0, 8, 4); }), Contains("without its"));
  CHECK_THAT(refusal(2, [](ScheduleBuilder& b) { b.send(0, 1, 8, 3, 0, 2), b.send(0, 1, 8, 3, 0, 4), b.recv(1, 0, 8, 3, 0, 5); }),
             Contains("line 4") && Contains("without its recv"));
  CHECK_THAT(refusal(2, [](ScheduleBuilder& b) { b.send(0, 1, 8, 0, 0, 2), b.recv(1, 0, 9, 0, 0, 5); }),
             Contains("send of 8 bytes (rank 0, line 2)") && Contains("recv of 9 bytes (rank 1, line 5)"));
}

TEST_CASE("operations that wait for each other are refused, and named") {
  // Both ranks receive before they send.
  CHECK_THAT(refusal(2,
                     [](ScheduleBuilder& b) {
                       for (std::uint32_t r = 0; r < 2; ++r) {
                         const auto recv = b.recv(r, 1 - r, 8, 0, 0, 10 * r + 1);
                         b.after(b.send(r, 1 - r, 8, 0, 0, 10 * r + 2), recv);
                       }
                     }),
             Contains("cannot finish") && Contains("rank 0, line 1") && Contains("rank 0, line 2") && Contains("rank 1, line 11") &&
                 Contains("rank 1, line 12"));
  CHECK_THAT(refusal(1,
                     [](ScheduleBuilder& b) {
                       const auto a = b.compute(0, 1), c = b.compute(0, 2);
                       b.after(a, c), b.after(c, a);
                     }),
             Contains("compute of 1 cycles (operation 0 of rank 0)") && Contains("compute of 2 cycles (operation 1 of rank 0)"));
  CHECK_THAT(refusal(1,
                     [](ScheduleBuilder& b) {
                       std::vector<ScheduleBuilder::Handle> all;
                       for (int i = 0; i < 50; ++i) all.push_back(b.compute(0, 1));
                       for (std::size_t i = 0; i < 50; ++i) b.after(all[i], all[(i + 1) % 50]);
                     }),
             Contains("through 50 operations"));
}

TEST_CASE("what starts after a recv has started does not wait for its message") {
  ScheduleBuilder b = builder(2);
  for (std::uint32_t r = 0; r < 2; ++r) b.after_start(b.send(r, 1 - r, 8), b.recv(r, 1 - r, 8));
  CHECK(b.build().messages() == 2);
}
