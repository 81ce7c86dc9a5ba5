// Workloads and streams in networks whose routers learn late of what has failed: random cases, and the sources of
// packets of a run of one.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/measure/protocol/message_source.hpp"
#include "sim/measure/schedule/rank_failures.hpp"
#include "tests/support/cases/detected_changes.hpp"
#include "traffic/schedules/schedule.hpp"
#include "traffic/streams/stream_file.hpp"

namespace dateline::test {

enum class LateKind { schedule, requests, trace, streams };

struct LateCase {
  RandomCase c;
  std::string routing;
  std::unique_ptr<CubeTopology> topology;
  std::vector<DetectedStep> steps;
  std::optional<Cycle> retransmit;
  bool notices = false;  // sources are told of losses by packets
};
[[nodiscard]] LateCase draw_late_case(Dice& dice);

// What the sources refer to, and those sources.
struct LateWorkload {
  std::vector<std::unique_ptr<TrafficPattern>> patterns;                 // per step
  std::vector<std::vector<std::unique_ptr<TrafficPattern>>> of_streams;  // per step and stream
  std::vector<StreamSpec> streams;
  std::optional<Schedule> schedule;
  std::vector<TerminalId> places;  // of its ranks
  std::unique_ptr<PacketSource> source;
};
[[nodiscard]] LateWorkload draw_workload(LateKind kind, const LateCase& x, Dice& dice);

[[nodiscard]] std::vector<FailedTerminals> failures_of(const LateCase& x);
[[nodiscard]] inline bool fails(const FaultMap& faults, std::uint32_t terminal) { return faults.failed(NodeId(terminal)); }

}  // namespace dateline::test
