#include "sim/cli/workload/schedule_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "models/base/numbers/random.hpp"
#include "models/base/text/counted.hpp"
#include "sim/cli/command_line/command.hpp"
#include "sim/cli/output/load_report.hpp"
#include "sim/cli/run/run_theory.hpp"
#include "sim/cli/workload/collective_report.hpp"
#include "sim/cli/workload/schedule_checks.hpp"
#include "sim/cli/workload/unfinished_report.hpp"
#include "sim/measure/sources/jobs_source.hpp"
#include "sim/options/run_settings.hpp"
#include "traffic/schedules/costs/reduce_cost.hpp"
#include "traffic/schedules/demand_traffic.hpp"
#include "traffic/schedules/generators/registry.hpp"
#include "traffic/schedules/jobs/job_list.hpp"
#include "traffic/schedules/mapping.hpp"
#include "traffic/schedules/workload.hpp"

namespace dateline {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kRanksShown = 8;
constexpr std::uint64_t kJobSeeds = 0x6a6f627300000000ULL;
static_assert(kMostStreams <= Transfers::kBackgroundTags);

Cycle time_option(const Setting<std::string>& setting, const CycleTime& cycle_time) {
  const Cycle time = cycle_time.cycles(setting.source(), *setting);
  if (time > kLongestRun) setting.refuse(fmt::format("is longer than the longest run, {:.0e} cycles", 1.0 * kLongestRun));
  return time;
}

// Of the longest packet: one length, of a head flit and at least one more.
std::uint32_t longest_packet(const Setting<PacketLengths>& setting) {
  if (setting->one() && setting->shortest() >= 2) return setting->shortest();
  setting.refuse(
      fmt::format("is no single length of 2..{} flits: of a workload that is cut into packets it is the longest", MessageSizes::kMaxPacketLength));
}

ScheduleOptions read_options(const RunSettings& settings, const CycleTime& cycle_time) {
  ScheduleOptions options;
  options.sizes.flit_bytes = *settings.workload.flit_bytes;
  options.sizes.packet_length = longest_packet(settings.traffic.packet_length);
  options.send_overhead = time_option(settings.workload.send_overhead, cycle_time);
  options.receive_overhead = time_option(settings.workload.receive_overhead, cycle_time);
  options.reduce_cost = cycle_time.exact_cycles(settings.workload.reduce_cost.source(), *settings.workload.reduce_cost);
  return options;
}

// The cycles that the busiest cpu is occupied, all repetitions.
double busiest_cpu(const Schedule& schedule, const ScheduleOptions& options) {
  const bool adds = options.reduce_cost > 0;
  double most = 0;
  std::vector<double> busy;
  for (std::uint32_t rank = 0; rank < schedule.ranks(); ++rank) {
    busy.assign(256, 0.0);
    for (std::uint32_t i = schedule.begin(rank); i < schedule.begin(rank + 1); ++i) {
      const Operation& o = schedule[i];
      const std::uint64_t adding = adds && o.reduces != 0 ? reduce_cycles(options.reduce_cost, o.amount) : 0;
      const std::uint64_t time = o.kind() == OperationKind::compute ? std::uint64_t{o.amount}
                                 : o.kind() == OperationKind::send  ? options.send_overhead
                                                                    : options.receive_overhead + adding;
      most = std::max(most, busy[o.cpu] += static_cast<double>(time));
    }
  }
  return most * static_cast<double>(schedule.repeat());
}

std::vector<const Schedule*> schedules(const std::vector<ScheduleJob>& jobs) {
  std::vector<const Schedule*> list;
  for (const ScheduleJob& job : jobs) list.push_back(&job.schedule);
  return list;
}

std::vector<PlacedSchedule> placed(const std::vector<ScheduleJob>& jobs) {
  std::vector<PlacedSchedule> list;
  for (const ScheduleJob& job : jobs) list.push_back({&job.schedule, &job.options.places});
  return list;
}

// `critical`: whether the critical paths are known.
std::string job_lines(const std::vector<ScheduleJob>& jobs, bool critical) {
  std::string text;
  for (const ScheduleJob& job : jobs) {
    if (job.name.empty()) continue;
    const std::string path = critical ? fmt::format("; critical path {}", job.critical_path) : "";
    const std::optional<Cycle> end = job.source->completion();
    text += fmt::format("{:<18}{}: {} on {}: {}{}\n", "job", job.name, job.text, counted(job.schedule.ranks(), "rank"),
                        end ? "completion in " + counted(*end, "cycle") : "has not ended", path);
  }
  return text;
}

struct ShownRank {
  std::string rank;
  std::uint32_t node;
  RankTimes times;
  std::optional<RankUse> use;
};

template <typename CyclesOf>
std::string mean_line(const char* name, const std::vector<ShownRank>& ranks, CyclesOf cycles_of) {
  std::uint64_t sum = 0;
  Cycle least = cycles_of(ranks.front()), most = 0;
  for (const ShownRank& rank : ranks) {
    const Cycle own = cycles_of(rank);
    sum += own;
    least = std::min(least, own);
    most = std::max(most, own);
  }
  return fmt::format("{:<18}{:.1f} cycles mean over {} (least {}, most {})\n", name, static_cast<double>(sum) / static_cast<double>(ranks.size()),
                     counted(ranks.size(), "rank"), least, most);
}

// All of them have been watched.
std::string use_lines(const std::vector<ShownRank>& ranks) {
  if (ranks.empty()) return "";
  std::string text = mean_line("exposed", ranks, [](const ShownRank& rank) { return rank.use->exposed; });
  text += fmt::format("{:<18}{:>22}{:>14}{:>14}{:>14}\n", "use of rank", "compute", "exposed", "host", "idle");
  for (std::size_t i = 0; i < std::min(ranks.size(), kRanksShown); ++i) {
    const RankUse& use = *ranks[i].use;
    text += fmt::format("{:<18}{:>22}{:>14}{:>14}{:>14}\n", ranks[i].rank, use.compute, use.exposed, use.host, use.idle);
  }
  return text;
}

}  // namespace

ScheduleRun::ScheduleRun(const RunSettings& settings, const RunPlan& plan, const NetworkObjects& network, const RunVcSets& vc_sets,
                         const std::vector<ChangedNetwork>& changes)
    : name_(settings.traffic.workload.text()),
      cycle_time_(settings.workload.cycle_time.source(), *settings.workload.cycle_time),
      terminals_(network.topology->terminals()) {
  read(settings, network, read_options(settings, cycle_time_));
  const auto nic_ports = static_cast<std::uint32_t>(plan.machine.nic_ports);
  nics_ = named_nics(schedules(jobs_), nic_ports);
  for (ScheduleJob& job : jobs_) job.options.nic_ports = job.schedule.nics().empty() ? 1 : nic_ports;
  check_jobs(settings, jobs_, terminals_);
  for (ScheduleJob& job : jobs_) job.options.failures = failed_by_change(plan, network, changes);
  find_bounds(settings, plan, network);
  if (plan.streams.empty()) return;
  background_ = std::make_unique<StreamsRun>(settings, plan, network, vc_sets, changes);
  warn_of_background(plan, network);
}

// The workload waits behind it in the queues of its nodes.
void ScheduleRun::warn_of_background(const RunPlan& plan, const NetworkObjects& network) const {
  Rational load = 0;
  for (const StreamSpec& stream : plan.streams) load += stream.load;
  const Bounds bounds = dateline::bounds_of(*network.topology, *network.relation, *background_->demand(), plan, kShortSplits);
  if (!bounds.sustainable || load <= *bounds.sustainable) return;
  constexpr const char* kText =
      "note: workload.background offers {} flits/terminal/cycle, of which the network carries {} at most: the workload waits in queues without end";
  say(fmt::format(kText, to_string(load), to_string(*bounds.sustainable)));
}

void ScheduleRun::read(const RunSettings& settings, const NetworkObjects& network, const ScheduleOptions& options) {
  const ValueSource source = settings.traffic.workload.source();
  const Mapping mapping(settings.traffic.mapping.source(), settings.traffic.mapping.get(), *network.topology, network.relation->faults());
  const auto add = [&](const std::string& name, const std::string& text, std::uint32_t ranks) -> ScheduleJob& {
    ScheduleJob& job = jobs_.emplace_back();
    job.name = name;
    job.text = text;
    job.schedule = make_schedule(source, text, ranks, network.topology.get(), cycle_time_, available_memory());
    if (job.schedule.repeat() <= RepetitionTimes::kMost) job.whole = collective_of(text, job.schedule.ranks());
    job.all_collective = makes_collectives(text);
    job.options = options;
    job.options.is_collective = job.whole.has_value();
    job.options.watches_use = is_generated(text) && !job.all_collective;
    if (!settings.workload.noise.has()) return job;
    const std::uint64_t seed = jobs_.size() == 1 ? *settings.seed : mix(*settings.seed ^ mix(kJobSeeds + jobs_.size()));
    job.options.noise.emplace(settings.workload.noise.source(), *settings.workload.noise, cycle_time_, seed);
    return job;
  };
  if (!names_jobs(name_)) {
    ScheduleJob& job = add("", name_, mapping.ranks());
    job.options.places = mapping.places(job.schedule.ranks(), name_);
    return;
  }
  for (const JobSpec& spec : read_jobs(source, name_, mapping.ranks())) {
    ScheduleJob& job = add(spec.name, spec.schedule, static_cast<std::uint32_t>(spec.places.size()));
    job.options.places = mapping.places(job.schedule.ranks(), spec.places, spec.schedule);
  }
}

void ScheduleRun::find_bounds(const RunSettings& settings, const RunPlan& plan, const NetworkObjects& network) {
  const ScheduleOptions& options = jobs_.front().options;
  CompletionInput input{options.sizes, {}, 1, 0, options.send_overhead, options.receive_overhead, 0};
  input.reduce_cost = options.reduce_cost;
  const RouterConfig& machine = plan.machine;
  input.channel_latency = machine.channel_latency;
  input.per_router = static_cast<std::uint64_t>(machine.routing_delay) + static_cast<std::uint64_t>(machine.router_pipeline);
  input.routing_delay = static_cast<std::uint64_t>(machine.routing_delay);
  input.nic_ports = static_cast<std::uint64_t>(machine.nic_ports);
  input.ejection_channels = machine.ejection == Ejection::channel;
  if (machine.source == SourcePolicy::interleaved) input.side_by_side = static_cast<std::uint64_t>(machine.routing_delay);
  if (jobs_.front().options.failures.size() <= 1) {
    std::vector<std::uint64_t> paths;
    bounds_ = completion_bounds(*network.topology, *network.relation, placed(jobs_), input, kRunBoundsBudget, &paths);
    for (std::size_t i = 0; i < jobs_.size(); ++i) jobs_[i].critical_path = paths[i];
  } else {
    bounds_.why_missing = "the network changes in the course of the run";
  }
  double least = bounds_.larger().value_or(0.0);
  for (const ScheduleJob& job : jobs_) least = std::max(least, busiest_cpu(job.schedule, options));
  if (least > static_cast<double>(kLongestRun)) {
    settings.traffic.workload.refuse(fmt::format("would take {:.1e} cycles at least; a run takes at most {:.0e}", least, 1.0 * kLongestRun));
  }
}

std::unique_ptr<TrafficPattern> ScheduleRun::demand() const {
  return std::make_unique<DemandTraffic>(placed(jobs_), jobs_.front().options.sizes, terminals_);
}

std::unique_ptr<PacketSource> ScheduleRun::source(const TrafficPattern& demand) {
  std::vector<std::unique_ptr<ScheduleSource>> sources;
  std::vector<std::uint32_t> job_of(terminals_, 0);
  for (std::uint32_t i = 0; i < jobs_.size(); ++i) {
    sources.push_back(std::make_unique<ScheduleSource>(jobs_[i].schedule, jobs_[i].options));
    jobs_[i].source = sources.back().get();
    for (const TerminalId place : jobs_[i].options.places) job_of[place.value()] = i;
  }
  if (sources.size() == 1 && background_ == nullptr) return std::move(sources.front());
  auto all = std::make_unique<JobsSource>(std::move(sources), std::move(job_of), background_ ? background_->source(demand) : nullptr);
  if (background_) background_->ends_with([all = all.get()] { return all->over_since(); });
  return all;
}

void ScheduleRun::record_ranks(std::vector<std::vector<RankSpan>>& spans) {
  std::size_t ranks = 0;
  for (const ScheduleJob& job : jobs_) ranks += job.schedule.ranks();
  spans.resize(ranks);
  ranks = 0;
  for (const ScheduleJob& job : jobs_) {
    job.source->record(spans, ranks);
    ranks += job.schedule.ranks();
  }
}

CollectiveTimeline ScheduleRun::collective_spans() const {
  CollectiveTimeline timeline;
  std::uint32_t first = 0;
  for (const ScheduleJob& job : jobs_) {
    for (NamedSpan& span : spans_of(*job.source, job.whole, job.name, first)) timeline.collectives.push_back(std::move(span));
    for (std::vector<UseSpan>& rank : use_of(job.source->state(), job.all_collective)) timeline.use.push_back(std::move(rank));
    first += job.schedule.ranks();
  }
  return timeline;
}

std::string ScheduleRun::collective_table() const {
  std::string text = collective_header(!jobs_.front().name.empty());
  for (const ScheduleJob& job : jobs_) text += collective_rows(collectives_of(*job.source, job.whole, cycle_time_, job.name));
  return text;
}

void ScheduleRun::add_jobs(Json& json) const {
  if (jobs_.front().name.empty()) return;
  json["jobs"] = Json::array();
  for (const ScheduleJob& job : jobs_) {
    json["jobs"].push_back({{"name", job.name},
                            {"workload", job.text},
                            {"ranks", job.schedule.ranks()},
                            {"completion_cycle", job.source->completion() ? Json(*job.source->completion()) : Json(nullptr)},
                            {"critical_path", bounds_.critical_path ? Json(job.critical_path) : Json(nullptr)}});
  }
}

void ScheduleRun::add_to(Json& json, const RunResult& result) const {
  if (!json["bounds"].is_null()) {
    Json& bounds = json["bounds"];
    bounds["completion_critical_path"] = bounds_.critical_path ? Json(*bounds_.critical_path) : Json(nullptr);
    bounds["completion_bandwidth"] = bounds_.bandwidth ? Json(to_double(*bounds_.bandwidth)) : Json(nullptr);
    bounds["completion_bandwidth_exact"] = bounds_.bandwidth ? Json(to_string(*bounds_.bandwidth)) : Json(nullptr);
    if (bounds_.over_budget) bounds["left_out"] = bounds_.why_missing;
  }
  const bool collectives =
      std::any_of(jobs_.begin(), jobs_.end(), [](const ScheduleJob& job) { return job.whole || !job.schedule.collectives().empty(); });
  json["ranks"] = Json::array();
  if (collectives) json["collectives"] = Json::array();
  if (!jobs_.front().name.empty()) json["jobs"] = Json::array();
  if (background_ != nullptr) background_->add_to(json, result);
  if (!result.deadlock.empty()) return;
  add_jobs(json);
  if (!jobs_.front().options.failures.empty()) json["unfinished"] = unfinished_json(job_ranks());
  for (const ScheduleJob& job : jobs_) {
    const std::vector<RankTimes> times = job.source->state().times();
    const std::size_t first = json["ranks"].size();
    for (std::size_t rank = 0; rank < times.size(); ++rank) {
      const RankTimes& t = times[rank];
      Json own = {{"node", job.options.places[rank].value()}, {"compute", t.compute}, {"send", t.send}, {"wait", t.wait}, {"end", t.end}};
      if (!job.name.empty()) own["job"] = job.name;
      json["ranks"].push_back(std::move(own));
    }
    add_collectives(json, collectives_of(*job.source, job.whole, cycle_time_, job.name));
    add_use(json, uses_of(job.source->state(), job.all_collective), first);
  }
}

std::string ScheduleRun::bound_lines(const RunResult& result) const {
  std::string text;
  if (bounds_.critical_path)
    text += fmt::format("{:<18}{} critical path (messages alone on their paths)\n", "bound", counted(*bounds_.critical_path, "cycle"));
  if (bounds_.bandwidth) {
    text += fmt::format("{:<18}{} cycles bandwidth (flits over the busiest channel{})\n", "bound", to_string(*bounds_.bandwidth),
                        denominator(*bounds_.bandwidth) == 1 ? "" : ", in the mean over drawn ways");
  }
  if (!bounds_.why_missing.empty()) text += fmt::format("{:<18}not given: {}\n", "bounds", bounds_.why_missing);
  const auto larger = bounds_.larger();
  if (larger && *larger > 0 && result.completion_cycle) {
    text += fmt::format("{:<18}{:.4f} of the larger bound\n", "completion", static_cast<double>(*result.completion_cycle) / *larger);
  }
  return text;
}

std::vector<JobRanks> ScheduleRun::job_ranks() const {
  std::vector<JobRanks> list;
  for (const ScheduleJob& job : jobs_) list.push_back({job.name, *job.source, job.schedule.ranks()});
  return list;
}

std::string ScheduleRun::failure() const { return why_unfinished(job_ranks()); }

std::string ScheduleRun::rank_lines() const {
  std::vector<ShownRank> rows;
  for (const ScheduleJob& job : jobs_) {
    const std::vector<RankTimes> times = job.source->state().times();
    // Of a generator they say nothing that the times do not.
    const bool named = !job.schedule.collectives().empty() || job.schedule.gpus().any();
    const std::vector<RankUse> uses = named ? uses_of(job.source->state(), job.all_collective) : std::vector<RankUse>(0);
    for (std::size_t rank = 0; rank < times.size(); ++rank) {
      rows.push_back({job.name.empty() ? fmt::format("{}", rank) : fmt::format("{} of job {}", rank, job.name), job.options.places[rank].value(),
                      times[rank], rank < uses.size() ? std::optional(uses[rank]) : std::nullopt});
    }
  }
  std::string text = mean_line("compute", rows, [](const ShownRank& rank) { return rank.times.compute; });
  text += mean_line("send", rows, [](const ShownRank& rank) { return rank.times.send; });
  text += mean_line("wait", rows, [](const ShownRank& rank) { return rank.times.wait; });
  text += fmt::format("{:<18}{:>8}{:>14}{:>14}{:>14}{:>14}\n", "rank", "node", "compute", "send", "wait", "end");
  for (std::size_t i = 0; i < std::min(rows.size(), kRanksShown); ++i) {
    const RankTimes& t = rows[i].times;
    text += fmt::format("{:<18}{:>8}{:>14}{:>14}{:>14}{:>14}\n", rows[i].rank, rows[i].node, t.compute, t.send, t.wait, t.end);
  }
  if (rows.size() > kRanksShown) text += fmt::format("{:<18}and {} more: --json has all\n", "...", rows.size() - kRanksShown);
  rows.erase(std::remove_if(rows.begin(), rows.end(), [](const ShownRank& rank) { return !rank.use; }), rows.end());
  return text + use_lines(rows);
}

std::string ScheduleRun::summary(const RunResult& result) const {
  std::string text = bound_lines(result);
  if (!nics_.note.empty()) text += fmt::format("{:<18}{}\n", "note", nics_.note);
  if (background_ != nullptr) text += background_->summary(result);
  if (!result.deadlock.empty()) return text;
  text += job_lines(jobs_, bounds_.critical_path.has_value()) + unfinished_lines(job_ranks());
  std::vector<JobCollectives> collectives;
  for (const ScheduleJob& job : jobs_) collectives.push_back(collectives_of(*job.source, job.whole, cycle_time_, job.name));
  return text + collective_lines(collectives) + rank_lines();
}

}  // namespace dateline
