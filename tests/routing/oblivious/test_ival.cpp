// The paths of IVAL: simple, their weights those of all intermediates, and the locality and worst case that are known
// for 5x5.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "models/base/error.hpp"
#include "models/base/numbers/rational.hpp"
#include "models/network/topology/cube.hpp"
#include "routing/oblivious/ival.hpp"
#include "tests/support/oracles/path_oracle.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

std::uint64_t total(const std::vector<WeightedPath>& paths) {
  std::uint64_t sum = 0;
  for (const WeightedPath& p : paths) sum += p.weight;
  return sum;
}

// Mean hops over all pairs, self pairs included with 0, relative to the mean of the shortest.
Rational locality(const CubeTopology& t) {
  const PathTable table = ival_paths(t);
  const PathOracle oracle(t, TieRule::split);
  Rational hops = 0;
  std::uint64_t least = 0;
  for (std::uint32_t to = 1; to < t.nodes(); ++to) {
    for (const WeightedPath& p : table.paths[to]) hops += Rational(p.weight * p.channels.size(), total(table.paths[to]));
    least += oracle.distance(0, to);
  }
  return hops / least;
}

// The heaviest assignment of columns to rows, by shortest augmenting paths (Kuhn 1955, Munkres 1957) on costs -weight.
std::int64_t heaviest_matching(const std::vector<std::vector<std::int64_t>>& weight) {
  const std::size_t n = weight.size();
  std::vector<std::int64_t> u(n + 1, 0), v(n + 1, 0);
  std::vector<std::size_t> row_of(n + 1, 0), before(n + 1, 0);
  for (std::size_t row = 1; row <= n; ++row) {
    row_of[0] = row;
    std::size_t column = 0;
    std::vector<std::int64_t> least(n + 1, INT64_MAX);
    std::vector<bool> used(n + 1, false);
    do {
      used[column] = true;
      std::int64_t delta = INT64_MAX;
      std::size_t next = 0;
      for (std::size_t j = 1; j <= n; ++j) {
        if (used[j]) continue;
        const std::int64_t reduced = -weight[row_of[column] - 1][j - 1] - u[row_of[column]] - v[j];
        if (reduced < least[j]) {
          least[j] = reduced;
          before[j] = column;
        }
        if (least[j] < delta) {
          delta = least[j];
          next = j;
        }
      }
      for (std::size_t j = 0; j <= n; ++j) {
        if (used[j]) {
          u[row_of[j]] += delta;
          v[j] -= delta;
        } else if (least[j] != INT64_MAX) {
          least[j] -= delta;
        }
      }
      column = next;
    } while (row_of[column] != 0);
    for (; column != 0; column = before[column]) row_of[column] = row_of[before[column]];
  }
  std::int64_t sum = 0;
  for (std::size_t j = 1; j <= n; ++j) sum += weight[row_of[j] - 1][j - 1];
  return sum;
}

}  // namespace

TEST_CASE("IVAL's paths lead from node 0 to their destination and visit no node twice") {
  const std::string name = GENERATE("torus:2", "torus:5", "torus:2x2", "torus:3x3", "torus:4x4", "torus:5x5", "torus:4x3x2", "hypercube:4");
  CAPTURE(name);
  const auto t = make_cube(name);
  const PathTable table = ival_paths(*t);
  CHECK(table.relative);
  REQUIRE(table.paths.size() == t->nodes());
  CHECK(table.paths[0].empty());
  for (std::uint32_t to = 1; to < t->nodes(); ++to) {
    REQUIRE_FALSE(table.paths[to].empty());
    std::set<std::vector<ChannelId>> different;
    for (const WeightedPath& p : table.paths[to]) {
      CHECK(p.weight > 0);
      CHECK(different.insert(p.channels).second);
      std::set<std::uint32_t> seen = {0};
      NodeId at(0);
      for (const ChannelId c : p.channels) {
        REQUIRE(t->channel(c).from == at);
        at = t->channel(c).to;
        REQUIRE(seen.insert(at.value()).second);
      }
      CHECK(at.value() == to);
    }
  }
}

TEST_CASE("without ties each intermediate is one path: the weights count intermediates") {
  // A ring of 5, 0 -> 1. By 0, 1, 2, 4 and 3: 0-1; 0-1; 0-1-2-1, cut to 0-1; 0-4-0-1, cut to 0-1; 0-4-3-2-1. So 4 : 1.
  const auto t = make_cube("torus:5");
  const PathTable table = ival_paths(*t);
  REQUIRE(table.paths[1].size() == 2);
  for (const WeightedPath& p : table.paths[1]) CHECK(p.weight == (p.channels.size() == 1 ? 4 : 1));
  const auto square = make_cube("torus:5x5");
  for (std::uint32_t to = 1; to < 25; ++to) CHECK(25 % total(ival_paths(*square).paths[to]) == 0);
}

TEST_CASE("ties are split between the paths of an intermediate") {
  // A ring of 4, 0 -> 2. By 0 and by 2 either way with 1/2, by 1 the + way, by 3 the - way: 1 : 1 in all.
  const auto t = make_cube("torus:4");
  const PathTable table = ival_paths(*t);
  REQUIRE(table.paths[2].size() == 2);
  CHECK(table.paths[2][0].weight == table.paths[2][1].weight);
  // 0 -> 1. By 0 and by 1: 0-1. By 2: out the + way 0-1-2-1, cut to 0-1, out the - way 0-3-2-1, half each. By 3: on the
  // + way 0-3-0-1, cut to 0-1, on the - way 0-3-2-1, half each. In all 3 : 1.
  REQUIRE(table.paths[1].size() == 2);
  for (const WeightedPath& p : table.paths[1]) CHECK(p.weight == (p.channels.size() == 1 ? 3 : 1));
}

TEST_CASE("IVAL's locality on 5x5 is 8/5") { CHECK(locality(*make_cube("torus:5x5")) == Rational(8, 5)); }

TEST_CASE("with tie rule plus every tie goes up, and the path of an intermediate is one") {
  // A ring of 4, 0 -> 2. By 0, 1 and 2: 0-1-2. By 3: 0-3-2. And 0 -> 1: by 0 and 1 0-1, by 2 0-1-2-1 cut to 0-1, by 3
  // 0-3, then up: 0-3-0-1, cut to 0-1.
  const auto t = make_cube("torus:4");
  const PathTable table = ival_paths(*t, TieRule::plus);
  REQUIRE(table.paths[2].size() == 2);
  for (const WeightedPath& p : table.paths[2]) CHECK(p.weight == (t->channel(p.channels.front()).to == NodeId(1) ? 3 : 1));
  REQUIRE(table.paths[1].size() == 1);
  CHECK(table.paths[1].front().channels.size() == 1);
  CHECK_THROWS_WITH(ival_paths(*t, TieRule::parity), Catch::Contains("tie-rule=parity") && Catch::Contains("split, plus"));
  CHECK_THROWS_AS(ival_paths(*t, TieRule::union_), ConfigError);
}

TEST_CASE("IVAL keeps Valiant's worst case on 5x5, 3x3 and 4x4: half of the capacity, which ties up alone lower to a third") {
  struct Case {
    std::string name;
    TieRule rule;
    Rational worst;
  };
  const Case tried = GENERATE(Case{"torus:5x5", TieRule::split, Rational(6, 5)}, Case{"torus:3x3", TieRule::split, Rational(2, 3)},
                              Case{"torus:4x4", TieRule::split, 1}, Case{"torus:4x4", TieRule::plus, Rational(3, 2)});
  CAPTURE(tried.name, name_of(tried.rule));
  const auto t = make_cube(tried.name);
  const PathTable table = ival_paths(*t, tried.rule);
  std::uint64_t whole = 1;
  for (std::uint32_t to = 1; to < t->nodes(); ++to) whole = std::lcm(whole, total(table.paths[to]));
  Rational worst = 0;
  for (const int d : {0, 1}) {
    // The weight of s -> s + x on the channel out of node 0 is that of 0 -> x on the channel out of -s.
    const Port port = t->port(d, 1);
    std::vector<std::vector<std::int64_t>> weight(t->nodes(), std::vector<std::int64_t>(t->nodes(), 0));
    for (std::uint32_t to = 1; to < t->nodes(); ++to) {
      for (const WeightedPath& p : table.paths[to]) {
        for (const ChannelId c : p.channels) {
          if (t->out(t->channel(c).from, port) != c) continue;
          std::uint32_t s = 0;
          while (t->translate(NodeId(s), t->channel(c).from) != NodeId(0)) ++s;
          weight[s][t->translate(NodeId(to), NodeId(s)).value()] += static_cast<std::int64_t>(p.weight * (whole / total(table.paths[to])));
        }
      }
    }
    worst = std::max(worst, Rational(heaviest_matching(weight), whole));
  }
  CHECK(worst == tried.worst);
}

TEST_CASE("IVAL refuses meshes, large networks and too many ties") {
  CHECK_THROWS_AS(ival_paths(*make_cube("mesh:4x4")), ConfigError);
  CHECK_THROWS_WITH(ival_paths(*make_cube("torus:33x32")), Catch::Contains("torus:33x32") && Catch::Contains("1024"));
  CHECK_THROWS_WITH(ival_paths(*make_cube("torus:2x2x2x2x2x2x2x2x2x2")), Catch::Contains("too many paths"));
}
