// The state of VC allocation.
// Round-robin VC arbitration: of every router, where the scan of its waiting head flits begins, and what was granted in
// it. A pointer moves behind the granted head flit that came first in the scan, when the phase ends; so the order in
// which head flits are granted does not matter. Owned by the router.
// The order of a head flit in the scan is its input port and VC.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "models/base/ids.hpp"
#include "sim/core/state/layout/id_vector.hpp"
#include "sim/core/state/layout/vc_numbering.hpp"

namespace dateline {

class VcArbiterPointers {
 public:
  static constexpr unsigned kOrderBits = 20;  // input port (16), VC (4)

  explicit VcArbiterPointers(std::uint32_t routers) : arbiters_(routers) {}

  [[nodiscard]] std::uint32_t pointer(NodeId node) const { return arbiters_[node].pointer; }
  // How far behind the pointer an order is, cyclically.
  [[nodiscard]] std::uint32_t distance(NodeId node, std::uint32_t order) const { return (order - pointer(node)) & kOrders; }
  void granted(NodeId node, std::uint32_t order) {
    Arbiter& arbiter = arbiters_[node];
    if (arbiter.nearest == kNone) moving_.push_back(node);
    arbiter.nearest = std::min(arbiter.nearest, distance(node, order));
  }
  // The phase ends.
  void move() {
    for (const NodeId node : moving_) {
      Arbiter& arbiter = arbiters_[node];
      arbiter.pointer = ((arbiter.pointer + arbiter.nearest) & kOrders) + 1;
      arbiter.nearest = kNone;
    }
    moving_.clear();
  }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [arbiters, moving] = *this;
    archive(arbiters, moving);
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffffU, kOrders = (1U << kOrderBits) - 1;
  struct Arbiter {
    std::uint32_t pointer = 0;
    std::uint32_t nearest = kNone;  // of the head flits granted in this phase: the least distance from the pointer
  };
  IdVector<NodeId, Arbiter> arbiters_;
  std::vector<NodeId> moving_;
};

// The islip allocator: of every VC that is given, the head flit from which it grants; of every VC whose head flit
// waits, the VC from which that accepts, by VcNumbering::order_of. Both move behind what was accepted.
class VcMatchingPointers {
 public:
  explicit VcMatchingPointers(std::uint32_t vcs) : grants_from_(vcs), accepts_from_(vcs) {}

  // How far behind its pointer a VC finds the head flit of this order; cyclic.
  [[nodiscard]] std::uint32_t distance_of_head(VcId vc, std::uint32_t order) const { return order - grants_from_[vc]; }
  // How far behind its pointer the head flit at `at` finds a VC; cyclic.
  [[nodiscard]] std::uint32_t distance_of_vc(VcId at, std::uint32_t vc_order) const { return vc_order - accepts_from_[at]; }
  // The head flit at `at`, of this order, accepts `vc`, of that.
  void accepted(VcId at, std::uint32_t order, VcId vc, std::uint32_t vc_order) {
    grants_from_[vc] = order + 1;
    accepts_from_[at] = vc_order + 1;
  }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [grants_from, accepts_from] = *this;
    archive(grants_from, accepts_from);
  }

 private:
  IdVector<VcId, std::uint32_t> grants_from_, accepts_from_;
};

}  // namespace dateline
