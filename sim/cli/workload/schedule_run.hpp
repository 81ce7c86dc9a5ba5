// A run of a schedule: --workload with the options of its sizes, times and places, its bounds before the run, and what
// results and texts say of it afterwards.
#pragma once

#include <vector>

#include "sim/cli/workload/workload_run.hpp"
#include "sim/measure/sources/schedule_source.hpp"
#include "sim/options/run_settings.hpp"
#include "traffic/schedules/completion_bounds.hpp"
#include "traffic/schedules/workload.hpp"

namespace dateline {

class ScheduleRun final : public WorkloadRun {
 public:
  // Throws ConfigError: a schedule that cannot be read, finish or be placed, messages of more packets than fit, a run
  // that would take longer than the longest.
  ScheduleRun(const RunSettings& settings, const RunPlan& plan, const NetworkObjects& network);

  // What its ranks demand, as a pattern.
  [[nodiscard]] std::unique_ptr<TrafficPattern> demand() const override;
  [[nodiscard]] std::unique_ptr<PacketSource> source(const TrafficPattern& demand) override;
  void record_ranks(std::vector<std::vector<RankSpan>>& spans) override { source_->record(spans); }
  void add_to(nlohmann::ordered_json& json, const RunResult& result) const override;
  [[nodiscard]] std::string summary(const RunResult& result) const override;

 private:
  [[nodiscard]] std::string bound_lines(const RunResult& result) const;

  std::string name_;
  ScheduleWorkload workload_;
  CycleTime cycle_time_;
  ScheduleOptions options_;
  CompletionBounds bounds_;
  std::uint32_t terminals_;
  ScheduleSource* source_ = nullptr;
};

}  // namespace dateline
