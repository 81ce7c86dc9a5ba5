// Routings of dragonflies against closed forms (J. Kim and others, ISCA 2008; the worst pattern of every shape), and
// what minimal routing leaves undone.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "models/base/error.hpp"
#include "models/network/symmetry/distances.hpp"
#include "models/network/topology/dragonfly.hpp"
#include "models/network/topology/topologies.hpp"
#include "tests/support/network_loads.hpp"
#include "tests/support/oracles/relation_walk.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

struct Size {
  std::uint32_t p, a, h;
  [[nodiscard]] std::uint32_t groups() const { return a * h + 1; }
  [[nodiscard]] std::uint32_t terminals() const { return p * a * groups(); }
  [[nodiscard]] std::string name() const { return "dragonfly:" + std::to_string(p) + "," + std::to_string(a) + "," + std::to_string(h); }
};

// Those of one link between two groups and up to 200 routers, three groups or more.
std::vector<Size> sizes() {
  std::vector<Size> all;
  for (std::uint32_t a = 1; a <= 14; ++a) {
    for (std::uint32_t h = 1; a * (a * h + 1) <= 200 && h <= 20; ++h) {
      if (a * h >= 2) all.push_back({1 + (a + h) % 3, a, h});
    }
  }
  if (whole()) return all;
  return {{1, 2, 1}, {3, 1, 4}, {2, 3, 2}, {2, 4, 2}, {1, 5, 1}};
}

Rational largest(const std::string& topology, const std::string& routing, const std::string& traffic, const std::string& kind) {
  return loads_by_kind(*make_topology(topology), routing, traffic).at(kind).second;
}

}  // namespace

TEST_CASE("uniform loads of a dragonfly's routings are their closed forms, on every channel") {
  for (const Size& s : sizes()) {
    CAPTURE(s.name());
    const auto t = make_topology(s.name());
    const Rational ap(s.a * s.p), n(s.terminals()), local(s.p * s.p * (1 + 2 * s.a * s.h));
    std::map<std::string, Range> minimal = {{"global", all_at(ap * ap / (n - 1))}}, twice = {{"global", all_at(2 * ap * ap / n)}};
    if (s.a > 1) minimal["local"] = all_at(local / (n - 1));
    if (s.a > 1) twice["local"] = all_at(2 * local / n);
    CHECK(loads_by_kind(*t, "min", "uniform") == minimal);
    for (const char* traffic : {"uniform-self", "random:3", "shift:1"}) CHECK(loads_by_kind(*t, "valiant", traffic) == twice);
  }
}

TEST_CASE("under adv:I minimal routing has one link for a group, and routing by groups the closed form") {
  for (const Size& s : sizes()) {
    CAPTURE(s.name());
    const Rational ap(s.a * s.p), others(s.groups() - 2);
    for (std::uint32_t i = 1; i < s.groups(); i += sample(1U, s.groups() / 2)) {
      const std::string traffic = "adv:" + std::to_string(i);
      CHECK(largest(s.name(), "min", traffic, "global") == ap);
      CHECK(largest(s.name(), "valiant-group", traffic, "global") == 2 * ap / others);
    }
    // What enters an intermediate group at router r leaves it at r - 1, from H groups; and P H of the sources' and of
    // the destinations' hops cross the same channel in their groups. Where A = 2 H that is (H + 1) A P.
    if (s.a > 1) CHECK(largest(s.name(), "valiant-group", "adv:" + std::to_string(s.h), "local") == s.p * s.h * (s.a + 2) / others);
  }
  CHECK(1 / largest("dragonfly:2,4,2", "valiant-group", "adv:2", "local") == Rational(7, 24));
}

TEST_CASE("several links of two groups carry alike") {
  const auto t = make_topology("dragonfly:2,4,2,5");  // two links of any two groups
  const Rational to_a_group(8 * 8, t->terminals() - 1);
  CHECK(loads_by_kind(*t, "min", "uniform").at("global") == all_at(to_a_group / 2));
  CHECK(loads_by_kind(*t, "min", "adv:1").at("global") == Range{0, 4});
  CHECK(loads_by_kind(*t, "valiant-group", "adv:1").at("global").second == Rational(2 * 8, 2 * 3));
}

TEST_CASE("minimal routing on a dragonfly is not always shortest") {
  const auto longer = [](const std::string& name) {
    const auto t = make_topology(name);
    const auto min = make_relation("min", *t, {});
    int pairs = 0;
    for (std::uint32_t d = 0; d < t->nodes(); ++d) {
      Walk walk(*t, *min, d);
      for (std::uint32_t s = 0; s < t->nodes(); ++s) pairs += walk.from({s, kNoChannel.value(), 0}).most > hops_from(*t, NodeId(s))[d] ? 1 : 0;
    }
    return pairs;
  };
  CHECK(longer("dragonfly:2,4,2") == 36);
  CHECK(longer("dragonfly:2,4,2:absolute") == 24);
}

TEST_CASE("a dragonfly of two groups has no third to go by") {
  CHECK_THROWS_WITH(make_relation("valiant-group", *make_topology("dragonfly:1,2,1,2"), {}), Catch::Contains("dragonfly of three groups or more"));
  CHECK_NOTHROW(make_relation("valiant", *make_topology("dragonfly:1,2,1,2"), {}));
}
