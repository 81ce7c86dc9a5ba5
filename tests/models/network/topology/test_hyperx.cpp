// HyperX and full mesh: every channel against the definition, the hypercube among them, closed forms, refusals.
#include <catch2/catch.hpp>
#include <string>

#include "models/base/error.hpp"
#include "models/network/topology/cube.hpp"
#include "models/network/topology/grid.hpp"
#include "models/network/topology/hyperx.hpp"
#include "tests/support/cases/wires.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

using Sides = std::vector<std::uint32_t>;

// All lists of sides of 2 and more with a product of at most `most`.
void add_sides(std::uint32_t most, const Sides& so_far, std::vector<Sides>& all) {
  for (std::uint32_t side = 2; side <= most; ++side) {
    Sides sides = so_far;
    sides.push_back(side);
    all.push_back(sides);
    add_sides(most / side, sides, all);
  }
}

std::string name_of_sides(const Sides& sides) {
  std::string name = "hyperx:";
  for (const std::uint32_t side : sides) name += std::to_string(side) + "x";
  name.pop_back();
  return name;
}

Sides place(std::uint32_t router, const Sides& sides) {
  Sides x;
  for (const std::uint32_t side : sides) {
    x.push_back(router % side);
    router /= side;
  }
  return x;
}

// Of every pair of routers: linked if they differ in one coordinate. Ports: counted over the pairs, dimension by
// dimension, by the other's coordinate.
Wires by_definition(const Sides& sides) {
  std::uint32_t routers = 1;
  for (const std::uint32_t side : sides) routers *= side;
  Wires wires(routers);
  for (std::uint32_t a = 0; a < routers; ++a) {
    std::vector<std::vector<std::uint32_t>> of_dimension(sides.size());  // ascending routers have ascending coordinates
    for (std::uint32_t b = 0; b < routers; ++b) {
      const Sides x = place(a, sides), y = place(b, sides);
      std::size_t differing = 0, at = 0;
      for (std::size_t d = 0; d < sides.size(); ++d) {
        if (x[d] == y[d]) continue;
        ++differing;
        at = d;
      }
      if (differing == 1) of_dimension[at].push_back(b);
    }
    for (std::size_t d = 0; d < sides.size(); ++d) {
      for (const std::uint32_t b : of_dimension[d]) {
        const auto port = static_cast<std::uint32_t>(wires[a].size());
        wires[a].push_back({port, b, "dim" + std::to_string(d), only_link(a, b)});
      }
    }
  }
  return wires;
}

std::string refusal(const std::string& text) {
  try {
    (void)(text[0] == 'f' ? make_full_mesh(text) : make_hyperx(text));
  } catch (const ConfigError& e) {
    return e.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("a hyperx links the routers that differ in one coordinate, channel by channel") {
  std::vector<Sides> all;
  add_sides(sample(200U, 60U), {}, all);
  if (!whole()) all.insert(all.end(), {{200}, {14, 14}, {5, 8, 5}, {2, 2, 2, 2, 2, 2, 3}});
  for (const Sides& sides : all) {
    const std::string name = name_of_sides(sides);
    CAPTURE(name);
    const auto t = make_hyperx(name);
    CHECK(difference(*t, by_definition(sides)).empty());
    CHECK(t->grid()->radices() == sides);
    CHECK(t->one_terminal_a_router());
    std::uint32_t degree = 0;
    for (const std::uint32_t side : sides) degree += side - 1;
    CHECK(t->channels() == t->nodes() * degree);
    CHECK(static_cast<std::uint32_t>(t->ports()) == degree);
  }
  CHECK(largest_distance(by_definition({4, 3, 2})) == 3);  // a hop a dimension
}

TEST_CASE("a full mesh is a hyperx of one dimension") {
  for (const std::uint32_t n : {2U, 3U, 17U, 100U}) {
    const auto mesh = make_full_mesh("fullmesh:" + std::to_string(n));
    CHECK(difference(*mesh, by_definition({n})).empty());
    CHECK(mesh->name() == "fullmesh:" + std::to_string(n));
  }
}

TEST_CASE("a hyperx of sides 2 has the hypercube's channels, all that is said of them") {
  for (int n = 1; n <= 7; ++n) {
    const auto cube = make_cube("hypercube:" + std::to_string(n));
    const auto hyperx = make_hyperx(name_of_sides(Sides(static_cast<std::size_t>(n), 2)));
    REQUIRE(hyperx->channels() == cube->channels());
    CHECK(hyperx->kinds() == cube->kinds());
    for (std::uint32_t c = 0; c < cube->channels(); ++c) {
      const Channel &a = hyperx->channel(ChannelId(c)), &b = cube->channel(ChannelId(c));
      const bool same = a.from == b.from && a.from_port == b.from_port && a.to == b.to && a.to_port == b.to_port && a.dimension == b.dimension &&
                        a.sign == b.sign && a.kind == b.kind;
      REQUIRE(same);
    }
  }
}

TEST_CASE("terminals of a hyperx are numbered router by router, and have no coordinates of their own") {
  const auto t = make_hyperx("hyperx:3x2:t4");
  CHECK(t->terminals() == 24);
  for (std::uint32_t i = 0; i < 24; ++i) CHECK(t->router_of(TerminalId(i)) == NodeId(i / 4));
  CHECK(t->grid() != nullptr);
  CHECK(t->terminal_grid() == nullptr);
  CHECK(make_hyperx("hyperx:3x2")->terminal_grid() != nullptr);
  CHECK(t->group_of(TerminalId(9)) == 2);
  const auto one = make_hyperx("hyperx:3x2:t1");
  CHECK(one->one_terminal_a_router());
}

TEST_CASE("a hyperx's mistakes are named in a line with what is allowed") {
  CHECK_THAT(refusal("hyperx:4x1"), Catch::Contains("hyperx radix=1") && Catch::Contains("2..255"));
  CHECK_THAT(refusal("hyperx:"), Catch::Contains("hyperx radix=''"));
  CHECK_THAT(refusal("hyperx:4xx4"), Catch::Contains("2..255"));
  CHECK_THAT(refusal("fullmesh:1"), Catch::Contains("fullmesh radix=1") && Catch::Contains("2..255"));
  CHECK_THAT(refusal("fullmesh:4x4"), Catch::Contains("fullmesh radix=4x4"));
  CHECK_THAT(refusal("hyperx:4x4:t0"), Catch::Contains("hyperx terminals of a router=0") && Catch::Contains("1..255"));
  CHECK_THAT(refusal("hyperx:4x4:t2x2"), Catch::Contains("allowed: :tT"));
  CHECK_THAT(refusal("hyperx:4x4:palmtree"), Catch::Contains("':palmtree'") && Catch::Contains("allowed: :tT"));
  CHECK_THAT(refusal("hyperx:4x4:t2:t2"), Catch::Contains("':t2'"));
  CHECK_THAT(refusal("hyperx:128x128:t2"), Catch::Contains("256 ports") && Catch::Contains("254") && Catch::Contains("at most 255"));
  CHECK(refusal(whole() ? "hyperx:128x128:t1" : "hyperx:2x254:t1") == "accepted");  // 255 ports
  CHECK_THAT(refusal("hyperx:2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2"), Catch::Contains("1..16 dimensions"));
  CHECK_THAT(refusal("hyperx:102x102x102"), Catch::Contains("1061208 routers") && Catch::Contains("GiB") && Catch::Contains("1048576"));
  CHECK_THAT(refusal("hyperx:255x255x255x255x255x255x255x255x255x255x255x255x255x255x255x255"),
             Catch::Contains("routers") && Catch::Contains("1048576"));
  CHECK_THAT(refusal("hyperx:100x100:t110"), Catch::Contains("ports"));
  CHECK_THAT(refusal("hyperx:64x64x8:t48"), Catch::Contains("1572864 terminals") && Catch::Contains("1048576"));
}
