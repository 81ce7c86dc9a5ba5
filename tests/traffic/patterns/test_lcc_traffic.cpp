// Linear-complement communications as traffic: rows by hand, shares of scatters, silence, what is refused; and patterns
// between virtual nodes.
#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>

#include "models/lcc/lcc_names.hpp"
#include "tests/support/cases/pattern_destinations.hpp"
#include "tests/support/scratch_folder.hpp"
#include "traffic/patterns/lcc_traffic.hpp"
#include "traffic/patterns/mapped_traffic.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

using Row = std::vector<std::pair<std::uint32_t, Rational>>;

Row row_of(const TrafficPattern& pattern, std::uint32_t source) {
  Row row;
  for (const Demand& d : pattern.row(TerminalId(source))) row.emplace_back(d.destination.value(), d.probability);
  return row;
}
std::unique_ptr<TrafficPattern> pattern(const std::string& text, int n) { return make_traffic(text, *make_cube("hypercube:" + std::to_string(n))); }

// Of all draws of a source each destination of its row comes about as often, and nothing else.
void check_draws(const TrafficPattern& traffic, std::uint32_t source) {
  constexpr int kDraws = 4000;
  std::vector<int> counts(256, 0);
  RandomStream random(3, source, Purpose::destination);
  for (int i = 0; i < kDraws; ++i) ++counts[traffic.sample(TerminalId(source), random).value()];
  const Row row = row_of(traffic, source);
  for (const auto& [to, probability] : row) {
    const double expected = static_cast<double>(kDraws) / static_cast<double>(row.size());
    CHECK(std::abs(counts[to] - expected) <= 6 * std::sqrt(expected));
    counts[to] = 0;
  }
  CHECK(*std::max_element(counts.begin(), counts.end()) == 0);
}

}  // namespace

TEST_CASE("a communication that is a permutation has the rows of the pattern of its name") {
  for (int n = 1; n <= 8; ++n) {
    for (const std::string name : {"transpose", "bit-reverse", "reverse-flip", "shuffle"}) {
      if (name == "transpose" && n % 2 != 0) continue;
      const auto by_lcc = pattern("lcc:" + (name == "shuffle" ? (n == 1 ? "shuffle:0" : "shuffle:1") : name), n), by_name = pattern(name, n);
      for (std::uint32_t s = 0; s < 1U << static_cast<unsigned>(n); ++s) {
        CHECK(row_of(*by_lcc, s) == row_of(*by_name, s));
        CHECK(by_lcc->share(TerminalId(s)) == by_name->share(TerminalId(s)));
      }
    }
  }
}

TEST_CASE("of a gather every source sends to its image, but not to itself") {
  Lcc gather;  // y = (x0, 0) + (0, 1)
  gather.a = {1, 0};
  gather.b = 2;
  const LccTraffic traffic(gather);
  CHECK(row_of(traffic, 0) == Row{{2, 1}});
  CHECK(row_of(traffic, 1) == Row{{3, 1}});
  CHECK(row_of(traffic, 2).empty());
  CHECK(traffic.share(TerminalId(3)) == 0);
  CHECK(traffic.share(TerminalId(1)) == 1);
}

TEST_CASE("of a scatter the source of most copies has the whole load, the others their part") {
  Lcc scatter;  // all from node 0, on 4 nodes: itself left out
  scatter.a = {0, 0};
  scatter.scatter = true;
  const LccTraffic all(scatter);
  const Rational third(1, 3);
  CHECK(row_of(all, 0) == Row{{1, third}, {2, third}, {3, third}});
  CHECK(all.share(TerminalId(0)) == 1);
  CHECK(all.share(TerminalId(2)) == 0);
  check_draws(all, 0);

  scatter.a = {1, 0};  // x = (y0, 0): node 0 to 0 and 2, node 1 to 1 and 3
  scatter.b = 2;       // from node 2 to 0 and 2, from node 3 to 1 and 3
  const LccTraffic pairs(scatter);
  CHECK(row_of(pairs, 2) == Row{{0, 1}});
  CHECK(row_of(pairs, 0).empty());

  // `scale` on 8 dimensions: 64 sources of 4 copies, of which node 0 keeps one.
  const auto scale = pattern("lcc:scale", 8);
  const Rational quarter(1, 4);
  CHECK(scale->share(TerminalId(0)) == Rational(3, 4));
  CHECK(row_of(*scale, 0) == Row{{1, quarter}, {16, quarter}, {17, quarter}});
  CHECK(row_of(*scale, 1 + 16) == Row{{2 + 32, quarter}, {3 + 32, quarter}, {2 + 48, quarter}, {3 + 48, quarter}});
  CHECK(scale->share(TerminalId(17)) == 1);
  CHECK(scale->share(TerminalId(8)) == 0);
  check_draws(*scale, 0);
  check_draws(*scale, 17);
}

TEST_CASE("the identity sends nothing") {
  const auto traffic = pattern("lcc:identity", 4);
  for (std::uint32_t s = 0; s < 16; ++s) CHECK((row_of(*traffic, s).empty() && traffic->share(TerminalId(s)) == 0));
}

TEST_CASE("a communication is for a hypercube of its dimensions") {
  CHECK_THAT(refusal("lcc:transpose", "torus:4x4"), Catch::Contains("traffic=lcc:transpose") && Catch::Contains("needs a hypercube"));
  CHECK_THAT(refusal("lcc:transpose", "mesh:2x2"), Catch::Contains("needs a hypercube"));
  CHECK_THAT(refusal("lcc:transpose", "hypercube:7"), Catch::Contains("lcc=transpose") && Catch::Contains("even"));
  CHECK_THAT(refusal("lcc:transpose,bit-reverse", "hypercube:4"), Catch::Contains("more than one"));
  CHECK_THAT(refusal("lcc:transpose*2", "hypercube:4"), Catch::Contains("more than one"));
  CHECK_THAT(refusal("lcc:", "hypercube:4"), Catch::Contains("names no communication"));
  CHECK_THAT(refusal("lcc", "hypercube:4"), Catch::Contains("is written lcc:X"));
  CHECK_THAT(refusal("lcc:transpos", "hypercube:4"), Catch::Contains("nearest: transpose"));
  CHECK_THAT(refusal("permutation:lcc:transpose", "hypercube:4"), Catch::Contains("permutation=lcc:transpose"));
  const ScratchFolder folder;
  const std::string file = folder.path("two.lcc");
  std::ofstream(file) << "01\n10\n\n00\n";
  CHECK_THAT(refusal("lcc:" + file, "hypercube:4"), Catch::Contains("has 2 dimensions") && Catch::Contains("hypercube:4 has 4"));
  CHECK(refusal("lcc:" + file, "hypercube:2") == "accepted");
}

TEST_CASE("a mapped pattern sends between the places of its virtual nodes what they send") {
  const std::vector<TerminalId> places = {TerminalId(2), TerminalId(0), TerminalId(3), TerminalId(1)};
  const MappedTraffic traffic(make_traffic("hotspot:1@0.5", *make_cube("torus:4")), places);
  const auto virtual_traffic = make_traffic("hotspot:1@0.5", *make_cube("torus:4"));
  for (std::uint32_t v = 0; v < 4; ++v) {
    Row row = row_of(*virtual_traffic, v);
    for (auto& [to, probability] : row) to = places[to].value();
    std::sort(row.begin(), row.end());
    CHECK(row_of(traffic, places[v].value()) == row);
    CHECK(traffic.share(places[v]) == virtual_traffic->share(TerminalId(v)));
    RandomStream here(5, v, Purpose::destination), there(5, v, Purpose::destination);
    for (int i = 0; i < 20; ++i) CHECK(traffic.sample(places[v], here) == places[virtual_traffic->sample(TerminalId(v), there).value()]);
  }
  CHECK(virtual_nodes(places) == std::vector<std::uint32_t>{1, 3, 0, 2});
}
