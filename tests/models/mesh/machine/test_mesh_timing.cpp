// Steps worked out by hand on small meshes: what a packet and its neighbours do in each step, blocked at one, allowed
// at the next.
// A packet's times are the steps in which it crosses its channels. Mesh of side m: processor (i, j) is node m i + j,
// row 0 uppermost.
#include <catch2/catch.hpp>

#include "tests/support/cases/mesh_runs.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

using Times = std::map<std::uint32_t, std::vector<std::uint32_t>>;
using Packets = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

MeshCase packets_case(const std::string& algorithm, std::uint32_t side, const Packets& packets, std::uint32_t queue) {
  MeshCase c{algorithm, {}, packets_of(side, packets)};
  c.request.side = side;
  c.request.queue = queue;
  return c;
}

// The same with the sides exchanged: rows upside down, or columns from right to left.
Packets mirrored(const Packets& packets, std::uint32_t m, bool rows, bool columns) {
  const auto mirror = [&](std::uint32_t x) {
    const std::uint32_t i = x / m, j = x % m;
    return (rows ? m - 1 - i : i) * m + (columns ? m - 1 - j : j);
  };
  Packets result;
  for (const auto& [from, to] : packets) result.emplace_back(mirror(from), mirror(to));
  return result;
}

std::uint16_t held(const QueueCounts& frame, std::uint32_t node, std::size_t queue) { return frame.at(node * 8 + queue); }

}  // namespace

TEST_CASE("a packet alone on the mesh takes its distance, along the row first") {
  for (const std::string algorithm : {"a0", "farthest-first", "lumps"}) {
    const std::uint32_t queue = algorithm == "farthest-first" ? kUnboundedQueue : 1;
    const MeshRecord run = record(packets_case(algorithm, 4, {{12, 3}}, queue), Recorded::audited);
    CHECK(run.times() == Times{{12, {1, 2, 3, 4, 5, 6}}});
    CHECK(run.paths() == Times{{12, {13, 14, 15, 11, 7, 3}}});
    CHECK((run.result.steps == 6 && run.result.moves == 6 && run.result.delivered == 1));
    CHECK(run.result.waits.row + run.result.waits.turn + run.result.waits.column == 0);
  }
  for (std::uint32_t from = 0; from < 25; ++from) {
    for (std::uint32_t to = 0; to < 25; ++to) {
      const auto apart = [](std::uint32_t a, std::uint32_t b) { return a < b ? b - a : a - b; };
      const MeshResult r = result_of(packets_case("a0", 5, {{from, to}}, 1));
      CHECK(r.steps == apart(from / 5, to / 5) + apart(from % 5, to % 5));
      CHECK(r.moving == (from == to ? 0 : 1));
    }
  }
}

// 8 = (2, 0) and 13 = (3, 1) are both at (2, 1) after step 1 and both go up.
TEST_CASE("of two packets for one output queue of one place the turning one goes first, the other a step later") {
  for (const std::uint32_t queue : {1U, 2U, kUnboundedQueue}) {
    for (const bool columns : {false, true}) {
      for (const bool rows : {false, true}) {
        const Packets packets = mirrored({{8, 1}, {13, 5}}, 4, rows, columns);
        const MeshRecord run = record(packets_case("a0", 4, packets, queue), Recorded::audited);
        CHECK(run.times() == Times{{packets[0].first, {1, 2, 3}}, {packets[1].first, {1, 3}}});
        CHECK(run.result.waits.column == 1);
        CHECK(run.result.waits.turn + run.result.waits.row == 0);
        const Side out = rows ? Side::bottom : Side::top;
        CHECK(run.result.max_output[static_cast<std::size_t>(out)] == (queue == 1 ? 1 : 2));
      }
    }
  }
}

// Side 5, to the column of P = (3, 2): L from the left, R from the right, S from below are all there after step 1.
TEST_CASE("packets for one column queue go in the order left, right, straight") {
  for (const std::uint32_t queue : {1U, 2U, 3U}) {
    for (const bool rows : {false, true}) {
      const Packets packets = mirrored({{16, 2}, {18, 7}, {22, 12}}, 5, rows, false);
      const MeshRecord run = record(packets_case("a0", 5, packets, queue), Recorded::audited);
      CHECK(run.times() == Times{{packets[0].first, {1, 2, 3, 4}}, {packets[1].first, {1, 3, 4}}, {packets[2].first, {1, 4}}});
      CHECK((run.result.waits.turn == 1 && run.result.waits.column == 2 && run.result.waits.row == 0));
      CHECK((run.result.waits.max_turn == 1 && run.result.waits.max_column == 2 && run.result.waits.max_row == 0));
      const Side out = rows ? Side::bottom : Side::top;
      CHECK(run.result.max_output[static_cast<std::size_t>(out)] == queue);
    }
  }
}

// Side 6. L1 (3, 1) and L2 (3, 0) turn up at P = (3, 2) in steps 2 and 3; Y from (4, 2) waits below for P's output
// queue and X from (5, 2) for Y's place.
TEST_CASE("a packet that is blocked by a full input queue crosses in the very step in which half (i) makes room") {
  const Packets packets = {{19, 2}, {18, 8}, {26, 14}, {32, 20}};
  const MeshRecord one = record(packets_case("a0", 6, packets, 1), Recorded::audited);
  CHECK(one.times() == Times{{19, {1, 2, 3, 4}}, {18, {1, 2, 3, 4}}, {26, {1, 4}}, {32, {1, 4}}});
  CHECK((one.result.waits.column == 4 && one.result.waits.turn == 0 && one.result.waits.max_column == 2));
  // Where X and Y stand at the end of each step: Y in P's bottom input, X in (4, 2)'s bottom input, then in its top
  // output queue.
  const auto frames = one.every_frame();
  const std::size_t bottom_in = ProcessorQueues::input(Side::bottom), top_out = ProcessorQueues::output(Side::top);
  const std::vector<std::array<int, 3>> expected = {{0, 1, 0}, {1, 1, 0}, {1, 0, 1}, {1, 0, 1}, {1, 0, 0}};
  for (std::uint32_t step = 0; step <= 4; ++step) {
    CAPTURE(step);
    CHECK(held(frames.at(step), 20, bottom_in) == expected[step][0]);
    CHECK(held(frames.at(step), 26, bottom_in) == expected[step][1]);
    CHECK(held(frames.at(step), 26, top_out) == expected[step][2]);
  }
  // With two places Y enters with L1 in step 2 and goes in step 3, before L2, which finds one place in step 3: the one
  // L1 left in (ii) of step 2.
  const MeshRecord two = record(packets_case("a0", 6, packets, 2), Recorded::audited);
  CHECK(two.times() == Times{{19, {1, 2, 3, 4}}, {18, {1, 2, 4, 5}}, {26, {1, 3}}, {32, {1, 2}}});
  CHECK((two.result.waits.column == 1 && two.result.waits.turn == 1));
}

// 0 -> 1 arrives in step 1, 6 -> 5 in step 1, 3 -> 0 in step 3.
TEST_CASE("a packet that has arrived stands in its input queue until the next step") {
  const MeshRecord run = record(packets_case("a0", 4, {{0, 1}, {6, 5}, {3, 0}}, 2), Recorded::audited);
  const auto frames = run.every_frame();
  REQUIRE(frames.size() == 4);
  const std::size_t left = ProcessorQueues::input(Side::left), right = ProcessorQueues::input(Side::right);
  CHECK((held(frames[0], 0, left) == 1 && held(frames[0], 6, right) == 1 && held(frames[0], 3, right) == 1));
  CHECK((held(frames[1], 1, left) == 1 && held(frames[1], 5, right) == 1 && held(frames[1], 2, right) == 1));
  CHECK((held(frames[2], 1, left) == 0 && held(frames[2], 5, right) == 0 && held(frames[2], 1, right) == 1));
  CHECK((held(frames[3], 0, right) == 1 && held(frames[3], 1, right) == 0));
}

// Side 4, n = 1: phase 0 takes 4 + 1 + 3 steps, phase 1, from (1,1) to (1,2), 5 + 1 + 3; its packet 0 -> 1 arrives in
// its last step, 17. Packet 1 -> 0 is of phase 16, and nothing is of the phases between.
TEST_CASE("a packet that arrives in the last step of a phase is gone in the next step, though the next phase is empty") {
  const MeshRecord run = record(mesh_case(4, "new", "identity"), Recorded::audited);
  CHECK(run.frames.size() == 1);
  MeshCase c = packets_case("new", 4, {{0, 1}, {1, 0}}, 3);
  const MeshRecord swap = record(c, Recorded::audited);
  CHECK(swap.times().at(0) == std::vector<std::uint32_t>{9, 10, 11, 12, 13, 14, 15, 16, 17});
  const std::size_t bottom = ProcessorQueues::input(Side::bottom);
  CHECK(held(swap.frames.at(17), 1, bottom) == 1);
  REQUIRE(swap.frames.count(18) == 1);
  CHECK(held(swap.frames.at(18), 1, bottom) == 0);
  CHECK(swap.result.delivered == 2);
}

// 12 and 14 are the long lump of column 3; 13 waits for pass 2 in the left input queue of (3, 1), through which 12
// comes.
TEST_CASE("a packet that waits for its pass takes a place at home in a queue and none in a register") {
  const Packets packets = {{12, 3}, {13, 10}, {14, 7}};
  MeshCase c = packets_case("lumps", 4, packets, 2);
  const MeshRecord queue = record(c, Recorded::audited);
  CHECK(queue.times() == Times{{12, {1, 2, 3, 4, 5, 6}}, {13, {7, 8}}, {14, {1, 2, 3}}});
  CHECK(queue.result.max_input[0] == 2);
  c.request.home_register = true;
  const MeshRecord outside = record(c, Recorded::audited);
  CHECK(outside.times() == queue.times());
  CHECK(outside.result.max_input[0] == 1);
  // With one place and home in the queue nobody passes 13.
  c.request.queue = 1;
  CHECK(record(c, Recorded::audited).times() == queue.times());
  c.request.home_register = false;
  const MeshRecord stuck = record(c, Recorded::audited);
  CHECK((stuck.result.deadlock && stuck.result.delivered == 1 && stuck.result.steps == 3));
  CHECK(stuck.times() == Times{{14, {1, 2, 3}}});
}

// Both at (3, 2) of side 5 after step 1 and bound up: L turns with one step to go, S goes straight with three.
TEST_CASE("farthest first lets the packet with the longer way left go first, a0 the turning one") {
  const Packets packets = {{16, 12}, {22, 2}};
  CHECK(record(packets_case("farthest-first", 5, packets, kUnboundedQueue), Recorded::audited).times() == Times{{16, {1, 3}}, {22, {1, 2, 3, 4}}});
  CHECK(record(packets_case("a0", 5, packets, kUnboundedQueue), Recorded::audited).times() == Times{{16, {1, 2}}, {22, {1, 3, 4, 5}}});
}
