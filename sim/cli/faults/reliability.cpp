// dateline reliability: what random faults do to a network and its routings, exact or sampled.
#include "models/analysis/reliability/reliability.hpp"

#include <fmt/format.h>

#include "models/analysis/reliability/disconnection.hpp"
#include "models/base/error.hpp"
#include "models/base/text/parse.hpp"
#include "models/network/topology/topologies.hpp"
#include "sim/cli/faults/reliability_report.hpp"
#include "sim/cli/faults/tested_routings.hpp"
#include "sim/cli/options/command.hpp"
#include "sim/cli/output/progress.hpp"
#include "sim/cli/output/result_file.hpp"

namespace dateline {
namespace {

constexpr std::uint64_t kMaxSample = 100'000'000;

// "0..12", "1,3,5..8": ascending.
std::vector<std::uint32_t> read_counts(const Options& options, const Components& components) {
  const std::string& text = options.text("counts");
  std::vector<std::uint32_t> counts;
  for (const std::string& part : split(text, ',')) {
    const std::size_t dots = part.find("..");
    const auto whole = [&](std::string_view number) {
      return static_cast<std::uint32_t>(parse_whole({options.command(), "counts"}, number, 0, components.most_faults()));
    };
    const std::uint32_t first = whole(std::string_view(part).substr(0, dots));
    const std::uint32_t last = dots == std::string::npos ? first : whole(std::string_view(part).substr(dots + 2));
    if (last < first || (!counts.empty() && first <= counts.back())) options.refuse("counts", "must ascend: as in 0..12 or 1,3,5..8");
    for (std::uint32_t f = first; f <= last; ++f) counts.push_back(f);
  }
  return counts;
}

// What cannot be exact needs --sample, and --sample something that cannot.
void check_sample(const Options& options, const Components& components, const std::vector<std::uint32_t>& counts, bool routings) {
  std::string too_many;
  if (options.has("lifetime") && components.size() > kMostExactComponents) {
    too_many = fmt::format("the orders in which {} {} fail", components.size(), name_of(components.kind()));
  }
  for (const std::uint32_t f : counts) {
    if (!too_many.empty()) break;
    const std::string sets = fmt::format("the sets of {} of {} {}", f, components.size(), name_of(components.kind()));
    if (!enumerable(components, f)) too_many = sets;
    if (routings && !routing_enumerable(components, f)) too_many = "the routes under all " + sets.substr(4);
  }
  if (too_many.empty() && options.has("sample")) options.refuse("sample", "has no use here: all sets are few enough to be examined");
  if (!too_many.empty() && !options.has("sample")) {
    throw ConfigError(options.command(), "sample", fmt::format("is missing: {} are too many for all to be examined; --sample N draws N", too_many));
  }
}

std::vector<ReliabilityCount> study_counts(const Components& components, const std::vector<std::uint32_t>& counts,
                                           const std::vector<TestedRouting>& routings, const SampleOptions& sample, ProgressLine& line) {
  std::vector<ReliabilityCount> study;
  const double parts = static_cast<double>(counts.size()) * static_cast<double>(1 + routings.size());
  double part = 0;
  for (const std::uint32_t f : counts) {
    const auto tick_of = [&](const std::string& what) {
      return [&, what, f](std::uint64_t done, std::uint64_t all) {
        if (line.shown()) line.draw((part + static_cast<double>(done) / static_cast<double>(all)) / parts, fmt::format("{} faults, {}", f, what));
      };
    };
    study.push_back({f, connected_share(components, f, sample, tick_of("connected")), {}});
    ++part;
    for (const TestedRouting& routing : routings) {
      study.back().delivered.push_back(delivered_share(components, f, routing, sample, tick_of(routing.name)));
      ++part;
    }
  }
  return study;
}

}  // namespace

int run_reliability(const Options& options) {
  const auto topology = make_topology(options.text("topology"));
  const Components components(*topology, options.pick<FaultKind>("fault-kind"));
  const std::vector<std::uint32_t> counts = read_counts(options, components);
  const std::vector<TestedRouting> routings = tested_routings(options, *topology);
  check_sample(options, components, counts, !routings.empty());
  SampleOptions sample;
  if (options.has("sample")) sample = {options.whole("sample", 2, kMaxSample), options.whole("seed", 0, ~std::uint64_t{0})};
  ReliabilityStudy study;
  for (const TestedRouting& routing : routings) study.routings.push_back(routing.name);
  if (options.has("lifetime")) study.disconnection = DisconnectionTime{{}, {}, options.number("lifetime")};
  if (study.disconnection && study.disconnection->lifetime == 0) options.refuse("lifetime", "must be above 0");
  JsonOutput json(options);
  std::unique_ptr<ResultFile> csv;
  if (options.has("csv")) csv = std::make_unique<ResultFile>("reliability", "csv", options.text("csv"));
  ProgressLine line(options.pick<ProgressMode>("progress"));
  study.counts = study_counts(components, counts, routings, sample, line);
  if (study.disconnection && components.size() <= kMostExactComponents) study.disconnection->exact = exact_disconnection_time(components);
  if (study.disconnection && !study.disconnection->exact) {
    study.disconnection->sampled = sampled_disconnection_time(components, sample, [&](std::uint64_t done, std::uint64_t all) {
      if (line.shown()) line.draw(static_cast<double>(done) / static_cast<double>(all), "time until disconnected");
    });
  }
  auto result = result_header("dateline.reliability/1", options);
  result["components"] = components.size();
  add_reliability(result, study);
  if (csv) csv->commit(reliability_csv(study));
  json.commit(result);
  if (json.wants_stdout() || (csv && csv->is_stdout())) return 0;
  fmt::print("{}: random faults among {} {}\n{}", options.text("topology"), components.size(), name_of(components.kind()),
             reliability_text(study, components.kind()));
  return 0;
}

}  // namespace dateline
