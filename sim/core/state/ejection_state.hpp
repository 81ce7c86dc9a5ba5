// Phase 4 of ideal ejection, its state: the VCs whose front packet leaves the network at the end of their buffer, until
// it is handed over. Lazily where slots never run out: then only a packet's head flit and tail take work. Owned by the
// router where the buffers are.
#pragma once

#include <algorithm>
#include <vector>

#include "sim/core/state/layout/id_vector.hpp"
#include "sim/core/state/layout/router_config.hpp"

namespace dateline {

class EjectionState {
 public:
  EjectionState(const RouterConfig& config, int longest_latency, bool counts_places)
      : lazy_(config.ejection == Ejection::ideal && longest_latency == 1 && config.buffer_depth >= 2 && config.vc_reuse == VcReuse::atomic &&
              !counts_places && !config.execution.general_path) {}

  // Ideal ejection needs no work per flit where its slots never run out and no routing counts them.
  [[nodiscard]] bool lazy() const { return lazy_; }
  // Explicit ideal ejection: VCs whose front packet is being handed over flit by flit. With lazy ejection, those of
  // packets that were absorbed after they had waited.
  [[nodiscard]] std::vector<VcId>& draining() { return draining_; }
  // Lazy ideal ejection: VCs of ejected packets whose tail is handed over in the next phase 4.
  [[nodiscard]] AppendList<VcId>& tails_due() { return tails_due_; }

  // Forgets VCs whose packet is handed over, where gone(vc).
  template <typename Gone>
  void forget_if(Gone gone) {
    draining_.erase(std::remove_if(draining_.begin(), draining_.end(), gone), draining_.end());
    tails_due_.remove_if(gone);
  }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [is_lazy, handed_over, tails] = *this;
    static_cast<void>(is_lazy);
    archive(handed_over, tails);
  }

 private:
  bool lazy_;
  std::vector<VcId> draining_;
  AppendList<VcId> tails_due_;
};

}  // namespace dateline
