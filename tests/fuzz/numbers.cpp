// Whole numbers, rationals, lists, and lines of a file. What is read must be what its text says: rationals are printed
// and read again, and the arithmetic of whole numbers beyond 64 bits must undo itself.
#include "models/base/text/line_reader.hpp"
#include "models/base/text/parse.hpp"
#include "tests/fuzz/input.hpp"

using namespace dateline;

namespace {

void check_whole(const std::string& text) {
  std::uint64_t value = 0;
  if (!fuzz::accepted([&] { value = parse_whole({"fuzz", "number"}, text, 3, ~std::uint64_t{0} - 3); })) return;
  const std::string digits = text.substr(std::min(text.find_first_not_of('0'), text.size() - 1));
  if (std::to_string(value) != digits) fuzz::broken("a whole number is what its digits say", text);
}

void check_rational(const std::string& text) {
  const auto value = read_rational(text);
  if (!value) return;
  const std::string printed = to_string(*value);
  const auto again = read_rational(printed);
  if (printed.size() <= 64 && again != value) fuzz::broken("a rational is read as it was printed", text);
  if (*value < 0) fuzz::broken("a rational read is not negative", text);
  const Rational one_more = *value + 1;
  if (one_more - 1 != *value || one_more * *value / one_more != *value) fuzz::broken("rational arithmetic undoes itself", text);
  if (to_double(*value) < 0) fuzz::broken("a rational is rounded to its own side of 0", text);
}

void check_lines(const std::string& content) {
  fuzz::write_file("lines", content);
  (void)fuzz::accepted([] {
    LineReader reader("fuzz", "file", "lines", 100);
    std::size_t last = 0;
    while (const auto words = reader.next()) {
      if (words->empty() || reader.line() <= last) fuzz::broken("every line has words and a higher number", std::to_string(last));
      last = reader.line();
    }
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const std::string content = fuzz::Input(data, size).rest();
  const std::string text = input.line();
  check_whole(text);
  check_rational(text);
  std::string joined;
  for (const std::string& part : split(text, ',')) joined += part + ",";
  if (joined != text + ",") fuzz::broken("a list is its parts", text);
  check_lines(content);
  return 0;
}
