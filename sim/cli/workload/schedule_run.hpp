// A run of a schedule, or of several side by side: --workload with the options of its sizes, times and places, and
// random traffic beside it; its bounds before the run, and what results and texts say of it afterwards.
#pragma once

#include <vector>

#include "sim/cli/workload/named_nics.hpp"
#include "sim/cli/workload/streams_run.hpp"
#include "sim/cli/workload/unfinished_report.hpp"
#include "sim/cli/workload/workload_run.hpp"
#include "sim/measure/sources/schedule_source.hpp"
#include "sim/options/run_settings.hpp"
#include "traffic/schedules/completion_bounds.hpp"
#include "traffic/schedules/workload.hpp"

namespace dateline {

// One schedule on its places; its name is empty if it is alone.
struct ScheduleJob {
  std::string name, text;
  Schedule schedule;
  ScheduleOptions options;
  std::optional<NamedCollective> whole = {};  // what it is, if it is one collective, and so are its repetitions
  bool all_collective = false;                // its ranks are in collectives from the first cycle to their end
  std::uint64_t critical_path = 0;
  ScheduleSource* source = nullptr;
};

class ScheduleRun final : public WorkloadRun {
 public:
  // Throws ConfigError: a schedule that cannot be read, finish or be placed, messages of more packets than fit, a run
  // that would take longer than the longest.
  ScheduleRun(const RunSettings& settings, const RunPlan& plan, const NetworkObjects& network, const RunVcSets& vc_sets,
              const std::vector<ChangedNetwork>& changes);

  // What its ranks demand, as a pattern.
  [[nodiscard]] std::unique_ptr<TrafficPattern> demand() const override;
  [[nodiscard]] std::unique_ptr<PacketSource> source(const TrafficPattern& demand) override;
  void configure_machine(RouterConfig& config) const override { config.execution.names_nic_ports = nics_.are_channels; }
  void record_ranks(std::vector<std::vector<RankSpan>>& spans) override;
  [[nodiscard]] CollectiveTimeline collective_spans() const override;
  [[nodiscard]] std::string collective_table() const override;
  [[nodiscard]] std::string failure() const override;
  void add_to(nlohmann::ordered_json& json, const RunResult& result) const override;
  [[nodiscard]] std::string summary(const RunResult& result) const override;

 private:
  void read(const RunSettings& settings, const NetworkObjects& network, const ScheduleOptions& options);
  void find_bounds(const RunSettings& settings, const RunPlan& plan, const NetworkObjects& network);
  void warn_of_background(const RunPlan& plan, const NetworkObjects& network) const;
  [[nodiscard]] std::string bound_lines(const RunResult& result) const;
  [[nodiscard]] std::string rank_lines() const;
  [[nodiscard]] std::vector<JobRanks> job_ranks() const;
  void add_jobs(nlohmann::ordered_json& json) const;

  std::string name_;
  std::vector<ScheduleJob> jobs_;
  CycleTime cycle_time_;
  CompletionBounds bounds_;
  std::uint32_t terminals_;
  NamedNics nics_;
  std::unique_ptr<StreamsRun> background_;  // beside it
};

}  // namespace dateline
