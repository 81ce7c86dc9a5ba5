// What a relation says that weighs hops (RoutingRelation::weighs_hops) and whose minimal ways are not all as short as
// the topology's shortest: of a dragonfly, whose links between two groups begin and end at several routers.
#pragma once

#include <cstdint>

#include "models/base/ids.hpp"

namespace dateline {

class MinimalWays {
 public:
  // The most channels that a packet between two routers crosses without a detour.
  [[nodiscard]] virtual std::uint32_t minimal_hops(NodeId from, NodeId to) const = 0;

 protected:
  MinimalWays() = default;
  MinimalWays(const MinimalWays&) = default;
  MinimalWays& operator=(const MinimalWays&) = default;
  ~MinimalWays() = default;
};

}  // namespace dateline
