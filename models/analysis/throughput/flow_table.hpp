// A routing table from flows: the paths that carry them, and what the table proves. A flow of a demand is an amount for
// every channel, with what comes to a router leaving it but at sources and the destination; it is led path by path
// along what carries most, and what runs in circles is dropped, so no channel is loaded more than by the flow.
// Pairs that nothing is sent between have a shortest path, since a routing table has paths for all.
// Cost: of a flow O((C + sources) x hops).
#pragma once

#include <vector>

#include "models/analysis/throughput/flow_problem.hpp"
#include "models/network/relation/path_table.hpp"

namespace dateline {

class FlowTable {
 public:
  // The problem must outlive it.
  explicit FlowTable(const FlowProblem& problem);
  // Of a demand, amounts per channel in any unit: exact, or in floating point; then shares are rounded to 2^-20.
  void add(std::size_t demand, const std::vector<Rational>& flow);
  void add(std::size_t demand, const std::vector<double>& flow);
  // The table, complete.
  [[nodiscard]] PathTable take() &&;

 private:
  const FlowProblem& problem_;
  PathTable table_;
};

// The largest load that a table puts on a channel, relative to its bandwidth, under the demands: theta is at least its
// inverse. Follows every path. Throws InvariantError for a pair without one, and for a path over a channel that is not
// open to it.
[[nodiscard]] Rational table_load(const FlowProblem& problem, const PathTable& table);

}  // namespace dateline
