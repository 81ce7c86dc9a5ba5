// Permutation and matrix files: what is read, and every kind of damage with its line.
#include <catch2/catch.hpp>
#include <numeric>

#include "models/base/error.hpp"
#include "tests/support/scratch_file.hpp"
#include "traffic/patterns/matrix.hpp"
#include "traffic/patterns/permutation.hpp"

using namespace dateline;
using test::ScratchFile;

namespace {

template <typename Read>
std::string error_of(const std::string& content, Read read) {
  const ScratchFile file(content);
  try {
    read(file.path());
  } catch (const ConfigError& e) {
    const std::string what = e.what();
    REQUIRE_THAT(what, Catch::Contains(file.path()));
    REQUIRE(what.find('\n') == std::string::npos);
    return what;
  }
  return "accepted";
}

std::string permutation_error(const std::string& content, std::uint32_t nodes = 4) {
  return error_of(content, [&](const std::string& path) { (void)read_permutation(path, nodes); });
}
std::string matrix_error(const std::string& content, std::uint32_t nodes = 3) {
  return error_of(content, [&](const std::string& path) { MatrixTraffic(path, nodes); });
}

MatrixTraffic matrix(const std::string& content, std::uint32_t nodes) {
  const ScratchFile file(content);
  return {file.path(), nodes};
}

using Catch::Contains;

}  // namespace

TEST_CASE("a permutation file has one destination a line, with comments and blank lines between") {
  const ScratchFile file("# swap\n1\r\n\n  0  # back\n3\n2");
  const auto p = read_permutation(file.path(), 4);
  CHECK(p.destinations() == std::vector<TerminalId>{TerminalId(1), TerminalId(0), TerminalId(3), TerminalId(2)});
}

TEST_CASE("a damaged permutation file is refused with its line") {
  CHECK(permutation_error("3\n2\n1\n0\n") == "accepted");
  CHECK_THAT(permutation_error("1\n0\n4\n2\n"), Contains("line 3") && Contains("'4'") && Contains("0..3"));
  CHECK_THAT(permutation_error("1\n# c\n0\nx\n2\n"), Contains("line 4") && Contains("'x'"));
  for (const char* word : {"-1", "+1", "1.0", "0x1", "1e0", "99999999999999999999", "4294967296", "1/1", "1,"}) {
    CAPTURE(word);
    CHECK_THAT(permutation_error(std::string(word) + "\n0\n2\n3\n"), Contains("line 1") && Contains(word));
  }
  CHECK_THAT(permutation_error("1\n0 2\n3\n"), Contains("line 2") && Contains("more than one word"));
  CHECK_THAT(permutation_error("1\n0\n1\n2\n"), Contains("line 3") && Contains("destination 1"));
  CHECK_THAT(permutation_error("1\n0\n3\n2\n0\n"), Contains("line 5") && Contains("one too many") && Contains("4 terminals"));
  CHECK_THAT(permutation_error("1\n0\n3\n"), Contains("ends after 3") && Contains("4 terminals"));
  CHECK_THAT(permutation_error(""), Contains("ends after 0"));
  CHECK_THAT(permutation_error("# nothing\n"), Contains("ends after 0"));
  CHECK_THAT(permutation_error("0\n" + std::string(2000, '1')), Contains("line 2") && Contains("longer"));
  CHECK_THAT(permutation_error(std::string("0\n1\0", 4)), Contains("line 2") && Contains("no text"));
  CHECK_THAT(permutation_error("\x1b[2J0\n"), Contains("line 1"));
}

TEST_CASE("numbers with leading zeros are decimal") {
  const ScratchFile file("09\n08\n7\n6\n5\n4\n3\n2\n1\n00\n");
  CHECK(read_permutation(file.path(), 10).destinations().front() == TerminalId(9));
}

TEST_CASE("a matrix holds decimals and fractions exactly, and only what is not zero") {
  const auto m = matrix("0 1/3 0.25\n# c\n2.5e-1 0 0\n0 0 0\n", 3);
  const auto row = m.row(TerminalId(0));
  REQUIRE(row.size() == 2);
  CHECK(row[0].destination == TerminalId(1));
  CHECK(row[0].probability == Rational(1, 3));
  CHECK(row[1].destination == TerminalId(2));
  CHECK(row[1].probability == Rational(1, 4));
  CHECK(m.share(TerminalId(0)) == Rational(7, 12));
  CHECK(m.share(TerminalId(1)) == Rational(1, 4));
  CHECK(m.share(TerminalId(2)) == 0);
  CHECK(m.row(TerminalId(2)).empty());
  CHECK_FALSE(m.permutation_invariant());
}

TEST_CASE("rows of zeros are silent; what a row gives to the own node is sent, beside others and alone") {
  const auto m = matrix("0 0 0\n0 0.7 0\n0.5 0 0.5\n", 3);
  CHECK(m.share(TerminalId(0)) == 0);
  CHECK(m.row(TerminalId(0)).empty());
  CHECK(m.share(TerminalId(1)) == Rational(7, 10));
  REQUIRE(m.row(TerminalId(1)).size() == 1);
  CHECK(m.row(TerminalId(1)).front().destination == TerminalId(1));
  CHECK(m.share(TerminalId(2)) == 1);
  CHECK(m.row(TerminalId(2)).size() == 2);
  RandomStream random(1, 1, Purpose::destination);
  for (int i = 0; i < 10; ++i) CHECK(m.sample(TerminalId(1), random) == TerminalId(1));
}

TEST_CASE("a permutation file's fixed points are silent or send") {
  const ScratchFile file("1\n0\n2\n");
  CHECK(read_permutation(file.path(), 3).row(TerminalId(2)).empty());
  CHECK(read_permutation(file.path(), 3).share(TerminalId(2)) == 0);
  const auto sending = read_permutation(file.path(), 3, FixedPoints::send);
  REQUIRE(sending.row(TerminalId(2)).size() == 1);
  CHECK(sending.row(TerminalId(2)).front().destination == TerminalId(2));
  CHECK(sending.share(TerminalId(2)) == 1);
  CHECK(sending.row(TerminalId(0)).front().destination == TerminalId(1));
}

TEST_CASE("a row within 1e-5 of 1 is divided by its sum, and kept in a list; one further off is not") {
  const auto m = matrix("0 0.333334 0.666668\n0.99999 0 0\n0 0 0.999989\n", 3);
  CHECK(m.row(TerminalId(0))[0].probability == Rational(333334, 1000002));
  CHECK(m.row(TerminalId(0))[1].probability == Rational(666668, 1000002));
  CHECK(m.row(TerminalId(1))[0].probability == 1);
  CHECK(m.share(TerminalId(0)) == 1);
  CHECK(m.share(TerminalId(2)) == Rational(999989, 1000000));
  REQUIRE(m.rounded_rows().size() == 2);
  CHECK(m.rounded_rows()[0].source == TerminalId(0));
  CHECK(m.rounded_rows()[0].sum == Rational(500001, 500000));
  CHECK(m.rounded_rows()[1].source == TerminalId(1));
  CHECK(m.rounded_rows()[1].sum == Rational(99999, 100000));
  CHECK(matrix("0 1 0\n0.5 0.5 0\n0 0 0\n", 3).rounded_rows().empty());
}

TEST_CASE("with normalise, counts of any sum are divided by it, and rows of zeros are silent") {
  const ScratchFile file("0 3 5\n0 0 0\n1e9 0 1/2\n");
  const MatrixTraffic m(file.path() + " normalise", 3);
  CHECK(m.row(TerminalId(0))[0].probability == Rational(3, 8));
  CHECK(m.row(TerminalId(0))[1].probability == Rational(5, 8));
  CHECK(m.share(TerminalId(1)) == 0);
  CHECK(m.row(TerminalId(1)).empty());
  CHECK(m.row(TerminalId(2))[1].probability == Rational(1, 2000000001));
  CHECK(m.share(TerminalId(2)) == 1);
  CHECK(m.rounded_rows().empty());
  RandomStream random(1, 1, Purpose::destination);
  for (int i = 0; i < 10; ++i) CHECK(m.sample(TerminalId(2), random) == TerminalId(0));  // 2e-9 is the chance of a failure
}

TEST_CASE("a row may sum to exactly 1, a column to more") {
  CHECK(matrix_error("0 1/3 2/3\n0 0.1 0.9\n1 0 0\n") == "accepted");
  CHECK(matrix_error("1 0 0\n1 0 0\n1 0 0\n") == "accepted");
  CHECK_THAT(matrix_error("0 0 0\n0.5 0.5 0.001\n0 0 0\n"), Contains("line 2") && Contains("at most 1"));
  CHECK_THAT(matrix_error("1/3 1/3 0.33334334\n0 0 0\n0 0 0\n"), Contains("line 1") && Contains("at most 1"));
  CHECK_THAT(matrix_error("2 0 0\n0 0 0\n0 0 0\n"), Contains("line 1"));
}

TEST_CASE("a damaged matrix file is refused with its line") {
  CHECK_THAT(matrix_error("0 0 0\n0 0\n0 0 0\n"), Contains("line 2") && Contains("2 numbers") && Contains("3 terminals"));
  CHECK_THAT(matrix_error("0 0 0\n\n0 0 0 0\n0 0 0\n"), Contains("line 3") && Contains("4 numbers"));
  CHECK_THAT(matrix_error("0 0 0\n0 0 0\n0 0 0\n0 0 0\n"), Contains("line 4") && Contains("one too many"));
  CHECK_THAT(matrix_error("0 0 0\n0 0 0\n"), Contains("ends after 2 rows") && Contains("3 terminals"));
  CHECK_THAT(matrix_error(""), Contains("ends after 0"));
  for (const char* word : {"x", "-0.1", "nan", "inf", "1/0", "1/", "0,5", "1e999", "0x1", "--1"}) {
    CAPTURE(word);
    CHECK_THAT(matrix_error("0 0 0\n0 " + std::string(word) + " 0\n0 0 0\n"), Contains("line 2") && Contains("'" + std::string(word) + "'"));
  }
  CHECK_THAT(matrix_error("0 0 0\n" + std::string(100'000, '0')), Contains("line 2") && Contains("longer"));
  CHECK_THAT(matrix_error(std::string("0 \0 0\n", 6)), Contains("line 1") && Contains("no text"));
}

TEST_CASE("a full line of the longest numbers is not too long") {
  const std::string number = "0." + std::string(62, '1');
  std::string line = number;
  for (int i = 0; i < 7; ++i) line += " " + number;
  std::string content;
  for (int i = 0; i < 8; ++i) content += line + "\n";
  CHECK(matrix_error(content, 8) == "accepted");
}

TEST_CASE("samples follow the rows, also where the common denominator is far beyond 64 bits") {
  // Denominators 3, 7, 11, 13, 10^20: their product needs more than 64 bits.
  const auto m = matrix(
      "0.1 1/3 1/7 1/11 1/13 0.00000000000000000001\n0 0.5 0 0 0.25 0.125\n" + std::string("0 0 0 0 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n"),
      6);
  for (const std::uint32_t s : {0U, 1U}) {
    constexpr int kDraws = 50'000;
    std::vector<double> counts(6, 0.0);
    RandomStream random(3, s, Purpose::destination);
    for (int i = 0; i < kDraws; ++i) counts[m.sample(TerminalId(s), random).value()] += 1.0;
    std::vector<double> expected(6, 0.0);
    for (const Demand& d : m.row(TerminalId(s))) expected[d.destination.value()] = kDraws * to_double(d.probability / m.share(TerminalId(s)));
    double sum = 0;
    for (std::size_t v = 0; v < 6; ++v) {
      if (expected[v] < 1) {
        CHECK(counts[v] == 0);
      } else {
        sum += (counts[v] - expected[v]) * (counts[v] - expected[v]) / expected[v];
      }
    }
    CHECK(sum < 40);  // 4 and 2 degrees of freedom: 1e-7
  }
}
