// Traffic patterns: the rules by hand on small networks, what they refuse, and that sample(), row() and share() are one
// definition.
#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <set>

#include "models/base/error.hpp"
#include "models/base/text/name_table.hpp"
#include "tests/support/cases/pattern_destinations.hpp"
#include "tests/support/scratch_folder.hpp"
#include "traffic/patterns/permutation.hpp"
#include "traffic/patterns/uniform.hpp"
#include "traffic/registry.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

// The rule of the mesh specification, section 7, written again: Fisher and Yates from the top, a linear congruential
// generator.
Nodes shuffled(std::uint32_t n, std::uint64_t seed) {
  Nodes d(n);
  std::iota(d.begin(), d.end(), 0U);
  for (std::uint64_t i = n - 1; i > 0; --i) {
    seed = 6364136223846793005ULL * seed + 1442695040888963407ULL;
    const std::uint64_t j = (seed / (1ULL << 33U)) % (i + 1);
    const std::uint32_t kept = d[i];
    d[i] = d[j];
    d[j] = kept;
  }
  return d;
}

// Pearson's sum over (observed - expected)^2 / expected, and what it may be: mean k - 1, deviation sqrt(2 (k - 1)); six
// of them and some.
void check_frequencies(const TrafficPattern& pattern, std::uint32_t nodes, TerminalId source) {
  constexpr int kDraws = 20'000;
  const auto row = pattern.row(source);
  const double share = to_double(pattern.share(source));
  std::vector<double> counts(nodes, 0.0);
  RandomStream random(17, source.value(), Purpose::destination);
  for (int i = 0; i < kDraws; ++i) counts[pattern.sample(source, random).value()] += 1.0;
  double sum = 0;
  for (const Demand& d : row) {
    const double expected = kDraws * to_double(d.probability) / share;
    REQUIRE(expected > 20);
    const double gap = counts[d.destination.value()] - expected;
    sum += gap * gap / expected;
    counts[d.destination.value()] = 0;
  }
  CHECK(*std::max_element(counts.begin(), counts.end()) == 0);  // nothing beside the row
  const double freedom = static_cast<double>(row.size()) - 1;
  CHECK(sum <= freedom + 7.0 * std::sqrt(2.0 * freedom) + 10.0);
  if (row.size() > 10) CHECK(sum >= freedom - 5.0 * std::sqrt(2.0 * freedom) - 1e-9);  // too even is not random either
}

}  // namespace

TEST_CASE("tornado goes ceil(k/2) - 1 the + way in dimension 0 only") {
  CHECK(destinations("tornado", "torus:8") == Nodes{3, 4, 5, 6, 7, 0, 1, 2});
  CHECK(destinations("tornado", "torus:9") == Nodes{4, 5, 6, 7, 8, 0, 1, 2, 3});
  CHECK(destinations("tornado", "torus:3") == Nodes{1, 2, 0});
  CHECK(destinations("tornado", "mesh:4") == Nodes{1, 2, 3, 0});
  CHECK(destinations("tornado", "torus:5x4") == by_rule(5, 4, [](auto x, auto y) { return std::make_pair((x + 2) % 5, y); }));
}

TEST_CASE("transpose reverses the coordinates, on a hypercube it swaps the halves") {
  CHECK(destinations("transpose", "torus:3x3") == Nodes{0, 3, 6, 1, 4, 7, 2, 5, 8});
  CHECK(destinations("transpose", "mesh:4x4") == by_rule(4, 4, [](auto x, auto y) { return std::make_pair(y, x); }));
  const Nodes cube = destinations("transpose", "mesh:2x3x2");  // (x, y, z) -> (z, y, x)
  for (std::uint32_t x = 0; x < 2; ++x) {
    for (std::uint32_t y = 0; y < 3; ++y) {
      for (std::uint32_t z = 0; z < 2; ++z) CHECK(cube[x + 2 * (y + 3 * z)] == z + 2 * (y + 3 * x));
    }
  }
  // y_i = x_{(i+n/2) mod n}: 4 bits abcd -> cdab.
  CHECK(destinations("transpose", "hypercube:2") == Nodes{0, 2, 1, 3});
  CHECK(destinations("transpose", "hypercube:4") == Nodes{0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15});
}

TEST_CASE("bit-complement mirrors every coordinate, in any radices") {
  CHECK(destinations("bit-complement", "torus:5") == Nodes{4, 3, 2, 1, 0});
  CHECK(destinations("bit-complement", "torus:3x2") == by_rule(3, 2, [](auto x, auto y) { return std::make_pair(2 - x, 1 - y); }));
  CHECK(destinations("bitcomp", "mesh:4x3") == destinations("bit-complement", "torus:4x3"));
  CHECK(destinations("bit-complement", "hypercube:3") == Nodes{7, 6, 5, 4, 3, 2, 1, 0});
}

TEST_CASE("bit-reverse and reverse-flip work on the whole index") {
  CHECK(destinations("bit-reverse", "hypercube:3") == Nodes{0, 4, 2, 6, 1, 5, 3, 7});
  CHECK(destinations("reverse-flip", "hypercube:3") == Nodes{7, 3, 5, 1, 6, 2, 4, 0});
  CHECK(destinations("bit-reverse", "torus:4x2") == Nodes{0, 4, 2, 6, 1, 5, 3, 7});
  CHECK(destinations("bit-reverse", "mesh:2") == Nodes{0, 1});
  CHECK(destinations("reverse-flip", "mesh:2") == Nodes{1, 0});
  CHECK(destinations("bit-reverse", "hypercube:8")[0b00010111] == 0b11101000);
}

TEST_CASE("random:SEED is the shuffle of the specification") {
  for (const std::uint64_t seed : {0ULL, 1ULL, 2ULL, 12345ULL, ~0ULL}) {
    for (const char* name : {"torus:2", "mesh:5", "torus:4x4", "mesh:16x16"}) {
      const auto t = make_cube(name);
      CAPTURE(seed, name);
      CHECK(destinations("random:" + std::to_string(seed), name) == shuffled(t->nodes(), seed));
    }
  }
  // The first steps of seed 1 on three nodes by hand: states 7806831264735756412 and 9396908728118811419 (mod 2^64).
  CHECK(destinations("random:1", "torus:3") == [] {
    Nodes d = {0, 1, 2};
    std::swap(d[2], d[(7806831264735756412ULL >> 33U) % 3]);
    std::swap(d[1], d[(9396908728118811419ULL >> 33U) % 2]);
    return d;
  }());
}

TEST_CASE("every rule gives a permutation, and fixed points are silent") {
  for (const char* topology : {"torus:4x4", "mesh:4x4", "hypercube:4"}) {
    const auto t = make_cube(topology);
    for (const char* rule : {"transpose", "bit-complement", "bit-reverse", "reverse-flip", "random:5"}) {
      CAPTURE(topology, rule);
      Nodes list = destinations(rule, topology);
      const auto pattern = make_traffic(rule, *t);
      for (std::uint32_t v = 0; v < t->nodes(); ++v) {
        const auto row = pattern->row(TerminalId(v));
        if (list[v] == v) {
          CHECK(row.empty());
          CHECK(pattern->share(TerminalId(v)) == 0);
        } else {
          REQUIRE(row.size() == 1);
          CHECK(row[0].destination.value() == list[v]);
          CHECK(row[0].probability == 1);
          CHECK(pattern->share(TerminalId(v)) == 1);
        }
      }
      CHECK_FALSE(pattern->permutation_invariant());
      std::sort(list.begin(), list.end());
      for (std::uint32_t v = 0; v < t->nodes(); ++v) CHECK(list[v] == v);
    }
  }
}

TEST_CASE("a rule is refused where it is not defined, with the reason") {
  CHECK_THAT(refusal("transpose", "hypercube:3"), Catch::Contains("transpose") && Catch::Contains("hypercube:3") && Catch::Contains("even"));
  CHECK_THAT(refusal("transpose", "hypercube:1"), Catch::Contains("even"));
  CHECK_THAT(refusal("transpose", "torus:8"), Catch::Contains("two or more dimensions"));
  CHECK_THAT(refusal("transpose", "torus:4x3"), Catch::Contains("backwards"));
  CHECK_THAT(refusal("transpose", "mesh:2x3x4"), Catch::Contains("backwards"));
  CHECK(refusal("transpose", "mesh:4x3x4") == "accepted");
  CHECK_THAT(refusal("bit-reverse", "torus:3x4"), Catch::Contains("12") && Catch::Contains("power of two"));
  CHECK_THAT(refusal("reverse-flip", "mesh:5"), Catch::Contains("reverse-flip") && Catch::Contains("power of two"));
  CHECK_THAT(refusal("tornado", "hypercube:4"), Catch::Contains("tornado") && Catch::Contains("3"));
  CHECK_THAT(refusal("tornado", "torus:2x8"), Catch::Contains("dimension 0"));
  CHECK(refusal("tornado", "torus:8x2") == "accepted");
}

TEST_CASE("unknown names and bad seeds are refused") {
  CHECK_THAT(refusal("unifrom", "torus:4"), Catch::Contains("traffic=unifrom") && Catch::Contains("uniform"));
  CHECK_THAT(refusal("", "torus:4"), Catch::Contains("unknown"));
  CHECK_THAT(refusal("Uniform", "torus:4"), Catch::Contains("unknown"));
  for (const char* seed : {"random:", "random:x", "random:-1", "random:1.5", "random:18446744073709551616", "random: 1", "permutation:random:x"}) {
    CAPTURE(seed);
    CHECK_THAT(refusal(seed, "torus:4"), Catch::Contains("seed") && Catch::Contains("0..18446744073709551615"));
  }
  CHECK(refusal("permutation:transpose", "torus:4x4") == "accepted");
  CHECK_THAT(refusal("permutation:transpose", "torus:4x3"), Catch::Contains("backwards"));
  const test::ScratchFolder empty;
  CHECK_THAT(refusal("permutation:" + empty.path("nosuch"), "torus:4"), Catch::Contains("cannot be read"));
}

TEST_CASE("a list that is no permutation is refused, naming the nodes") {
  const auto make = [](const Nodes& list) {
    std::vector<TerminalId> destination;
    for (const std::uint32_t v : list) destination.emplace_back(v);
    return PermutationTraffic("test", destination);
  };
  CHECK_NOTHROW(make({2, 0, 1}));
  CHECK_THROWS_WITH(make({0, 2, 0}), Catch::Contains("nodes 0 and 2 both send to 0"));
  CHECK_THROWS_WITH(make({0, 3, 1}), Catch::Contains("sends node 1 to 3"));
  CHECK_THROWS_AS(make({0, 1, 0xffffffffU}), ConfigError);
}

TEST_CASE("uniform leaves the own node out, uniform-self does not") {
  const UniformTraffic others(5, false), all(5, true);
  for (std::uint32_t s = 0; s < 5; ++s) {
    const auto row = others.row(TerminalId(s));
    REQUIRE(row.size() == 4);
    for (const Demand& d : row) {
      CHECK(d.probability == Rational(1, 4));
      CHECK(d.destination != TerminalId(s));
    }
    CHECK(all.row(TerminalId(s)).size() == 5);
    for (const Demand& d : all.row(TerminalId(s))) CHECK(d.probability == Rational(1, 5));
  }
  CHECK(others.permutation_invariant());
  CHECK(all.permutation_invariant());
}

TEST_CASE("rows are ascending and sum to the share; samples follow them") {
  const auto [topology, traffic] = GENERATE(table<std::string, std::string>({{"torus:5x4", "uniform"},
                                                                             {"torus:5x4", "uniform-self"},
                                                                             {"hypercube:6", "uniform"},
                                                                             {"torus:2", "uniform"},
                                                                             {"torus:2", "uniform-self"},
                                                                             {"torus:5x4", "tornado"},
                                                                             {"torus:5x4", "hotspot:3@1/5"},
                                                                             {"torus:5x4", "hotspot:2,7,11@0.3"},
                                                                             {"torus:5x4", "hotspot:1,3@1"},
                                                                             {"mesh:4x4", "transpose"},
                                                                             {"torus:4x4", "random:4"}}));
  CAPTURE(topology, traffic);
  const auto t = make_cube(topology);
  const auto pattern = make_traffic(traffic, *t);
  for (std::uint32_t s = 0; s < t->nodes(); ++s) {
    const auto row = pattern->row(TerminalId(s));
    Rational sum = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
      sum += row[i].probability;
      CHECK(row[i].probability > 0);
      if (i > 0) CHECK(row[i - 1].destination < row[i].destination);
    }
    CHECK(sum == pattern->share(TerminalId(s)));
    if (sum > 0 && s < 4) check_frequencies(*pattern, t->nodes(), TerminalId(s));
  }
}

TEST_CASE("every pattern of the table that needs no argument can be made, by its aliases too, and names are unique") {
  const auto t = make_cube("torus:4x4");
  const auto names = names_of(traffic_table());
  CHECK(std::set<std::string>(names.begin(), names.end()).size() == names.size());
  for (const TrafficEntry& entry : traffic_table()) {
    CAPTURE(entry.name);
    CHECK_FALSE(entry.summary.empty());
    if (entry.name.find(':') != std::string::npos) continue;
    CHECK_NOTHROW(make_traffic(entry.name, *t));
    for (const std::string& alias : entry.aliases) {
      const auto own = make_traffic(entry.name, *t), other = make_traffic(alias, *t);
      for (std::uint32_t s = 0; s < t->nodes(); ++s) CHECK(own->share(TerminalId(s)) == other->share(TerminalId(s)));
    }
  }
}

TEST_CASE("a rule of the table is a permutation by name, and by permutation:NAME; other patterns are no permutations") {
  const auto t = make_cube("mesh:4x4");
  for (const TrafficEntry& entry : traffic_table()) {
    CAPTURE(entry.name);
    if (entry.name.find(':') != std::string::npos) continue;
    if (entry.destinations == nullptr) {
      CHECK_THROWS_WITH(named_permutation(entry.name, *t), Catch::Contains("unknown"));
    } else {
      CHECK(named_permutation(entry.name, *t).destinations() == entry.destinations(*t, entry.name));
      CHECK_NOTHROW(make_traffic("permutation:" + entry.name, *t));
    }
  }
}

TEST_CASE("an argument that is missing or too much is refused with how the name is written") {
  CHECK_THAT(refusal("random", "torus:4"), Catch::Contains("is written random:SEED"));
  CHECK_THAT(refusal("permutation", "torus:4"), Catch::Contains("is written permutation:FILE"));
  CHECK_THAT(refusal("transpose:3", "torus:4"), Catch::Contains("is written transpose: "));
  CHECK_THAT(refusal("permutation:transpose:3", "torus:4"), Catch::Contains("is written transpose: "));
}
