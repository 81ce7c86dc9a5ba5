// The text form of a schedule, a line an operation: `schedule:FILE` (docs/guide/workloads/schedules.md). Read in one
// pass; what is written reads back as the same operations, edges and pairs. The tags of a file are not kept: the writer
// gives a pair of ranks as few as tell its messages apart, and none where they match in their order.
// Throws ConfigError(component, key, path, "line 7: problem").
// Cost: 10^6 messages (2 10^6 lines) in less than a second and about 100 bytes each, schedule and all.
#pragma once

#include <iosfwd>
#include <string>

#include "models/base/text/parse.hpp"
#include "traffic/schedules/cycle_time.hpp"
#include "traffic/schedules/schedule.hpp"

namespace dateline {

[[nodiscard]] Schedule read_schedule_file(const ValueSource& source, const std::string& path, const CycleTime& cycle_time);

// To be checked by the caller: whether the stream took it all.
void write_schedule(std::ostream& out, const Schedule& schedule);

}  // namespace dateline
