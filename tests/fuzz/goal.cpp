// GOAL text. The first line is the length of a cycle, the rest the file. What is accepted is a schedule: written in our
// own form it is accepted again.
#include <sstream>

#include "tests/fuzz/input.hpp"
#include "traffic/schedules/goal_file.hpp"
#include "traffic/schedules/schedule_file.hpp"

using namespace dateline;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const ValueSource source{"simulate", "workload"};
  fuzz::Input input(data, size);
  const std::string cycle = input.line();
  fuzz::write_file("FILE", input.rest());
  (void)fuzz::accepted([&] {
    const CycleTime cycle_time({"simulate", "cycle-time"}, cycle);
    const Schedule schedule = read_goal_file(source, "FILE", cycle_time);
    std::ostringstream text;
    write_schedule(text, schedule);
    fuzz::write_file("FILE", text.str());
    const auto same = [&](const Schedule& again) { return again.size() == schedule.size() && again.messages() == schedule.messages(); };
    if (!fuzz::accepted([&] {
          if (!same(read_schedule_file(source, "FILE", cycle_time))) fuzz::broken("a schedule keeps its operations when written", text.str());
        })) {
      fuzz::broken("a schedule that was read can be written and read", text.str());
    }
  });
  return 0;
}
