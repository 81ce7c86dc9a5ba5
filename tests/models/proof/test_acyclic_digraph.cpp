// A graph that stays acyclic, against brute force: an edge is refused exactly if its end already reaches its beginning.
#include <catch2/catch.hpp>
#include <random>
#include <set>

#include "models/proof/acyclic_digraph.hpp"

using namespace dateline;

namespace {

using Reach = std::vector<std::vector<bool>>;

// Notes a new edge in the reachability of everything.
void connect(Reach& reach, std::size_t from, std::size_t to) {
  for (std::size_t a = 0; a < reach.size(); ++a) {
    for (std::size_t b = 0; b < reach.size(); ++b) {
      if ((a == from || reach[a][from]) && (b == to || reach[to][b])) reach[a][b] = true;
    }
  }
}

}  // namespace

TEST_CASE("an edge is taken unless it closes a cycle with those taken before") {
  std::mt19937_64 random(11);
  int taken = 0, refused = 0;
  for (int run = 0; run < 300; ++run) {
    const auto n = static_cast<std::uint32_t>(1 + random() % 24);
    AcyclicDigraph graph(n);
    Reach reach(n, std::vector<bool>(n, false));
    std::set<std::pair<std::uint32_t, std::uint32_t>> asked;
    for (std::uint32_t i = 0; i < 3 * n; ++i) {
      const auto from = static_cast<std::uint32_t>(random() % n), to = static_cast<std::uint32_t>(random() % n);
      if (!asked.emplace(from, to).second) continue;
      const bool closes = from == to || reach[to][from];
      CAPTURE(run, n, i, from, to);
      REQUIRE(graph.add(from, to) == !closes);
      ++(closes ? refused : taken);
      if (!closes) connect(reach, from, to);
    }
  }
  CHECK(taken > 1000);
  CHECK(refused > 1000);
}

TEST_CASE("a long ring is closed by its last edge only, whichever way it is built") {
  for (const bool forward : {true, false}) {
    constexpr std::uint32_t kNodes = 1000;
    AcyclicDigraph graph(kNodes);
    for (std::uint32_t i = 0; i + 1 < kNodes; ++i) {
      const std::uint32_t from = forward ? i : kNodes - 1 - i;
      REQUIRE(graph.add(from, (from + 1) % kNodes));
    }
    CHECK_FALSE(graph.add(forward ? kNodes - 1 : 0, forward ? 0 : 1));
  }
}
