// dateline lcc mapping: the order of dimensions under which linear-complement communications share channels least.
#include <fmt/format.h>

#include "models/base/error.hpp"
#include "models/base/join.hpp"
#include "models/lcc/one_mapping.hpp"
#include "models/lcc/set_mapping.hpp"
#include "sim/cli/command_line/command.hpp"
#include "sim/cli/command_line/commands.hpp"
#include "sim/cli/hypercube/lcc_report.hpp"
#include "sim/cli/output/result_file.hpp"
#include "sim/options/lcc_settings.hpp"
#include "sim/options/network/network_options.hpp"

namespace dateline {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kMostPathCounted = 12;
constexpr double kSecondsPerStep = 40e-9;  // of each communication, measured
constexpr int kWidestShown = 16;           // matrices

// The set under one order.
struct Mapped {
  LccSet set;
  std::vector<Contention> contentions;
  std::uint64_t value = 0;
};

Mapped mapped(const std::vector<NamedLcc>& named, const BitOrder& order, Objective objective) {
  Mapped m;
  for (const NamedLcc& one : named) {
    m.set.push_back({reordered(one.lcc, order), one.weight});
    m.contentions.push_back(contention(m.set.back().lcc));
  }
  m.value = value_of(m.contentions, m.set, objective);
  return m;
}

// The closed optimum holds for the largest T of one communication; all else is searched.
BitOrder order_for(const LccMappingSettings& settings, const Mapped& before, Objective objective) {
  const LccSet& set = before.set;
  const int n = set.front().lcc.dimensions();
  if (set.size() == 1 && objective != Objective::sum_sum) return best_order(set.front().lcc);
  const SetCost cost = cost_of_best_order(n, set.size(), objective);
  const auto too_much = [&](const std::string& rule) {
    const double seconds = cost.steps * kSecondsPerStep * static_cast<double>(set.size());
    settings.set.lcc.refuse(fmt::format("has {} communications of {} dimensions: {:.3g} GB of memory and about {:.2g} s are needed; {}", set.size(),
                                        n, cost.bytes / 1e9, seconds, rule));
  };
  if (n > kMostSetDimensions) too_much(fmt::format("at most {} dimensions are searched", kMostSetDimensions));
  if (cost.bytes > available_memory()) too_much("there is less memory");
  return best_order(set, objective);
}

void check_by_paths(const Mapped& after) {
  for (std::size_t r = 0; r < after.set.size(); ++r) {
    if (counted_contention(after.set[r].lcc) != after.contentions[r]) throw InvariantError("contention of the order found is not what paths show");
  }
}

Json rows_json(const BitOrder& order) {
  Json rows = Json::array();
  for (const int from : order) rows.push_back(bit_text(bit(from), static_cast<int>(order.size())));
  return rows;
}

Json side_json(const Mapped& m) {
  Json json = {{"value", whole_json(m.value)}};
  json.update(contention_json(largest_of(m.contentions)));
  return json;
}

Json result_json(const LccMappingSettings& settings, const std::vector<NamedLcc>& named, const BitOrder& order, const Mapped& before,
                 const Mapped& after) {
  Json json = result_header("dateline.lcc-mapping/2", settings);
  json["dimensions"] = order.size();
  json["objective"] = settings.objective.text();
  json["value"] = whole_json(after.value);
  json["order"] = order;
  json["q"] = rows_json(order);
  json["before"] = side_json(before);
  json["after"] = side_json(after);
  json["path_counted"] = order.size() <= kMostPathCounted;
  json["communications"] = Json::array();
  for (std::size_t r = 0; r < named.size(); ++r) {
    Json entry = lcc_json({named[r].name, after.set[r].lcc, named[r].weight});
    entry["before"] = contention_json(before.contentions[r]);
    entry["after"] = contention_json(after.contentions[r]);
    json["communications"].push_back(std::move(entry));
  }
  return json;
}

// Line v: the node of virtual node v.
void write_mapping(ResultFile& file, const BitOrder& order) {
  constexpr std::size_t kPart = 1U << 16U;
  std::string part;
  for (Bits v = 0; v < bit(static_cast<int>(order.size())); ++v) {
    part += std::to_string(placed(v, order)) + "\n";
    if (part.size() < kPart) continue;
    file.append(part);
    part.clear();
  }
  file.commit(part);
}

std::string result_text(const LccMappingSettings& settings, const std::vector<NamedLcc>& named, const BitOrder& order, const Mapped& before,
                        const Mapped& after) {
  const int n = static_cast<int>(order.size());
  std::string text = fmt::format("hypercube of {} dimensions: physical bit k is virtual bit R[k]\n", n);
  text += fmt::format("{:<28}{}\n", "order R", join(order, " "));
  text += fmt::format("{:<28}{} -> {}\n", settings.objective.text(), before.value, after.value);
  for (std::size_t r = 0; r < named.size(); ++r) {
    text += fmt::format("{:<28}{} -> {}\n", name_text(named[r]), contention_text(before.contentions[r]), contention_text(after.contentions[r]));
    if (n > kWidestShown) continue;
    const Lcc& lcc = after.set[r].lcc;
    for (int i = 0; i < n; ++i) {
      text +=
          fmt::format("{:<28}{}  {}\n", i == 0 ? "  new A, b" : "", bit_text(row_of(lcc.a, i), n), bit_text(lcc.b, n)[static_cast<std::size_t>(i)]);
    }
  }
  return text;
}

}  // namespace

int run_lcc_mapping(const LccMappingSettings& settings) {
  const std::vector<NamedLcc> named = chosen_set(settings.command, settings.set);
  const int n = named.front().lcc.dimensions();
  const auto objective = *settings.objective;
  if (settings.out.mapping.has() && n > kMostSetDimensions) {
    settings.out.mapping.refuse(fmt::format("has a line a node, for up to {} dimensions; there are {}", kMostSetDimensions, n));
  }
  JsonOutput json(settings);
  const std::unique_ptr<ResultFile> file = output_file(settings.out.mapping);
  const Mapped before = mapped(named, ascending_order(n), objective);
  const BitOrder order = order_for(settings, before, objective);
  const Mapped after = mapped(named, order, objective);
  if (n <= kMostPathCounted) check_by_paths(after);
  if (file) write_mapping(*file, order);
  json.commit(result_json(settings, named, order, before, after));
  if (!json.wants_stdout() && !is_stdout(file)) fmt::print("{}", result_text(settings, named, order, before, after));
  return 0;
}

}  // namespace dateline
