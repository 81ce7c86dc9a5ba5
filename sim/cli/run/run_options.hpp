// The options of `dateline simulate`, checked and turned once into what machine and run take.
#pragma once

#include <optional>
#include <string>

#include "sim/cli/network/network_options.hpp"
#include "sim/cli/output/progress.hpp"
#include "sim/core/layout/router_config.hpp"
#include "sim/measure/run.hpp"
#include "traffic/streams/request_reply.hpp"
#include "traffic/streams/stream_file.hpp"

namespace dateline {

enum class ProofMode { automatic, always, never };  // automatic: where it takes about a second
constexpr std::array<EnumName<ProofMode>, 3> enum_names(ProofMode) {
  return {{{ProofMode::automatic, "auto"}, {ProofMode::always, "always"}, {ProofMode::never, "never"}}};
}

enum class WorkloadKind { none, one_shot, request_reply, schedule, trace };

struct SimulateOptions {
  NetworkOptions network;
  RouterConfig machine;
  RunConfig run;
  std::string traffic;  // the pattern, the workload, or the streams
  bool detect_warmup = false;
  WorkloadKind workload = WorkloadKind::none;
  std::optional<RequestReplyOptions> requests;  // of a workload of requests and replies, by the pattern
  std::vector<StreamSpec> streams;              // several at once, instead of a load
  FixedPoints fixed_points = FixedPoints::silent;
  std::optional<Rational> load;       // flits/node/cycle, exact; none: a workload
  std::optional<std::string> record;  // file
  ProofMode verify = ProofMode::automatic;
  std::optional<std::string> proof_store;  // directory
  ProgressMode progress = ProgressMode::automatic;

  // Whether messages have lengths of the run's own; else the workload says them.
  [[nodiscard]] bool own_lengths() const { return workload == WorkloadKind::none || workload == WorkloadKind::one_shot; }
};
// `load`: what is offered, of a command that does not take it as an option.
[[nodiscard]] SimulateOptions simulate_options(const Options& options, const std::optional<Rational>& load = {});
// Of --message-length, of a command that takes several.
[[nodiscard]] PacketLengths packet_lengths(const Options& options);

// Refuses a network that the machine cannot take: a channel of another bandwidth than 1, fewer VCs than classes, more
// memory than there is, a policy that can deadlock. Before anything is built.
void check_network(const Options& options, const SimulateOptions& settings, const NetworkObjects& network);
// Refuses a count of messages that the load would not generate within the longest run (arrivals beyond 2^62 cycles are
// not distinguished).
void check_length(const Options& options, const SimulateOptions& settings, const TrafficPattern& pattern, std::uint32_t terminals);
// Under those faults (null: none), which must outlive the pattern.
[[nodiscard]] std::unique_ptr<TrafficPattern> make_pattern(const SimulateOptions& settings, const NetworkObjects& network, const FaultMap* faults);

}  // namespace dateline
