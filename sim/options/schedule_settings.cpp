#include "sim/options/schedule_settings.hpp"

#include "traffic/schedules/generators/registry.hpp"
#include "traffic/schedules/schedule_builder.hpp"

namespace dateline {

void ScheduleSettings::declare(Declarations& d) {
  std::vector<std::string> names;
  for (const ScheduleGenerator& row : schedule_generators()) names.push_back(row.name);
  d.group(OptionGroup::workload);
  d.add("workload", workload, Text{fmt::format("{}", fmt::join(names, " | "))},
        "the schedule to make; its name may stand as a plain word, behind it parameters: bytes=B,repeat=R,compute=C (cycles, or 2us)")
      .common("W", "all-reduce:ring, broadcast, ...: help workload; behind it bytes=B,repeat=R,compute=C");
  d.add("workload.ranks", ranks, Whole{1, kMaxRanks, "", fmt::format("1..{}, or --topology", kMaxRanks)}, "how many take part")
      .excluded_by({"topology"});
  declare_topology(d, network);
  d.group(OptionGroup::workload);
  d.add("workload.cycle-time", cycle_time, Text{"a time in ns, us or ms"}, "of one cycle, to turn times of a workload into cycles")
      .needs({OptionCondition::where("workload", computes_for_a_time)});
  d.add_out("schedule", out.schedule, "the schedule, for --workload schedule:FILE");
  declare_result(d, *this);
}

void ListSettings::declare(Declarations& d) { declare_result(d, *this); }

}  // namespace dateline
