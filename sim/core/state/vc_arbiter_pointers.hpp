// Round-robin VC arbitration, its state: of every router, where the scan of its waiting head flits begins, and what was
// granted in it. A pointer moves behind the granted head flit that came first in the scan, when the phase ends; so the
// order in which head flits are granted does not matter. Owned by the router.
// The order of a head flit in the scan is its input port and VC.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "models/base/ids.hpp"
#include "sim/core/layout/id_vector.hpp"

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

}  // namespace dateline
