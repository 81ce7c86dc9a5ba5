// Communications by name: Example 5's, and those that are traffic patterns too.
#include <catch2/catch.hpp>

#include "models/base/error.hpp"
#include "models/lcc/lcc_names.hpp"
#include "tests/models/lcc/lcc_cases.hpp"
#include "tests/support/cases/pattern_destinations.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

Lcc named(const std::string& name, int n) { return lcc_named("test", name, n); }
bool same(const Lcc& a, const Lcc& b) { return a.a == b.a && a.b == b.b && a.scatter == b.scatter; }

// Where pixel (px, py) of a square image of `side` goes.
template <typename To>
void check_image(const std::string& name, int n, To to) {
  const Lcc lcc = named(name, n);
  const Bits side = bit(n / 2);
  for (Bits py = 0; py < side; ++py) {
    for (Bits px = 0; px < side; ++px) {
      const auto [x, y] = to(px, py, side - 1);
      INFO(name << " of " << px << ", " << py);
      REQUIRE(lcc.image(py * side + px) == y * side + x);
    }
  }
}
using Pixel = std::pair<Bits, Bits>;

}  // namespace

TEST_CASE("the names that are traffic patterns too are the same communications") {
  for (int n = 1; n <= 8; ++n) {
    for (const std::string name : {"transpose", "bit-reverse", "reverse-flip", "shuffle"}) {
      if (name == "transpose" && n % 2 != 0) continue;
      const Lcc lcc = named(name == "shuffle" ? (n == 1 ? "shuffle:0" : "shuffle:1") : name, n);
      const Nodes destination = destinations(name, "hypercube:" + std::to_string(n));
      for (std::uint32_t x = 0; x < destination.size(); ++x) REQUIRE(destination[x] == lcc.image(x));
    }
  }
}

TEST_CASE("a shuffle by K is K shuffles by one") {
  for (int k = 0; k < 6; ++k) {
    for (Bits x = 0; x < 64; ++x) {
      Bits y = x;
      for (int i = 0; i < k; ++i) y = named("shuffle:1", 6).image(y);
      REQUIRE(named("shuffle:" + std::to_string(k), 6).image(x) == y);
    }
  }
}

TEST_CASE("images are turned and reflected as their names say, y upwards") {
  for (const int n : {2, 4, 6, 8}) {
    check_image("reflect-diagonal", n, [](Bits x, Bits y, Bits) { return Pixel(y, x); });
    check_image("reflect-antidiagonal", n, [](Bits x, Bits y, Bits m) { return Pixel(m - y, m - x); });
    check_image("rotate-clockwise", n, [](Bits x, Bits y, Bits m) { return Pixel(y, m - x); });
    check_image("rotate-counterclockwise", n, [](Bits x, Bits y, Bits m) { return Pixel(m - y, x); });
    check_image("rotate-180", n, [](Bits x, Bits y, Bits m) { return Pixel(m - x, m - y); });
    check_image("reflect-vertical", n, [](Bits x, Bits y, Bits m) { return Pixel(m - x, y); });
    check_image("reflect-horizontal", n, [](Bits x, Bits y, Bits m) { return Pixel(x, m - y); });
    check_image("scale", n, [](Bits x, Bits y, Bits) { return Pixel(x / 2, y / 2); });
    CHECK(named("scale", n).kind() == LccKind::scatter);
    check_image("identity", n, [](Bits x, Bits y, Bits) { return Pixel(x, y); });
  }
}

TEST_CASE("the names have the matrices of the paper") {
  const Json& singles = expected_mappings()["singles"];
  for (const auto& [name, key] :
       {std::pair("transpose", "transpose"), std::pair("bit-reverse", "bitrev"), std::pair("reverse-flip", "revflip"),
        std::pair("scale", "ex5_3_scatter"), std::pair("reflect-vertical", "reflect_vertical"), std::pair("row-bit-reverse", "row_bitrev"),
        std::pair("column-bit-reverse", "col_bitrev"), std::pair("identity", "identity")}) {
    INFO(name);
    CHECK(same(named(name, 8), lcc_of(singles[key])));
  }
}

TEST_CASE("every name is of any number of dimensions up to 64 that it is defined on") {
  for (const LccEntry& row : lcc_table()) {
    const std::string name = row.name == "shuffle:K" ? "shuffle:0" : row.name == "exchange:K" ? "exchange:0" : row.name;
    for (int n = 1; n <= 64; ++n) {
      if (row.halves && n % 2 != 0) {
        REQUIRE_THROWS_AS(named(name, n), ConfigError);
      } else {
        REQUIRE(named(name, n).dimensions() == n);
        REQUIRE(named(name, n).rank() == (row.name == "scale" ? n - 2 : n));
        REQUIRE((named(name, n).b & ~first_bits(n)) == 0);
      }
    }
  }
  CHECK_THROWS_AS(named("shuffle:8", 8), ConfigError);
  CHECK_THROWS_AS(named("shuffle", 8), ConfigError);
  CHECK_THROWS_AS(named("transpose:1", 8), ConfigError);
  CHECK_THROWS_AS(named("transpos", 8), ConfigError);
}
