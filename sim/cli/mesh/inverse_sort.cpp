// dateline mesh row: the order of a row after inverse sort, how far apart its windows are laid, and stage 2 of one
// row.
#include "models/mesh/inverse_sort/inverse_sort.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "models/base/join.hpp"
#include "models/base/numbers/rational.hpp"
#include "models/base/text/counted.hpp"
#include "models/mesh/inverse_sort/row_stage_two.hpp"
#include "models/mesh/inverse_sort/window_minima.hpp"
#include "sim/cli/command_line/command.hpp"
#include "sim/cli/command_line/commands.hpp"
#include "sim/cli/mesh/row_schedule.hpp"
#include "sim/cli/output/result_file.hpp"
#include "sim/options/mesh_settings.hpp"

namespace dateline {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kShortestWindow = 3;
constexpr int kLongestOfAllWindows = 1 << 16;  // --window all: an entry each
constexpr std::size_t kRanksShown = 32, kWindowsShown = 20;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

struct Window {
  int length = 0;
  int first_to_third = 0, first_to_second = 0;
  Rational ratio;  // first to third over n/k
  bool holds = true, stronger_holds = true;
};

struct Windows {
  std::vector<Window> all;
  Window tightest;                     // of the smallest ratio
  std::array<int, 3> closest_ranks{};  // in it
  std::array<int, 3> their_positions{};
  int violations = 0, stronger_violations = 0;
};

Windows look_at_windows(int n, int shortest, int longest) {
  const WindowMinima minima = window_minima(n);
  Windows windows;
  for (int k = shortest; k <= longest; ++k) {
    Window w;
    w.length = k;
    w.first_to_third = minima.first_to_third[at(k)];
    w.first_to_second = minima.first_to_second[at(k)];
    w.ratio = Rational(static_cast<long long>(w.first_to_third) * k, n);
    w.holds = w.first_to_third >= first_to_third_bound(n, k);
    w.stronger_holds = w.first_to_third >= stronger_bound(n, k);
    if (!w.holds) ++windows.violations;
    if (!w.stronger_holds) ++windows.stronger_violations;
    if (windows.all.empty() || w.ratio < windows.tightest.ratio) windows.tightest = w;
    windows.all.push_back(w);
  }
  windows.closest_ranks = closest_ranks(n, windows.tightest.length, windows.tightest.first_to_third);
  const std::vector<int> positions = inverse_sort_positions(n);
  for (std::size_t i = 0; i < 3; ++i) windows.their_positions[i] = positions[at(windows.closest_ranks[i])];
  return windows;
}

Json window_json(int n, const Window& w) {
  return {{"window", w.length},
          {"first_to_third", w.first_to_third},
          {"first_to_second", w.first_to_second},
          {"bound", first_to_third_bound(n, w.length)},
          {"holds", w.holds},
          {"stronger_bound", stronger_bound(n, w.length)},
          {"stronger_holds", w.stronger_holds},
          {"ratio", to_double(w.ratio)},
          {"ratio_exact", to_string(w.ratio)}};
}

Json result_json(const MeshRowSettings& settings, int n, const std::optional<Windows>& windows, const std::optional<NamedRow>& row) {
  Json json = result_header("dateline.mesh-row/2", settings);
  const std::vector<int> positions = inverse_sort_positions(n);
  json["length"] = n;
  json["order"] = inverse_sort_order(n);
  json["positions"] = std::vector<int>(positions.begin() + 1, positions.end());
  json["t2_budget"] = t2_budget(n);
  for (const char* key : {"windows", "violations", "stronger_violations", "tightest", "schedule"}) json[key] = nullptr;
  if (windows) {
    json["windows"] = Json::array();
    for (const Window& w : windows->all) json["windows"].push_back(window_json(n, w));
    json["violations"] = windows->violations;
    json["stronger_violations"] = windows->stronger_violations;
    json["tightest"] = window_json(n, windows->tightest);
    json["tightest"]["ranks"] = windows->closest_ranks;
    json["tightest"]["positions"] = windows->their_positions;
  }
  if (row) json["schedule"] = schedule_json(*row);
  return json;
}

std::string numbers(const std::vector<int>& list) {
  const std::size_t shown = std::min(list.size(), kRanksShown);
  return fmt::format("{}{}", join(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(shown), " "), shown < list.size() ? " ..." : "");
}

std::string windows_text(int n, const Windows& windows) {
  std::string text = fmt::format("{:>10}{:>16}{:>17}{:>14}{:>13}{:>16}\n", "window k", "first to third", "at least n/(2k)", "at least n/k",
                                 "times k/n", "first to second");
  std::size_t lines = 0;
  int last = n;
  for (const Window& w : windows.all) {  // the shortest window of each distance
    if (w.first_to_third == last) continue;
    last = w.first_to_third;
    if (++lines > kWindowsShown) continue;
    const auto verdict = [](int bound, bool holds) { return fmt::format("{} {}", bound, holds ? "yes" : "NO "); };
    text += fmt::format("{:>10}{:>16}{:>17}{:>14}{:>13.4f}{:>16}\n", w.length, w.first_to_third, verdict(first_to_third_bound(n, w.length), w.holds),
                        verdict(stronger_bound(n, w.length), w.stronger_holds), to_double(w.ratio), w.first_to_second);
  }
  if (lines > kWindowsShown) text += fmt::format("{:>10} {} more distances\n", "...", lines - kWindowsShown);
  const auto& ranks = windows.closest_ranks;
  const auto& places = windows.their_positions;
  text += fmt::format("{:<14}k = {}: ranks {} {} {} at positions {} {} {}: {} = {} n/k\n", "tightest", windows.tightest.length, ranks[0], ranks[1],
                      ranks[2], places[0], places[1], places[2], windows.tightest.first_to_third, to_string(windows.tightest.ratio));
  text += fmt::format("{:<14}{} of {} windows violate ceil(n/2k), {} violate ceil(n/k)\n", "lemma 1", windows.violations, windows.all.size(),
                      windows.stronger_violations);
  return text;
}

std::optional<Windows> windows_option(const MeshRowSettings& settings, int n) {
  if (!settings.window.has()) return std::nullopt;
  const bool all = !settings.window->number;
  if (n < kShortestWindow) settings.window.refuse(fmt::format("needs a length of at least {}", kShortestWindow));
  if (all && n > kLongestOfAllWindows) settings.window.refuse(fmt::format("is for lengths up to {}; give one window", kLongestOfAllWindows));
  if (all) return look_at_windows(n, kShortestWindow, n);
  if (*settings.window->number < kShortestWindow || *settings.window->number > static_cast<std::uint64_t>(n))
    settings.window.refuse(fmt::format("not in {}..{}", kShortestWindow, n));
  const int k = static_cast<int>(*settings.window->number);
  return look_at_windows(n, k, k);
}

}  // namespace

int run_mesh_row(const MeshRowSettings& settings) {
  std::optional<NamedRow> row;
  if (settings.sequence.has()) row = row_of(settings);
  int n = row ? static_cast<int>(row->names.size()) : 0;
  if (!row || settings.length.has()) n = *settings.length;
  if (row && row->names.size() != at(n)) settings.sequence.refuse(fmt::format("has {} packets, length is {}", row->names.size(), n));
  JsonOutput json(settings);
  const std::optional<Windows> windows = windows_option(settings, n);
  json.commit(result_json(settings, n, windows, row));
  if (!json.wants_stdout()) {
    const std::vector<int> positions = inverse_sort_positions(n);
    fmt::print("inverse sort of {}\n{:<14}{}\n", counted(n, "rank"), "order", numbers(inverse_sort_order(n)));
    fmt::print("{:<14}{}\n", "positions", numbers({positions.begin() + 1, positions.end()}));
    fmt::print("{:<14}{} at most (T2)\n", "stage 2", counted(t2_budget(n), "step"));
    if (windows) fmt::print("{}", windows_text(n, *windows));
    if (row) fmt::print("{}", schedule_text(*row));
  }
  return windows && windows->violations > 0 ? 1 : 0;
}

}  // namespace dateline
