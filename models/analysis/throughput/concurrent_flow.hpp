// theta of a traffic pattern (flow_problem.hpp), between what paths carry and what prices prove, each found in floating
// point and judged in exact numbers: a routing table whose largest load is 1 / lower, and whole prices whose bound is
// upper. Where they meet theta is exact.
// Found by: hops (all prices 1, shortest paths) where that meets; the linear program, summed by destination (N C + 1
// columns), where it is small enough, and if its flows need weights that a table does not have, the one of flows that
// are alike (symmetric_flow.hpp); else, or if its pivots do not suffice, rounds (flow_rounds.hpp), until the gap is
// closed or the effort spent.
// Effort: pivots; a linear program may take half of it; a round counts for kPivotsOfRound.
// Cost: every permutation of 8x8 nodes a second or two; 200 nodes of degree 4 about 10 ms a round.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/analysis/throughput/flow_problem.hpp"
#include "models/network/relation/path_table.hpp"

namespace dateline {

inline constexpr std::uint64_t kPivotsOfRound = 100;

struct FlowEffort {
  std::uint64_t pivots = 200'000;
  std::uint64_t columns = 100'000;  // of the largest program that is tried
  double gap = 0.01;                // rounds end where upper <= (1 + gap) lower
};

struct ConcurrentFlow {
  enum class Method { hops, program, rounds };
  Rational lower, upper;
  std::vector<Integer> prices;  // per channel
  PathTable table;
  Method method = Method::hops;
  std::uint64_t columns = 0, pivots = 0, rounds = 0;
  [[nodiscard]] bool exact() const { return lower == upper; }
};
constexpr std::array<EnumName<ConcurrentFlow::Method>, 3> enum_names(ConcurrentFlow::Method) {
  using Method = ConcurrentFlow::Method;
  return {{{Method::hops, "hops"}, {Method::program, "program"}, {Method::rounds, "rounds"}}};
}

// The problem must have demands.
[[nodiscard]] ConcurrentFlow concurrent_flow(const FlowProblem& problem, const FlowEffort& effort = {});

}  // namespace dateline
