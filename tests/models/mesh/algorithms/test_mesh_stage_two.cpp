// Stage 2 of the zone algorithm: a row is sorted by distance on its way out of T and stops in T' where its order says
// (E. Miyano and K. Iwama, sections 4.1 and 4.2). Instances of the one phase from subplane (4,2) to (2,4), where T is
// the source subplane: no stage 1, packets travel right.
#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <set>

#include "models/mesh/inverse_sort/inverse_sort.hpp"
#include "tests/support/cases/mesh_runs.hpp"
#include "tests/support/published.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

constexpr std::uint32_t kPhase = 13 * 16 + 7;

std::uint32_t steps_before(const ZoneSchedule& schedule) {
  const std::vector<std::uint32_t> lengths = schedule.phase_lengths();
  return std::accumulate(lengths.begin(), lengths.begin() + kPhase, 0U);
}

// Where each packet stands at the end of a step.
std::map<std::uint32_t, std::uint32_t> places_after(const MeshRecord& run, std::uint32_t step) {
  std::map<std::uint32_t, std::uint32_t> at;
  for (const MeshMove& move : run.moves) {
    if (move.step <= step) at[move.packet] = move.to;
  }
  return at;
}

// Rows of the phase with as many packets as it comes, each for some processor of (2,4).
std::vector<NodeId> draw_rows(Dice& dice, std::uint32_t n) {
  std::vector<NodeId> destination(16 * n * n, kAbsent);
  std::vector<std::uint32_t> cells;
  for (std::uint32_t x = 0; x < n * n; ++x) cells.push_back((n + x / n) * 4 * n + 3 * n + x % n);
  for (std::uint32_t x = 0; x < n * n; ++x) {
    std::swap(cells[x], cells[x + dice.below(n * n - x)]);
    if (!dice.one_in(4)) destination[(3 * n + x / n) * 4 * n + n + x % n] = NodeId(cells[x]);
  }
  return destination;
}

// In each row: the packet with the farthest destination column, ties the one nearest the exit of T, has rank n, the
// next n - 1, ...
void check_stage_two(std::uint32_t n, const OrderChoice& choice, const std::vector<NodeId>& destination) {
  const std::uint32_t side = 4 * n;
  MeshCase c{"new", {side, std::nullopt, false, choice, kSpacing}, destination};
  const MeshRecord run = record(c, Recorded::moves);
  const RowOrder order(choice, n, side);
  const ZoneSchedule schedule(n, false, order.steps(), kSpacing);
  CHECK(run.sort_steps == order.steps());
  const auto at = places_after(run, steps_before(schedule) + schedule.stages(kPhase).sorted);
  for (std::uint32_t row = 3 * n; row < 4 * n; ++row) {
    std::vector<std::uint32_t> packets;
    for (std::uint32_t j = n; j < 2 * n; ++j) {
      if (destination[row * side + j] != kAbsent) packets.push_back(row * side + j);
    }
    std::sort(packets.begin(), packets.end(), [&](std::uint32_t a, std::uint32_t b) {
      const std::uint32_t x = destination[a].value() % side, y = destination[b].value() % side;
      return x != y ? x > y : a > b;
    });
    for (std::uint32_t q = 0; q < packets.size(); ++q) {
      CAPTURE(n, row, q);
      CHECK(at.at(packets[q]) == row * side + 2 * n + order.position(row, n - q) - 1);
    }
  }
  CHECK(run.result.waits.row + run.result.waits.turn == 0);
}

}  // namespace

TEST_CASE("stage 2 follows the published example step by step") {
  const auto example = read_published("mesh-routing.json").at("lemma2_paper");
  const std::uint32_t side = 32, row = 24, first_column = 8;
  MeshCase c{"new", {side, std::nullopt, false, {}, kSpacing}, std::vector<NodeId>(side * side, kAbsent)};
  std::map<std::string, std::uint32_t> packet_of;
  std::map<char, std::uint32_t> rows_used;  // destination rows, by letter; letter a is the farthest column
  for (std::uint32_t u = 0; u < 8; ++u) {
    const auto name = example["sequence"][u].get<std::string>();
    packet_of[name] = row * side + first_column + u;
    c.destination[packet_of[name]] = NodeId((8 + rows_used[name[0]]++) * side + 31 - static_cast<std::uint32_t>(name[0] - 'a'));
  }
  const MeshRecord run = record(c);
  const std::uint32_t before = steps_before(ZoneSchedule(8, false, 18, kSpacing));
  std::map<std::uint32_t, std::map<std::uint32_t, std::uint32_t>> place;  // packet -> step of stage 2 -> place it comes to, 1..16
  for (const MeshMove& move : run.moves) {
    if (move.step <= before + 18) place[move.packet][move.step - before] = move.to - row * side - first_column + 1;
  }
  REQUIRE(example["schedule"].size() == 8);
  std::uint32_t last = 0;
  for (const auto& e : example["schedule"]) {
    INFO(e.dump());
    const auto& places = place.at(packet_of.at(e["packet"]));
    CHECK(places.at(e["enters_P9_at_step"]) == 9);
    CHECK(places.rbegin()->first == e["at_step"]);
    CHECK("P" + std::to_string(places.rbegin()->second) == e["stops_at"]);
    last = std::max(last, places.rbegin()->first);
  }
  CHECK(last == example["last_step"]);
}

TEST_CASE("stage 2 leaves every row in the order chosen, farthest packets first, ties by the place nearest the exit") {
  for (const std::uint32_t n : {1U, 2U, 3U, 4U, 5U, 8U, 16U}) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      Dice dice(seed);
      const auto rows = draw_rows(dice, n);
      check_stage_two(n, {OrderKind::inverse_sort, 0}, rows);
      check_stage_two(n, {OrderKind::random, seed}, rows);
    }
  }
}

TEST_CASE("the orders of a row are what they are called") {
  for (const std::uint32_t n : {1U, 2U, 7U, 8U, 64U}) {
    const RowOrder inverse({OrderKind::inverse_sort, 0}, n, 4 * n), kept({OrderKind::kept, 0}, n, 4 * n);
    const std::vector<int> positions = inverse_sort_positions(static_cast<int>(n));
    CHECK((kept.is_kept() && !inverse.is_kept()));
    CHECK(kept.steps() == n);
    CHECK(inverse.steps() == static_cast<std::uint32_t>(t2_budget(static_cast<int>(n))));
    const RowOrder one({OrderKind::random, 1}, n, 4 * n), again({OrderKind::random, 1}, n, 4 * n), two({OrderKind::random, 2}, n, 4 * n);
    std::set<std::vector<std::uint32_t>> seen;
    std::uint32_t longest = 0;
    for (std::uint32_t row = 0; row < 4 * n; ++row) {
      std::set<std::uint32_t> places;
      std::vector<std::uint32_t> order, other;
      for (std::uint32_t rank = 1; rank <= n; ++rank) {
        CHECK(inverse.position(row, rank) == static_cast<std::uint32_t>(positions[rank]));
        CHECK(one.position(row, rank) == again.position(row, rank));
        order.push_back(one.position(row, rank));
        other.push_back(two.position(row, rank));
        longest = std::max(longest, 2 * n - rank + order.back() - 1);
      }
      places.insert(order.begin(), order.end());
      CHECK((places.size() == n && *places.begin() == 1 && *places.rbegin() == n));
      seen.insert(order);
      seen.insert(other);
    }
    CHECK(one.steps() == longest);
    if (n >= 64) CHECK(seen.size() == 8 * n);  // of 64! orders none comes twice
  }
}

// n = 8 by hand: place p starts in step 3 (8 - p) + 1 of stage 3, so the row leaves T' one packet in four steps.
TEST_CASE("stage 3 starts place p of T' in step spacing (n - p) + 1") {
  for (const std::uint32_t spacing : {0U, 1U, 3U, 6U}) {
    const ZoneSchedule schedule(8, false, 18, spacing);
    CHECK(schedule.start_of(8) == 1);
    CHECK(schedule.start_of(7) == spacing + 1);
    CHECK(schedule.start_of(1) == 7 * spacing + 1);
    CHECK(schedule.critical_steps() == 7 * spacing + 15 + 23);
    MeshCase c = mesh_case(32, "new", "zonelump:1");
    c.request.spacing = spacing;
    const MeshRecord run = record(c);
    const std::uint32_t sorted = steps_before(schedule) + schedule.stages(kPhase).sorted;
    const auto at = places_after(run, sorted);
    std::map<std::uint32_t, std::uint32_t> first;  // packet -> its first crossing in stage 3
    for (const MeshMove& move : run.moves) {
      if (move.step > sorted) first.emplace(move.packet, move.step - sorted);
    }
    REQUIRE(first.size() == at.size());
    for (const auto& [packet, step] : first) CHECK(step == spacing * (8 - (at.at(packet) % 32 - 16 + 1)) + 1);
  }
}
