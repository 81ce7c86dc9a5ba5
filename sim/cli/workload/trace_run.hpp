// A run of a trace: --workload trace:FILE and netrace:FILE with --mapping and --flit-bytes. The trace is read through
// before the run, and again, packet by packet, in its course.
#pragma once

#include <string>

#include "sim/cli/workload/workload_run.hpp"
#include "sim/measure/sources/trace_source.hpp"
#include "sim/options/run_settings.hpp"
#include "traffic/traces/trace_summary.hpp"

namespace dateline {

class TraceRun final : public WorkloadRun {
 public:
  // Throws ConfigError: a trace that cannot be read, placed or replayed.
  TraceRun(const RunSettings& settings, const RunPlan& plan, const NetworkObjects& network, const std::vector<ChangedNetwork>& changes);

  [[nodiscard]] std::unique_ptr<TrafficPattern> demand() const override;
  [[nodiscard]] std::unique_ptr<PacketSource> source(const TrafficPattern& demand) override;
  [[nodiscard]] std::string failure() const override;
  void add_to(nlohmann::ordered_json& json, const RunResult& result) const override;
  [[nodiscard]] std::string summary(const RunResult& result) const override;

 private:
  [[nodiscard]] std::unique_ptr<TraceReader> open() const;

  ValueSource source_;
  std::string name_;
  std::uint64_t flit_bytes_ = 1;
  TracePlaces places_;
  std::vector<FailedTerminals> failures_;  // in the course of the run; none: no packet is lost
  bool waits_ = false;                     // packets wait for others
  TraceSummary summary_;
  const TraceSource* trace_ = nullptr;
};

}  // namespace dateline
