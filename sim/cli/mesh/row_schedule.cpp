#include "sim/cli/mesh/row_schedule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "models/base/error.hpp"
#include "models/base/join.hpp"
#include "models/base/text/parse.hpp"
#include "sim/options/mesh_settings.hpp"

namespace dateline {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kNull = "-";
constexpr std::size_t kLongestName = 6;
constexpr int kWidestGrid = 12;  // places of T that fit a terminal's line, twice

std::size_t place(int i) { return static_cast<std::size_t>(i); }

bool is_packet_name(const std::string& name) {
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  return !name.empty() && name.size() <= kLongestName && name[0] >= 'a' && name[0] <= 'z' && std::all_of(name.begin() + 1, name.end(), digit);
}

const std::string& name_of(const NamedRow& row, const RowPacket& packet) { return row.names[place(packet.start - 1)]; }

// What stands at each place of T' in the end.
std::vector<std::string> final_row(const NamedRow& row) {
  std::vector<std::string> places(row.names.size(), kNull);
  for (const RowPacket& p : row.schedule.packets) places[place(p.stop) - row.names.size() - 1] = name_of(row, p);
  return places;
}

// What every processor holds at the end of a step.
std::vector<std::string> holdings(const NamedRow& row, int step) {
  std::vector<std::string> held(2 * row.names.size());
  for (const RowPacket& p : row.schedule.packets) {
    const auto crossed = std::upper_bound(p.crosses.begin(), p.crosses.end(), step) - p.crosses.begin();
    std::string& cell = held[place(p.start - 1) + static_cast<std::size_t>(crossed)];
    cell += (cell.empty() ? "" : ",") + name_of(row, p);
  }
  return held;
}

// A line a step.
std::string grid_text(const NamedRow& row) {
  std::size_t width = 3;
  for (int step = 0; step <= row.schedule.last_step; ++step) {
    for (const std::string& cell : holdings(row, step)) width = std::max(width, cell.size());
  }
  std::string text = "step";
  for (std::size_t place = 1; place <= 2 * row.names.size(); ++place) text += fmt::format(" {:>{}}", fmt::format("P{}", place), width);
  text += "\n";
  for (int step = 0; step <= row.schedule.last_step; ++step) {
    text += fmt::format("{:>4}", step);
    for (const std::string& cell : holdings(row, step)) text += fmt::format(" {:>{}}", cell.empty() ? "." : cell, width);
    text += "\n";
  }
  return text;
}

}  // namespace

NamedRow row_of(const MeshRowSettings& settings) {
  NamedRow row;
  row.names = split(settings.sequence.text(), ',');
  if (row.names.size() > place(kLongestRow)) settings.sequence.refuse(fmt::format("has {} packets, at most {}", row.names.size(), kLongestRow));
  std::set<std::string> seen;
  std::vector<int> columns;
  for (const std::string& name : row.names) {
    if (name == kNull) {
      columns.push_back(kNullPacket);
      continue;
    }
    const std::string quoted = printable(name);
    if (!is_packet_name(name)) settings.sequence.refuse(fmt::format("has '{}'; allowed: a letter a..z and up to 5 digits, or -", quoted));
    if (!seen.insert(name).second) settings.sequence.refuse(fmt::format("has '{}' twice", quoted));
    columns.push_back('z' - name[0] + 1);
  }
  row.schedule = run_stage_2(columns);
  return row;
}

Json schedule_json(const NamedRow& row) {
  Json json;
  json["packets"] = Json::array();
  for (const RowPacket& p : row.schedule.packets) {
    json["packets"].push_back({{"packet", name_of(row, p)},
                               {"start", p.start},
                               {"enter_step", p.enter_step},
                               {"rank", p.rank},
                               {"stop", p.stop},
                               {"stop_step", p.stop_step}});
  }
  json["final_row"] = final_row(row);
  json["last_step"] = row.schedule.last_step;
  json["most_held"] = row.schedule.most_held;
  return json;
}

std::string schedule_text(const NamedRow& row) {
  const std::size_t n = row.names.size();
  std::string text = fmt::format("{:<14}{} -> P{}..P{} {}, last step {}\n", "row", join(row.names, " "), n + 1, 2 * n, join(final_row(row), " "),
                                 row.schedule.last_step);
  text += fmt::format("{:>8}{:>8}{:>20}{:>8}{:>10}{:>10}\n", "packet", "start", fmt::format("enters P{} at", n + 1), "rank", "stops at", "in step");
  for (const RowPacket& p : row.schedule.packets) {
    text += fmt::format("{:>8}{:>8}{:>20}{:>8}{:>10}{:>10}\n", name_of(row, p), fmt::format("P{}", p.start), p.enter_step, p.rank,
                        fmt::format("P{}", p.stop), p.stop_step);
  }
  return n <= place(kWidestGrid) ? text + grid_text(row) : text;
}

}  // namespace dateline
