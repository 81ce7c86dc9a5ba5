// What a run does: the settings of `simulate` and `saturate`, checked and turned once into what machine and run take.
#pragma once

#include <optional>
#include <string>

#include "sim/core/state/layout/router_config.hpp"
#include "sim/measure/run.hpp"
#include "sim/options/network/changed_networks.hpp"
#include "sim/options/network/network_options.hpp"
#include "sim/options/run_settings.hpp"
#include "traffic/streams/request_reply.hpp"
#include "traffic/streams/stream_file.hpp"

namespace dateline {

enum class WorkloadKind { none, one_shot, request_reply, schedule, trace };

struct RunPlan {
  NetworkOptions network;
  RouterConfig machine;
  RunConfig run;
  std::string traffic;  // the pattern, the workload, or the streams
  bool detect_warmup = false;
  WorkloadKind workload = WorkloadKind::none;
  std::optional<RequestReplyOptions> requests;  // of a workload of requests and replies, by the pattern
  std::vector<StreamSpec> streams;              // several at once, instead of a load
  FixedPoints fixed_points = FixedPoints::silent;
  std::optional<Rational> load;  // flits/terminal/cycle, exact; none: a workload
  ProofMode prove = ProofMode::automatic;
  std::optional<std::string> proof_store;  // directory
  ProgressMode progress = ProgressMode::automatic;

  // Whether messages have lengths of the run's own; else the workload says them.
  [[nodiscard]] bool own_lengths() const { return workload == WorkloadKind::none || workload == WorkloadKind::one_shot; }
  // Whether packets may arrive with errors, and are thrown away; once the network was checked.
  [[nodiscard]] bool discards_packets() const {
    return machine.link_errors != nullptr && machine.link_errors->detection == ErrorDetection::end_to_end;
  }
};
// `load`: what is offered, of a command that does not take it as an option.
[[nodiscard]] RunPlan run_plan(const RunSettings& settings, const std::optional<Rational>& load = {});

// Refuses a network that the machine cannot take: a channel of a bandwidth above 1, fewer VCs than classes, more memory
// than there is. Before anything is built. Gives the machine of a routing that weighs hops its bias.
void check_network(const RunSettings& settings, RunPlan& plan, const NetworkObjects& network);
// Refuses a count of messages that the load would not generate within the longest run (arrivals beyond 2^62 cycles are
// not distinguished).
void check_length(const RunSettings& settings, const RunPlan& plan, const TrafficPattern& pattern, std::uint32_t terminals);
// Under those faults (null: none), which must outlive the pattern.
[[nodiscard]] std::unique_ptr<TrafficPattern> make_pattern(const RunPlan& plan, const NetworkObjects& network, const FaultMap* faults);
// The same after a change, which must outlive it: of what routers know, but for nodes that have failed, which send
// nothing.
[[nodiscard]] std::unique_ptr<TrafficPattern> pattern_after(const RunPlan& plan, const NetworkObjects& network, const ChangedNetwork& changed);

}  // namespace dateline
