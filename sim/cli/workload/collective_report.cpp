#include "sim/cli/workload/collective_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/numbers/rational.hpp"

namespace dateline {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kShown = 16;

double factor(const std::string& type, std::uint32_t members) {
  const double others = (members - 1.0) / members;
  if (type == "all-reduce") return 2 * others;
  return type == "broadcast" || type == "reduce" ? 1.0 : others;
}

// GB/s.
double bandwidth(std::uint64_t bytes, Cycle time, const CycleTime& cycle_time) {
  return static_cast<double>(bytes) / (static_cast<double>(time) * to_double(cycle_time.nanoseconds()));
}

}  // namespace

void add_collectives(Json& json, const Schedule& schedule, const CollectiveClock& clock, const std::vector<RankTimes>& times,
                     const CycleTime& cycle_time) {
  json["collectives"] = Json::array();
  for (std::size_t i = 0; i < clock.collectives().size(); ++i) {
    const NamedCollective& c = schedule.collectives()[i];
    const CollectiveTimes& t = clock.collectives()[i];
    const Cycle time = t.end - t.first_ready;
    const Json algbw = time == 0 ? Json(nullptr) : Json(bandwidth(c.bytes, time, cycle_time));
    const Json busbw = time == 0 ? Json(nullptr) : Json(bandwidth(c.bytes, time, cycle_time) * factor(c.type, t.members));
    json["collectives"].push_back({{"name", c.name},
                                   {"type", c.type},
                                   {"group", c.group},
                                   {"members", t.members},
                                   {"bytes", c.bytes},
                                   {"start", t.first_ready},
                                   {"end", t.end},
                                   {"skew", t.last_ready - t.first_ready},
                                   {"time", time},
                                   {"algbw", algbw},
                                   {"busbw", busbw},
                                   {"exposed", t.exposed}});
  }
  for (std::uint32_t rank = 0; rank < times.size(); ++rank) {
    const RankUse use = clock.use(rank, times[rank].end);
    json["ranks"][rank]["use"] = {{"compute", use.compute}, {"exposed", use.exposed}, {"host", use.host}, {"idle", use.idle}};
  }
}

std::string collective_lines(const Schedule& schedule, const CollectiveClock& clock, const CycleTime& cycle_time) {
  std::string text = fmt::format("{:<18}{:>14}{:>8}{:>14}{:>12}{:>12}{:>10}{:>10}{:>12}\n", "collective", "type", "members", "bytes", "start", "time",
                                 "algbw", "busbw", "exposed");
  for (std::size_t i = 0; i < std::min(kShown, clock.collectives().size()); ++i) {
    const NamedCollective& c = schedule.collectives()[i];
    const CollectiveTimes& t = clock.collectives()[i];
    const Cycle time = t.end - t.first_ready;
    const double algbw = time == 0 ? 0.0 : bandwidth(c.bytes, time, cycle_time);
    text += fmt::format("{:<18}{:>14}{:>8}{:>14}{:>12}{:>12}{:>10.3f}{:>10.3f}{:>12}\n", c.name, c.type, t.members, c.bytes, t.first_ready, time,
                        algbw, algbw * factor(c.type, std::max(t.members, 1U)), t.exposed);
  }
  if (clock.collectives().size() > kShown) text += fmt::format("{:<18}and {} more: --json has all\n", "...", clock.collectives().size() - kShown);
  return text;
}

}  // namespace dateline
