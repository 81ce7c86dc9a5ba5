// The share of minimal paths that a relation offers: against published values on hypercubes, and path by path on
// meshes. Published: Hou, Wang, Ku and Hsu 2001, the mean of h1! h0! / d! of P-cube and what follows for the others.
#include <catch2/catch.hpp>

#include "models/network/faults/fault_map.hpp"
#include "models/proof/adaptiveness.hpp"
#include "routing/registry/registry.hpp"
#include "tests/support/oracles/turn_oracle.hpp"
#include "tests/support/routings.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

Rational share(const std::string& topology, const std::string& routing) {
  const auto t = make_cube(topology);
  const auto found = adaptiveness(*t, *make_relation(routing, *t, {}));
  REQUIRE(found);
  return *found;
}

}  // namespace

TEST_CASE("adaptiveness on hypercubes of 4 and 5 dimensions is the known fraction", "[adaptiveness]") {
  const auto [routing, four, five] = GENERATE(table<std::string, Rational, Rational>({
      {"e-cube", Rational(37, 72), Rational(23, 60)},
      {"p-cube", Rational(173, 240), Rational(77, 124)},
      {"negative-first", Rational(173, 240), Rational(77, 124)},
      {"li-min", Rational(2123, 2880), Rational(12897, 19840)},
      {"li-min-b", Rational(2123, 2880), Rational(12897, 19840)},
      {"chiu", Rational(1799, 2880), Rational(61153, 119040)},
      {"mix-ab3", Rational(2123, 2880), Rational(12897, 19840)},
      {"mix-bb3", Rational(2123, 2880), Rational(12897, 19840)},
      {"duato", Rational(1), Rational(1)},
  }));
  CAPTURE(routing);
  CHECK(share("hypercube:4", routing) == four);
  CHECK(share("hypercube:5", routing) == five);
}

TEST_CASE("adaptiveness on hypercubes of 6 and 8 dimensions is the known one", "[adaptiveness]") {
  const auto [routing, six, eight] = GENERATE(table<std::string, double, double>({{"p-cube", .5265, .3646},
                                                                                  {"li-min", .5688, .4291},
                                                                                  {"li-min-b", .5688, .4291},
                                                                                  {"chiu", .4172, .2683},
                                                                                  {"mix-ab3", .5688, .4291},
                                                                                  {"mix-bb3", .5688, .4291}}));
  CAPTURE(routing);
  CHECK(to_double(share("hypercube:6", routing)) == Approx(six).margin(.00005));
  if (whole() || routing == "p-cube") CHECK(to_double(share("hypercube:8", routing)) == Approx(eight).margin(.00005));
}

TEST_CASE("adaptiveness on meshes is that of all paths written out, of every minimal routing", "[adaptiveness]") {
  const std::vector<int> radices = GENERATE(std::vector<int>{4, 3}, std::vector<int>{2, 3, 2});
  std::string name = "mesh:";
  for (const int k : radices) name += (name.back() == ':' ? "" : "x") + std::to_string(k);
  const auto t = make_cube(name);
  const std::uint32_t nodes = t->nodes();
  for (const RoutingEntry& entry : registered_relations(*t)) {
    if (entry.paths != Paths::minimal) continue;
    const auto relation = make_relation(entry.name, *t, {});
    Rational sum = 0;
    for (std::uint32_t s = 0; s < nodes; ++s) {
      for (std::uint32_t d = 0; d < nodes; ++d) {
        if (s == d) continue;
        const auto offered = offered_paths(*t, *relation, NodeId(s), NodeId(d));
        const auto all = allowed_paths(place_of(radices, s), place_of(radices, d), [](int, int, const Place&) { return true; });
        sum += Rational(Integer(offered.size()), Integer(all.size()));
      }
    }
    CAPTURE(name, entry.name);
    CHECK(adaptiveness(*t, *relation) == Rational(sum / (Integer(nodes) * (nodes - 1))));
  }
}

TEST_CASE("on a ring of 4 the tied pair has two ways, of which dimension order draws either and parity takes one", "[adaptiveness]") {
  const auto t = make_cube("torus:4");  // 3 destinations of each node: one way, two ways, one way
  CHECK(adaptiveness(*t, *make_relation("dor", *t, {TieRule::split})) == Rational(1));
  CHECK(adaptiveness(*t, *make_relation("dor", *t, {TieRule::parity})) == Rational(5, 6));
  CHECK(adaptiveness(*t, *make_relation("duato", *t, {})) == Rational(1));
}

TEST_CASE("adaptiveness says nothing of paths that are not minimal, of failures, and of large networks", "[adaptiveness]") {
  const auto torus = make_cube("torus:4x4"), large = make_cube("hypercube:9");
  CHECK_FALSE(adaptiveness(*torus, *make_relation("valiant", *torus, {})));
  CHECK_FALSE(adaptiveness(*large, *make_relation("p-cube", *large, {})));
  const auto whole = make_relation("sw-adaptive", *torus, {});
  CHECK(adaptiveness(*torus, *whole) == Rational(1));
  RoutingOptions options;
  options.faults = std::make_shared<FaultMap>(*torus, std::vector<NodeId>{NodeId(5)}, std::vector<LinkEnd>{});
  CHECK_FALSE(adaptiveness(*torus, *make_relation("sw-adaptive", *torus, options)));
}
