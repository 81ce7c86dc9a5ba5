// The one-column model against a second one that moves packets one by one, hand-computed columns, and the attack's
// published figures.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <deque>

#include "models/base/error.hpp"
#include "models/base/numbers/random.hpp"
#include "models/mesh/column/column_attack.hpp"
#include "models/mesh/column/column_model.hpp"
#include "models/mesh/inverse_sort/inverse_sort.hpp"

using namespace dateline;

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// Every packet an object, every queue a list, every row in every step; nothing is skipped.
struct SlowColumn {
  struct Packet {
    int row, due, exit = -1, first_blocked = -1, blocked = 0;
    bool turned_here = false;
    int entry = -1;
  };
  struct Queues {
    std::deque<std::size_t> road, left, below, out;
  };
  std::vector<Packet> packets;
  std::vector<Queues> rows;
  std::size_t capacity;
  std::size_t most_left = 0, most_below = 0, most_out = 0;
  std::int64_t refused_steps = 0;

  SlowColumn(int count, int queue, const std::vector<ColumnArrival>& arrivals) : rows(at(count)), capacity(at(queue)) {
    for (const ColumnArrival& a : arrivals) packets.push_back({a.row, a.step});
    std::size_t left = packets.size();
    for (int step = 0; left > 0; ++step) {
      for (std::size_t p = 0; p < packets.size(); ++p) {
        if (packets[p].due == step) rows[at(packets[p].row)].road.push_back(p);
      }
      for (Queues& row : rows) {
        fill(row);
        most_out = std::max(most_out, row.out.size());
      }
      std::vector<std::pair<std::deque<std::size_t>*, std::size_t>> moves;  // decided from the state after (i)
      for (std::size_t r = 0; r < rows.size(); ++r) left -= send(r, step, moves);
      for (Queues& row : rows) enter(row, step, moves);
      for (const auto& [queue_to, p] : moves) queue_to->push_back(p);
      for (const Queues& row : rows) {
        most_left = std::max(most_left, row.left.size());
        most_below = std::max(most_below, row.below.size());
      }
    }
  }

  void fill(Queues& row) {
    std::size_t places = capacity - row.out.size();
    for (std::deque<std::size_t>* from : {&row.left, &row.below}) {
      for (; places > 0 && !from->empty(); --places, from->pop_front()) {
        packets[from->front()].turned_here = from == &row.left;
        row.out.push_back(from->front());
      }
    }
  }

  // How many packets leave the column.
  template <typename Moves>
  std::size_t send(std::size_t r, int step, Moves& moves) {
    std::deque<std::size_t>& out = rows[r].out;
    if (out.empty()) return 0;
    auto chosen = out.begin();
    while (chosen != out.end() && !packets[*chosen].turned_here) ++chosen;
    if (chosen == out.end()) chosen = out.begin();
    const std::size_t packet = *chosen;
    if (r > 0 && rows[r - 1].below.size() >= capacity) return 0;
    out.erase(chosen);
    if (r > 0) {
      moves.emplace_back(&rows[r - 1].below, packet);
      return 0;
    }
    packets[packet].exit = step;
    return 1;
  }

  template <typename Moves>
  void enter(Queues& row, int step, Moves& moves) {
    if (row.road.empty()) return;
    if (row.left.size() < capacity) {
      moves.emplace_back(&row.left, row.road.front());
      packets[row.road.front()].entry = step;
      row.road.pop_front();
      return;
    }
    ++refused_steps;
    for (const std::size_t p : row.road) {
      if (packets[p].blocked++ == 0) packets[p].first_blocked = step;
    }
  }

  [[nodiscard]] std::vector<std::array<int, 3>> blocked() const {
    std::vector<std::array<int, 3>> list;
    for (const Packet& p : packets) {
      if (p.blocked > 0) list.push_back({p.first_blocked, p.row, p.blocked});
    }
    std::sort(list.begin(), list.end());
    return list;
  }
};

std::vector<std::array<int, 3>> blocked_of(const ColumnResult& result) {
  std::vector<std::array<int, 3>> list;
  for (const BlockedArrival& b : result.blocked) list.push_back({b.step, b.row, b.steps});
  return list;
}

std::int64_t check_against_slow(int rows, int queue, const std::vector<ColumnArrival>& arrivals) {
  const ColumnResult result = run_column(rows, queue, arrivals);
  const SlowColumn slow(rows, queue, arrivals);
  REQUIRE(blocked_of(result) == slow.blocked());
  std::int64_t sum = 0;
  int last = -1;
  std::vector<int> waits(at(rows), 0);
  for (const SlowColumn::Packet& p : slow.packets) {
    sum += p.blocked;
    last = std::max(last, p.exit);
    waits[at(p.row)] = std::max(waits[at(p.row)], p.entry - p.due);
  }
  REQUIRE(result.blocked_packet_steps == sum);
  REQUIRE(result.last_exit_step == last);
  REQUIRE(result.last_exit_step >= result.undelayed_exit_step);
  REQUIRE(result.longest_wait == waits);
  REQUIRE(result.refused_steps == slow.refused_steps);
  REQUIRE(
      (at(result.max_left_queue) == slow.most_left && at(result.max_below_queue) == slow.most_below && at(result.max_out_queue) == slow.most_out));
  REQUIRE(std::max({result.max_left_queue, result.max_below_queue, result.max_out_queue}) <= queue);
  return sum;
}

}  // namespace

TEST_CASE("a lone packet turns, moves one row a step and leaves") {
  const ColumnResult result = run_column(10, 1, {{7, 5}});
  CHECK(result.packets == 1);
  CHECK(result.last_exit_step == 13);  // out of row 7 in step 6, out of row 0 in step 13
  CHECK(result.undelayed_exit_step == 13);
  CHECK(result.blocked.empty());
  CHECK((result.max_left_queue == 1 && result.max_out_queue == 1 && result.max_below_queue == 1));
  CHECK(run_column(3, 1, {}).last_exit_step == -1);
}

TEST_CASE("packets due together in one row enter one a step, and a full queue refuses") {
  // k = 1: each packet is out of the left queue in the step after its entry, before the next one asks.
  const ColumnResult free = run_column(1, 1, {{0, 0}, {0, 0}, {0, 0}});
  CHECK(free.blocked_packet_steps == 0);
  CHECK(free.longest_wait[0] == 2);
  CHECK(free.last_exit_step == 3);
}

TEST_CASE("turning packets of the next row hold up the column, and the row behind is refused at the step computed by hand") {
  // k = 1. Row 0 receives one packet a step from step 0 on: its out queue takes them in steps 1, 2, ..., so a straight
  // packet never leaves row 0 before they end. Row 1's packets: the first reaches row 0's below queue in step 1, the
  // second fills row 1's out queue in step 2, the third its left queue in step 2; the fourth is refused from step 3 on.
  std::vector<ColumnArrival> arrivals;
  for (int step = 0; step < 8; ++step) arrivals.push_back({0, step});
  for (int step = 0; step < 4; ++step) arrivals.push_back({1, step});
  const ColumnResult result = run_column(2, 1, arrivals);
  REQUIRE(result.blocked.size() == 1);
  CHECK(result.blocked[0].row == 1);
  CHECK(result.blocked[0].step == 3);
  // Row 0's last packet is out of its left queue in step 8. In step 9 the out queue takes the straight one and frees
  // the below queue, row 1's out queue sends in the same step and takes from its left queue in step 10, when the fourth
  // packet enters: refused in steps 3..9.
  CHECK(result.blocked[0].steps == 7);
  CHECK(result.longest_wait[1] == 7);
  CHECK(result.last_exit_step == 12);  // eight from row 0 in steps 1..8, four from row 1 in steps 9..12
}

TEST_CASE("an out queue takes a packet of its own row before one from below") {
  // k = 1. After step 1 row 1's packet is in row 0's below queue and row 0's first one in its left queue. The latter
  // leaves in step 2, when the second one enters the left queue, and that one in step 3; row 1's packet follows in step
  // 4.
  const ColumnResult result = run_column(2, 1, {{1, 0}, {0, 1}, {0, 2}});
  CHECK(result.last_exit_step == 4);
  CHECK(result.longest_wait[0] == 0);  // a queue that served row 1 first would let the second packet wait
  CHECK(result.blocked.empty());
}

TEST_CASE("the model agrees with one that moves packets one by one on random columns") {
  RandomStream random(7, 0, Purpose::arrival);
  std::int64_t blocked = 0;
  for (int repeat = 0; repeat < 400; ++repeat) {
    const int rows = 1 + static_cast<int>(random.below(12)), queue = 1 + static_cast<int>(random.below(3));
    const std::uint32_t packets = 1 + random.below(80), steps = 1 + random.below(60);
    std::vector<ColumnArrival> arrivals;
    for (std::uint32_t i = 0; i < packets; ++i) {
      arrivals.push_back({static_cast<int>(random.below(static_cast<std::uint32_t>(rows))), static_cast<int>(random.below(steps))});
    }
    INFO("repeat " << repeat);
    blocked += check_against_slow(rows, queue, arrivals);
  }
  CHECK(blocked > 0);
}

TEST_CASE("the model agrees with one that moves packets one by one under attacks") {
  CHECK(check_against_slow(256, 1, attack_arrivals({256, 16, 4, 128, 100})) == 0);
  CHECK(check_against_slow(128, 1, attack_arrivals({128, 28, 1, 64, 1})) > 0);
  CHECK(check_against_slow(256, 1, attack_arrivals({256, 63, 1, 128, 1})) > 0);
  CHECK(check_against_slow(1024, 1, attack_arrivals({1024, 32, 8, 256, 1})) == 2);
}

TEST_CASE("the long attacks' figures are those of the model that moves packets one by one", "[long]") {
  CHECK(check_against_slow(2048, 1, attack_arrivals({2048, 48, 8, 512, 977})) == 38);
  CHECK(check_against_slow(4096, 2, attack_arrivals({4096, 45, 32, 1024, 1})) > 0);
  CHECK(check_against_slow(8192, 2, attack_arrivals({8192, 64, 32, 2048, 1})) == 40);
  CHECK(check_against_slow(16384, 2, attack_arrivals({16384, 128, 32, 2048, 1})) == 108);
  CHECK(check_against_slow(16384, 3, attack_arrivals({16384, 96, 64, 4096, 1})) > 0);
}

TEST_CASE("columns, queues and arrivals that cannot be are refused") {
  CHECK_THROWS_WITH(run_column(0, 1, {}), "column model: rows=0 not in 1..65536");
  CHECK_THROWS_WITH(run_column(4, 0, {}), "column model: queue=0 not in 1..64");
  CHECK_THROWS_WITH(run_column(4, 65, {}), "column model: queue=65 not in 1..64");
  CHECK_THROWS_WITH(run_column(4, 1, {{4, 0}}), "column model: row=4 not in 0..3");
  CHECK_THROWS_AS(run_column(4, 1, {{-1, 0}}), ConfigError);
  CHECK_THROWS_WITH(run_column(4, 1, {{0, -3}}), "column model: step=-3 not in 0..524288");
}
