// Automorphisms of the cube family, the orbits they make and the walk over them, against the whole group listed element
// by element.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "models/base/error.hpp"
#include "models/network/symmetry/orbit_walk.hpp"
#include "models/network/symmetry/orbits.hpp"
#include "models/network/topology/cube_symmetries.hpp"
#include "tests/support/cases/toy_network.hpp"
#include "tests/support/groups.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

std::vector<Symmetry> operator+(std::vector<Symmetry> a, const std::vector<Symmetry>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

// Sets of generators with a name each; small enough to list the group.
std::vector<std::pair<std::string, std::vector<Symmetry>>> generator_sets(const CubeTopology& t) {
  return {{"none", {}},
          {"translations", translations(t, false)},
          {"even translations", translations(t, true)},
          {"reflections", reflections(t, 0)},
          {"reflections about 1", reflections(t, 1)},
          {"swaps", dimension_swaps(t)},
          {"even translations, reflections about 1", translations(t, true) + reflections(t, 1)},
          {"all", translations(t, false) + reflections(t, 0) + dimension_swaps(t)}};
}

const std::vector<std::string>& small_networks() {
  static const std::vector<std::string> names = {"torus:2",     "torus:5", "torus:2x2", "torus:3x3",  "torus:4x3",   "torus:4x4",
                                                 "torus:3x2x3", "mesh:2",  "mesh:4x4",  "mesh:3x2x3", "hypercube:1", "hypercube:4"};
  return names;
}

// The channel that a map takes c to, if any: the same links, parallel ones in the order of their ports.
std::vector<ChannelId> channels_between(const Topology& t, std::uint32_t from, std::uint32_t to) {
  std::vector<ChannelId> list;
  for (int p = 0; p < t.ports(); ++p) {
    const ChannelId c = t.out(NodeId(from), Port(static_cast<std::uint16_t>(p)));
    if (c != kNoChannel && t.channel(c).to == NodeId(to)) list.push_back(c);
  }
  return list;
}

}  // namespace

TEST_CASE("a walk visits every node once, with an automorphism of the group that takes the representative to it") {
  for (const std::string& name : small_networks()) {
    const auto t = make_cube(name);
    for (const auto& [set, generators] : generator_sets(*t)) {
      CAPTURE(name, set);
      const auto group = group_of(t->nodes(), generators);
      const OrbitWalk walk(t->nodes(), generators);
      std::vector<int> visits(t->nodes(), 0);
      std::vector<std::uint32_t> order;
      bool all_right = true;
      walk.for_all([&](NodeId node, std::uint32_t representative, const OrbitWalk::Automorphism& g) {
        ++visits[node.value()];
        order.push_back(representative);
        all_right = all_right && g.image[walk.representatives()[representative].value()] == node.value();
        all_right = all_right && group.count(g.image) == 1;
        for (std::uint32_t v = 0; v < t->nodes(); ++v) all_right = all_right && g.inverse[g.image[v]] == v;
      });
      CHECK(all_right);
      CHECK(visits == std::vector<int>(t->nodes(), 1));
      CHECK(std::is_sorted(order.begin(), order.end()));
      CHECK(order.back() + 1 == walk.representatives().size());
    }
  }
}

TEST_CASE("representatives are the orbits of the whole group, one each, ascending") {
  for (const std::string& name : small_networks()) {
    const auto t = make_cube(name);
    for (const auto& [set, generators] : generator_sets(*t)) {
      CAPTURE(name, set);
      std::map<std::uint32_t, std::set<std::uint32_t>> orbit_of;
      for (const NodeMap& g : group_of(t->nodes(), generators)) {
        for (std::uint32_t v = 0; v < t->nodes(); ++v) orbit_of[v].insert(g[v]);
      }
      std::set<std::set<std::uint32_t>> orbits;
      for (const auto& [v, orbit] : orbit_of) orbits.insert(orbit);
      const OrbitWalk walk(t->nodes(), generators);
      std::set<std::set<std::uint32_t>> represented;
      for (const NodeId r : walk.representatives()) represented.insert(orbit_of[r.value()]);
      CHECK(walk.representatives().size() == orbits.size());
      CHECK(represented == orbits);
      CHECK(std::is_sorted(walk.representatives().begin(), walk.representatives().end()));
    }
  }
}

TEST_CASE("orbits of channels are those of the whole group") {
  for (const std::string& name : small_networks()) {
    const auto t = make_cube(name);
    for (const auto& [set, generators] : generator_sets(*t)) {
      CAPTURE(name, set);
      const auto group = group_of(t->nodes(), generators);
      const Orbits orbits(*t, generators);
      std::vector<std::set<std::uint32_t>> alike(t->channels());
      for (const NodeMap& g : group) {
        const Symmetry map = symmetry_of(g, "a product");
        for (std::uint32_t c = 0; c < t->channels(); ++c) {
          const Channel& from = t->channel(ChannelId(c));
          const ChannelId image = Orbits::image_of(*t, ChannelId(c), map);
          alike[c].insert(image.value());
          const auto here = channels_between(*t, from.from.value(), from.to.value());
          const auto there = channels_between(*t, g[from.from.value()], g[from.to.value()]);
          const auto rank = std::find(here.begin(), here.end(), ChannelId(c)) - here.begin();
          REQUIRE(there.size() == here.size());
          REQUIRE(image == there[static_cast<std::size_t>(rank)]);
        }
      }
      std::uint32_t sum = 0;
      for (std::uint32_t o = 0; o < orbits.channel_orbits(); ++o) sum += orbits.channel_orbit_size(o);
      CHECK(sum == t->channels());
      for (std::uint32_t c = 0; c < t->channels(); ++c) {
        CHECK(orbits.channel_orbit_size(orbits.orbit_of(ChannelId(c))) == alike[c].size());
        for (const std::uint32_t other : alike[c]) CHECK(orbits.orbit_of(ChannelId(other)) == orbits.orbit_of(ChannelId(c)));
      }
      std::uint32_t nodes = 0;
      for (const auto& r : orbits.nodes()) nodes += r.orbit_size;
      CHECK(nodes == t->nodes());
      CHECK(orbits.nodes().size() == OrbitWalk(t->nodes(), generators).representatives().size());
    }
  }
}

TEST_CASE("groups of the cube family have the orders that geometry gives them") {
  const auto order = [](const std::string& name, const auto& generators_of) {
    const auto t = make_cube(name);
    return group_of(t->nodes(), generators_of(*t)).size();
  };
  const auto moves = [](const CubeTopology& t) { return translations(t, false); };
  const auto even_moves = [](const CubeTopology& t) { return translations(t, true); };
  const auto mirrors = [](const CubeTopology& t) { return reflections(t, 0); };
  const auto odd_mirrors = [](const CubeTopology& t) { return reflections(t, 0, true); };
  const auto swaps = [](const CubeTopology& t) { return dimension_swaps(t); };
  CHECK(order("torus:4x3", moves) == 12);
  CHECK(order("torus:4x3", even_moves) == 6);  // two steps in the ring of 4, one in the ring of 3
  CHECK(order("torus:2x3", even_moves) == 3);  // two steps in a ring of 2 are none
  CHECK(order("hypercube:4", moves) == 16);
  CHECK(order("mesh:4x4", moves) == 1);
  CHECK(order("torus:4x3x2", mirrors) == 4);  // not the ring of 2
  CHECK(order("torus:4x3x5", odd_mirrors) == 4);
  CHECK(order("mesh:4x2", mirrors) == 4);
  CHECK(order("hypercube:4", mirrors) == 1);
  CHECK(order("torus:3x3x3", swaps) == 6);
  CHECK(order("torus:3x2x3", swaps) == 2);  // the neighbours among equal radices are dimensions 0 and 2
  CHECK(order("torus:4x3", swaps) == 1);
  CHECK(order("hypercube:4", swaps) == 24);
}

TEST_CASE("even translations and reflections keep or turn the parity of coordinates as they say") {
  const auto t = make_cube("torus:4x6");
  const auto parity_of = [&](NodeId v, int d) { return t->coordinate(v, d) % 2; };
  for (const Symmetry& g : translations(*t, true)) {
    CHECK(g.kind == Symmetry::Kind::translation);
    for (std::uint32_t v = 0; v < t->nodes(); ++v) {
      for (const int d : {0, 1}) REQUIRE(parity_of(g.image[v], d) == parity_of(NodeId(v), d));
    }
  }
  for (const std::uint32_t about : {0U, 1U}) {
    const auto mirrors = reflections(*t, about);
    REQUIRE(mirrors.size() == 2);
    for (int d = 0; d < 2; ++d) {
      const Symmetry& g = mirrors[static_cast<std::size_t>(d)];
      CHECK(g.kind == Symmetry::Kind::automorphism);
      for (std::uint32_t v = 0; v < t->nodes(); ++v) {
        const std::uint32_t k = t->radix(d);
        REQUIRE((t->coordinate(g.image[v], d) + t->coordinate(NodeId(v), d)) % k == about);
        REQUIRE(t->coordinate(g.image[v], 1 - d) == t->coordinate(NodeId(v), 1 - d));
      }
    }
  }
}

TEST_CASE("a map that takes a link to no link has no orbits") {
  const ToyNetwork path("a path of four nodes", 4, {{0, 1}, {1, 2}, {2, 3}});
  CHECK_THROWS_AS(Orbits(path, {symmetry_of({1, 0, 2, 3}, "two nodes exchanged")}), InvariantError);
  const ToyNetwork doubled("two links here, one there", 3, {{0, 1}, {0, 1}, {1, 2}});
  CHECK_THROWS_AS(Orbits(doubled, {symmetry_of({2, 1, 0}, "the ends exchanged")}), InvariantError);
  CHECK(Orbits(path, {symmetry_of({3, 2, 1, 0}, "turned round")}).channel_orbits() == 3);
}

TEST_CASE("a map that is no permutation of the nodes is refused by the walk") {
  CHECK_THROWS_AS(OrbitWalk(4, {symmetry_of({1, 2, 3}, "one short")}), InvariantError);
  CHECK_THROWS_AS(OrbitWalk(4, {symmetry_of({1, 2, 3, 4}, "beyond")}), InvariantError);
  CHECK_THROWS_AS(OrbitWalk(4, {symmetry_of({1, 0, 1, 2}, "one twice")}), InvariantError);
  CHECK(OrbitWalk(4, {symmetry_of({1, 2, 3, 0}, "round")}).representatives().size() == 1);
}
