// Slim Fly: every channel against the definition, in a field that is made here by polynomials; diameter 2; the
// Hoffman-Singleton graph; refusals.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "models/base/error.hpp"
#include "models/network/topology/slim_fly.hpp"
#include "tests/support/cases/wires.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

using Polynomial = std::vector<std::uint32_t>;  // coefficients, lowest first, as many as are asked for

Polynomial polynomial(std::uint32_t number, std::uint32_t p, std::size_t length) {
  Polynomial digits(length, 0);
  for (std::uint32_t& digit : digits) {
    digit = number % p;
    number /= p;
  }
  return digits;
}

std::uint32_t value(const Polynomial& digits, std::uint32_t p) {
  std::uint32_t sum = 0;
  for (std::size_t i = digits.size(); i-- > 0;) sum = sum * p + digits[i];
  return sum;
}

Polynomial times(const Polynomial& a, const Polynomial& b, std::uint32_t p) {
  Polynomial product(a.size() + b.size(), 0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) product[i + j] = (product[i + j] + a[i] * b[j]) % p;
  }
  return product;
}

// GF(p^n) by tables: the modulus is the least number of a monic polynomial of degree n that is no product of two of
// lower degree; a product is what differs from a x b by a multiple of it.
struct Field {
  std::uint32_t p, n, q = 1;
  std::vector<std::vector<std::uint32_t>> product;
  std::uint32_t xi = 0;

  Field(std::uint32_t prime, std::uint32_t degree) : p(prime), n(degree) {
    for (std::uint32_t i = 0; i < n; ++i) q *= p;
    std::set<std::uint32_t> reducible;
    for (std::uint32_t a = p; a < q; ++a) {
      for (std::uint32_t b = p; b < q; ++b) reducible.insert(value(times(polynomial(a, p, n), polynomial(b, p, n), p), p));
    }
    std::uint32_t modulus = q;
    while (reducible.count(modulus) != 0) ++modulus;
    product.assign(q, std::vector<std::uint32_t>(q, 0));
    const Polynomial m = polynomial(modulus, p, n + 1);
    for (std::uint32_t a = 0; a < q; ++a) {
      for (std::uint32_t b = 0; b < q; ++b) {
        Polynomial rest = times(polynomial(a, p, n), polynomial(b, p, n), p);
        for (std::size_t top = rest.size() - 1; top >= n; --top) {
          while (rest[top] != 0) {  // the modulus once more
            for (std::size_t i = 0; i <= n; ++i) rest[top - n + i] = (rest[top - n + i] + m[i]) % p;
          }
        }
        product[a][b] = value(Polynomial(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(n)), p);
      }
    }
    while (powers(xi).size() != q - 1) ++xi;
  }

  [[nodiscard]] std::set<std::uint32_t> powers(std::uint32_t a) const {
    std::set<std::uint32_t> all;
    for (std::uint32_t x = a; x != 0 && all.insert(x).second;) x = product[x][a];
    return all;
  }
  [[nodiscard]] std::uint32_t sum(std::uint32_t a, std::uint32_t b) const {
    Polynomial x = polynomial(a, p, n), y = polynomial(b, p, n);
    for (std::size_t i = 0; i < n; ++i) x[i] = (x[i] + y[i]) % p;
    return value(x, p);
  }
  [[nodiscard]] std::uint32_t power(std::uint32_t e) const {
    std::uint32_t x = 1;
    for (std::uint32_t i = 0; i < e; ++i) x = product[x][xi];
    return x;
  }
};

// The lists of exponents as they are written in the definition.
std::vector<std::uint32_t> exponents(std::uint32_t q) {
  std::vector<std::uint32_t> list;
  const auto every_second = [&](std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t e = first; e <= last; e += 2) list.push_back(e);
  };
  if (q % 4 == 1) every_second(0, q - 3);
  if (q % 4 == 0) every_second(0, q - 2);
  const std::uint32_t w = (q + 1) / 4;
  if (q % 4 == 3) every_second(0, 2 * w - 2);
  if (q % 4 == 3) every_second(2 * w - 1, 4 * w - 3);
  return list;
}

struct Router {
  std::uint32_t s, x, y;
};

// Whether two routers are linked: 1 locally, 2 globally, else 0.
int linked(const Field& f, const std::set<std::uint32_t> (&sets)[2], const Router& a, const Router& b) {
  if (a.s == b.s) {
    if (a.x != b.x) return 0;
    for (const std::uint32_t difference : sets[a.s]) {
      if (f.sum(b.y, difference) == a.y) return 1;
    }
    return 0;
  }
  const Router &first = a.s == 0 ? a : b, &second = a.s == 0 ? b : a;
  return first.y == f.sum(f.product[second.x][first.x], second.y) ? 2 : 0;
}

Wires by_definition(const Field& f) {
  std::set<std::uint32_t> sets[2];
  for (const std::uint32_t e : exponents(f.q)) {
    sets[0].insert(f.power(e));
    sets[1].insert(f.power(e + 1));
  }
  std::vector<Router> routers;
  for (std::uint32_t s = 0; s < 2; ++s) {
    for (std::uint32_t x = 0; x < f.q; ++x) {
      for (std::uint32_t y = 0; y < f.q; ++y) routers.push_back({s, x, y});
    }
  }
  Wires wires(routers.size());
  for (std::uint32_t a = 0; a < routers.size(); ++a) {
    for (const int kind : {1, 2}) {
      for (std::uint32_t b = 0; b < routers.size(); ++b) {
        if (a == b || linked(f, sets, routers[a], routers[b]) != kind) continue;
        const auto port = static_cast<std::uint32_t>(wires[a].size());
        wires[a].push_back({port, b, kind == 1 ? "local" : "global", only_link(a, b)});
      }
    }
  }
  return wires;
}

std::string refusal(const std::string& text) {
  try {
    (void)make_slim_fly(text);
  } catch (const ConfigError& e) {
    return e.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("a slim fly has the channels of its definition, degree (3Q - d) / 2 and diameter 2") {
  const auto [p, n, d] = GENERATE(table<std::uint32_t, std::uint32_t, int>({{3, 1, -1}, {2, 2, 0}, {5, 1, 1}, {7, 1, -1}, {2, 3, 0}, {3, 2, 1}}));
  const Field f(p, n);
  CAPTURE(f.q);
  const Wires wires = by_definition(f);
  const auto t = make_slim_fly("slimfly:" + std::to_string(f.q));
  CHECK(difference(*t, wires).empty());
  const auto degree = static_cast<std::uint32_t>(static_cast<int>(3 * f.q) - d) / 2;
  CHECK(t->channels() == 2 * f.q * f.q * degree);
  CHECK(static_cast<std::uint32_t>(t->ports()) == degree);
  CHECK(t->terminals() == 2 * f.q * f.q * ((degree + 1) / 2));
  CHECK(largest_distance(wires) == 2);
}

TEST_CASE("slimfly:5 is the Hoffman-Singleton graph") {
  const auto t = make_slim_fly("slimfly:5:t4");
  REQUIRE(t->nodes() == 50);
  REQUIRE(t->channels() == 350);
  std::vector<std::set<std::uint32_t>> neighbours(50);
  for (std::uint32_t c = 0; c < 350; ++c) neighbours[t->channel(ChannelId(c)).from.value()].insert(t->channel(ChannelId(c)).to.value());
  // Strongly regular: degree 7, no triangle, one common neighbour of every other two.
  for (std::uint32_t a = 0; a < 50; ++a) {
    REQUIRE(neighbours[a].size() == 7);
    for (std::uint32_t b = 0; b < 50; ++b) {
      if (a == b) continue;
      std::vector<std::uint32_t> common;
      std::set_intersection(neighbours[a].begin(), neighbours[a].end(), neighbours[b].begin(), neighbours[b].end(), std::back_inserter(common));
      REQUIRE(common.size() == (neighbours[a].count(b) != 0 ? 0 : 1));
    }
  }
}

TEST_CASE("a slim fly that does not exist is refused with those that do") {
  for (const char* q : {"2", "6", "10", "12", "1", "15", "21"}) {
    CHECK_THAT(refusal(std::string("slimfly:") + q),
               Catch::Contains(std::string("slimfly Q=") + q) && Catch::Contains("3, 4, 5, 7, 8, 9, 11, 13, 16, 17"));
  }
  CHECK_THAT(refusal("slimfly:0"), Catch::Contains("1..169"));
  CHECK_THAT(refusal("slimfly:5:t0"), Catch::Contains("slimfly terminals of a router=0") && Catch::Contains("1..255"));
  CHECK_THAT(refusal("slimfly:5:4"), Catch::Contains("allowed: :tT"));
  CHECK_THAT(refusal("slimfly:169"), Catch::Contains("380 ports") && Catch::Contains("at most 255"));
}
