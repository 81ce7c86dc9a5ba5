// The O(N^0.75) idea of K. Iwama, Y. Kambayashi and E. Miyano (1998) in two passes; a reconstruction, as the source
// gives no more than the idea, and its times are not guaranteed by this form. The lump of a packet is the set of
// packets of its source row with the same destination column. Pass 1 routes the packets of long lumps (N^(1/4) packets
// or more), pass 2 the others; both as a0. Oblivious and source-oblivious paths; not pure: a packet of pass 2 waits.
// How long a lump is, its packets know before the run.
#pragma once

#include "models/mesh/algorithms/dimension_order.hpp"

namespace dateline {

class Lumps final : public LocalMeshAlgorithm<Lumps> {
 public:
  // `destination` as for MeshMachine.
  Lumps(std::uint32_t side, const std::vector<NodeId>& destination);
  [[nodiscard]] std::vector<std::uint32_t> phase_lengths() const override { return {0, 0}; }
  [[nodiscard]] MeshPlan plan(MeshPosition source, MeshPosition destination) const override;
  void accept(MeshInputs& processor) const { accept_dimension_order(processor); }
  void send(MeshLinks& processor) const { send_oldest(processor); }

 private:
  std::uint32_t side_;
  std::vector<bool> long_;  // by source
};

}  // namespace dateline
