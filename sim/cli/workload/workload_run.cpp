#include "sim/cli/workload/workload_run.hpp"

#include "sim/cli/workload/request_reply_run.hpp"
#include "sim/cli/workload/schedule_run.hpp"
#include "sim/cli/workload/streams_run.hpp"
#include "sim/cli/workload/trace_run.hpp"

namespace dateline {

std::unique_ptr<WorkloadRun> workload_run(const Options& options, const SimulateOptions& settings, const NetworkObjects& network,
                                          const RunVcSets& vc_sets, const std::vector<ChangedNetwork>& changes) {
  if (!settings.streams.empty()) return std::make_unique<StreamsRun>(options, settings, network, vc_sets);
  switch (settings.workload) {
    case WorkloadKind::none:
    case WorkloadKind::one_shot:
      return nullptr;
    case WorkloadKind::request_reply:
      return std::make_unique<RequestReplyRun>(options, settings, network, vc_sets);
    case WorkloadKind::trace:
      return std::make_unique<TraceRun>(options, network, changes);
    case WorkloadKind::schedule:
      break;
  }
  return std::make_unique<ScheduleRun>(options, settings, network);
}

}  // namespace dateline
