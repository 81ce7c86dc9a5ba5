// What results and texts say of ranks that died with their nodes, and of those that live and cannot end: who waits for
// whom. Ranks of several jobs are counted on.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sim/measure/sources/schedule_source.hpp"

namespace dateline {

struct JobRanks {
  std::string name;  // empty: it is alone
  const ScheduleSource& source;
  std::uint32_t ranks;
};

[[nodiscard]] nlohmann::ordered_json unfinished_json(const std::vector<JobRanks>& jobs);
// Nothing where all ranks have ended.
[[nodiscard]] std::string unfinished_lines(const std::vector<JobRanks>& jobs);
// In one line; nothing where all have ended that live.
[[nodiscard]] std::string why_unfinished(const std::vector<JobRanks>& jobs);

}  // namespace dateline
