// Packets that crossed as few channels as any way between their routers has: of an adaptive routing, what it sent the
// short way. Unit: packets. Cost: a walk over the channels for every router that sends, a byte for each pair of
// routers.
#pragma once

#include <algorithm>
#include <vector>

#include "models/network/symmetry/distances.hpp"
#include "models/network/topology/topology.hpp"
#include "sim/core/packet/packet.hpp"

namespace dateline {

class MinimalPaths {
 public:
  // The topology must outlive it.
  explicit MinimalPaths(const Topology& topology) : topology_(topology), fewest_(topology.nodes()) {}

  void add(const Delivery& delivery) {
    ++packets_;
    if (delivery.packet.hops <= fewest(delivery.packet.source, delivery.packet.order.destination)) ++minimal_;
  }
  [[nodiscard]] std::uint64_t packets() const { return packets_; }
  [[nodiscard]] std::uint64_t minimal() const { return minimal_; }

 private:
  [[nodiscard]] std::uint32_t fewest(TerminalId source, TerminalId destination) {
    std::vector<std::uint8_t>& row = fewest_[topology_.router_of(source).value()];
    if (row.empty()) {
      constexpr std::uint32_t kMost = 255;
      for (const std::uint32_t hops : hops_from(topology_, topology_.router_of(source)))
        row.push_back(static_cast<std::uint8_t>(std::min(hops, kMost)));
    }
    return row[topology_.router_of(destination).value()];
  }

  const Topology& topology_;
  std::vector<std::vector<std::uint8_t>> fewest_;  // per router that a packet came from
  std::uint64_t packets_ = 0, minimal_ = 0;
};

}  // namespace dateline
