#include "sim/cli/workload/workload_run.hpp"

#include "sim/cli/workload/request_reply_run.hpp"
#include "sim/cli/workload/schedule_run.hpp"
#include "sim/cli/workload/streams_run.hpp"
#include "sim/cli/workload/trace_run.hpp"
#include "sim/options/run_settings.hpp"

namespace dateline {

std::vector<FailedTerminals> failed_by_change(const RunPlan& plan, const NetworkObjects& network, const std::vector<ChangedNetwork>& changes) {
  std::vector<FailedTerminals> list;
  const auto terminals_of = [&](const FaultMap* faults) {
    std::vector<std::uint8_t> failed;
    for (std::uint32_t t = 0; t < network.topology->terminals(); ++t) {
      failed.push_back(faults != nullptr && faults->failed(network.topology->router_of(TerminalId(t))) ? 1 : 0);
    }
    return failed;
  };
  if (!changes.empty() || plan.discards_packets()) list.push_back({0, terminals_of(network.relation->faults())});
  for (const ChangedNetwork& change : changes)
    list.push_back({change.change.at, terminals_of(change.faults()), terminals_of(change.change.faults.get())});
  return list;
}

std::unique_ptr<WorkloadRun> workload_run(const RunSettings& settings, const RunPlan& plan, const NetworkObjects& network, const RunVcSets& vc_sets,
                                          const std::vector<ChangedNetwork>& changes) {
  if (!plan.streams.empty() && plan.workload == WorkloadKind::none) return std::make_unique<StreamsRun>(settings, plan, network, vc_sets, changes);
  switch (plan.workload) {
    case WorkloadKind::none:
    case WorkloadKind::one_shot:
      return nullptr;
    case WorkloadKind::request_reply:
      return std::make_unique<RequestReplyRun>(settings, plan, network, vc_sets, changes);
    case WorkloadKind::trace:
      return std::make_unique<TraceRun>(settings, plan, network, changes);
    case WorkloadKind::schedule:
      break;
  }
  return std::make_unique<ScheduleRun>(settings, plan, network, vc_sets, changes);
}

}  // namespace dateline
