// When a schedule can end at the earliest, whatever the routers do (docs/guide/workloads/schedules.md).
// Critical path: the longest chain of operations, a message of f flits, all its packets, taking h (l + r + R) + f + 1
// cycles over the fewest hops h that its routing allows, as if it were alone; over slow channels each ceil(1 / b) - 1
// more, and its flits as far apart as the slowest of its only way has them; cpus ignored, overheads counted. Exact for
// a schedule whose messages never meet, where depth and VCs let a worm pass at full rate.
// Bandwidth: the flits that the busiest channel, injection channels included, must carry; where the routing draws its
// ways, the mean over draws, which the busiest channel passes in the mean; where it chooses among them, what no choice
// gets below (models/analysis/adaptive).
#pragma once

#include <optional>
#include <string>

#include "models/analysis/loads/channel_load.hpp"
#include "models/network/relation/relation.hpp"
#include "models/network/topology/topology.hpp"
#include "traffic/schedules/demand_traffic.hpp"
#include "traffic/schedules/message_sizes.hpp"
#include "traffic/schedules/schedule.hpp"

namespace dateline {

struct CompletionInput {
  MessageSizes sizes;
  std::vector<TerminalId> places;  // per rank
  int channel_latency = 1;         // cycles; of channels that have none of their own
  std::uint64_t per_router = 0;    // cycles: routing delay + router pipeline
  std::uint64_t send_overhead = 0, receive_overhead = 0;
  // Of per_router, what only headers spend: the routing delay, where sources send packets flit by flit in turn. Packets
  // of a message on ways of their own may spend it side by side, while others cross the injection channel.
  std::uint64_t side_by_side = 0;
  std::uint64_t nic_ports = 1;  // injection channels of a terminal: so many packets of a message cross at once
  Rational reduce_cost = 0;     // cycles a byte that is added up
  bool ejection_channels = false;
  std::uint64_t routing_delay = 0;  // cycles, of per_router: what head flits alone spend
};

struct CompletionBounds {
  std::optional<std::uint64_t> critical_path;  // cycles; 2^60 where it is longer
  std::optional<Rational> bandwidth;           // flits, and so cycles
  std::string why_missing;                     // one line for people, if one is
  bool over_budget = false;                    // that is why
  [[nodiscard]] std::optional<double> larger() const;
};

// `budget` in counted steps: operations x repetitions and places of the routing for one, LoadOptions for the other, of
// an adaptive relation kShortSplits. Beyond it nothing is computed and why_missing says so.
[[nodiscard]] CompletionBounds completion_bounds(const Topology& topology, const RoutingRelation& relation, const Schedule& schedule,
                                                 const CompletionInput& input, double budget);
// Of several at once; `input` has no places. `paths`: not null: where the critical path of each goes, 0 if it is not
// known.
[[nodiscard]] CompletionBounds completion_bounds(const Topology& topology, const RoutingRelation& relation,
                                                 const std::vector<PlacedSchedule>& schedules, const CompletionInput& input, double budget,
                                                 std::vector<std::uint64_t>* paths = nullptr);

}  // namespace dateline
