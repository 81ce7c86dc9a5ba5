// The shortest cycle of a directed graph against brute force on small random graphs.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <set>

#include "models/proof/digraph.hpp"

using namespace dateline;

namespace {

using Matrix = std::vector<std::vector<bool>>;

constexpr std::size_t kFar = 1000;

// Lengths of shortest paths of at least one edge, by Floyd and Warshall.
std::vector<std::vector<std::size_t>> distances(const Matrix& edge) {
  const std::size_t n = edge.size();
  std::vector<std::vector<std::size_t>> d(n, std::vector<std::size_t>(n, kFar));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (edge[i][j]) d[i][j] = 1;
    }
  }
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) d[i][j] = std::min(d[i][j], d[i][k] + d[k][j]);
    }
  }
  return d;
}

Digraph graph_of(const Matrix& edge) {
  Digraph graph(static_cast<std::uint32_t>(edge.size()));
  for (std::uint32_t i = 0; i < edge.size(); ++i) {
    for (std::uint32_t j = 0; j < edge.size(); ++j) {
      if (edge[i][j]) graph.add(i, j);
    }
  }
  graph.normalise();
  return graph;
}

}  // namespace

TEST_CASE("a graph has a cycle if brute force finds one, and the one given is a shortest of a smallest component") {
  std::mt19937_64 random(3);
  int cyclic = 0, acyclic = 0;
  for (int run = 0; run < 4000; ++run) {
    const std::size_t n = 1 + random() % 9;
    const std::size_t sparse = 2 + random() % 14;
    Matrix edge(n, std::vector<bool>(n));
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) edge[i][j] = random() % sparse == 0 && (i != j || random() % 20 == 0);
    }
    const auto d = distances(edge);
    const auto cycle = graph_of(edge).shortest_cycle();
    bool any = false, loop = false;
    for (std::size_t i = 0; i < n; ++i) any = any || d[i][i] < kFar;
    for (std::size_t i = 0; i < n; ++i) loop = loop || edge[i][i];
    REQUIRE(cycle.empty() == !any);
    ++(any ? cyclic : acyclic);
    if (!any) continue;
    for (std::size_t i = 0; i < cycle.size(); ++i) REQUIRE(edge[cycle[i]][cycle[(i + 1) % cycle.size()]]);
    REQUIRE(std::set<std::uint32_t>(cycle.begin(), cycle.end()).size() == cycle.size());
    if (loop) {
      REQUIRE(cycle.size() == 1);
      continue;
    }
    std::size_t smallest = kFar;
    const auto component = [&](std::size_t v) {
      std::size_t size = 0, shortest = kFar;
      for (std::size_t w = 0; w < n; ++w) {
        if (d[v][w] >= kFar || d[w][v] >= kFar) continue;
        ++size;
        shortest = std::min(shortest, d[w][w]);
      }
      return std::make_pair(size, shortest);
    };
    for (std::size_t v = 0; v < n; ++v) {
      if (d[v][v] < kFar) smallest = std::min(smallest, component(v).first);
    }
    REQUIRE(component(cycle.front()).first == smallest);
    REQUIRE(cycle.size() == component(cycle.front()).second);
  }
  CHECK(cyclic > 500);
  CHECK(acyclic > 500);
}

TEST_CASE("repeated edges count once") {
  Digraph graph(3);
  for (int i = 0; i < 5; ++i) graph.add(0, 1);
  graph.add(1, 2);
  graph.normalise();
  CHECK(graph.edges() == 2);
  CHECK(graph.shortest_cycle().empty());
  CHECK(Digraph(0).shortest_cycle().empty());
}

TEST_CASE("a vertex that depends on itself is a cycle of one") {
  Digraph graph(4);
  graph.add(0, 1);
  graph.add(1, 0);
  graph.add(2, 2);
  graph.normalise();
  CHECK(graph.shortest_cycle() == std::vector<std::uint32_t>{2});
}

TEST_CASE("a long ring is found without deep recursion") {
  constexpr std::uint32_t kLong = 200'000;
  Digraph graph(kLong);
  for (std::uint32_t v = 0; v + 1 < kLong; ++v) graph.add(v, v + 1);
  graph.normalise();
  CHECK(graph.shortest_cycle().empty());
}
