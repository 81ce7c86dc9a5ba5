// The schedules that a workload may name: files of a format, and generators. What each is:
// docs/guide/workloads/index.md. Throws ConfigError: unknown name (with the nearest ones), and what readers and
// generators throw.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/base/text/parse.hpp"
#include "models/network/topology/topology.hpp"
#include "traffic/schedules/cycle_time.hpp"
#include "traffic/schedules/schedule.hpp"

namespace dateline {

// Names as help and lists show them: "schedule:FILE", "all-reduce:ring", ...
[[nodiscard]] std::vector<std::string> schedule_names();
// How the names of schedules begin, and no others.
[[nodiscard]] std::vector<std::string> schedule_beginnings();
// `ranks`: of a generator; files say how many they have. `memory`: bytes that may be taken while it is made.
[[nodiscard]] Schedule make_schedule(const ValueSource& source, std::string_view text, std::uint32_t ranks, const Topology* topology,
                                     const CycleTime& cycle_time, double memory);

// Whether that is a generator's, not a file's.
[[nodiscard]] bool is_generated(std::string_view text);

}  // namespace dateline
