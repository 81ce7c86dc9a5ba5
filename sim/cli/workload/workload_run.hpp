// A run of a workload that is no permutation, or of several streams: what it sends, and what results and texts
// say of it afterwards.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sim/cli/run/run_plan.hpp"
#include "sim/cli/run/run_vc_sets.hpp"
#include "sim/measure/protocol/message_source.hpp"
#include "sim/measure/run.hpp"
#include "sim/measure/schedule/collective_times.hpp"
#include "sim/measure/schedule/rank_failures.hpp"
#include "sim/measure/sources/rank_clock.hpp"
#include "sim/options/network/changed_networks.hpp"
#include "sim/options/run_settings.hpp"

namespace dateline {

class WorkloadRun {
 public:
  virtual ~WorkloadRun() = default;
  WorkloadRun(const WorkloadRun&) = delete;
  WorkloadRun& operator=(const WorkloadRun&) = delete;

  // Who sends, as a pattern, at the start and after each of the changes.
  [[nodiscard]] virtual std::unique_ptr<TrafficPattern> demand() const = 0;
  [[nodiscard]] virtual std::unique_ptr<TrafficPattern> demand_after(std::size_t /*change*/) const { return demand(); }
  // To be called once. The workload and its demand must outlive the source.
  [[nodiscard]] virtual std::unique_ptr<PacketSource> source(const TrafficPattern& demand) = 0;
  // What the run must know of the source beside the options.
  virtual void configure(RunConfig& /*config*/) const {}
  // What the machine must know of what it sends.
  virtual void configure_machine(RouterConfig& /*config*/) const {}
  // Before the run, after source(): notes what each rank does, if it has ranks that do anything.
  virtual void record_ranks(std::vector<std::vector<RankSpan>>& /*spans*/) {}

  // Once the run has finished.
  // Why it has not ended as it should, in one line; empty if it has.
  [[nodiscard]] virtual std::string failure() const { return {}; }
  // Of collectives that the workload names, in its order; and, after record_ranks(), what its ranks did.
  [[nodiscard]] virtual CollectiveTimeline collective_spans() const { return {}; }
  // The same as CSV, with bandwidths.
  [[nodiscard]] virtual std::string collective_table() const { return {}; }
  virtual void add_to(nlohmann::ordered_json& json, const RunResult& result) const = 0;
  [[nodiscard]] virtual std::string summary(const RunResult& result) const = 0;

 protected:
  WorkloadRun() = default;
};

// Of a run that may lose packets, as its network changes or they arrive with errors, which terminals are at failed
// nodes: at the beginning, and from each change on.
[[nodiscard]] std::vector<FailedTerminals> failed_by_change(const RunPlan& plan, const NetworkObjects& network,
                                                            const std::vector<ChangedNetwork>& changes);

// Of --workload or of streams; null for a permutation and for one stream of random traffic.
[[nodiscard]] std::unique_ptr<WorkloadRun> workload_run(const RunSettings& settings, const RunPlan& plan, const NetworkObjects& network,
                                                        const RunVcSets& vc_sets, const std::vector<ChangedNetwork>& changes);

}  // namespace dateline
