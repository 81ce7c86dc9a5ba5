// The two baselines along dimension-order paths, the row first to the destination's column, then the column (E. Miyano
// and K. Iwama, sections 2 and 3). Both are pure (a packet that can advance does), oblivious and source-oblivious. Any
// queue capacity.
//  a0              fills every free output place; into a column queue turning packets enter before straight ones (left,
//  right, then the straight input),
//                  the oldest first; links send the oldest. Theta(N) steps in the worst case with a constant queue (D.
//                  Krizanc 1991).
//  farthest-first  the same paths with unbounded queues; links send the packet with the largest distance left in its
//  dimension, ties the oldest. At most
//                  2*side - 2 steps for every permutation; an output queue can grow to Theta(side).
#pragma once

#include "models/mesh/machine/algorithm.hpp"

namespace dateline {

// The next hop along the row, then the column; at != destination.
[[nodiscard]] constexpr Side dimension_order_hop(MeshPosition at, MeshPosition destination) {
  const unsigned right = at.column < destination.column ? 1 : 0, bottom = at.row < destination.row ? 1 : 0;
  return static_cast<Side>(at.column != destination.column ? right : 2 + bottom);  // left, right, top, bottom
}

// (i) of both: every packet of the current phase goes where its path leads, if there is a place; turning packets before
// straight ones.
inline void accept_dimension_order(MeshInputs& processor) {
  const MeshPosition at = processor.position();
  const std::uint32_t phase = processor.clock().phase;
  processor.move_each([&](Side, MeshPacketId, const MeshPacket& packet) {  // left and right, whose packets may turn, come first
    if (packet.phase != phase) return Hop::stay;
    return processor.hop_if_place(dimension_order_hop(at, packet.destination));
  });
}

// (ii) of a0: every link sends the oldest.
inline void send_oldest(MeshLinks& processor) {
  processor.for_each_sendable([&](Side side) { processor.send_oldest(side); });
}

class MeshDimensionOrder final : public LocalMeshAlgorithm<MeshDimensionOrder> {
 public:
  [[nodiscard]] std::vector<std::uint32_t> phase_lengths() const override { return {0}; }
  [[nodiscard]] MeshPlan plan(MeshPosition source, MeshPosition destination) const override;
  void accept(MeshInputs& processor) const { accept_dimension_order(processor); }
  void send(MeshLinks& processor) const { send_oldest(processor); }
};

class FarthestFirst final : public LocalMeshAlgorithm<FarthestFirst> {
 public:
  [[nodiscard]] std::vector<std::uint32_t> phase_lengths() const override { return {0}; }
  [[nodiscard]] MeshPlan plan(MeshPosition source, MeshPosition destination) const override;
  void accept(MeshInputs& processor) const { accept_dimension_order(processor); }
  void send(MeshLinks& processor) const;
};

}  // namespace dateline
