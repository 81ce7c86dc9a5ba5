// Finite fields: the axioms, every one by enumeration, and tables known by hand.
#include <catch2/catch.hpp>
#include <vector>

#include "models/base/error.hpp"
#include "models/base/numbers/galois_field.hpp"

using namespace dateline;

TEST_CASE("a field of Q elements exists if and only if Q is a power of a prime") {
  std::vector<std::uint32_t> there;
  for (std::uint32_t q = 0; q <= 32; ++q) {
    if (GaloisField::exists(q)) there.push_back(q);
  }
  CHECK(there == std::vector<std::uint32_t>{2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 25, 27, 29, 31, 32});
  CHECK_THROWS_AS(GaloisField(6), InvariantError);
  CHECK_THROWS_AS(GaloisField(1), InvariantError);
  CHECK_THROWS_AS(GaloisField(65536), InvariantError);
}

TEST_CASE("sums and products obey the axioms of a field") {
  for (const std::uint32_t q : {2U, 3U, 4U, 5U, 8U, 9U, 16U, 25U, 27U}) {
    const GaloisField f(q);
    CAPTURE(q);
    bool holds = true;
    for (std::uint32_t a = 0; a < q; ++a) {
      holds = holds && f.add(a, 0) == a && f.multiply(a, 1) == a && f.multiply(a, 0) == 0 && f.subtract(a, a) == 0;
      bool inverse = a == 0;
      for (std::uint32_t b = 0; b < q; ++b) {
        inverse = inverse || f.multiply(a, b) == 1;
        holds = holds && f.add(a, b) == f.add(b, a) && f.multiply(a, b) == f.multiply(b, a) && f.subtract(f.add(a, b), b) == a && f.add(a, b) < q;
        for (std::uint32_t c = 0; c < q; ++c) {
          holds = holds && f.multiply(a, f.add(b, c)) == f.add(f.multiply(a, b), f.multiply(a, c));
          holds = holds && f.multiply(a, f.multiply(b, c)) == f.multiply(f.multiply(a, b), c);
        }
      }
      CHECK(inverse);
    }
    CHECK(holds);
  }
}

TEST_CASE("products are those by the least irreducible polynomial, powers those of the least primitive element") {
  const GaloisField f4(4);  // x^2 + x + 1, the only one
  CHECK(f4.multiply(2, 2) == 3);
  CHECK(f4.multiply(2, 3) == 1);
  const GaloisField f8(8);  // x^3 + x + 1, number 11, before x^3 + x^2 + 1, number 13
  CHECK(f8.multiply(2, 4) == 3);
  const GaloisField f9(9);  // x^2 + 1, number 10, in which x has order 4 and x + 1 order 8
  CHECK(f9.multiply(3, 3) == 2);
  CHECK(f9.power(1) == 4);
  CHECK(f9.power(2) == 6);  // (x + 1)^2 = x^2 + 2x + 1 = 2x
  CHECK(GaloisField(7).power(1) == 3);
  CHECK(GaloisField(41).power(1) == 6);
  CHECK(GaloisField(16).power(1) == 2);
  CHECK(GaloisField(27).basis() == std::vector<std::uint32_t>{1, 3, 9});
}
