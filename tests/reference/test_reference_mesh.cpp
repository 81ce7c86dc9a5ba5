// The reference mesh against the derived numbers of tests/data/mesh-routing.json and against steps worked out by hand.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "reference_mesh.hpp"
#include "reference_mesh_schedule.hpp"
#include "tests/support/sample.hpp"

using namespace dateline::test;
using Json = nlohmann::json;

namespace {

Json expected(const char* key) {
  std::ifstream file(DATELINE_TEST_DATA "/mesh-routing.json");
  return Json::parse(file).at(key);
}

MeshInput input_of(int side, const std::string& algorithm, int capacity, const std::string& permutation) {
  MeshInput input;
  input.side = side;
  input.algorithm = algorithm;
  input.capacity = capacity;
  input.destination = reference_mesh_destinations(side, permutation);
  return input;
}

void check_baselines(const char* key, const char* algorithm, std::size_t entries) {
  const Json list = expected(key);
  REQUIRE(list.size() == entries);
  for (const Json& e : list) {
    const int capacity = e["k"].is_null() ? kMeshUnbounded : e["k"].get<int>();
    INFO(e.dump());
    const MeshOutput output = run_reference_mesh(input_of(e["sqrtN"], algorithm, capacity, e["perm"]));
    CHECK(output.steps == e["steps"]);
    CHECK(output.moving_packets == e["moving_packets"]);
    CHECK(output.delivered == output.moving_packets);
    CHECK(output.deadlock == e["deadlock"].get<bool>());
    CHECK(output.max_input_queue == e["max_input_queue"]);
    CHECK(output.max_output_queue == e["max_output_queue"]);
  }
}

void check_new(const char* mode, const char* algorithm) {
  int entries = 0;
  for (const Json& e : expected("new")) {
    if (e["mode"] != mode || e["sqrtN"] > sample(32, 16)) continue;
    ++entries;
    INFO(e.dump());
    const MeshOutput output = run_reference_mesh(input_of(e["sqrtN"], algorithm, e["k"], e["perm"]));
    const Json &exact = e["exact"], &here = e["exact_only_with_this_spec_schedule"];
    CHECK(output.t2 == exact["T2"]);
    CHECK(output.t34 == exact["T34"]);
    CHECK(output.budget == exact["total_budget"]);
    CHECK((output.delivered == output.moving_packets) == exact["all_delivered"].get<bool>());
    CHECK(output.moving_packets == e["moving_packets"]);
    CHECK(output.row_delay == exact["row_delay"]);
    CHECK(output.rounds_over_t34 == exact["rounds_over_T34"]);
    CHECK(output.steps == here["last_delivery_step"]);
    CHECK(output.max_stage34_steps == here["max_stage34_steps"]);
    CHECK(output.max_input_queue == here["max_input_queue"]);
    CHECK(output.max_output_queue == here["max_output_queue"]);
    CHECK(output.column_wait == here["column_wait_packet_steps"]);
    CHECK(output.max_turn_wait == here["max_turn_wait"]);
  }
  CHECK(entries == sample(6, 3));
}

// Packets on a side-4 mesh: {source, destination} each.
MeshInput packets_on_four(std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs, int capacity) {
  MeshInput input = input_of(4, "a0", capacity, "identity");
  std::fill(input.destination.begin(), input.destination.end(), kMeshAbsent);
  for (const auto& [source, destination] : pairs) input.destination[source] = destination;
  return input;
}

using Crossings = std::map<std::uint32_t, std::vector<long long>>;  // the steps in which a packet crosses its links

Crossings crossings_of(const MeshOutput& output) {
  Crossings result;
  for (const MeshCrossing& crossing : output.crossings) result[crossing.packet].push_back(crossing.step);
  return result;
}

}  // namespace

TEST_CASE("the reference mesh takes the derived steps and queues with A0") { check_baselines("A0", "a0", 17); }

TEST_CASE("the reference mesh takes the derived steps and queues with farthest first") {
  check_baselines("farthest_first_unbounded", "farthest-first", 6);
}

TEST_CASE("the reference mesh takes the derived steps with A0 on the adversarial lumps") {
  const std::map<int, long long> steps{{16, 24}, {32, 48}, {64, 98}, {128, 230}};
  for (const auto& [side, expected_steps] : steps) {
    if (side > sample(128, 64)) break;
    const int H = side / 2, L = H / 2, R = 1 + (H - L) / 11;
    const std::string name = "lump:" + std::to_string(L) + "," + std::to_string(R) + ",11";
    CHECK(run_reference_mesh(input_of(side, "a0", 2, name)).steps == expected_steps);
  }
}

TEST_CASE("the reference mesh keeps the derived schedule of the new algorithm in sequence") { check_new("seq", "new"); }

TEST_CASE("the reference mesh keeps the derived schedule of the new algorithm merged") { check_new("merged", "new-merged"); }

TEST_CASE("the reference's inverse sort gives the derived sequences") {
  for (const Json& e : expected("inverse_sort_examples")) {
    CHECK(reference_inverse_sort(e["x"].get<std::vector<int>>()) == e["inverse_sorted"].get<std::vector<int>>());
  }
}

TEST_CASE("the reference's budgets for stage 2 are the derived ones") {
  const Json budgets = expected("budget_formula")["T2_values"];
  REQUIRE(budgets.size() == 12);
  for (const auto& [n, t2] : budgets.items()) CHECK(reference_t2(std::stoi(n)) == t2);
}

TEST_CASE("the reference's zones are those of all sixteen destination subplanes") {
  const Json zones = expected("zones");
  REQUIRE(zones.size() == 16);
  const auto subplane = [](const Json& one_based) { return MeshSubplane{one_based[0].get<int>() - 1, one_based[1].get<int>() - 1}; };
  for (const Json& e : zones) {
    INFO(e.dump());
    const MeshZones z = reference_mesh_zones(subplane(e["destination_subplane"]));
    CHECK(z.temporary == subplane(e["temporary"]));
    CHECK(z.second == subplane(e["second"]));
    CHECK(z.critical == subplane(e["critical"]));
    CHECK((z.critical.column < z.temporary.column) == (e["horizontal"] == "left"));
    CHECK((subplane(e["destination_subplane"]).row < z.critical.row) == (e["vertical"] == "up"));
  }
}

TEST_CASE("both kinds of rounds meet every pair of subplanes once") {
  for (const bool merged : {false, true}) {
    const std::vector<MeshRound> rounds = reference_rounds(merged);
    CHECK(rounds.size() == (merged ? 64u : 256u));
    std::set<std::vector<int>> pairs;
    int shifts = 0;
    for (const MeshRound& round : rounds) {
      for (const auto& [s, d] : round.pairs) pairs.insert({s.row, s.column, d.row, d.column});
      shifts += round.vertical + round.horizontal;
    }
    CHECK(pairs.size() == 256);
    CHECK(shifts == (merged ? 192 : 640));
  }
}

// SP(4,2) to SP(2,4) needs no stage 1: T is the source subplane itself.
constexpr int kPhaseWithoutShift = 13 * 16 + 7;

// n = 8, letters a to d are destination columns, a the farthest, travelling right.
TEST_CASE("the reference's stage 2 follows the published example step by step") {
  const Json example = expected("lemma2_paper");
  MeshInput input = input_of(32, "new", 3, "identity");
  std::fill(input.destination.begin(), input.destination.end(), kMeshAbsent);
  std::map<std::string, std::uint32_t> packet_of;
  std::map<char, std::uint32_t> row_of;  // destination rows used, per letter
  const std::uint32_t row = 24, first_column = 8;
  for (std::uint32_t u = 0; u < 8; ++u) {
    const auto name = example["sequence"][u].get<std::string>();
    const std::uint32_t source = row * 32 + first_column + u;
    packet_of[name] = source;
    input.destination[source] = (8 + row_of[name[0]]++) * 32 + 31 - static_cast<std::uint32_t>(name[0] - 'a');
  }
  input.only_round = kPhaseWithoutShift;
  const MeshOutput output = run_reference_mesh(input);
  CHECK(output.delivered == 8);
  CHECK(output.budget == 18 + 59);
  std::map<std::uint32_t, std::map<long long, std::uint32_t>> place_after;  // packet -> step of stage 2 -> place
  for (const MeshCrossing& crossing : output.crossings) {
    if (crossing.step <= 18) place_after[crossing.packet][crossing.step] = crossing.to - row * 32 - first_column + 1;
  }
  long long last = 0;
  for (const Json& e : example["schedule"]) {
    INFO(e.dump());
    const auto& places = place_after.at(packet_of.at(e["packet"]));
    CHECK(places.at(e["enters_P9_at_step"]) == 9);
    CHECK(places.rbegin()->first == e["at_step"]);
    CHECK("P" + std::to_string(places.rbegin()->second) == e["stops_at"]);
    last = std::max(last, places.rbegin()->first);
  }
  CHECK(last == example["last_step"]);
}

TEST_CASE("without inverse sort the reference's rows move on by n places, and place p starts by the spacing") {
  MeshInput input = input_of(16, "new", 3, "zonelump:1");
  input.only_round = kPhaseWithoutShift;
  input.order = MeshOrder::unsorted;
  for (const int spacing : {0, 1, 3, 4}) {
    input.spacing = spacing;
    for (const auto& [packet, steps] : crossings_of(run_reference_mesh(input))) {
      const int u = static_cast<int>(packet % 16) - 3;  // place in T = place p in T'
      REQUIRE(steps.size() > 5);
      CHECK(std::vector<long long>(steps.begin(), steps.begin() + 4) == std::vector<long long>{1, 2, 3, 4});
      CHECK(steps[4] == 4 + spacing * (4 - u) + 1);
    }
  }
}

TEST_CASE("two places suffice on the reference mesh with home in a register, but not with home in a queue") {
  MeshInput input = input_of(16, "new-merged", 2, "halfshift");
  CHECK_THROWS_AS(run_reference_mesh(input), std::logic_error);
  input.home = MeshHome::in_register;
  const MeshOutput output = run_reference_mesh(input);
  CHECK(output.delivered == 256);
  CHECK(output.row_delay + output.turn_wait == 0);
}

TEST_CASE("the reference delays rows as derived without inverse sort, without and with spacing", "[long]") {
  MeshInput input = input_of(512, "new", 2, "zonelump:11");
  input.only_round = kPhaseWithoutShift;
  input.order = MeshOrder::unsorted;
  CHECK(run_reference_mesh(input).row_delay == 17);
  input.spacing = 0;
  CHECK(run_reference_mesh(input).row_delay == 73594);
}

TEST_CASE("a lone packet of the reference mesh crosses one link in every step") {
  const MeshOutput output = run_reference_mesh(packets_on_four({{12, 3}}, 1));  // lower left to upper right corner
  CHECK(crossings_of(output) == Crossings{{12, {1, 2, 3, 4, 5, 6}}});
  CHECK(output.crossings[2].to == 15);  // row first
  CHECK(output.row_delay + output.turn_wait + output.column_wait == 0);
}

// 8 = (2, 0) and 13 = (3, 1) are both at 9 = (2, 1) after step 1 and both go up: 8 turns, 13 goes straight and waits
// one step.
TEST_CASE("a straight packet of the reference mesh waits one step for a turning one") {
  const MeshOutput output = run_reference_mesh(packets_on_four({{8, 1}, {13, 5}}, 2));
  CHECK(crossings_of(output) == Crossings{{8, {1, 2, 3}}, {13, {1, 3}}});
  CHECK(output.column_wait == 1);
  CHECK(output.turn_wait + output.row_delay == 0);
  CHECK(output.max_output_queue == 2);
}

// With one place per queue the straight packet cannot enter the output queue in step 2 either: it enters in step 3.
TEST_CASE("a wait of the reference mesh covers the input queue as well as the output queue") {
  const MeshOutput output = run_reference_mesh(packets_on_four({{8, 1}, {13, 5}}, 1));
  CHECK(crossings_of(output) == Crossings{{8, {1, 2, 3}}, {13, {1, 3}}});
  CHECK(output.column_wait == 1);
  CHECK(output.max_output_queue == 1);
}

TEST_CASE("the watcher of the reference mesh sees every packet that is under way") {
  MeshInput input = input_of(8, "a0", 2, "reverse");
  std::vector<int> under_way;
  input.watcher = [&](long long step, const std::vector<MeshOccupancy>& all) {
    REQUIRE(step == static_cast<long long>(under_way.size()));
    int packets = 0;
    for (const MeshOccupancy& processor : all) {
      for (const int held : processor.input) packets += held;
      for (const int held : processor.output) packets += held;
    }
    under_way.push_back(packets);
  };
  const MeshOutput output = run_reference_mesh(input);
  CHECK(output.steps == 14);
  // Packets of reverse are delivered after |2i - 7| + |2j - 7| steps, odd + odd, and leave one step later.
  std::vector<int> expected_packets(15, 0);
  for (int i = 0; i < 8; ++i) {
    for (int j = 0; j < 8; ++j) {
      for (int step = 0; step <= std::abs(2 * i - 7) + std::abs(2 * j - 7); ++step) ++expected_packets[step];
    }
  }
  CHECK(under_way == expected_packets);
}

TEST_CASE("the reference's second pass of lumps begins when the first is over") {
  // Side 4: long from two packets on. Row 3: 12 and 13 both to column 3; 14 alone to column 0. In register: 14 enters
  // at its pass.
  MeshInput input = packets_on_four({{12, 3}, {13, 7}, {14, 0}}, 2);
  input.algorithm = "lumps";
  for (const MeshHome home : {MeshHome::queue, MeshHome::in_register}) {
    input.home = home;
    const MeshOutput output = run_reference_mesh(input);
    // 12 follows 13 one step behind and never waits; 14 starts in step 7.
    CHECK(crossings_of(output) == Crossings{{12, {1, 2, 3, 4, 5, 6}}, {13, {1, 2, 3, 4}}, {14, {7, 8, 9, 10, 11}}});
    CHECK(output.row_delay + output.turn_wait + output.column_wait == 0);
  }
}

TEST_CASE("the reference mesh does not take an absent packet for that of processor 0") {
  MeshInput input = packets_on_four({{0, 3}}, 3);
  input.algorithm = "new";
  const MeshOutput output = run_reference_mesh(input);
  CHECK(output.moving_packets == 1);
  CHECK(output.delivered == 1);
}

TEST_CASE("the reference mesh refuses what makes no sense") {
  CHECK_THROWS_AS(run_reference_mesh(input_of(4, "a1", 2, "reverse")), std::invalid_argument);
  CHECK_THROWS_AS(run_reference_mesh(input_of(4, "a0", 0, "reverse")), std::invalid_argument);
  CHECK_THROWS_AS(run_reference_mesh(input_of(6, "new", 3, "reverse")), std::invalid_argument);
  CHECK_THROWS_AS(reference_mesh_destinations(4, "affine:2,1"), std::invalid_argument);
  MeshInput twice = input_of(4, "a0", 2, "identity");
  twice.destination[0] = 1;
  CHECK_THROWS_AS(run_reference_mesh(twice), std::invalid_argument);
}
