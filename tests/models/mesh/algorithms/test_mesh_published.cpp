// The mesh machine against the published and derived numbers of tests/data/mesh-routing.json and of the analysis beside
// them (E. Miyano and K. Iwama, oblivious routing on 2-D meshes): steps, queues, budgets, zones, and the bounds that
// any legal schedule meets.
#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/support/cases/mesh_runs.hpp"
#include "tests/support/published.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;
using Json = nlohmann::json;

namespace {

Json expected(const char* key) { return read_published("mesh-routing.json").at(key); }

std::uint32_t largest(const std::array<std::uint16_t, 4>& queues) { return *std::max_element(queues.begin(), queues.end()); }

void check_baselines(const char* key, std::size_t entries) {
  const Json list = expected(key);
  REQUIRE(list.size() == entries);
  for (const Json& e : list) {
    INFO(e.dump());
    const auto queue = e["k"].is_null() ? kUnboundedQueue : e["k"].get<std::uint32_t>();
    const MeshResult r = result_of(mesh_case(e["sqrtN"], mesh_algorithm(e["alg"].get<std::string>()).name, e["perm"], queue));
    CHECK(r.steps == e["steps"]);
    CHECK(r.moving == e["moving_packets"]);
    CHECK(r.delivered == r.moving);
    CHECK(r.deadlock == e["deadlock"].get<bool>());
    CHECK(largest(r.max_input) == e["max_input_queue"]);
    CHECK(largest(r.max_output) == e["max_output_queue"]);
  }
}

// The standard lumps of section 5: L = H/2, R = 1 + floor((H - L) / q), H half the side.
std::string standard_lump(std::uint32_t side, std::uint32_t q) {
  const std::uint32_t half = side / 2, length = half / 2, rows = 1 + (half - length) / q;
  return "lump:" + std::to_string(length) + "," + std::to_string(rows) + "," + std::to_string(q);
}

ZoneSchedule schedule_of(std::uint32_t side, bool merged) {
  const std::uint32_t n = side / 4;
  return {n, merged, RowOrder({OrderKind::inverse_sort, 0}, n, side).steps(), kSpacing};
}

struct Steps {
  std::uint32_t side;
  std::uint64_t steps;
};

}  // namespace

TEST_CASE("a0 takes the published steps and queues") { check_baselines("A0", 17); }

TEST_CASE("farthest first takes the published steps and queues") { check_baselines("farthest_first_unbounded", 6); }

TEST_CASE("the lumps block a0 completely from the published repeat of each queue capacity on") {
  const Json list = expected("A0_lump_threshold");
  REQUIRE(list.size() == 11);
  for (const Json& e : list) {
    INFO(e.dump());
    const MeshResult r = result_of(mesh_case(e["sqrtN"], "a0", e["instance"], e["k"].get<std::uint32_t>()));
    CHECK(r.steps == e["steps"]);
    CHECK((!r.deadlock && r.delivered == r.moving));
  }
}

TEST_CASE("a0 takes the derived steps on the full lump permutations, more than 3 times as many from 256 to 512") {
  std::vector<std::uint32_t> steps;
  for (const Steps& e : std::vector<Steps>{{16, 24}, {32, 48}, {64, 98}, {128, 230}, {256, 601}, {512, 1966}}) {
    if (e.side > sample(512U, 256U)) break;
    CAPTURE(e.side);
    const MeshResult r = result_of(mesh_case(e.side, "a0", standard_lump(e.side, 11), 2));
    CHECK(r.steps == e.steps);
    CHECK(r.delivered == e.side * e.side / 2);
    steps.push_back(r.steps);
  }
  if (whole()) CHECK(steps.back() >= 3 * steps[steps.size() - 2]);
}

TEST_CASE("a0 takes the derived steps on the lumps of side 1024", "[long]") {
  CHECK(result_of(mesh_case(1024, "a0", standard_lump(1024, 11), 2)).steps == 7005);
}

TEST_CASE("the zone algorithm keeps the published schedule, waits and queues") {
  const Json list = expected("new");
  REQUIRE(list.size() == 12);
  for (const Json& e : list) {
    INFO(e.dump());
    const Json &exact = e["exact"], &here = e["exact_only_with_this_spec_schedule"], &bounds = e["bounds"];
    const char* algorithm = e["mode"] == "merged" ? "new-merged" : "new";
    const MeshRecord run = record(mesh_case(e["sqrtN"], algorithm, e["perm"], e["k"].get<std::uint32_t>(), e["home"] == "register"));
    const MeshResult& r = run.result;
    CHECK(run.sort_steps == exact["T2"]);
    CHECK(run.critical_steps == exact["T34"]);
    CHECK(run.budget == exact["total_budget"]);
    CHECK((r.delivered == r.moving) == exact["all_delivered"].get<bool>());
    CHECK(r.moving == e["moving_packets"]);
    CHECK(r.waits.row == exact["row_delay"]);
    CHECK(r.overruns == exact["rounds_over_T34"]);
    CHECK(r.steps == here["last_delivery_step"]);
    CHECK(run.longest_critical == here["max_stage34_steps"]);
    CHECK(largest(r.max_input) == here["max_input_queue"]);
    CHECK(largest(r.max_output) == here["max_output_queue"]);
    CHECK(r.waits.column == here["column_wait_packet_steps"]);
    CHECK(r.waits.max_turn == here["max_turn_wait"]);
    CHECK(r.steps <= bounds["steps_at_most"]);
    CHECK(std::max(largest(r.max_input), largest(r.max_output)) <= bounds["max_queue_at_most"]);
    CHECK((largest(r.max_input) <= e["k"] && largest(r.max_output) <= e["k"]));
  }
}

TEST_CASE("the budgets of stage 2 and of stages 3 and 4 are the published ones") {
  const Json budgets = expected("budget_formula")["T2_values"];
  REQUIRE(budgets.size() == 12);
  for (const auto& [text, t2] : budgets.items()) {
    const auto n = static_cast<std::uint32_t>(std::stoul(text));
    const ZoneSchedule schedule = schedule_of(4 * n, false);
    CHECK(schedule.sort_steps() == t2);
    CHECK(schedule.sort_steps() <= std::max(3 * n, 3U) - 2);
    CHECK(schedule.critical_steps() == 8 * n - 5);
  }
}

TEST_CASE("the budget is 256 (T2 + T34) + 640 n, merged 64 (T2 + T34) + 192 n") {
  const std::vector<Steps> seq = {{16, 11520}, {32, 24832}, {64, 51968}, {128, 106240}, {256, 215808}, {512, 434944}};
  for (const Steps& e : seq) CHECK(schedule_of(e.side, false).budget() == e.steps);
  // 188, 202, 211, 215.5, 218.75 and 220.375 times the side.
  const std::vector<Steps> merged = {{16, 3008}, {32, 6464}, {64, 13504}, {128, 27584}, {256, 56000}, {512, 112832}};
  for (const Steps& e : merged) CHECK(schedule_of(e.side, true).budget() == e.steps);
  for (std::uint64_t n = 1; n <= 300; ++n) {
    const ZoneSchedule one = schedule_of(static_cast<std::uint32_t>(4 * n), false), four = schedule_of(static_cast<std::uint32_t>(4 * n), true);
    CHECK(one.budget() == 256 * (one.sort_steps() + 8 * n - 5) + 640 * n);
    CHECK(four.budget() == 64 * (four.sort_steps() + 8 * n - 5) + 192 * n);
    CHECK(one.phase_lengths().size() == 256);
    CHECK(four.phase_lengths().size() == 64);
  }
}

TEST_CASE("the zones are those of all sixteen destination subplanes") {
  const Json zones = expected("zones");
  REQUIRE(zones.size() == 16);
  const auto subplane = [](const Json& e) { return Subplane{e[0].get<std::uint32_t>() - 1, e[1].get<std::uint32_t>() - 1}; };
  for (const Json& e : zones) {
    INFO(e.dump());
    const Zones z = zones_of(subplane(e["destination_subplane"]));
    CHECK(z.temporary == subplane(e["temporary"]));
    CHECK(z.second == subplane(e["second"]));
    CHECK(z.critical == subplane(e["critical"]));
    CHECK(z.horizontal == (e["horizontal"] == "left" ? Side::left : Side::right));
    CHECK(z.vertical == (e["vertical"] == "up" ? Side::top : Side::bottom));
  }
}

// One phase, n = 128, places for two packets: what the inverse sort and the spacing are for.
TEST_CASE("rows are delayed as derived without inverse sort, without and with spacing, and not at all with it") {
  const auto row_delay = [](OrderKind order, std::uint32_t spacing) {
    MeshCase c = mesh_case(512, "new", "zonelump:11", 2, true);
    c.request.order.kind = order;
    c.request.spacing = spacing;
    const MeshResult r = result_of(c);
    CHECK(r.delivered == r.moving);
    return r.waits.row;
  };
  CHECK(row_delay(OrderKind::kept, 0) == 73594);
  CHECK(row_delay(OrderKind::kept, 3) == 17);
  CHECK(row_delay(OrderKind::inverse_sort, 3) == 0);
  CHECK(row_delay(OrderKind::inverse_sort, 0) == 0);
}

namespace {

// Twice the side takes 1.9 to 2.2 times the steps; no more than twice the budget; no queue above 4; no row packet
// waits, no turn.
void check_bounds(const std::string& algorithm, const std::string& permutation, const std::vector<std::uint32_t>& sides) {
  std::uint32_t before = 0;
  for (const std::uint32_t side : sides) {
    CAPTURE(algorithm, permutation, side);
    const MeshRecord run = record(mesh_case(side, algorithm, permutation));
    const MeshResult& r = run.result;
    CHECK((r.delivered == r.moving && r.moving > 0));
    CHECK(r.steps <= 2 * run.budget);
    CHECK((largest(r.max_input) <= 4 && largest(r.max_output) <= 4));
    CHECK((r.waits.row == 0 && r.waits.turn == 0 && r.overruns == 0));
    CHECK(run.longest_critical <= run.critical_steps);
    if (before != 0) {
      CHECK(10 * r.steps >= 19 * before);
      CHECK(10 * r.steps <= 22 * before);
    }
    before = r.steps;
  }
}

}  // namespace

// Permutations that use the last phases on every side: the step of the last delivery says which phase is the last one
// used.
TEST_CASE("the zone algorithm's steps grow in proportion to the side") {
  for (const std::string algorithm : {"new", "new-merged"}) {
    for (const std::string permutation : {"random:1", "transpose", "reverse", "bitrev", "halfshift"}) {
      check_bounds(algorithm, permutation, whole() ? std::vector<std::uint32_t>{16, 32, 64, 128} : std::vector<std::uint32_t>{16, 32});
    }
  }
}

TEST_CASE("the zone algorithm's steps grow in proportion to the side up to 512", "[long]") {
  for (const std::string algorithm : {"new", "new-merged"}) {
    check_bounds(algorithm, "random:2", {16, 32, 64, 128, 256, 512});
    check_bounds(algorithm, "reverse", {128, 256, 512});
  }
}

TEST_CASE("farthest first delivers every permutation within 2 m - 2 steps") {
  std::size_t at_the_bound = 0;
  for (std::uint32_t side = 2; side <= 40; ++side) {
    std::vector<std::string> names = {"transpose", "reverse", "affine:1,1"};
    for (int seed = 1; seed <= 10; ++seed) names.push_back("random:" + std::to_string(seed));
    if (side % 4 == 0) names.push_back("lump:" + std::to_string(side / 4) + ",2," + std::to_string(side / 4));
    if (side % 4 == 0) names.push_back("lumponly:1," + std::to_string(side / 2) + ",1");
    for (const std::string& name : names) {
      CAPTURE(side, name);
      const MeshResult r = result_of(mesh_case(side, "farthest-first", name));
      CHECK(r.delivered == r.moving);
      CHECK(r.steps <= 2 * side - 2);
      if (r.steps == 2 * side - 2) ++at_the_bound;
    }
  }
  CHECK(at_the_bound >= 39);  // reverse always is: its corners lie that far apart
  Dice dice(7);
  for (int i = 0; i < 300; ++i) {
    MeshCase c{"farthest-first", {}, {}};
    c.request.side = 2 + dice.below(15);
    c.destination = random_packets(dice, c.request.side, dice.pick({0U, 2U, 5U}));
    CHECK(result_of(c).steps <= 2 * c.request.side - 2);
  }
}

TEST_CASE("a0 delivers random, affine and symmetric permutations within 2 m - 2 steps") {
  for (const std::uint32_t side : {4U, 8U, 16U, 32U, 64U, 128U}) {
    if (side > sample(128U, 64U)) break;
    std::vector<std::string> names = {"transpose", "reverse", "bitrev", "affine:" + std::to_string(2 * side + 1) + ",3", "affine:3,5"};
    for (int seed = 1; seed <= 5; ++seed) names.push_back("random:" + std::to_string(seed));
    for (const std::string& name : names) {
      CAPTURE(side, name);
      const MeshResult r = result_of(mesh_case(side, "a0", name, 2));
      CHECK(r.delivered == r.moving);
      CHECK(r.steps <= 2 * side - 2);
    }
  }
}
