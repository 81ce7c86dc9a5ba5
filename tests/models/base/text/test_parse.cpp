// Strict reading of numbers and text files, and how errors are written.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <limits>

#include "models/base/error.hpp"
#include "models/base/text/line_reader.hpp"
#include "models/base/text/parse.hpp"
#include "tests/support/scratch_file.hpp"
#include "tests/support/scratch_folder.hpp"

using namespace dateline;
using test::ScratchFile;
using Words = std::vector<std::string>;

namespace {

std::string whole_error(const std::string& text, std::uint64_t low, std::uint64_t high) {
  try {
    (void)parse_whole({"part", "key"}, text, low, high);
  } catch (const ConfigError& e) {
    return e.what();
  }
  return "accepted";
}

std::vector<Words> lines_of(const std::string& content, std::size_t longest = 100) {
  const ScratchFile file(content);
  LineReader reader("part", "key", file.path(), longest);
  std::vector<Words> lines;
  while (auto words = reader.next()) lines.push_back(*words);
  return lines;
}

std::string line_error(const std::string& content, std::size_t longest = 100) {
  try {
    (void)lines_of(content, longest);
  } catch (const ConfigError& e) {
    return e.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("whole numbers are decimal digits within their range") {
  CHECK(parse_whole({"a", "b"}, "0", 0, 10) == 0);
  CHECK(parse_whole({"a", "b"}, "10", 0, 10) == 10);
  CHECK(parse_whole({"a", "b"}, "007", 0, 10) == 7);
  CHECK(parse_whole({"a", "b"}, "18446744073709551615", 0, ~std::uint64_t{0}) == ~std::uint64_t{0});
  for (const char* text : {"", " ", "-1", "+1", " 1", "1 ", "1.0", "1e1", "0x1", "1,0", "a", "1a", "\xd9\xa1", "1\n"}) {
    CAPTURE(text);
    CHECK_THAT(whole_error(text, 0, 10), Catch::Contains("is not a whole number in 0..10"));
  }
  for (const char* text : {"11", "100", "18446744073709551616", "18446744073709551617", "184467440737095516160", "99999999999999999999999999"}) {
    CAPTURE(text);
    CHECK_THAT(whole_error(text, 0, 10), Catch::Contains("not in 0..10"));
    CHECK_THAT(whole_error(text, 0, 10), Catch::Contains(text));
  }
  for (const char* text : {"18446744073709551616", "18446744073709551620", "18446744073709551699", "28446744073709551615"}) {
    CHECK_THAT(whole_error(text, 0, ~std::uint64_t{0}), Catch::Contains("not in"));
  }
  CHECK_THAT(whole_error("1", 2, 5), Catch::Equals("part: key=1 not in 2..5"));
  CHECK_THAT(whole_error("6", 2, 5), Catch::Equals("part: key=6 not in 2..5"));
  CHECK_THAT(whole_error("9", 0, 0), Catch::Equals("part: key=9 not in 0..0"));
}

TEST_CASE("a whole number is accepted exactly up to every bound") {
  for (std::uint64_t high = 0; high < 130; ++high) {
    for (std::uint64_t value = 0; value < 140; ++value) {
      const bool accepted = whole_error(std::to_string(value), 0, high) == "accepted";
      REQUIRE(accepted == (value <= high));
    }
  }
}

TEST_CASE("decimals and fractions are read exactly") {
  CHECK(read_rational("0.25") == Rational(1, 4));
  CHECK(read_rational("1/3") == Rational(1, 3));
  CHECK(read_rational("2.5e-3") == Rational(1, 400));
  CHECK(read_rational("2.5E-3") == Rational(1, 400));
  CHECK(read_rational("1e2") == Rational(100));
  CHECK(read_rational("1e+2") == Rational(100));
  CHECK(read_rational(".5") == Rational(1, 2));
  CHECK(read_rational("5.") == Rational(5));
  CHECK(read_rational("0.1") == Rational(1, 10));
  CHECK(read_rational("010") == Rational(10));
  CHECK(read_rational("010/08") == Rational(5, 4));
  CHECK(read_rational("0") == Rational(0));
  CHECK(read_rational("0/7") == Rational(0));
  CHECK(read_rational("6/4") == Rational(3, 2));
  CHECK(read_rational("0.333333333333333333333333333333") ==
        Rational(Integer("333333333333333333333333333333"), Integer("1000000000000000000000000000000")));
  CHECK(read_rational("18446744073709551617/18446744073709551616") == Rational(Integer("18446744073709551617"), Integer("18446744073709551616")));
  CHECK(read_rational("1e-99") == Rational(1, Integer("1" + std::string(99, '0'))));
  CHECK(read_rational("0.61e-99") == Rational(61, Integer("1" + std::string(101, '0'))));
  CHECK(read_rational("0e-324") == Rational(0));
}

// A load that a walk has halved is an option of the next run.
TEST_CASE("what is printed of a double of 0 or more and below 1e17 is read as that double") {
  std::vector<double> numbers{0, 0.61e-99, 6.1e-100, 1e-300, std::numeric_limits<double>::min(), std::numeric_limits<double>::denorm_min(), 1e16};
  for (double x = 0.61; x > 0; x /= 7) numbers.push_back(x);
  for (const double x : numbers) {
    const std::string text = fmt::format("{}", x);
    CAPTURE(text);
    const auto read = read_rational(text);
    REQUIRE(read.has_value());
    CHECK(to_double(*read) == x);
  }
  CHECK_FALSE(read_rational("1e-324").has_value());  // above 0, and no double but 0 is near
  CHECK_FALSE(read_rational("0." + std::string(50, '0') + "1e-300").has_value());
}

TEST_CASE("what is no number of 0 or more is nothing") {
  for (const char* text :
       {"",         " ",   "-1",    "-0.5", "1/0", "0/0",   "1/",    "/1",     "/",     "1/2/3", "1/-2", "-1/2", "1.5/2", "nan", "inf", "NaN",
        "infinity", "0x1", "1.2.3", "1e",   "e1",  "1e1.5", "1e100", "1e-325", "1e--1", ".",     "1,5",  " 1",   "1 ",    "+1",  "1f",  "1/ 2"}) {
    CAPTURE(text);
    CHECK_FALSE(read_rational(text).has_value());
  }
  CHECK(read_rational(std::string(64, '9')).has_value());
  CHECK_FALSE(read_rational(std::string(65, '9')).has_value());
}

TEST_CASE("split keeps empty parts") {
  CHECK(split("4x4", 'x') == Words{"4", "4"});
  CHECK(split("x", 'x') == Words{"", ""});
  CHECK(split("", 'x') == Words{""});
  CHECK(split("4x", 'x') == Words{"4", ""});
}

TEST_CASE("lines are split at white space; comments and blank lines are skipped") {
  CHECK(lines_of("1 2\n\n# nothing\n  3\t4  # four\n#\n5#6\n") == std::vector<Words>{{"1", "2"}, {"3", "4"}, {"5"}});
  CHECK(lines_of("").empty());
  CHECK(lines_of("\n\n\n").empty());
  CHECK(lines_of("# only").empty());
}

TEST_CASE("carriage returns, other white space and a missing last line end do not matter") {
  CHECK(lines_of("1 2\r\n3\r\n") == std::vector<Words>{{"1", "2"}, {"3"}});
  CHECK(lines_of("1\n2") == std::vector<Words>{{"1"}, {"2"}});
  CHECK(lines_of("1\v2\f3\n") == std::vector<Words>{{"1", "2", "3"}});
}

TEST_CASE("a line too long is refused by number, also as a comment, without its end being read") {
  CHECK(lines_of(std::string(100, '7')) == std::vector<Words>{{std::string(100, '7')}});
  CHECK_THAT(line_error("1\n" + std::string(101, '7') + "\n"), Catch::Contains("line 2") && Catch::Contains("longer than 100"));
  CHECK_THAT(line_error("#" + std::string(100, 'x')), Catch::Contains("line 1"));
  CHECK_THAT(line_error("\n\n" + std::string(10'000'000, ' ')), Catch::Contains("line 3"));
}

TEST_CASE("bytes that are no text are refused by line") {
  CHECK_THAT(line_error(std::string("1\n2\0\n", 5)), Catch::Contains("line 2") && Catch::Contains("no text"));
  for (const char* byte : {"\x01", "\x08", "\x0e", "\x1b", "\x1f", "\x7f"})
    CHECK_THAT(line_error(std::string("1 ") + byte), Catch::Contains("line 1"));
  CHECK_THAT(line_error(std::string("#\x1b\n")), Catch::Contains("line 1"));
}

TEST_CASE("the reader's own errors name the file and the line reached") {
  const ScratchFile file("1\n\n# c\n2\n");
  LineReader reader("part", "key", file.path(), 100);
  CHECK(reader.next() == Words{"1"});
  CHECK(reader.next() == Words{"2"});
  CHECK_THROWS_WITH(reader.fail("is odd"), Catch::Contains("line 4: is odd") && Catch::Contains("part: key="));
  CHECK_FALSE(reader.next().has_value());
}

TEST_CASE("a missing file, a folder and an empty name are refused") {
  const test::ScratchFolder empty;
  for (const std::string& path : {empty.path("file"), empty.path("folder/file")}) {
    CHECK_THROWS_WITH(LineReader("part", "key", path, 100), "part: key=" + path + " cannot be read: no such file or directory");
  }
  CHECK_THROWS_WITH(LineReader("part", "key", std::filesystem::temp_directory_path().string(), 100), Catch::Contains("is a folder"));
  CHECK_THROWS_WITH(LineReader("part", "key", "", 100), Catch::Contains("file name"));
}

TEST_CASE("a whole number in another notation is refused with its digits, where it would be taken") {
  CHECK_THAT(whole_error("1e1", 0, 10), Catch::EndsWith("is not a whole number in 0..10; write 10"));
  CHECK_THAT(whole_error("4.0", 0, 10), Catch::EndsWith("; write 4"));
  for (const char* text : {"1e2", "4.5", "x", "-1", ""}) CHECK_THAT(whole_error(text, 0, 10), Catch::EndsWith("0..10"));
}

TEST_CASE("an error is one line: component, key, value, rule") {
  CHECK(std::string(ConfigError("dor", "vcs", "0", "not in 1..16").what()) == "dor: vcs=0 not in 1..16");
  CHECK(std::string(ConfigError("a", "b", "x\ny", "c").what()) == "a: b=x\\x0ay c");
  CHECK(std::string(InvariantError("boom").what()) == "internal error: boom");
}

TEST_CASE("what a user typed is shown as printable text of at most some 60 characters") {
  CHECK(printable("torus:8x8 ~") == "torus:8x8 ~");
  CHECK(printable(std::string("\0\x1b[0m\xc3\xa9\x7f", 8)) == "\\x00\\x1b[0m\\xc3\\xa9\\x7f");
  CHECK(printable(std::string(60, 'a')) == std::string(60, 'a'));
  CHECK(printable(std::string(61, 'a')) == std::string(60, 'a') + "...");
  CHECK(printable(std::string(1'000'000, '\n')).size() < 70);
  CHECK(printable("").empty());
}

TEST_CASE("the nearest names are those of least edit distance; few names are all shown") {
  const Words known = {"uniform", "uniform-self", "tornado", "transpose", "bit-complement", "bit-reverse", "reverse-flip"};
  CHECK_THAT(unknown_name("unifrom", known), Catch::StartsWith("unknown; nearest: uniform"));
  CHECK_THAT(unknown_name("tornadoo", known), Catch::StartsWith("unknown; nearest: tornado,"));
  CHECK_THAT(unknown_name("bit-revers", known), Catch::StartsWith("unknown; nearest: bit-reverse,"));
  CHECK_THAT(unknown_name("", known), Catch::StartsWith("unknown; nearest:"));
  CHECK(unknown_name("x", {"dor", "e-cube"}) == "unknown; known: dor, e-cube");
  CHECK_THAT(unknown_name("Tornado", known), Catch::StartsWith("unknown; nearest: tornado,"));  // a capital is no other letter
  CHECK_THAT(unknown_name("tronado", known), Catch::StartsWith("unknown; nearest: tornado,"));  // an exchange is one edit
  CHECK_THAT(unknown_name("bit_reverse", known), Catch::StartsWith("unknown; nearest: bit-reverse,"));
  CHECK_THAT(unknown_name("complement", known), Catch::StartsWith("unknown; nearest: bit-complement,"));  // a word of it
  CHECK(unknown_name(std::string(1'000'000, 'u'), known).size() < 200);
}
