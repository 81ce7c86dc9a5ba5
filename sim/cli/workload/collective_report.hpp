// What results and texts say of the collectives of a schedule, and of what its ranks did meanwhile. Bandwidths are in
// GB/s, 10^9 bytes: algbw = bytes / time, busbw = algbw times a factor by type and members n, as nccl-tests have it:
// 2(n-1)/n of an all-reduce, (n-1)/n of all that gathers, scatters or goes from all to all, else 1.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sim/measure/schedule/collective_times.hpp"
#include "sim/measure/sources/rank_clock.hpp"
#include "traffic/schedules/cycle_time.hpp"

namespace dateline {

// Of a job; its name is empty if it is alone.
struct JobCollectives {
  const Schedule& schedule;
  const CollectiveClock& clock;
  const CycleTime& cycle_time;
  std::string job;
};

// `json["ranks"]` has its ranks already, from `first` on; `times` of these.
void add_collectives(nlohmann::ordered_json& json, const JobCollectives& own, const std::vector<RankTimes>& times, std::size_t first);
// CSV: [job,]name,type,group,members,bytes,start,end,skew,time,algbw,busbw,exposed; no bandwidths of what took no time.
[[nodiscard]] std::string collective_header(bool jobs);
[[nodiscard]] std::string collective_rows(const JobCollectives& own);
// Nothing of no collectives.
[[nodiscard]] std::string collective_lines(const std::vector<JobCollectives>& jobs);

}  // namespace dateline
