// What is wrong with the schedules of a run, and with options of it that they have no use for: before its bounds.
#pragma once

#include <vector>

#include "sim/cli/workload/schedule_run.hpp"

namespace dateline {

// Throws ConfigError.
void check_jobs(const RunSettings& settings, const std::vector<ScheduleJob>& jobs, std::uint32_t terminals);

}  // namespace dateline
