// What topologies claim of their symmetries, against brute force; distances that are found with them; bisections.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "models/base/numbers/rational.hpp"
#include "models/base/text/name_table.hpp"
#include "models/network/symmetry/distances.hpp"
#include "models/network/symmetry/orbits.hpp"
#include "models/network/topology/topologies.hpp"
#include "tests/support/cases/wires.hpp"
#include "tests/support/groups.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

const std::vector<std::string>& networks() {
  static const std::vector<std::string> names = {"torus:4x3",
                                                 "torus:5:t3",
                                                 "mesh:4x4:t2x2",
                                                 "hypercube:4:t2",
                                                 "hyperx:3x4:t2",
                                                 "hyperx:4x4",
                                                 "hyperx:2x3x2",
                                                 "fullmesh:2",
                                                 "fullmesh:7",
                                                 "dragonfly:2,4,2",
                                                 "dragonfly:1,4,2,5:relative",
                                                 "dragonfly:1,6,2,5:absolute",
                                                 "dragonfly:3,1,4:palmtree",
                                                 "dragonfly:1,2,4,3",
                                                 "dragonfly:1,1,6,3:relative",
                                                 "fattree:2,2",
                                                 "fattree:3,3",
                                                 "fattree:2,4",
                                                 "clos:4,2,3",
                                                 "clos:2,1,2",
                                                 "clos:3,5,1",
                                                 "slimfly:3",
                                                 "slimfly:4",
                                                 "slimfly:5",
                                                 "slimfly:7:t1",
                                                 "slimfly:8:t1",
                                                 "slimfly:9:t1"};
  return names;
}

std::map<std::pair<std::uint32_t, std::uint32_t>, int> multiplicities(const Topology& t) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> count;
  for (std::uint32_t c = 0; c < t.channels(); ++c) ++count[{t.channel(ChannelId(c)).from.value(), t.channel(ChannelId(c)).to.value()}];
  return count;
}

std::size_t orbits_of(const std::string& name) {
  const auto t = make_topology(name);
  return Orbits(*t, t->automorphisms()).nodes().size();
}

std::size_t group_order(const std::string& name) {
  const auto t = make_topology(name);
  return group_of(t->nodes(), t->automorphisms()).size();
}

// Distances by walking from every router.
Distances by_all(const Topology& t) {
  Distances result{0, 0};
  Rational total = 0;
  for (std::uint32_t a = 0; a < t.terminals(); ++a) {
    const auto hops = hops_from(t, t.router_of(TerminalId(a)));
    for (std::uint32_t b = 0; b < t.terminals(); ++b) {
      const std::uint32_t distance = hops[t.router_of(TerminalId(b)).value()];
      result.diameter = std::max(result.diameter, distance);
      total += distance;
    }
  }
  result.mean = total / Rational(Integer(t.terminals()) * (t.terminals() - 1));
  return result;
}

// The fewest channels from one part of the routers to the rest, over all parts with half of the terminals.
std::uint64_t bisection_by_force(const Topology& t) {
  std::uint64_t least = t.channels();
  for (std::uint32_t part = 0; part < 1U << t.nodes(); ++part) {
    std::uint32_t terminals = 0;
    for (std::uint32_t i = 0; i < t.terminals(); ++i) terminals += part >> t.router_of(TerminalId(i)).value() & 1U;
    if (2 * terminals != t.terminals()) continue;
    std::uint64_t cut = 0;
    for (std::uint32_t c = 0; c < t.channels(); ++c) {
      cut += (part >> t.channel(ChannelId(c)).from.value() & 1U) & ~(part >> t.channel(ChannelId(c)).to.value()) & 1U;
    }
    least = std::min(least, cut);
  }
  return least;
}

std::optional<std::uint64_t> bisection(const std::string& name) {
  const auto closed_form = row_named(topology_table(), "topology", name).bisection;
  return closed_form == nullptr ? std::nullopt : closed_form(*make_topology(name));
}

}  // namespace

TEST_CASE("every automorphism that a topology claims keeps channels and numbers of terminals, and is not the identity") {
  for (const std::string& name : networks()) {
    const auto t = make_topology(name);
    const auto count = multiplicities(*t);
    for (const Symmetry& claim : t->automorphisms()) {
      CAPTURE(name, claim.name);
      const NodeMap map = map_of(claim);
      CHECK(std::set<std::uint32_t>(map.begin(), map.end()).size() == t->nodes());
      bool keeps = true, moves = false;
      for (const auto& [wire, times] : count) {
        const auto image = count.find({map[wire.first], map[wire.second]});
        keeps = keeps && image != count.end() && image->second == times;
      }
      for (std::uint32_t r = 0; r < t->nodes(); ++r) {
        keeps = keeps && t->terminals_of(NodeId(r)).size() == t->terminals_of(NodeId(map[r])).size();
        moves = moves || map[r] != r;
      }
      CHECK(keeps);
      CHECK(moves);
    }
  }
}

TEST_CASE("routers fall into as few orbits as geometry says") {
  for (const char* name : {"torus:4x3", "hypercube:4:t2", "hyperx:3x4:t2", "hyperx:2x3x2", "fullmesh:7", "slimfly:3", "slimfly:5", "slimfly:9:t1"}) {
    CAPTURE(name);
    CHECK(orbits_of(name) == 1);  // in GF(3) X = X'
  }
  for (const char* name : {"slimfly:4", "slimfly:7:t1", "slimfly:8:t1", "clos:4,2,3"}) {
    CAPTURE(name);
    CHECK(orbits_of(name) == 2);  // the halves; leaves and spines
  }
  CHECK(orbits_of("fattree:3,3") == 3);  // its levels
  CHECK(orbits_of("fattree:2,4") == 4);
  CHECK(orbits_of("dragonfly:2,4,2") == 2);  // the routers of a group, and from its other end
  CHECK(orbits_of("dragonfly:1,5,3,4:relative") == 3);
  CHECK(orbits_of("dragonfly:1,6,2,5:absolute") == 15);  // 30 routers, from the other end
  CHECK(group_order("hyperx:3x3") == 6 * 6 * 2);
  CHECK(group_order("hyperx:2x4") == 2 * 24);
  CHECK(group_order("fullmesh:5") == 120);
  CHECK(group_order("dragonfly:2,4,2") == 18);
  CHECK(group_order("dragonfly:2,4,2:absolute") == 2);
  CHECK(group_order("clos:4,3,1") == 24 * 6);
  CHECK(group_order("fattree:2,2") == 4);
}

TEST_CASE("distances found from one router an orbit are those from every router") {
  for (const std::string& name : networks()) {
    CAPTURE(name);
    const auto t = make_topology(name);
    const Distances far = distances(*t), all = by_all(*t);
    CHECK(far.diameter == all.diameter);
    CHECK(far.mean == all.mean);
  }
}

TEST_CASE("mean distances are those of routings that take shortest ways") {
  const auto mean = [](const char* name) { return to_string(distances(*make_topology(name)).mean); };
  CHECK(mean("hyperx:3x3:t2") == "24/17");
  CHECK(mean("hyperx:4x4:t4") == "32/21");
  CHECK(mean("fattree:2,2") == "4/3");
  CHECK(mean("fattree:2,3") == "20/7");
  CHECK(mean("fattree:4,2") == "8/5");
  CHECK(mean("clos:4,2,4") == "8/5");
  CHECK(mean("slimfly:3:t3") == "87/53");
  CHECK(mean("slimfly:5:t4") == "364/199");
  CHECK(mean("mesh:4x4:t2x2") == "160/63");
  CHECK(mean("dragonfly:1,2,1") == "9/5");
  // By two global channels 36 of 1,260 pairs of routers are nearer by one hop than by 166/71: 4 x 36 of 72 x 71 pairs.
  CHECK(mean("dragonfly:2,4,2") == to_string(Rational(166, 71) - Rational(4 * 36, 72 * 71)));
  CHECK(mean("dragonfly:2,4,2:absolute") == to_string(Rational(166, 71) - Rational(4 * 24, 72 * 71)));
}

TEST_CASE("diameters are those of the definitions") {
  const auto diameter = [](const char* name) { return distances(*make_topology(name)).diameter; };
  CHECK(diameter("hyperx:3x4x2") == 3);
  CHECK(diameter("fullmesh:9:t2") == 1);
  CHECK(diameter("dragonfly:4,8,4") == 3);
  CHECK(diameter("dragonfly:1,1,4") == 1);
  CHECK(diameter("fattree:4,3") == 4);
  CHECK(diameter("fattree:2,6") == 10);
  CHECK(diameter("clos:8,3,2") == 2);
  CHECK(diameter("slimfly:7") == 2);
  CHECK(diameter("torus:8x6:t2") == 7);
}

TEST_CASE("a bisection in closed form is the least cut into halves of the terminals, found by brute force") {
  for (const char* name : {"torus:4",    "torus:2",    "torus:4x3",     "torus:4x2",   "torus:2x2x2",    "torus:4x4:t2", "torus:6x2",  "mesh:4",
                           "mesh:4x3",   "mesh:4x4",   "mesh:4x2:t2x3", "hypercube:3", "hypercube:4:t2", "hyperx:4x2",   "hyperx:4x4", "hyperx:2x5",
                           "fullmesh:6", "clos:4,3,2", "clos:6,2,1",    "fattree:2,2", "fattree:4,2",    "fattree:2,3"}) {
    CAPTURE(name);
    const auto t = make_topology(name);
    const auto closed = bisection(name);
    REQUIRE(closed);
    CHECK(*closed == bisection_by_force(*t));
  }
  for (const char* name :
       {"torus:5x4", "mesh:3x3", "mesh:2x2x3", "fullmesh:5", "hyperx:3x4", "clos:3,2,2", "fattree:3,2", "dragonfly:2,4,2", "slimfly:5"}) {
    CAPTURE(name);
    CHECK_FALSE(bisection(name));
  }
}
