// Stage 2 of one row: the published schedule, and for all rows the closed formula that Lemma 2 states.
#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>

#include "models/base/error.hpp"
#include "models/base/numbers/random.hpp"
#include "models/mesh/inverse_sort/inverse_sort.hpp"
#include "models/mesh/inverse_sort/row_stage_two.hpp"
#include "tests/support/published.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// Where and when the formula puts the packets, the farthest first (ties: the later place in T).
std::vector<RowPacket> formula(const std::vector<int>& columns) {
  const int n = static_cast<int>(columns.size());
  const std::vector<int> positions = inverse_sort_positions(n);
  std::vector<int> places(columns.size());
  std::iota(places.begin(), places.end(), 1);
  std::reverse(places.begin(), places.end());
  std::stable_sort(places.begin(), places.end(), [&](int a, int b) { return columns[at(a - 1)] > columns[at(b - 1)]; });
  std::vector<RowPacket> packets;
  for (int q = 0; q < n && columns[at(places[at(q)] - 1)] != kNullPacket; ++q) {
    const int rank = n - q;
    packets.push_back(
        {places[at(q)], columns[at(places[at(q)] - 1)], n + q, rank, n + positions[at(rank)], 2 * n - rank + positions[at(rank)] - 1, {}});
  }
  return packets;
}

void check_against_formula(const std::vector<int>& columns) {
  INFO("columns " << Catch::StringMaker<std::vector<int>>::convert(columns));
  const RowSchedule schedule = run_stage_2(columns);
  const std::vector<RowPacket> expected = formula(columns);
  REQUIRE(schedule.packets.size() == expected.size());
  int last = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const RowPacket &p = schedule.packets[i], &e = expected[i];
    REQUIRE(std::tie(p.start, p.column, p.enter_step, p.rank, p.stop, p.stop_step) ==
            std::tie(e.start, e.column, e.enter_step, e.rank, e.stop, e.stop_step));
    last = std::max(last, p.stop_step);
  }
  REQUIRE(schedule.last_step == last);
  REQUIRE(schedule.last_step <= t2_budget(static_cast<int>(columns.size())));
  REQUIRE(schedule.most_held <= 2);
}

}  // namespace

TEST_CASE("the row of the paper is laid out step for step as printed") {
  const auto published = read_published("mesh-routing.json")["lemma2_paper"];
  const auto names = published["sequence"].get<std::vector<std::string>>();
  std::vector<int> columns;
  for (const std::string& name : names) columns.push_back('e' - name[0]);  // a is the farthest
  const RowSchedule schedule = run_stage_2(columns);
  REQUIRE(schedule.packets.size() == 8);
  std::vector<std::string> right_half(8);
  for (std::size_t i = 0; i < 8; ++i) {
    const RowPacket& p = schedule.packets[i];
    const auto& e = published["schedule"][i];
    INFO(e.dump());
    CHECK(names[at(p.start - 1)] == e["packet"].get<std::string>());
    CHECK("P" + std::to_string(p.start) == e["start"].get<std::string>());
    CHECK(p.enter_step == e["enters_P9_at_step"].get<int>());
    CHECK(p.rank == e["rank_in_w"].get<int>());
    CHECK("P" + std::to_string(p.stop) == e["stops_at"].get<std::string>());
    CHECK(p.stop_step == e["at_step"].get<int>());
    right_half[at(p.stop - 9)] = names[at(p.start - 1)];
  }
  CHECK(right_half == published["final_right_half"].get<std::vector<std::string>>());
  CHECK(schedule.last_step == published["last_step"].get<int>());
}

TEST_CASE("every row of up to six places, null packets too, keeps the formula") {
  for (int n = 0; n <= sample(6, 5); ++n) {
    const int symbols = std::min(n, 5) + 1;
    std::vector<int> columns(at(n), 0);
    while (true) {
      check_against_formula(columns);
      auto digit = columns.begin();
      while (digit != columns.end() && ++*digit == symbols) *digit++ = 0;
      if (digit == columns.end()) break;
    }
  }
}

TEST_CASE("long random rows, full, sparse and of few columns, keep the formula") {
  RandomStream random(1, 0, Purpose::start);
  for (const int n : {7, 16, 33, 64, 150}) {
    for (const int symbols : {2, 3, n + 1}) {
      for (int repeat = 0; repeat < 5; ++repeat) {
        std::vector<int> columns(at(n));
        for (int& column : columns) column = static_cast<int>(random.below(static_cast<std::uint32_t>(symbols)));
        check_against_formula(columns);
      }
    }
  }
}

TEST_CASE("a packet crosses one link a step in T' and never before its processor may send") {
  const RowSchedule schedule = run_stage_2({4, 0, 1, 2, 2, 4, 3, 1});
  REQUIRE(schedule.packets.size() == 7);
  for (const RowPacket& p : schedule.packets) {
    REQUIRE(p.crosses.size() == at(p.stop - p.start));
    for (int place = p.start; place < p.stop; ++place) {
      const int step = p.crosses[at(place - p.start)];
      CHECK(step >= std::min(place, 8));
      if (place > p.start) CHECK(step > p.crosses[at(place - p.start - 1)]);
      if (place > 8) CHECK(step == p.enter_step + place - 8);
    }
    CHECK(p.crosses[at(8 - p.start)] == p.enter_step);
    CHECK(p.crosses.back() == p.stop_step);
  }
}

TEST_CASE("full rows of distinct columns take exactly the budget") {
  for (const int n : {1, 2, 3, 4, 5, 6, 8, 16, 32, 64, 128}) {
    std::vector<int> columns(at(n));
    std::iota(columns.begin(), columns.end(), 1);
    CHECK(run_stage_2(columns).last_step == t2_budget(n));
  }
}

TEST_CASE("a row of null packets takes no step") {
  CHECK(run_stage_2({0, 0, 0}).packets.empty());
  CHECK(run_stage_2({0, 0, 0}).last_step == 0);
  CHECK(run_stage_2({}).most_held == 0);
}

TEST_CASE("rows that are too long and negative columns are refused") {
  CHECK_THROWS_WITH(run_stage_2(std::vector<int>(kLongestRow + 1, 1)), "lemma 2: length=2049 not in 0..2048");
  CHECK_THROWS_WITH(run_stage_2({1, -2}), "lemma 2: column=-2 is negative");
}
