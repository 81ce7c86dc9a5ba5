// Tori, meshes and hypercubes: channels, borders, coordinates, and the sizes that are refused.
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <tuple>

#include "models/base/error.hpp"
#include "models/network/topology/cube.hpp"

using namespace dateline;
using Kind = CubeTopology::Kind;

namespace {

// A topology by hand, to reach the checks of the base class.
class Wires final : public Topology {
 public:
  Wires(std::uint32_t nodes, int ports, const std::vector<Channel>& channels) : Topology("wires", nodes, ports) {
    for (const Channel& c : channels) add_channel(c);
    check_links(*this);
  }
};

Channel wire(std::uint32_t from, std::uint16_t from_port, std::uint32_t to, std::uint16_t to_port) {
  return {NodeId(from), Port(from_port), NodeId(to), Port(to_port), -1, 0};
}

std::string refusal(const std::string& text) {
  try {
    (void)make_cube(text);
  } catch (const ConfigError& e) {
    return e.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("every channel has one that leads back over the same link") {
  const std::string name = GENERATE("torus:2", "torus:2x2", "torus:5x4", "torus:3x2x4", "mesh:5", "mesh:2x3x4", "hypercube:1", "hypercube:5");
  CAPTURE(name);
  const auto t = make_cube(name);
  CHECK(t->name() == name);
  for (std::uint32_t i = 0; i < t->channels(); ++i) {
    const Channel& c = t->channel(ChannelId(i));
    const ChannelId back = t->out(c.to, c.to_port);
    REQUIRE(back != kNoChannel);
    REQUIRE(back != ChannelId(i));
    REQUIRE(t->channel(back).to == c.from);
    REQUIRE(t->channel(back).to_port == c.from_port);
    REQUIRE(t->channel(back).dimension == c.dimension);
    REQUIRE(t->channel(back).sign == -c.sign);
    REQUIRE(t->out(c.from, c.from_port) == ChannelId(i));
    REQUIRE(peer(*t, c.from, c.from_port) == c.to);
  }
}

TEST_CASE("channels per network: 2n a torus node, 2n(k-1)/k a mesh node, n a hypercube node") {
  CHECK(make_cube("torus:8x8")->channels() == 256);
  CHECK(make_cube("torus:2x2")->channels() == 16);
  CHECK(make_cube("torus:3x4x5")->channels() == 360);
  CHECK(make_cube("mesh:4x4")->channels() == 48);
  CHECK(make_cube("mesh:2x3")->channels() == 14);  // 2 (1 x 3 + 2 x 2)
  CHECK(make_cube("mesh:2")->channels() == 2);
  CHECK(make_cube("hypercube:1")->channels() == 2);
  CHECK(make_cube("hypercube:6")->channels() == 384);
  CHECK(make_cube("hypercube:6")->nodes() == 64);
}

TEST_CASE("a ring of two has two parallel channels each way, a hypercube one") {
  const auto ring = make_cube("torus:2");
  REQUIRE(ring->channels() == 4);
  const ChannelId plus = ring->out(NodeId(0), ring->port(0, +1));
  const ChannelId minus = ring->out(NodeId(0), ring->port(0, -1));
  CHECK(plus != minus);
  CHECK(ring->channel(plus).to == NodeId(1));
  CHECK(ring->channel(minus).to == NodeId(1));
  // + of one node meets - of the other.
  CHECK(ring->channel(plus).to_port == ring->port(0, -1));
  CHECK(ring->channel(minus).to_port == ring->port(0, +1));
  const auto cube = make_cube("hypercube:1");
  CHECK(cube->ports() == 1);
  CHECK(cube->channel(ChannelId(0)).sign == 0);
  CHECK(cube->port(0, +1) == cube->port(0, -1));
}

TEST_CASE("a mesh has no channel over its border, a torus wraps") {
  const auto mesh = make_cube("mesh:4x3");
  const auto torus = make_cube("torus:4x3");
  const auto at = [&](std::uint32_t x, std::uint32_t y) { return NodeId(x + 4 * y); };
  for (std::uint32_t y = 0; y < 3; ++y) {
    CHECK(mesh->out(at(0, y), mesh->port(0, -1)) == kNoChannel);
    CHECK(mesh->out(at(3, y), mesh->port(0, +1)) == kNoChannel);
    CHECK(peer(*torus, at(0, y), torus->port(0, -1)) == at(3, y));
    CHECK(peer(*torus, at(3, y), torus->port(0, +1)) == at(0, y));
  }
  for (std::uint32_t x = 0; x < 4; ++x) {
    CHECK(mesh->out(at(x, 0), mesh->port(1, -1)) == kNoChannel);
    CHECK(mesh->out(at(x, 2), mesh->port(1, +1)) == kNoChannel);
    CHECK(peer(*torus, at(x, 2), torus->port(1, +1)) == at(x, 0));
    CHECK(peer(*mesh, at(x, 1), mesh->port(1, +1)) == at(x, 2));
  }
}

TEST_CASE("ports are 2d and 2d + 1 on tori and meshes, d on a hypercube") {
  const auto torus = make_cube("torus:3x3");
  CHECK(torus->ports() == 4);
  CHECK(torus->port(0, +1) == Port(0));
  CHECK(torus->port(0, -1) == Port(1));
  CHECK(torus->port(1, +1) == Port(2));
  CHECK(torus->port(1, -1) == Port(3));
  const auto cube = make_cube("hypercube:4");
  CHECK(cube->ports() == 4);
  CHECK(cube->port(3, +1) == Port(3));
  for (std::uint32_t v = 0; v < 16; ++v) {
    for (int d = 0; d < 4; ++d) CHECK(peer(*cube, NodeId(v), cube->port(d, 1)).value() == (v ^ 1U << static_cast<unsigned>(d)));
  }
}

TEST_CASE("the index counts the first coordinate fastest, in mixed radices too") {
  const auto t = make_cube("torus:3x4x5");
  CHECK(t->nodes() == 60);
  CHECK(t->dimensions() == 3);
  CHECK(t->radix(0) == 3);
  CHECK(t->radix(1) == 4);
  CHECK(t->radix(2) == 5);
  for (std::uint32_t x = 0; x < 3; ++x) {
    for (std::uint32_t y = 0; y < 4; ++y) {
      for (std::uint32_t z = 0; z < 5; ++z) {
        const NodeId v(x + 3 * (y + 4 * z));
        CHECK(t->node_at({x, y, z}) == v);
        CHECK(t->coordinate(v, 0) == x);
        CHECK(t->coordinate(v, 1) == y);
        CHECK(t->coordinate(v, 2) == z);
      }
    }
  }
}

TEST_CASE("channels go one step in their dimension, in the direction of their sign") {
  const auto t = make_cube("torus:3x4");
  std::set<std::tuple<std::uint32_t, int, int>> seen;
  for (std::uint32_t i = 0; i < t->channels(); ++i) {
    const Channel& c = t->channel(ChannelId(i));
    CHECK(seen.emplace(c.from.value(), c.dimension, c.sign).second);
    for (int d = 0; d < 2; ++d) {
      const std::uint32_t k = t->radix(d);
      const std::uint32_t step = d != c.dimension ? 0 : c.sign > 0 ? 1 : k - 1;
      CHECK(t->coordinate(c.to, d) == (t->coordinate(c.from, d) + step) % k);
    }
  }
}

TEST_CASE("translate adds coordinates modulo the radices, on a hypercube bit by bit") {
  const auto t = make_cube("torus:3x4");
  CHECK(t->translate(t->node_at({2, 3}), t->node_at({2, 2})) == t->node_at({1, 1}));
  for (std::uint32_t v = 0; v < 12; ++v) {
    CHECK(t->translate(NodeId(v), NodeId(0)) == NodeId(v));
    std::set<std::uint32_t> images;
    for (std::uint32_t by = 0; by < 12; ++by) images.insert(t->translate(NodeId(v), NodeId(by)).value());
    CHECK(images.size() == 12);
  }
  const auto cube = make_cube("hypercube:4");
  for (std::uint32_t v = 0; v < 16; ++v) {
    for (std::uint32_t by = 0; by < 16; ++by) CHECK(cube->translate(NodeId(v), NodeId(by)).value() == (v ^ by));
  }
}

TEST_CASE("sizes that make no network are refused, and say what is allowed") {
  for (const char* text : {"torus:0", "torus:1", "torus:4x1", "mesh:0x4", "torus:32769", "torus:-1", "torus:4x", "torus:x", "torus:", "torus",
                           "torus:4.0", "torus:18446744073709551617x4", "torus: 4", "torus:4x 4", "mesh:4*4"}) {
    CAPTURE(text);
    CHECK_THAT(refusal(text), Catch::Contains("topology") && Catch::Contains("2..32768"));
  }
  for (const char* text : {"hypercube:0", "hypercube:17", "hypercube:", "hypercube", "hypercube:2x2", "hypercube:4294967297"}) {
    CAPTURE(text);
    CHECK_THAT(refusal(text), Catch::Contains("hypercube") && Catch::Contains("1..16"));
  }
  for (const char* text : {"ring:8", "Torus:4", "", ":", ":4x4", "4x4", "graph"}) {
    CAPTURE(text);
    CHECK_THAT(refusal(text), Catch::Contains("torus:K0xK1x...") && Catch::Contains("hypercube:N"));
  }
}

TEST_CASE("more than 16 dimensions or 2^20 nodes are refused, also where the product overflows") {
  CHECK_THAT(refusal("torus:2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2"), Catch::Contains("1..16 dimensions"));
  CHECK_THAT(refusal("torus:1024x1025"), Catch::Contains("at most 1048576 routers"));
  CHECK_THAT(refusal("mesh:32768x32768x32768x32768x16"), Catch::Contains("at most 1048576 routers"));  // 2^64: wraps to 0 in 64 bits
  CHECK_THAT(refusal("mesh:32768x32768x32768x32768x32768"), Catch::Contains("at most 1048576 routers"));
  CHECK(make_cube("mesh:32768")->nodes() == 32768);
  CHECK(make_cube("hypercube:16")->nodes() == 65536);
}

TEST_CASE("the constructor checks as the parser does") {
  CHECK_THROWS_AS(CubeTopology(Kind::torus, {}), ConfigError);
  CHECK_THROWS_AS(CubeTopology(Kind::torus, {1, 4}), ConfigError);
  CHECK_THROWS_AS(CubeTopology(Kind::mesh, {0}), ConfigError);
  CHECK_THROWS_AS(CubeTopology(Kind::mesh, {40000}), ConfigError);
  CHECK_THROWS_AS(CubeTopology(Kind::hypercube, std::vector<std::uint32_t>(17, 2)), ConfigError);
  CHECK_THROWS_AS(CubeTopology(Kind::torus, {32768, 32768, 32768, 32768, 16}), ConfigError);
}

TEST_CASE("a hypercube of radices other than two is refused") { CHECK_THROWS_AS(CubeTopology(Kind::hypercube, {2, 3}), ConfigError); }

TEST_CASE("wires that do not come back, or share a port, are an internal error") {
  CHECK_NOTHROW(Wires(2, 1, {wire(0, 0, 1, 0), wire(1, 0, 0, 0)}));
  CHECK_THROWS_AS(Wires(2, 1, {wire(0, 0, 1, 0)}), InvariantError);                                      // no way back
  CHECK_THROWS_AS(Wires(3, 1, {wire(0, 0, 1, 0), wire(1, 0, 2, 0), wire(2, 0, 0, 0)}), InvariantError);  // a one-way ring
  CHECK_THROWS_AS(Wires(2, 2, {wire(0, 0, 1, 0), wire(1, 0, 0, 1)}), InvariantError);                    // comes back at another port
  CHECK_THROWS_AS(Wires(2, 1, {wire(0, 0, 1, 0), wire(0, 0, 1, 0), wire(1, 0, 0, 0)}), InvariantError);  // two channels at one port
}

TEST_CASE("T terminals a router are numbered router by router, and have no coordinates") {
  for (const char* name : {"torus:4x3:t5", "mesh:7:t2", "hypercube:3:t4"}) {
    CAPTURE(name);
    const auto t = make_cube(name);
    const std::uint32_t each = t->terminals() / t->nodes();
    CHECK(each == static_cast<std::uint32_t>(name[std::string(name).size() - 1] - '0'));
    for (std::uint32_t i = 0; i < t->terminals(); ++i) REQUIRE(t->router_of(TerminalId(i)).value() == i / each);
    CHECK(t->name() == name);
    CHECK(t->grid() != nullptr);
    CHECK(t->terminal_grid() == nullptr);
  }
}

TEST_CASE("A x B terminals a router are a grid: terminal (X, Y) is at router (X / A, Y / B)") {
  const auto t = make_cube("mesh:4x3:t2x5");
  REQUIRE(t->terminals() == 8 * 15);
  REQUIRE(t->terminal_grid() != nullptr);
  CHECK(t->terminal_grid()->radices() == std::vector<std::uint32_t>{8, 15});
  for (std::uint32_t y = 0; y < 15; ++y) {
    for (std::uint32_t x = 0; x < 8; ++x) REQUIRE(t->router_of(TerminalId(x + 8 * y)).value() == x / 2 + 4 * (y / 5));
  }
  const auto deep = make_cube("torus:2x3x2:t1x2x3");
  CHECK(deep->terminal_grid()->radices() == std::vector<std::uint32_t>{2, 6, 6});
  CHECK(deep->router_of(TerminalId(1 + 2 * (5 + 6 * 4))).value() == 1 + 2 * (2 + 3 * 1));
}

TEST_CASE("terminals change no channel, and one a router nothing at all") {
  for (const char* name : {"torus:4x3", "mesh:4x3", "hypercube:4", "torus:2x2"}) {
    const auto plain = make_cube(name);
    for (const char* suffix : {":t1", ":t3", ":t2x2", ":t1x1"}) {
      if (plain->dimensions() != 2 && std::string(suffix).find('x') != std::string::npos) continue;
      CAPTURE(name, suffix);
      const auto t = make_cube(name + std::string(suffix));
      REQUIRE(t->channels() == plain->channels());
      for (std::uint32_t c = 0; c < t->channels(); ++c) {
        const Channel &a = t->channel(ChannelId(c)), &b = plain->channel(ChannelId(c));
        REQUIRE((a.from == b.from && a.from_port == b.from_port && a.to == b.to && a.to_port == b.to_port && a.dimension == b.dimension));
      }
      CHECK(t->one_terminal_a_router() == (std::string(suffix).find_first_of("23") == std::string::npos));
    }
    CHECK(make_cube(name + std::string(":t1"))->name() == name);
    CHECK(make_cube(name + std::string(":t1"))->terminal_grid()->radices() == plain->grid()->radices());
  }
}

TEST_CASE("mistakes behind a cube's sizes are named with what is allowed") {
  CHECK_THAT(refusal("mesh:4x4:t0"), Catch::Contains("mesh terminals of a router=0") && Catch::Contains("1..255"));
  CHECK_THAT(refusal("mesh:4x4:t2x0"), Catch::Contains("mesh terminals of a router=0"));
  for (const char* suffix : {"x2", "4", "t2x2x2", ""}) {
    CAPTURE(suffix);
    CHECK_THAT(refusal(std::string("mesh:4x4:") + suffix), Catch::Contains(":tT") && Catch::Contains(":tAxB") && Catch::Contains("2 factors"));
  }
  CHECK_THAT(refusal("mesh:4x4:t"), Catch::Contains("terminals of a router=''"));
  CHECK_THAT(refusal("mesh:4x4:t2:t2"), Catch::Contains("':t2'"));
  CHECK_THAT(refusal("mesh:4x4:t16x16"), Catch::Contains("256 terminals at a router") && Catch::Contains("255"));
  CHECK_THAT(refusal("mesh:4x4:t252"), Catch::Contains("256 ports") && Catch::Contains("252"));
  CHECK_THAT(refusal("torus:512x512:t5"), Catch::Contains("1310720 terminals") && Catch::Contains("1048576"));
  CHECK_THROWS_AS(CubeTopology(Kind::mesh, {4, 4}, {300}), ConfigError);
}
