// The number of classes of a table: of the two orders in which its dependencies are taken, the one that needs fewer
// layers counts.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "models/network/topology/cube.hpp"
#include "routing/networks/any_topology/table.hpp"
#include "tests/support/cases/random_case.hpp"
#include "tests/support/cases/table_network.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

using Dependency = std::pair<std::pair<std::uint32_t, std::uint32_t>, std::pair<std::uint32_t, std::uint32_t>>;  // of channels, as pairs of nodes

// Whether `to` leads to `from` already.
bool closes_cycle(const std::set<Dependency>& layer, const Dependency& added) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> reached = {added.second};
  for (std::size_t i = 0; i < reached.size(); ++i) {
    if (reached[i] == added.first) return true;
    for (const Dependency& d : layer) {
      if (d.first == reached[i] && std::find(reached.begin(), reached.end(), d.second) == reached.end()) reached.push_back(d.second);
    }
  }
  return false;
}

// The layers that the order `shortest` needs: paths by hops, each kept in its layer up to the first dependency that the
// layer has refused.
int layers_of_shortest_first(std::vector<std::vector<std::uint32_t>> paths) {
  std::stable_sort(paths.begin(), paths.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); });
  int layers = 0;
  while (!paths.empty()) {
    ++layers;
    std::set<Dependency> taken, refused;
    std::vector<std::vector<std::uint32_t>> rest;
    for (const auto& nodes : paths) {
      for (std::size_t i = 0; i + 2 < nodes.size(); ++i) {
        const Dependency d = {{nodes[i], nodes[i + 1]}, {nodes[i + 1], nodes[i + 2]}};
        if (taken.count(d) == 0 && refused.count(d) == 0) (closes_cycle(taken, d) ? refused : taken).insert(d);
        if (refused.count(d) == 0) continue;
        rest.emplace_back(nodes.begin() + static_cast<std::ptrdiff_t>(i) + 1, nodes.end());
        break;
      }
    }
    paths = rest;
  }
  return layers;
}

// A path from `from` to `to` that visits no node twice, by chance.
std::vector<std::uint32_t> wander(const CubeTopology& t, std::uint32_t from, std::uint32_t to, Dice& dice) {
  for (;;) {
    std::vector<std::uint32_t> nodes = {from};
    while (nodes.back() != to && nodes.size() < 9) {
      const Port port(static_cast<std::uint16_t>(dice.below(static_cast<std::uint32_t>(t.ports()))));
      if (t.out(NodeId(nodes.back()), port) == kNoChannel) continue;
      const std::uint32_t next = t.channel(t.out(NodeId(nodes.back()), port)).to.value();
      if (std::find(nodes.begin(), nodes.end(), next) != nodes.end()) break;
      nodes.push_back(next);
    }
    if (nodes.back() == to) return nodes;
  }
}

}  // namespace

TEST_CASE("a table has no more classes than its paths need shortest first, and of many tables some have fewer") {
  const auto t = make_cube("mesh:3x3");
  Dice dice(71);
  int fewer = 0, equal = 0;
  for (int round = 0; round < 150; ++round) {
    NodePaths paths;
    std::vector<std::vector<std::uint32_t>> in_order;
    for (std::uint32_t s = 0; s < t->nodes(); ++s) {
      for (std::uint32_t d = 0; d < t->nodes(); ++d) {
        if (s == d) continue;
        in_order.push_back(wander(*t, s, d, dice));
        paths[{s, d}].push_back({1, in_order.back()});
      }
    }
    const int classes = relation_of(*t, table_text(paths))->classes(), shortest_first = layers_of_shortest_first(in_order);
    CAPTURE(round);
    CHECK(classes <= shortest_first);
    ++(classes < shortest_first ? fewer : equal);
  }
  CHECK(fewer > 0);
  CHECK(equal > 0);
}
