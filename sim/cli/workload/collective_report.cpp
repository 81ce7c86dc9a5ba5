#include "sim/cli/workload/collective_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

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

// 0 of one that has not ended, whose network failed.
Cycle time_of(const CollectiveTimes& t) { return t.done() ? t.end - t.first_ready : 0; }

// A field of CSV.
std::string field(const std::string& text) {
  if (text.find_first_of(",\"") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string(2, c) : std::string(1, c);
  return quoted + "\"";
}

// `whole`, by the number of its repetition where there are several.
std::string name_of(const NamedCollective& whole, const ScheduleState& state, std::size_t number) {
  return state.schedule.repeat() == 1 ? whole.name : fmt::format("{}#{}", whole.name, number + 1);
}

// Of a rank that is in a collective up to its end: it computes, or communication is exposed.
std::vector<UseSpan> spans_in_collectives(const RankClock& clock, Cycle end) {
  if (clock.spans() == nullptr) return {};
  std::vector<UseSpan> spans;
  const auto add = [&](Cycle until, Cycle RankUse::*what) {
    const Cycle from = spans.empty() ? 0 : spans.back().end;
    if (until > from) spans.push_back({from, until, what});
  };
  for (const RankSpan& span : *clock.spans()) {
    if (!span.computes) continue;
    add(span.begin, &RankUse::exposed);
    add(span.end, &RankUse::compute);
  }
  add(end, &RankUse::exposed);
  return spans;
}

}  // namespace

JobCollectives collectives_of(const ScheduleSource& source, const std::optional<NamedCollective>& whole, const CycleTime& cycle_time,
                              const std::string& job) {
  const ScheduleState& state = source.state();
  if (state.repetitions != nullptr) {
    JobCollectives own{{}, state.repetitions->all(), cycle_time, job};
    for (std::size_t i = 0; i < own.times.size(); ++i) own.named.push_back({name_of(*whole, state, i), whole->type, whole->group, whole->bytes});
    return own;
  }
  if (state.collectives == nullptr) return {{}, {}, cycle_time, job};
  return {state.schedule.collectives(), state.collectives->collectives(), cycle_time, job};
}

void add_collectives(Json& json, const JobCollectives& own) {
  if (own.named.empty()) return;
  Json& list = json["collectives"];
  for (std::size_t i = 0; i < own.named.size(); ++i) {
    const NamedCollective& c = own.named[i];
    const CollectiveTimes& t = own.times[i];
    const Cycle time = time_of(t);
    Json::object_t row;  // there may be ten thousand: no key is looked for
    row.reserve(13);
    row.emplace_back("name", c.name);
    row.emplace_back("type", c.type);
    row.emplace_back("group", c.group);
    row.emplace_back("members", t.members);
    row.emplace_back("bytes", c.bytes);
    row.emplace_back("start", t.first_ready);
    row.emplace_back("end", t.done() ? Json(t.end) : Json(nullptr));
    row.emplace_back("skew", t.last_ready - t.first_ready);
    row.emplace_back("time", t.done() ? Json(time) : Json(nullptr));
    row.emplace_back("algbw", time == 0 ? Json(nullptr) : Json(bandwidth(c.bytes, time, own.cycle_time)));
    row.emplace_back("busbw", time == 0 ? Json(nullptr) : Json(bandwidth(c.bytes, time, own.cycle_time) * factor(c.type, t.members)));
    row.emplace_back("exposed", t.exposed);
    if (!own.job.empty()) row.emplace_back("job", own.job);
    list.push_back(std::move(row));
  }
}

std::vector<RankUse> uses_of(const ScheduleState& state, bool all_collective) {
  if (state.collectives == nullptr && !all_collective) return {};
  std::vector<RankUse> uses;
  for (const RankTimes& t : state.times()) {
    const auto rank = static_cast<std::uint32_t>(uses.size());
    uses.push_back(all_collective ? RankUse{t.compute, t.end - t.compute, 0, 0} : state.collectives->use(rank, t.end));
  }
  return uses;
}

void add_use(Json& json, const std::vector<RankUse>& uses, std::size_t first) {
  for (std::size_t rank = 0; rank < uses.size(); ++rank) {
    const RankUse& use = uses[rank];
    json["ranks"][first + rank]["use"] = {{"compute", use.compute}, {"exposed", use.exposed}, {"host", use.host}, {"idle", use.idle}};
  }
}

std::vector<std::vector<UseSpan>> use_of(const ScheduleState& state, bool all_collective) {
  const std::vector<RankTimes> times = state.times();
  std::vector<std::vector<UseSpan>> use(times.size());
  for (std::uint32_t rank = 0; rank < times.size(); ++rank) {
    if (all_collective) {
      use[rank] = spans_in_collectives(state.clocks[rank], times[rank].end);
    } else if (state.collectives != nullptr) {
      use[rank] = state.collectives->use_spans(rank, times[rank].end);
    }
  }
  return use;
}

std::vector<NamedSpan> spans_of(const ScheduleSource& source, const std::optional<NamedCollective>& whole, const std::string& job,
                                std::uint32_t first) {
  const ScheduleState& state = source.state();
  std::vector<NamedSpan> spans;
  const auto add = [&](CollectiveSpan span, const std::string& name, const std::string& type) {
    if (span.rank != CollectiveSpan::kAllRanks) span.rank += first;
    spans.push_back({span, job.empty() ? name : job + "/" + name, type});
  };
  if (state.repetitions != nullptr) {
    for (const CollectiveSpan& span : state.repetitions->spans()) add(span, name_of(*whole, state, span.collective), whole->type);
  } else if (state.collectives != nullptr) {
    for (const CollectiveSpan& span : state.collectives->spans()) {
      const NamedCollective& collective = state.schedule.collectives()[span.collective];
      add(span, collective.name, collective.type);
    }
  }
  return spans;
}

std::string collective_header(bool jobs) {
  return std::string(jobs ? "job," : "") + "name,type,group,members,bytes,start,end,skew,time,algbw,busbw,exposed\n";
}

std::string collective_rows(const JobCollectives& own) {
  std::string text;
  for (std::size_t i = 0; i < own.named.size(); ++i) {
    const NamedCollective& c = own.named[i];
    const CollectiveTimes& t = own.times[i];
    const Cycle time = time_of(t);
    const double algbw = time == 0 ? 0.0 : bandwidth(c.bytes, time, own.cycle_time);
    const std::string rates = time == 0 ? "," : fmt::format("{},{}", algbw, algbw * factor(c.type, t.members));
    if (!own.job.empty()) text += field(own.job) + ",";
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{}\n", c.name, c.type, field(c.group), t.members, c.bytes, t.first_ready,
                        t.done() ? std::to_string(t.end) : "", t.last_ready - t.first_ready, t.done() ? std::to_string(time) : "", rates, t.exposed);
  }
  return text;
}

std::string collective_lines(const std::vector<JobCollectives>& jobs) {
  if (std::all_of(jobs.begin(), jobs.end(), [](const JobCollectives& own) { return own.named.empty(); })) return "";
  std::vector<std::array<std::string, 3>> begins = {{"collective", "type", "group"}};
  std::vector<std::string> ends = {fmt::format("{:>8}{:>14}{:>12}{:>12}{:>12}{:>8}{:>10}{:>10}{:>12}\n", "members", "bytes", "start", "end", "time",
                                               "skew", "algbw", "busbw", "exposed")};
  std::size_t all = 0;
  for (const JobCollectives& own : jobs) {
    all += own.named.size();
    for (std::size_t i = 0; i < own.named.size() && ends.size() <= kShown; ++i) {
      const NamedCollective& c = own.named[i];
      const CollectiveTimes& t = own.times[i];
      const Cycle time = time_of(t);
      const double algbw = time == 0 ? 0.0 : bandwidth(c.bytes, time, own.cycle_time);
      begins.push_back({own.job.empty() ? c.name : own.job + "/" + c.name, c.type, c.group.empty() ? "-" : c.group});
      ends.push_back(fmt::format("{:>8}{:>14}{:>12}", t.members, c.bytes, t.first_ready));
      ends.back() += t.done() ? fmt::format("{:>12}{:>12}{:>8}{:>10.3f}{:>10.3f}", t.end, time, t.last_ready - t.first_ready, algbw,
                                            algbw * factor(c.type, t.members))
                              : fmt::format("{:>12}{:>12}{:>8}{:>10}{:>10}", "-", "-", "-", "-", "-");
      ends.back() += fmt::format("{:>12}\n", t.exposed);
    }
  }
  std::array<std::size_t, 3> widths = {17, 13, 6};
  for (const auto& row : begins) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (std::size_t i = 0; i < begins.size(); ++i) {
    const auto& [name, type, group] = begins[i];
    text += fmt::format("{:<{}} {:>{}} {:>{}}{}", name, widths[0], type, widths[1], group, widths[2], ends[i]);
  }
  if (all > begins.size() - 1) text += fmt::format("{:<18}and {} more: --json has all\n", "...", all - (begins.size() - 1));
  return text;
}

}  // namespace dateline
