// What results and texts say of the collectives of a schedule, and of what its ranks did meanwhile. Bandwidths are in
// GB/s, 10^9 bytes: algbw = bytes / time, busbw = algbw times a factor by type and members n, as nccl-tests have it:
// 2(n-1)/n of an all-reduce, (n-1)/n of all that gathers, scatters or goes from all to all, else 1.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "sim/measure/sources/schedule_source.hpp"
#include "traffic/schedules/cycle_time.hpp"

namespace dateline {

// Of a job; its name is empty if it is alone. Both lists by number.
struct JobCollectives {
  std::vector<NamedCollective> named;
  std::vector<CollectiveTimes> times;
  const CycleTime& cycle_time;
  std::string job;
};
// What its schedule names; or `whole`, if that is one collective, each of its repetitions.
[[nodiscard]] JobCollectives collectives_of(const ScheduleSource& source, const std::optional<NamedCollective>& whole, const CycleTime& cycle_time,
                                            const std::string& job);

void add_collectives(nlohmann::ordered_json& json, const JobCollectives& own);
// What the ranks of the job did, where that was watched, or where they are in collectives all the time
// (`all_collective`); else none.
[[nodiscard]] std::vector<RankUse> uses_of(const ScheduleState& state, bool all_collective);
// `json["ranks"]` has them already, from `first` on.
void add_use(nlohmann::ordered_json& json, const std::vector<RankUse>& uses, std::size_t first);
// The same cycle by cycle, per rank of the job; else empty lists.
[[nodiscard]] std::vector<std::vector<UseSpan>> use_of(const ScheduleState& state, bool all_collective);
// For a timeline; the job's ranks are counted from `first` on.
[[nodiscard]] std::vector<NamedSpan> spans_of(const ScheduleSource& source, const std::optional<NamedCollective>& whole, const std::string& job,
                                              std::uint32_t first);
// CSV: [job,]name,type,group,members,bytes,start,end,skew,time,algbw,busbw,exposed; no bandwidths of what took no time.
[[nodiscard]] std::string collective_header(bool jobs);
[[nodiscard]] std::string collective_rows(const JobCollectives& own);
// Nothing of no collectives.
[[nodiscard]] std::string collective_lines(const std::vector<JobCollectives>& jobs);

}  // namespace dateline
