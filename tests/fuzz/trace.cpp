// Traces as CSV: what is accepted is written as rows again, and that reads back the same.
#include "tests/fuzz/input.hpp"
#include "tests/fuzz/traces.hpp"

using namespace dateline;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  fuzz::write_file("FILE", input.rest());
  std::string once, twice;
  if (!fuzz::accepted([&] { once = fuzz::rows_of("trace:FILE", 1); })) return 0;
  fuzz::write_file("FILE", once);
  if (!fuzz::accepted([&] { twice = fuzz::rows_of("trace:FILE", 1); }) || once != twice) fuzz::broken("what is written reads back the same", once);
  return 0;
}
