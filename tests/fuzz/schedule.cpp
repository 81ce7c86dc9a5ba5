// The text form of schedules. The first line is the length of a cycle, the rest the file. What is accepted is written,
// and that reads back and is written the same.
#include <sstream>

#include "tests/fuzz/input.hpp"
#include "traffic/schedules/schedule_file.hpp"

using namespace dateline;

namespace {

const ValueSource kSource{"simulate", "workload"};

std::string written(const CycleTime& cycle_time) {
  std::ostringstream out;
  write_schedule(out, read_schedule_file(kSource, "FILE", cycle_time));
  return out.str();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const std::string cycle = input.line();
  fuzz::write_file("FILE", input.rest());
  (void)fuzz::accepted([&] {
    const CycleTime cycle_time({"simulate", "cycle-time"}, cycle);
    const std::string once = written(cycle_time);
    fuzz::write_file("FILE", once);
    std::string twice;
    if (!fuzz::accepted([&] { twice = written(cycle_time); }) || once != twice) fuzz::broken("what is written reads back the same", once);
  });
  return 0;
}
