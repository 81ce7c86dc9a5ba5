// Several schedules on one network: --workload SCHEDULE@PLACES+SCHEDULE@PLACES+..., or jobs:FILE, a line a job:
//   NAME SCHEDULE PLACES
// PLACES are numbers and ranges, "0-15,20": rank r of the job is at the r-th of them, each a place of the mapping
// (identity: a terminal). `#` starts a comment. Jobs of the first form are named 1, 2, ....
// Throws ConfigError: a part without places, a malformed list, a place beyond the mapping, one that stands twice, a
// name twice, a schedule that is none, nothing in the file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/base/text/parse.hpp"

namespace dateline {

inline constexpr std::string_view kJobsFile = "jobs:";

struct JobSpec {
  std::string name, schedule;
  std::vector<std::uint32_t> places;
};

// Whether the text names places: jobs, and no one schedule on all of them.
[[nodiscard]] bool names_jobs(std::string_view text);
// The schedules that a text of the first form names.
[[nodiscard]] std::vector<std::string> schedules_named(std::string_view text);
// `places`: how many there are.
[[nodiscard]] std::vector<JobSpec> read_jobs(const ValueSource& source, const std::string& text, std::uint32_t places);

}  // namespace dateline
