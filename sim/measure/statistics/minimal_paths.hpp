// Packets that crossed as few channels as a minimal way between their routers has: of an adaptive routing, what it sent
// the short way. Unit: packets. Cost: a walk over the channels for every router that sends, two bytes for each pair of
// routers.
#pragma once

#include <algorithm>
#include <vector>

#include "models/network/relation/minimal_ways.hpp"
#include "models/network/relation/relation.hpp"
#include "models/network/symmetry/distances.hpp"
#include "models/network/topology/topology.hpp"
#include "sim/core/state/packet/packet.hpp"

namespace dateline {

// Of whose ways the packets are counted: a minimal way is a shortest one of the topology, or of a routing that weighs
// hops (UGAL) one of no more hops than any of its routes has that is no detour. Both must outlive who holds this.
struct MinimalPathRules {
  const Topology* topology = nullptr;
  const RoutingRelation* relation = nullptr;
};

class MinimalPaths {
 public:
  explicit MinimalPaths(const MinimalPathRules& ways)
      : topology_(*ways.topology), own_(dynamic_cast<const MinimalWays*>(ways.relation)), fewest_(topology_.nodes()) {}

  void add(const Delivery& delivery) {
    ++packets_;
    if (delivery.packet.hops <= fewest(delivery.packet.source, delivery.packet.order.destination)) ++minimal_;
  }
  [[nodiscard]] std::uint64_t packets() const { return packets_; }
  [[nodiscard]] std::uint64_t minimal() const { return minimal_; }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [topology, own, fewest, packets, minimal_ones] = *this;
    static_cast<void>(topology);
    static_cast<void>(own);
    static_cast<void>(fewest);
    archive(packets, minimal_ones);
  }

 private:
  static constexpr std::uint16_t kAsked = 0x8000;  // the relation has been asked

  [[nodiscard]] std::uint32_t fewest(TerminalId source, TerminalId destination) {
    const Ends ends{source, destination, topology_.router_of(source), topology_.router_of(destination)};
    std::vector<std::uint16_t>& row = fewest_[ends.from.value()];
    if (row.empty()) {
      for (const std::uint32_t hops : hops_from(topology_, ends.from)) row.push_back(static_cast<std::uint16_t>(std::min(hops, kAsked - 1U)));
    }
    std::uint16_t& found = row[ends.to.value()];
    if ((found & kAsked) == 0) {
      const std::uint32_t own = own_ == nullptr ? 0 : own_->minimal_hops(ends.from, ends.to);
      found = static_cast<std::uint16_t>(kAsked | std::max<std::uint32_t>(found, own));
    }
    return found & ~kAsked;
  }

  const Topology& topology_;
  const MinimalWays* own_;                          // null: the topology's shortest
  std::vector<std::vector<std::uint16_t>> fewest_;  // per router that a packet came from
  std::uint64_t packets_ = 0, minimal_ = 0;
};

}  // namespace dateline
