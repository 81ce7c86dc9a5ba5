// The two baselines along dimension-order paths, the row first to the destination's column, then the column (E. Miyano and K. Iwama, sections 2 and
// 3). Both are pure (a packet that can advance does), oblivious and source-oblivious. Any queue capacity.
//  a0              fills every free output place; into a column queue turning packets enter before straight ones (left, right, then the straight
//  input),
//                  the oldest first; links send the oldest. Theta(N) steps in the worst case with a constant queue (D. Krizanc 1991).
//  farthest-first  the same paths with unbounded queues; links send the packet with the largest distance left in its dimension, ties the oldest. At
//  most
//                  2*side - 2 steps for every permutation; an output queue can grow to Theta(side).
#pragma once

#include "models/mesh/algorithm.hpp"

namespace dateline {

// The next hop along the row, then the column; at != destination.
[[nodiscard]] constexpr Side dimension_order_hop(MeshPosition at, MeshPosition destination) {
  if (at.column != destination.column) return at.column < destination.column ? Side::right : Side::left;
  return at.row < destination.row ? Side::bottom : Side::top;
}

// (i) of both: every packet of the current phase goes where its path leads, if there is a place; turning packets before straight ones.
void accept_dimension_order(MeshInputs& processor);

class MeshDimensionOrder final : public MeshAlgorithm {
 public:
  enum class Links { oldest, farthest };
  explicit MeshDimensionOrder(Links links) : links_(links) {}
  [[nodiscard]] std::vector<std::uint32_t> phase_lengths() const override { return {0}; }
  [[nodiscard]] MeshPlan plan(MeshPosition source, MeshPosition destination) const override;
  void accept(MeshInputs& processor) const override { accept_dimension_order(processor); }
  void send(MeshLinks& processor) const override;

 private:
  Links links_;
};

}  // namespace dateline
