// Routings of fat trees and folded Clos networks against closed forms (K^N terminals, levels from 1), and by hand.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <vector>

#include "models/analysis/worst_case/worst_case.hpp"
#include "models/base/error.hpp"
#include "models/network/topology/topologies.hpp"
#include "tests/support/network_loads.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;
using Catch::Contains;

namespace {

struct Size {
  std::uint32_t k, n;
  [[nodiscard]] std::string name() const { return "fattree:" + std::to_string(k) + "," + std::to_string(n); }
};

std::uint32_t power(std::uint32_t base, std::uint32_t exponent) { return exponent == 0 ? 1 : base * power(base, exponent - 1); }

std::vector<Size> sizes() {
  std::vector<Size> all;
  for (std::uint32_t n = 2; n <= 6; ++n) {
    for (std::uint32_t k = 2; n * power(k, n - 1) <= 200 && power(k, n) <= 700; ++k) all.push_back({k, n});
  }
  if (whole()) return all;
  return {{2, 2}, {2, 3}, {3, 2}, {4, 2}, {2, 4}};
}

// Of every kind of channel the heaviest load that a permutation puts on one.
std::map<std::string, Rational> worst(const Topology& t, const std::string& routing) {
  const auto relation = make_relation(routing, t, {});
  std::map<std::string, Rational> heaviest;
  for (const FocusChannel& f : WorstCaseSearch(t, *relation).run().focus) {
    Rational& gamma = heaviest[t.kinds()[t.channel(f.channel).kind]];
    gamma = std::max(gamma, f.gamma);
  }
  return heaviest;
}

// The routers that a packet passes, its choices by weights all of them certain.
std::vector<std::uint32_t> path(const Topology& t, const RoutingRelation& relation, TerminalId from, TerminalId to) {
  const Ends ends{from, to, t.router_of(from), t.router_of(to)};
  std::vector<std::uint32_t> routers = {ends.from.value()};
  HeaderState state = relation.start_between(ends).front().state;
  ChannelId in = kNoChannel;
  while (true) {
    Candidates candidates;
    relation.next(NodeId(routers.back()), in, ends.to, state, candidates);
    REQUIRE(candidates.size() == 1);
    if (candidates.front().exit == Exit::deliver) return routers;
    in = candidates.front().channel;
    state = candidates.front().next;
    routers.push_back(t.channel(in).to.value());
  }
}

}  // namespace

TEST_CASE("all-to-all traffic loads a fat tree by 1 - K^(l-N) above level l") {
  for (const Size& s : sizes()) {
    CAPTURE(s.name());
    const auto t = make_topology(s.name());
    std::map<std::string, Range> expected;
    for (std::uint32_t l = 1; l < s.n; ++l) {
      for (const char* way : {"up", "down"}) expected[way + std::to_string(l)] = all_at(1 - Rational(1, power(s.k, s.n - l)));
    }
    for (const char* routing : {"nca-random", "d-mod-k"}) CHECK(loads_by_kind(*t, routing, "uniform-self") == expected);
  }
}

TEST_CASE("the worst case of a fat tree is 1 with drawn ups, and the closed form with d-mod-k") {
  for (const Size& s : sizes()) {
    CAPTURE(s.name());
    const auto t = make_topology(s.name());
    std::map<std::string, Rational> drawn, chosen;
    for (std::uint32_t l = 1; l < s.n; ++l) {
      for (const char* way : {"up", "down"}) drawn[way + std::to_string(l)] = chosen[way + std::to_string(l)] = 1;
      chosen["up" + std::to_string(l)] = std::min(power(s.k, l), power(s.k, s.n - l) - 1);
    }
    CHECK(worst(*t, "nca-random") == drawn);
    CHECK(worst(*t, "d-mod-k") == chosen);
  }
}

TEST_CASE("the spines of a folded clos network share what its leaves send") {
  const auto t = make_topology("clos:6,3,4");
  const Rational each(4 * 5, 3 * 6);
  CHECK(loads_by_kind(*t, "nca-random", "uniform-self") == std::map<std::string, Range>{{"up1", all_at(each)}, {"down1", all_at(each)}});
  CHECK(worst(*t, "nca-random") == std::map<std::string, Rational>{{"up1", Rational(4, 3)}, {"down1", Rational(4, 3)}});
}

TEST_CASE("d-mod-k climbs by the digits of the destination's number, lowest first") {
  const auto tree = make_topology("fattree:3,3");  // terminal 16 is 121: at leaf 5 = 12; levels of 9 routers
  const auto d_mod_k = make_relation("d-mod-k", *tree, {});
  CHECK(path(*tree, *d_mod_k, TerminalId(0), TerminalId(16)) == std::vector<std::uint32_t>{0, 9 + 1, 18 + 7, 9 + 4, 5});
  CHECK(path(*tree, *d_mod_k, TerminalId(17), TerminalId(16)) == std::vector<std::uint32_t>{5});
  CHECK(path(*tree, *d_mod_k, TerminalId(11), TerminalId(16)) == std::vector<std::uint32_t>{3, 9 + 4, 5});
  const auto clos = make_topology("clos:4,3,2");
  const auto by_spine = make_relation("d-mod-k", *clos, {});
  CHECK(path(*clos, *by_spine, TerminalId(0), TerminalId(5)) == std::vector<std::uint32_t>{0, 4 + 2, 2});
}

TEST_CASE("routings of trees are for trees") {
  CHECK_THROWS_WITH(make_relation("d-mod-k", *make_topology("torus:4x4"), {}), Contains("does not support topology torus:4x4; allowed: fattree, clos"));
  CHECK_THROWS_WITH(make_relation("nca", *make_topology("slimfly:3"), {}), Contains("allowed: fattree, clos"));
  CHECK_THROWS_WITH(make_relation("dor", *make_topology("fattree:2,2"), {}), Contains("allowed: torus, mesh, hypercube, hyperx, fullmesh; "));
}
