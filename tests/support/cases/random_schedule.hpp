// Random schedules, each a function of its dice: operations of several ranks in a random order of the file, waiting for
// ends and starts of others, recvs that wait for sends of the own rank too. All of them can finish.
#pragma once

#include "tests/support/cases/random_case.hpp"
#include "traffic/schedules/schedule.hpp"

namespace dateline::test {

struct ScheduleShape {
  std::uint32_t ranks = 4, items = 12;  // at most; an item: a compute or a message
  std::uint32_t most_bytes = 20;        // of a message
  bool sends_in_turn = false;           // a rank's send waits for the end of the one before
  std::uint64_t repeat = 1;
};

[[nodiscard]] Schedule draw_schedule(Dice& dice, const ScheduleShape& shape);

}  // namespace dateline::test
