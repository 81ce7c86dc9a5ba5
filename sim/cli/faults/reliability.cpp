// dateline reliability: what random faults do to a network and its routings, exact or sampled.
#include "models/analysis/reliability/reliability.hpp"

#include <fmt/format.h>

#include "models/analysis/reliability/disconnection.hpp"
#include "models/analysis/reliability/survival.hpp"
#include "models/base/error.hpp"
#include "models/base/text/parse.hpp"
#include "models/network/topology/topologies.hpp"
#include "sim/cli/command_line/command.hpp"
#include "sim/cli/command_line/commands.hpp"
#include "sim/cli/faults/reliability_report.hpp"
#include "sim/cli/faults/survival_report.hpp"
#include "sim/cli/faults/tested_routings.hpp"
#include "sim/cli/output/progress.hpp"
#include "sim/cli/output/result_file.hpp"
#include "sim/options/analysis_settings.hpp"

namespace dateline {
namespace {

// "0..12", "1,3,5..8": ascending.
std::vector<std::uint32_t> read_counts(const ReliabilitySettings& settings, const Components& components) {
  const std::string& text = settings.counts.text();
  std::vector<std::uint32_t> counts;
  for (const std::string& part : split(text, ',')) {
    const std::size_t dots = part.find("..");
    const auto whole = [&](std::string_view number) {
      return static_cast<std::uint32_t>(parse_whole(settings.counts.source(), number, 0, components.most_faults()));
    };
    const std::uint32_t first = whole(std::string_view(part).substr(0, dots));
    const std::uint32_t last = dots == std::string::npos ? first : whole(std::string_view(part).substr(dots + 2));
    if (last < first || (!counts.empty() && first <= counts.back())) settings.counts.refuse("must ascend: as in 0..12 or 1,3,5..8");
    for (std::uint32_t f = first; f <= last; ++f) counts.push_back(f);
  }
  return counts;
}

bool asks_survival(const ReliabilitySettings& settings) { return settings.times.has() || settings.repair.has(); }

// What cannot be exact needs --sample-orders, and that something that cannot.
void check_sample(const ReliabilitySettings& settings, const Components& components, const std::vector<std::uint32_t>& counts, bool routings) {
  std::string too_many;
  const std::string all = components.counted(components.size());
  const bool survives = asks_survival(settings) && survival_levels(components, routings) <= components.size();
  if ((settings.lifetime.has() && components.size() > kMostExactComponents) || survives) {
    too_many = fmt::format("the orders in which {} fail", all);
  }
  for (const std::uint32_t f : counts) {
    if (!too_many.empty()) break;
    const std::string sets = fmt::format("the sets of {} of {}", f, all);
    if (!enumerable(components, f)) too_many = sets;
    if (routings && !routing_enumerable(components, f)) too_many = "the routes under all " + sets.substr(4);
  }
  if (too_many.empty() && settings.sample_orders.has()) settings.sample_orders.refuse("has no use here: all sets are few enough to be examined");
  if (!too_many.empty() && !settings.sample_orders.has()) {
    throw ConfigError(settings.command, "sample-orders",
                      fmt::format("is missing: {} are too many for all to be examined; --sample-orders N draws N", too_many));
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
        const double passed = (part + static_cast<double>(done) / static_cast<double>(all)) / parts;
        if (line.due(passed)) line.draw(passed, fmt::format("{} faults, {}", f, what));
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

std::vector<Rational> read_times(const ReliabilitySettings& settings) {
  std::vector<Rational> times;
  if (!settings.times.has()) return times;
  for (const std::string& part : split(settings.times.text(), ',')) {
    times.push_back(Number::read(settings.times.source(), part, settings.times.text()));
  }
  return times;
}

SurvivalReport survival_options(const ReliabilitySettings& settings) {
  SurvivalReport report;
  if (settings.lifetime.has()) report.lifetime = *settings.lifetime;
  report.times = read_times(settings);
  report.repair = settings.repair.get();
  if (report.repair && *report.repair == 0) settings.repair.refuse("must be above 0");
  return report;
}

void find_survivals(SurvivalReport& report, const Components& components, const std::vector<TestedRouting>& routings, const SampleOptions& sample,
                    ProgressLine& line) {
  SurvivalQuestion question;
  for (const Rational& time : report.times) question.times.push_back(to_double(Rational(time / report.lifetime)));
  if (report.repair) question.repair = Rational(*report.repair / report.lifetime);
  const auto find = [&](const std::string& what, const Stands& stands, bool pairs) {
    const auto tick = [&](std::uint64_t done, std::uint64_t all) {
      const double passed = static_cast<double>(done) / static_cast<double>(all);
      if (line.due(passed)) line.draw(passed, fmt::format("time until {} fails", what));
    };
    const Survival* const network = pairs ? &report.survivals.front() : nullptr;
    report.survivals.push_back(survival(components.size(), stands, survival_levels(components, pairs), question, sample, tick, network));
  };
  find("the network", network_stands(components), false);
  for (const TestedRouting& routing : routings) {
    report.routings.push_back(routing.name);
    find(routing.name, routing_stands(components, routing), true);
  }
}

Components components_of(const ReliabilitySettings& settings, const Topology& topology) {
  if (*settings.fault_kind != FaultKind::regions) return {topology, *settings.fault_kind};
  if (!settings.region.has()) throw ConfigError(settings.command, "region", "is missing: fault-kind=regions needs a shape, as --region block2x2");
  return {topology, *settings.fault_kind, {settings.region.source(), settings.region.text()}};
}

}  // namespace

int run_reliability(const ReliabilitySettings& settings) {
  const auto topology = make_topology(settings.network.topology.text());
  const Components components = components_of(settings, *topology);
  const std::vector<std::uint32_t> counts = read_counts(settings, components);
  const std::vector<TestedRouting> routings = tested_routings(settings, *topology);
  check_sample(settings, components, counts, !routings.empty());
  SampleOptions sample;
  if (settings.sample_orders.has()) sample = {*settings.sample_orders, *settings.seed};
  ReliabilityStudy study;
  for (const TestedRouting& routing : routings) study.routings.push_back(routing.name);
  if (settings.lifetime.has()) study.disconnection = DisconnectionTime{{}, {}, *settings.lifetime};
  if (study.disconnection && study.disconnection->lifetime == 0) settings.lifetime.refuse("must be above 0");
  SurvivalReport survivals = survival_options(settings);
  JsonOutput json(settings);
  const std::unique_ptr<ResultFile> csv = output_file(settings.out.csv);
  ProgressLine line(*settings.progress);
  study.counts = study_counts(components, counts, routings, sample, line);
  if (study.disconnection && components.size() <= kMostExactComponents) study.disconnection->exact = exact_disconnection_time(components);
  if (study.disconnection && !study.disconnection->exact) {
    study.disconnection->sampled = sampled_disconnection_time(components, sample, [&](std::uint64_t done, std::uint64_t all) {
      line.draw(static_cast<double>(done) / static_cast<double>(all), "time until disconnected");
    });
  }
  if (asks_survival(settings)) find_survivals(survivals, components, routings, sample, line);
  auto result = result_header("dateline.reliability/2", settings);
  result["components"] = components.size();
  add_reliability(result, study);
  if (asks_survival(settings)) result["survival"] = survival_json(survivals);
  if (csv) csv->commit(reliability_csv(study) + (asks_survival(settings) ? survival_csv(survivals) : ""));
  json.commit(result);
  if (json.wants_stdout() || is_stdout(csv)) return 0;
  fmt::print("{}: random faults among {}\n{}{}", settings.network.topology.text(), components.counted(components.size()),
             reliability_text(study, components), asks_survival(settings) ? survival_text(survivals, components) : "");
  return 0;
}

}  // namespace dateline
