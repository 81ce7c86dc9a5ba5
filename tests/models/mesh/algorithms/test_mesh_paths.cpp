// The paths of the zone algorithm: four legs that follow from source and destination alone (E. Miyano and K. Iwama,
// section 4), worked out here with the subplanes counted from 1 as in the paper. Nodes i m + j; a path lists the nodes
// after the source.
#include <catch2/catch.hpp>
#include <set>

#include "models/mesh/permutations/permutation_rules.hpp"
#include "tests/support/cases/mesh_runs.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

int two_away(int subplane) { return subplane <= 2 ? subplane + 2 : subplane - 2; }

std::vector<std::uint32_t> four_legs(int m, int source, int destination) {
  const int n = m / 4, i = source / m, j = source % m, x = destination / m, y = destination % m;
  const int temporary_row = two_away(x / n + 1), temporary_column = two_away(y / n + 1);
  const int row = (temporary_row - 1) * n + i % n, column = (temporary_column - 1) * n + j % n;
  std::vector<std::uint32_t> path;
  int at_row = i, at_column = j;
  const auto walk = [&](int& at, int to) {
    while (at != to) {
      at += at < to ? 1 : -1;
      path.push_back(static_cast<std::uint32_t>(at_row * m + at_column));
    }
  };
  walk(at_row, row);
  walk(at_column, column);
  walk(at_column, y);
  walk(at_row, x);
  return path;
}

void check_paths(const MeshCase& c) {
  INFO(describe(c));
  const MeshRecord run = record(c);
  const auto paths = run.paths();
  CHECK(paths.size() == run.result.moving);
  std::size_t moves = 0;
  for (const auto& [packet, path] : paths) {
    moves += path.size();
    if (path == four_legs(static_cast<int>(c.request.side), static_cast<int>(packet), static_cast<int>(c.destination[packet].value()))) continue;
    FAIL("packet " << packet << " takes another path");
  }
  CHECK(moves == run.result.moves);
}

}  // namespace

// The example of the paper, (3,2) to (2,4): T (4,2), T' (4,3), C (4,4). Side 8: from (5, 3) down to row 7, to column 3,
// right to column 6, up to row 2.
TEST_CASE("the four legs of a path worked out by hand") {
  CHECK(four_legs(8, 43, 22) == std::vector<std::uint32_t>{51, 59, 60, 61, 62, 54, 46, 38, 30, 22});
  // (0, 0) to (0, 1), both in (1,1): T (3,3), so down to row 4, right to column 4, back to column 1, up.
  CHECK(four_legs(8, 0, 1) == std::vector<std::uint32_t>{8, 16, 24, 32, 33, 34, 35, 36, 35, 34, 33, 25, 17, 9, 1});
  check_paths({"new", {8, std::nullopt, false, {}, kSpacing}, packets_of(8, {{43, 22}, {0, 1}})});
}

TEST_CASE("every packet of the zone algorithm takes the four legs of its source and destination") {
  for (const std::string algorithm : {"new", "new-merged"}) {
    for (const std::uint32_t side : {4U, 8U, 12U, 16U, 32U}) {
      for (const std::string permutation : {"random:5", "random:6", "transpose", "reverse", "halfshift", "affine:7,2"}) {
        check_paths(mesh_case(side, algorithm, permutation));
      }
      check_paths(mesh_case(side, algorithm, "random:9", std::nullopt, true));
    }
  }
}

TEST_CASE("neither order nor spacing changes a path of the zone algorithm") {
  for (const OrderChoice order : {OrderChoice{OrderKind::kept, 0}, OrderChoice{OrderKind::random, 1}, OrderChoice{OrderKind::random, 2}}) {
    for (const std::uint32_t spacing : {0U, 3U, 5U}) {
      MeshCase c = mesh_case(16, "new-merged", "random:8");
      c.request.order = order;
      c.request.spacing = spacing;
      check_paths(c);
    }
  }
}

TEST_CASE("every pair of subplanes has one phase, and merged rounds take four pairs with disjoint sources and temporary zones") {
  for (const bool merged : {false, true}) {
    const ZoneSchedule schedule(4, merged, 8, kSpacing);
    std::map<std::uint32_t, std::vector<std::pair<std::uint32_t, std::uint32_t>>> pairs;  // by phase: source, destination
    for (std::uint32_t s = 0; s < 16; ++s) {
      for (std::uint32_t d = 0; d < 16; ++d) pairs[schedule.phase_of({s / 4, s % 4}, {d / 4, d % 4})].emplace_back(s, d);
    }
    REQUIRE(pairs.size() == (merged ? 64 : 256));
    for (const auto& [phase, list] : pairs) {
      REQUIRE(list.size() == (merged ? 4 : 1));
      std::set<std::uint32_t> sources, zones, classes, shifts;
      std::uint32_t vertical = 0, horizontal = 0;
      for (const auto& [s, d] : list) {
        const Subplane t = zones_of({d / 4, d % 4}).temporary;
        sources.insert(s);
        zones.insert(t.row * 4 + t.column);
        classes.insert(d / 4 % 2 * 2 + d % 2);
        shifts.insert((t.row + 4 - s / 4) % 4 * 4 + (t.column + 4 - s % 4) % 4);
        const auto apart = [](std::uint32_t a, std::uint32_t b) { return a < b ? b - a : a - b; };
        vertical = std::max(vertical, apart(t.row, s / 4));
        horizontal = std::max(horizontal, apart(t.column, s % 4));
      }
      CHECK((sources.size() == list.size() && zones.size() == list.size()));
      CHECK((classes.size() == 1 && shifts.size() == 1));
      if (merged) CHECK(phase == *shifts.begin() * 4 + *classes.begin());
      if (!merged) CHECK(phase == list[0].first * 16 + list[0].second);
      const ZoneStages& stages = schedule.stages(phase);
      CHECK(stages.vertical == 4 * vertical);
      CHECK(stages.horizontal == 4 * (vertical + horizontal));
      CHECK(stages.sorted == stages.horizontal + 8);
      CHECK(stages.end == stages.sorted + 27);
    }
  }
}
