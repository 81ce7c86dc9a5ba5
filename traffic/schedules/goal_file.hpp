// GOAL text, the schedules of LogGOPSim and ATLAHS: `goal:FILE`. The dialect, and what differs from those tools:
// docs/guide/workloads/goal.md, after txt2bin.re of github.com/spcl/LogGOPSim. Times are nanoseconds, rounded up to
// cycles. Throws ConfigError(component, key, path, "line 7: problem").
// Cost: as that of a schedule file; labels take about 30 bytes each, of one rank at a time.
#pragma once

#include <string>

#include "models/base/text/parse.hpp"
#include "traffic/schedules/cycle_time.hpp"
#include "traffic/schedules/schedule.hpp"

namespace dateline {

[[nodiscard]] Schedule read_goal_file(const ValueSource& source, const std::string& path, const CycleTime& cycle_time);

}  // namespace dateline
