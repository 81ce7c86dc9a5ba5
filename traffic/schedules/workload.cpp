#include "traffic/schedules/workload.hpp"

#include <algorithm>

#include "models/base/error.hpp"
#include "models/base/text/name_table.hpp"
#include "traffic/schedules/generators/registry.hpp"
#include "traffic/schedules/goal_file.hpp"
#include "traffic/schedules/jobs/job_list.hpp"
#include "traffic/schedules/schedule_file.hpp"

namespace dateline {
namespace {

constexpr std::string_view kScheduleFile = "schedule:", kGoalFile = "goal:";

bool begins(std::string_view text, std::string_view with) { return text.substr(0, with.size()) == with; }

}  // namespace

std::vector<std::string> schedule_names() {
  std::vector<std::string> names = {"schedule:FILE", "goal:FILE", "jobs:FILE"};
  for (const ScheduleGenerator& g : schedule_generators()) names.push_back(g.name);
  return names;
}

// Families of generators, not their variants: "all-reduce", so that the reader of a misspelt one hears of all.
std::vector<std::string> schedule_beginnings() {
  std::vector<std::string> list = {std::string(kScheduleFile), std::string(kGoalFile), std::string(kJobsFile)};
  for (const ScheduleGenerator& g : schedule_generators()) {
    const std::string family = g.name.substr(0, g.name.find(':'));
    if (std::find(list.begin(), list.end(), family) == list.end()) list.push_back(family);
  }
  return list;
}

bool is_generated(std::string_view text) { return !begins(text, kScheduleFile) && !begins(text, kGoalFile); }

Schedule make_schedule(const ValueSource& source, std::string_view text, std::uint32_t ranks, const Topology* topology, const CycleTime& cycle_time,
                       double memory) {
  if (begins(text, kScheduleFile)) return read_schedule_file(source, std::string(text.substr(kScheduleFile.size())), cycle_time);
  if (begins(text, kGoalFile)) return read_goal_file(source, std::string(text.substr(kGoalFile.size())), cycle_time);
  return generate_schedule(source, text, ranks, topology, cycle_time, memory);
}

}  // namespace dateline
