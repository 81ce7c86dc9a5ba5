// The mesh machine against the slow reference of tests/reference: every crossing, every queue of every processor after
// every step, every number of the result; all algorithms, both homes, several capacities, the permutations by name and
// random partial ones.
#include <algorithm>
#include <catch2/catch.hpp>

#include "models/mesh/permutations/permutation_rules.hpp"
#include "tests/reference/reference_mesh.hpp"
#include "tests/support/cases/mesh_runs.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

MeshInput reference_input(const MeshCase& c, const MeshConfig& config) {
  MeshInput input;
  input.side = static_cast<int>(config.side);
  input.algorithm = c.algorithm;
  input.capacity = config.queue == kUnboundedQueue ? kMeshUnbounded : static_cast<int>(config.queue);
  input.home = config.home_register ? MeshHome::in_register : MeshHome::queue;
  for (const NodeId to : c.destination) input.destination.push_back(to == kAbsent ? kMeshAbsent : to.value());
  input.order = c.request.order.kind == OrderKind::kept ? MeshOrder::unsorted : MeshOrder::inverse_sort;
  input.spacing = static_cast<int>(c.request.spacing);
  return input;
}

QueueCounts counts_of(const std::vector<MeshOccupancy>& all) {
  QueueCounts counts;
  for (const MeshOccupancy& at : all) {
    for (const int held : at.input) counts.push_back(static_cast<std::uint16_t>(held));
    for (const int held : at.output) counts.push_back(static_cast<std::uint16_t>(held));
  }
  return counts;
}

std::vector<MeshMove> moves_of(const MeshOutput& output) {
  std::vector<MeshMove> moves;
  for (const test::MeshCrossing& c : output.crossings) moves.push_back({static_cast<std::uint32_t>(c.step), c.packet, c.from, c.to});
  std::sort(moves.begin(), moves.end());
  return moves;
}

template <typename Queues>
int largest(const Queues& queues) {
  return *std::max_element(queues.begin(), queues.end());
}

void check_results(const MeshRecord& ours, const MeshOutput& output) {
  const MeshResult& r = ours.result;
  CHECK(r.steps == output.steps);
  CHECK(static_cast<int>(r.moving) == output.moving_packets);
  CHECK(static_cast<int>(r.delivered) == output.delivered);
  CHECK(static_cast<long long>(r.moves) == output.moves);
  CHECK(largest(r.max_input) == output.max_input_queue);
  CHECK(largest(r.max_output) == output.max_output_queue);
  CHECK(r.deadlock == output.deadlock);
  CHECK(static_cast<int>(r.overruns) == output.rounds_over_t34);
  CHECK(static_cast<long long>(ours.budget) == output.budget);
  CHECK(static_cast<int>(ours.sort_steps) == output.t2);
  CHECK(static_cast<int>(ours.critical_steps) == output.t34);
  CHECK(static_cast<long long>(ours.longest_critical) == output.max_stage34_steps);
  if (output.deadlock) return;  // the machine counts a wait when it ends
  CHECK(static_cast<long long>(r.waits.row) == output.row_delay);
  CHECK(static_cast<long long>(r.waits.turn) == output.turn_wait);
  CHECK(static_cast<long long>(r.waits.max_turn) == output.max_turn_wait);
  CHECK(static_cast<long long>(r.waits.column) == output.column_wait);
}

// Both side by side; `audited`: the machine counts itself after every step too.
void check_against_reference(const MeshCase& c, bool audited) {
  INFO(describe(c));
  const MeshRecord ours = record(c, audited ? Recorded::audited : Recorded::moves_and_frames);
  const std::vector<QueueCounts> frames = ours.every_frame();
  MeshInput input = reference_input(c, ours.config);
  std::size_t compared = 0;
  input.watcher = [&](long long step, const std::vector<MeshOccupancy>& all) {
    if (static_cast<std::size_t>(step) >= frames.size()) return;
    // The reference lets the packets of the first phase enter from their registers in step 1, the machine before it: no
    // difference later.
    const bool entering = step == 0 && ours.config.home_register && ours.budget > 0;
    if (entering || frames[static_cast<std::size_t>(step)] == counts_of(all)) {
      ++compared;
      return;
    }
    FAIL("other queues after step " << step);
  };
  const MeshOutput output = run_reference_mesh(input);
  CHECK(compared == frames.size());
  const std::vector<MeshMove> theirs = moves_of(output);
  const auto [a, b] = std::mismatch(ours.moves.begin(), ours.moves.end(), theirs.begin(), theirs.end());
  if (a != ours.moves.end()) FAIL("packet " << a->packet << " crosses from " << a->from << " to " << a->to << " in step " << a->step);
  CHECK(ours.moves.size() == theirs.size());
  check_results(ours, output);
}

// Every rule that is defined for this side.
std::vector<std::string> permutations_of(std::uint32_t m) {
  std::vector<std::string> names = {"identity", "transpose", "reverse", "random:1", "random:77", "affine:1,1", "affine:7,3"};
  if (m % 7 == 0) names.pop_back();
  if ((m & (m - 1)) == 0) names.insert(names.end(), {"bitrev", "bitrevT"});
  if (m % 2 == 0) names.insert(names.end(), {"halfshift"});
  if (m % 4 == 0) names.insert(names.end(), {"lump:1,1,1", "lumponly:1,1,1", "blumps:1,3,2"});
  if (m >= 8 && m % 4 == 0) names.insert(names.end(), {"blumps:2,1,3", "zonelump:1", "lump:2,2,2"});
  if (m == 12) names.erase(std::find(names.begin(), names.end(), "blumps:2,1,3"));
  if (m == 16) names.insert(names.end(), {"lump:4,3,2", "lumponly:4,3,2", "lumponly:2,4,2", "blumps:4,2,2", "zonelump:2"});
  return names;
}

}  // namespace

TEST_CASE("the mesh machine and the reference run the baselines alike on every permutation rule") {
  std::size_t cases = 0;
  for (const std::uint32_t side : sample(std::vector{2U, 3U, 5U, 8U, 16U}, {2U, 3U, 5U, 8U})) {
    for (const std::string& permutation : permutations_of(side)) {
      for (const std::uint32_t queue : {1U, 2U}) {
        for (const bool home_register : {false, true}) {
          check_against_reference(mesh_case(side, "a0", permutation, queue, home_register), side <= 8);
          ++cases;
          if (side % 4 != 0) continue;
          check_against_reference(mesh_case(side, "lumps", permutation, queue, home_register), side <= 8);
          ++cases;
        }
      }
      check_against_reference(mesh_case(side, "farthest-first", permutation), side <= 8);
      ++cases;
    }
  }
  CHECK(cases > sample(150U, 100U));
}

TEST_CASE("the mesh machine and the reference run the zone algorithm alike on side 16") {
  for (const std::string permutation : sample(std::vector{"random:3", "lump:4,3,2", "zonelump:1"}, {"random:3"}))
    check_against_reference(mesh_case(16, "new-merged", permutation), false);
  check_against_reference(mesh_case(16, "new", "random:4", std::nullopt, true), false);
}

TEST_CASE("the mesh machine and the reference run the zone algorithm alike on every permutation rule") {
  for (const std::uint32_t side : {4U, 8U, 12U}) {
    if (side > sample(12U, 8U)) break;
    for (const std::string& permutation : permutations_of(side)) {
      for (const std::string algorithm : {"new", "new-merged"}) {
        if (side >= sample(12U, 8U) && algorithm == "new" && permutation != "random:1") continue;
        check_against_reference(mesh_case(side, algorithm, permutation), side == 4);
        check_against_reference(mesh_case(side, algorithm, permutation, std::nullopt, true), side == 4);
      }
    }
  }
}

namespace {

// A configuration from its seed alone: algorithm, side, capacity, home, and who goes where.
MeshCase draw_mesh_case(std::uint64_t seed, std::uint32_t longest_zone_side) {
  Dice dice(seed);
  const std::string algorithm = dice.pick<const char*>({"a0", "a0", "farthest-first", "lumps", "lumps", "new", "new-merged"});
  const bool zones = algorithm == "new" || algorithm == "new-merged", fours = zones || algorithm == "lumps";
  const std::uint32_t most = zones ? longest_zone_side : 16;
  MeshCase c;
  c.algorithm = algorithm;
  c.request.side = fours ? 4 * (1 + dice.below(most / 4)) : 2 + dice.below(15);
  c.request.home_register = dice.one_in(2);
  if (algorithm != "farthest-first") {
    c.request.queue = (zones ? least_zone_queue(c.request.home_register) : 1) + dice.below(3);
    if (dice.one_in(8)) c.request.queue = kUnboundedQueue;
  }
  if (zones && dice.one_in(4)) c.request.order.kind = OrderKind::kept;
  c.destination = random_packets(dice, c.request.side, dice.pick({0U, 2U, 3U, 20U}), dice.pick({0U, 0U, 3U}));
  return c;
}

// All packets of some rows to few columns: queues fill up.
MeshCase draw_crowded_case(std::uint64_t seed) {
  Dice dice(seed);
  const std::uint32_t side = 4 * (2 + dice.below(3)), columns = 1 + dice.below(3);
  MeshCase c{dice.pick<const char*>({"a0", "a0", "farthest-first", "lumps"}), {}, std::vector<NodeId>(side * side, kAbsent)};
  c.request.side = side;
  c.request.home_register = dice.one_in(2);
  if (c.algorithm != "farthest-first") c.request.queue = 1 + dice.below(3);
  std::vector<std::uint32_t> cells;
  for (std::uint32_t i = 0; i < columns * side; ++i) cells.push_back((i % side) * side + (i / side) * (side / columns));
  for (std::size_t i = cells.size(); i > 1; --i) std::swap(cells[i - 1], cells[dice.below(static_cast<std::uint32_t>(i))]);
  for (const std::uint32_t cell : cells) {
    const std::uint32_t source = dice.below(3) * side + dice.below(side);  // of the uppermost rows
    if (c.destination[source] == kAbsent) c.destination[source] = NodeId(cell);
  }
  return c;
}

}  // namespace

TEST_CASE("the mesh machine and the reference run random partial permutations alike") {
  for (std::uint64_t seed = 1; seed <= sample(300U); ++seed) check_against_reference(draw_mesh_case(seed, 8), true);
}

TEST_CASE("the mesh machine and the reference run crowded columns alike") {
  std::uint64_t waits = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const MeshCase c = draw_crowded_case(seed);
    check_against_reference(c, true);
    waits += result_of(c).waits.turn;
  }
  CHECK(waits > 100);
}

TEST_CASE("the mesh machine and the reference run thousands of random configurations alike", "[long]") {
  for (std::uint64_t seed = 1000; seed < 2500; ++seed) {
    check_against_reference(draw_mesh_case(seed, seed % 50 == 0 ? 16 : 8), seed % 4 == 0);
    check_against_reference(draw_crowded_case(seed), true);
  }
}

// Another spacing shifts whole phases, as the product's stage 3 is as long as its spacing needs, and the reference's
// always 8n-5 steps. So single phases are compared; nothing moves between stage 1 and the end but within the phase.
TEST_CASE("the mesh machine and the reference agree on every spacing, within a phase") {
  for (const OrderKind order : {OrderKind::inverse_sort, OrderKind::kept}) {
    for (const std::uint32_t spacing : {0U, 1U, 2U, 4U, 7U}) {
      for (const bool home_register : {false, true}) {
        MeshCase c = mesh_case(32, "new", "zonelump:1", std::nullopt, home_register);
        c.request.order.kind = order;
        c.request.spacing = spacing;
        const MeshRecord ours = record(c, Recorded::moves);
        MeshInput input = reference_input(c, ours.config);
        input.only_round = 13 * 16 + 7;  // SP(4,2) to SP(2,4), without stage 1
        const MeshOutput output = run_reference_mesh(input);
        std::vector<MeshMove> theirs = moves_of(output), moves = ours.moves;
        REQUIRE(moves.size() > 100);
        const std::uint32_t before = moves.front().step - theirs.front().step;
        for (MeshMove& move : moves) move.step -= before;
        INFO("spacing " << spacing << ", order " << static_cast<int>(order) << ", register " << home_register);
        CHECK(moves == theirs);
        CHECK(static_cast<long long>(ours.result.waits.row) == output.row_delay);
        CHECK(static_cast<long long>(ours.result.waits.turn) == output.turn_wait);
        CHECK(static_cast<long long>(ours.result.waits.column) == output.column_wait);
        CHECK(static_cast<long long>(ours.longest_critical) == output.max_stage34_steps);
      }
    }
  }
}

// Row 0: 0 and 1 go right in one lump of two, 1 a step ahead; the last of them, 0, is at home of 2 in the left queue
// when it arrives there in step 2, and 2 enters there for the second pass in step 3, when 0 has left it.
TEST_CASE("a packet may enter from its register into the place that the last packet of the phase before leaves") {
  MeshCase c{"lumps", {}, packets_of(4, {{0, 2}, {1, 6}, {2, 3}})};
  c.request.side = 4;
  c.request.queue = 1;
  c.request.home_register = true;
  check_against_reference(c, true);
}
