#include "sim/cli/workload/streams_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "sim/cli/output/load_report.hpp"
#include "sim/cli/run/run_report.hpp"
#include "sim/options/run_settings.hpp"
#include "traffic/patterns/mixed_traffic.hpp"

namespace dateline {

namespace {

using Json = nlohmann::ordered_json;

// What is wrong with the pattern of a stream is said of the stream.
std::unique_ptr<TrafficPattern> pattern_of(const RunSettings& settings, const StreamSpec& stream, const NetworkObjects& network,
                                           const FaultMap* faults) {
  try {
    return make_pattern(stream.traffic, network, FixedPoints::silent, faults);
  } catch (const ConfigError& error) {
    const AnySetting& given = settings.workload.background.has() ? static_cast<const AnySetting&>(settings.workload.background) : settings.traffic.traffic;
    given.refuse(fmt::format("has stream '{}': {}", printable(stream.name), error.what()));
  }
}

std::vector<const TrafficPattern*> views(const std::vector<std::unique_ptr<TrafficPattern>>& patterns) {
  std::vector<const TrafficPattern*> list;
  for (const auto& pattern : patterns) list.push_back(pattern.get());
  return list;
}

}  // namespace

StreamsRun::StreamsRun(const RunSettings& settings, const RunPlan& plan, const NetworkObjects& network, const RunVcSets& vc_sets,
                       const std::vector<ChangedNetwork>& changes)
    : plan_(plan), vc_sets_(vc_sets), terminals_(network.topology->terminals()) {
  const auto count_living = [&](Cycle from, const FaultMap* faults) {
    std::uint32_t living = 0;
    for (std::uint32_t t = 0; t < terminals_; ++t)
      living += faults != nullptr && faults->failed(network.topology->router_of(TerminalId(t))) ? 0U : 1U;
    living_.emplace_back(from, living);
  };
  count_living(0, network.relation->faults());
  for (const StreamSpec& stream : plan.streams) patterns_.push_back(pattern_of(settings, stream, network, network.relation->faults()));
  for (const ChangedNetwork& change : changes) {
    count_living(change.change.at, change.faults());
    Patterns& patterns = later_.emplace_back();
    for (const StreamSpec& stream : plan.streams) {
      patterns.push_back(silenced(pattern_of(settings, stream, network, change.change.faults.get()), change));
    }
  }
}

std::unique_ptr<TrafficPattern> StreamsRun::mixed(const Patterns& patterns) const {
  std::vector<MixedTraffic::Part> parts;
  for (std::size_t i = 0; i < patterns.size(); ++i) parts.push_back({patterns[i].get(), plan_.streams[i].load});
  return std::make_unique<MixedTraffic>(std::move(parts));
}

std::unique_ptr<PacketSource> StreamsRun::source(const TrafficPattern& /*demand*/) {
  std::vector<StreamsSource::Patterns> later;
  for (const Patterns& patterns : later_) later.push_back(views(patterns));
  auto source = std::make_unique<StreamsSource>(plan_.streams, views(patterns_), terminals_, plan_.run.seed, vc_sets_.of_stream(), std::move(later));
  source_ = source.get();
  return source;
}

void StreamsRun::configure(RunConfig& config) const {
  config.work = offered_work(plan_.streams, views(patterns_), terminals_);
  config.rate = config.work->rate;
  config.details.at_random = std::any_of(plan_.streams.begin(), plan_.streams.end(),
                                         [](const StreamSpec& stream) { return comes_at_random(stream.injection, stream.rate()); });
}

double StreamsRun::lived(const RunResult& result) const {
  const Cycle begin = plan_.workload == WorkloadKind::none ? plan_.run.warmup : 0;
  const Cycle end = std::max(end_().value_or(begin + result.cycles), begin + 1);
  double sum = 0;
  for (std::size_t i = 0; i < living_.size(); ++i) {
    const Cycle from = std::max(begin, living_[i].first), to = i + 1 < living_.size() ? std::min(end, living_[i + 1].first) : end;
    if (from < to) sum += static_cast<double>(to - from) * living_[i].second;
  }
  return sum;
}

StreamsRun::Throughput StreamsRun::throughput(const StreamCounts& counts, const RunResult& result) const {
  const double all = lived(result);
  return {static_cast<double>(counts.generated_flits) / all, static_cast<double>(counts.ejected_flits) / all};
}

void StreamsRun::add_to(Json& json, const RunResult& result) const {
  json["streams"] = Json::array();
  for (std::size_t i = 0; i < plan_.streams.size(); ++i) {
    const StreamCounts& counts = source_->counts()[i];
    const Throughput flits = throughput(counts, result);
    const Summary latency = result.summary_of(counts.measured.latency);
    Json own;
    own["name"] = plan_.streams[i].name;
    own["load"] = to_double(plan_.streams[i].load);
    if (vc_sets_.several()) own["vc_set"] = vc_sets_.name(vc_sets_.of_stream()[i]);
    if (by_priority()) own["priority"] = plan_.streams[i].priority.value_or(0);
    own["offered"] = flits.offered;
    own["accepted"] = flits.accepted;
    own["packets"] = {{"generated", counts.generated},
                      {"delivered", counts.delivered},
                      {"measured", latency.count},
                      {"lost", counts.lost},
                      {"in_flight", counts.generated - counts.delivered - counts.lost}};
    own["latency"] = summary_json(latency);
    own["network_latency"] = summary_json(result.summary_of(counts.measured.network_latency));
    own["hops"] = summary_json(result.summary_of(counts.measured.hops));
    json["streams"].push_back(own);
  }
}

// Each VC set with its streams.
std::string StreamsRun::set_lines() const {
  std::string text;
  for (std::size_t set = 0; set < vc_sets_.count(); ++set) {
    std::string names;
    for (std::size_t i = 0; i < plan_.streams.size(); ++i) {
      if (vc_sets_.of_stream()[i] == set) names += (names.empty() ? "" : ", ") + plan_.streams[i].name;
    }
    text += fmt::format("{:<18}{}: {} of {}\n", "VC set", vc_sets_.name(set), vc_sets_.range(set), names);
  }
  return text;
}

std::string StreamsRun::summary(const RunResult& result) const {
  std::string text;
  for (std::size_t i = 0; i < plan_.streams.size(); ++i) {
    const StreamSpec& stream = plan_.streams[i];
    const StreamCounts& counts = source_->counts()[i];
    const Throughput flits = throughput(counts, result);
    const Summary latency = result.summary_of(counts.measured.latency);
    text += fmt::format("{:<18}{}: traffic {}, load {}, mean length {}, {}{}; {:.5f} offered, {:.5f} accepted; {} of {} packets measured\n", "stream",
                        stream.name, stream.traffic, to_string(stream.load), to_string(stream.lengths.mean()), name_of(stream.injection.kind),
                        by_priority() ? fmt::format(", priority {}", stream.priority.value_or(0)) : "", flits.offered, flits.accepted, latency.count,
                        counts.generated);
    if (latency.count > 0) text += latency_line("  latency", latency);
  }
  return text + (vc_sets_.several() ? set_lines() : fmt::format("{:<18}share the VCs\n", "streams"));
}

}  // namespace dateline
