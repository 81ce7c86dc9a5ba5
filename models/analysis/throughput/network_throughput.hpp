// theta of a pattern (flow_problem.hpp) beside a routing whose loads are known: what any routing could carry of it.
// From below by what that routing carries, 1 / gamma; from above by hops, cuts and routers (simple_bound.hpp). Where
// they meet there is nothing to search: so it is for dimension order under uniform traffic. Elsewhere the linear
// program of flows that are alike (symmetric_flow.hpp), where it is small enough; else rounds (flow_rounds.hpp), which
// leave an interval.
// Units: packets/cycle between routers at one packet/terminal/cycle. Cost: of the bounds O(N C), exact; of
// the program 10 ms at 1,000 columns, a quarter of a second at 14,000; of rounds about 50 ns a flow.
#pragma once

#include <optional>

#include "models/analysis/throughput/flow_problem.hpp"

namespace dateline {

struct NetworkThroughput {
  Rational lower, upper;  // some routing carries the one, none more than the other
  [[nodiscard]] bool exact() const { return lower == upper; }
};

struct ThroughputEffort {
  std::uint64_t flows = 300'000;     // demands x channels; beyond, nothing is said
  std::uint64_t columns = 1'000;     // of flows that are alike; beyond, no program is solved
  std::uint64_t work = 100'000'000;  // columns x pivots of a program, which takes kMostPivots at most
  std::uint64_t visits = 0;          // flows x rounds, where no program is solved
};

// `gamma`: the largest load that a routing puts on a channel under the pattern, relative to its bandwidth; 0: not
// known. Null faults: nothing has failed. None: nothing is sent between routers, or the network is too large.
[[nodiscard]] std::optional<NetworkThroughput> network_throughput(const Topology& topology, const FaultMap* faults, const TrafficPattern& pattern,
                                                                  const Rational& gamma, const ThroughputEffort& effort);

}  // namespace dateline
