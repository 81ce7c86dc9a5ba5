// Netrace files, packed or not. The first line is the number of bytes a flit carries, the rest the file. The packets of
// what is accepted, as a trace, are accepted.
#include "tests/fuzz/input.hpp"
#include "tests/fuzz/traces.hpp"

using namespace dateline;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const std::string flit_bytes = input.line();
  fuzz::write_file("FILE", input.rest());
  std::string once, twice;
  if (!fuzz::accepted([&] { once = fuzz::rows_of("netrace:FILE", parse_whole({"simulate", "flit-bytes"}, flit_bytes, 1, 1'000'000'000)); })) return 0;
  fuzz::write_file("FILE", once);
  if (!fuzz::accepted([&] { twice = fuzz::rows_of("trace:FILE", 1); }) || once != twice) fuzz::broken("packets of Netrace are a trace", once);
  return 0;
}
