// The attack on a column: which packets are due when, by the definition, and the published figures of what it blocks.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>

#include "models/base/error.hpp"
#include "models/mesh/column/column_attack.hpp"
#include "models/mesh/inverse_sort/inverse_sort.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

std::vector<int> steps_of_row(const std::vector<ColumnArrival>& arrivals, int row) {
  std::vector<int> steps;
  for (const ColumnArrival& a : arrivals) {
    if (a.row == row) steps.push_back(a.step);
  }
  std::sort(steps.begin(), steps.end());
  return steps;
}

// When the packets of ranks first..first+count-1 of a row are due.
std::vector<int> steps_of_ranks(int n, int first, int count) {
  const std::vector<int> positions = inverse_sort_positions(n);
  std::vector<int> steps;
  for (int rank = first; rank < first + count; ++rank) steps.push_back(4 * (n - positions[at(rank)]));
  std::sort(steps.begin(), steps.end());
  return steps;
}

ColumnResult attack(int n, int queue, int m, int ku, int kv, int lo) { return run_column(n, queue, attack_arrivals({n, m, ku, kv, lo})); }

}  // namespace

TEST_CASE("every row of the attack is due as its ranks say") {
  for (const ColumnAttack& a : {ColumnAttack{1024, 32, 8, 256, 77}, ColumnAttack{256, 16, 4, 32, 1}, ColumnAttack{96, 20, 3, 30, 384}}) {
    INFO("length " << a.length);
    const int n = a.length, ku = a.upper_packets, period = n / ku;
    const std::vector<ColumnArrival> arrivals = attack_arrivals(a);
    const std::vector<int> positions = inverse_sort_positions(n);
    for (int row = 0; row < a.upper_rows; ++row) {
      std::vector<int> blocks;
      for (int b = 0; b < period; ++b) {
        if ((n - positions[at(b * ku + 1)]) % period == row / 4 % period) blocks.push_back(b);
      }
      REQUIRE(blocks.size() == 1);
      const std::vector<int> steps = steps_of_row(arrivals, row);
      CHECK(steps == steps_of_ranks(n, blocks[0] * ku + 1, ku));
      for (int i = 0; i < ku; ++i) CHECK(steps[at(i)] == 4 * (row / 4 % period) + 4 * period * i);  // periodic, l steps late on the grid of 4
    }
    CHECK(steps_of_row(arrivals, a.upper_rows) == steps_of_ranks(n, 1, a.victim_packets));
    const int train = n - a.upper_rows * ku - a.victim_packets;
    for (int row = a.upper_rows + 1; row < n; ++row) {
      const bool in_train = row - a.upper_rows <= train;
      CHECK(steps_of_row(arrivals, row) == (in_train ? std::vector<int>{4 * ((a.train_step - 1) / 4)} : std::vector<int>{}));
    }
  }
}

TEST_CASE("the train ends where the column does") {
  CHECK(attack_arrivals({16, 8, 1, 1, 1}).size() == 8 + 1 + 7);
  CHECK(attack_arrivals({16, 15, 1, 0, 1}).size() == 15);
}

TEST_CASE("with two places the attack refuses arrivals at n = 8192 in the published steps") {
  const ColumnResult result = attack(8192, 2, 64, 32, 2048, 1);
  CHECK(result.packets == 8192);
  CHECK(result.blocked_packet_steps == 40);
  REQUIRE(result.blocked.size() == 4);
  const std::vector<int> published = {3180, 3196, 4204, 4220};
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(result.blocked[i].row == 64);
    CHECK(result.blocked[i].step == published[i]);
  }
  CHECK(result.max_left_queue == 2);
}

TEST_CASE("with two places the attack blocks 108 packet-steps of row 128 at n = 16384") {
  const ColumnResult result = attack(16384, 2, 128, 32, 2048, 1);
  CHECK(result.blocked_packet_steps == 108);
  for (const BlockedArrival& b : result.blocked) CHECK(b.row == 128);
}

TEST_CASE("with one place the attack blocks 2 packet-steps at n = 1024 and 38 at n = 2048") {
  CHECK(attack(1024, 1, 32, 8, 256, 1).blocked_packet_steps == 2);
  for (const auto& [m, ku, kv, lo] : std::vector<std::array<int, 4>>{{48, 8, 512, 977}, {64, 8, 384, 961}, {80, 8, 768, 2048}}) {
    CHECK(attack(2048, 1, m, ku, kv, lo).blocked_packet_steps == 38);
  }
}

TEST_CASE("for each queue size up to four the same attack succeeds from some length on") {
  for (const auto& [queue, n] : std::vector<std::pair<int, int>>{{1, 4096}, {2, 8192}, {3, 16384}, {4, 32768}}) {
    if (queue > test::sample(4, 3)) break;
    INFO("queue " << queue);
    CHECK(attack(n, queue, 3 * n / 512, 64, n / 4, 1).blocked_packet_steps > 0);
    CHECK(attack(n / 2, queue, 3 * n / 1024, 64, n / 8, 1).blocked_packet_steps == 0);
  }
}

TEST_CASE("a place more, or no train, defeats the attack at n = 8192") {
  CHECK(attack(8192, 3, 64, 32, 2048, 1).blocked.empty());
  CHECK(attack(8192, 2, 64, 32, 8192 - 64 * 32, 1).blocked.empty());
}

TEST_CASE("a refused column empties when an undelayed one does, or little later") {
  // The delays are small: nothing here speaks against O(n) steps for a column.
  for (const auto& [result, n] :
       std::vector<std::pair<ColumnResult, int>>{{attack(8192, 2, 64, 32, 2048, 1), 8192}, {attack(1024, 1, 32, 8, 256, 1), 1024}}) {
    CHECK(result.last_exit_step >= result.undelayed_exit_step);
    CHECK(result.last_exit_step <= 5 * n - 4);
  }
}

TEST_CASE("a column receives as many packets as it has rows, then no train follows") {
  CHECK(attack_arrivals({64, 8, 8, 0, 1}).size() == 64);
  CHECK(attack_arrivals({64, 7, 8, 8, 1}).size() == 64);
}

TEST_CASE("attacks that no column can receive are refused") {
  const auto refused = [](const ColumnAttack& a, const std::string& line) { CHECK_THROWS_WITH(attack_arrivals(a), "column attack: " + line); };
  refused({3, 1, 1, 1, 1}, "length=3 not in 4..65536");
  refused({64, 64, 1, 1, 1}, "upper rows=64 not in 0..63");
  refused({64, -1, 1, 1, 1}, "upper rows=-1 not in 0..63");
  refused({64, 4, 0, 1, 1}, "upper packets=0 not in 1..64");
  refused({64, 4, 1, 65, 1}, "victim packets=65 not in 0..64");
  refused({64, 4, 1, 1, 0}, "train step=0 not in 1..256");
  refused({64, 4, 1, 1, 257}, "train step=257 not in 1..256");
  refused({64, 4, 3, 1, 1}, "upper packets=3 does not divide the length 64 into a power of two of blocks");
  refused({96, 4, 1, 1, 1}, "upper packets=1 does not divide the length 96 into a power of two of blocks");
  refused({64, 8, 8, 1, 1}, "victim packets=1 makes 65 packets with the upper rows; a column receives at most 64");
}
