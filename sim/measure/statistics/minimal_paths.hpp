// Packets that crossed as few channels as a minimal way between their routers has: of an adaptive routing, what it sent
// the short way. Unit: packets. Cost: a walk over the channels for every router that sends, two bytes for each pair of
// routers; of a routing that weighs hops also its start states, of every pair that packets were sent between.
#pragma once

#include <algorithm>
#include <vector>

#include "models/network/relation/relation.hpp"
#include "models/network/symmetry/distances.hpp"
#include "models/network/topology/topology.hpp"
#include "sim/core/state/packet/packet.hpp"

namespace dateline {

// Of whose ways the packets are counted: a minimal way is a shortest one of the topology, or of a routing that weighs
// hops (UGAL) the fewest hops of a route that is no detour. Both must outlive who holds this.
struct MinimalPathRules {
  const Topology* topology = nullptr;
  const RoutingRelation* relation = nullptr;
};

class MinimalPaths {
 public:
  explicit MinimalPaths(const MinimalPathRules& ways) : ways_(ways), fewest_(ways.topology->nodes()) {}

  void add(const Delivery& delivery) {
    ++packets_;
    if (delivery.packet.hops <= fewest(delivery.packet.source, delivery.packet.order.destination)) ++minimal_;
  }
  [[nodiscard]] std::uint64_t packets() const { return packets_; }
  [[nodiscard]] std::uint64_t minimal() const { return minimal_; }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [ways, fewest, candidates, packets, minimal_ones] = *this;
    static_cast<void>(ways);
    static_cast<void>(fewest);
    static_cast<void>(candidates);
    archive(packets, minimal_ones);
  }

 private:
  static constexpr std::uint16_t kAsked = 0x8000;  // the relation has been asked

  [[nodiscard]] std::uint32_t fewest(TerminalId source, TerminalId destination) {
    const Ends ends{source, destination, ways_.topology->router_of(source), ways_.topology->router_of(destination)};
    std::vector<std::uint16_t>& row = fewest_[ends.from.value()];
    if (row.empty()) {
      for (const std::uint32_t hops : hops_from(*ways_.topology, ends.from)) row.push_back(static_cast<std::uint16_t>(std::min(hops, kAsked - 1U)));
    }
    std::uint16_t& found = row[ends.to.value()];
    if ((found & kAsked) == 0) found = static_cast<std::uint16_t>(kAsked | (ways_.relation->weighs_hops() ? weighed(ends, found) : found));
    return found & ~kAsked;
  }

  // The fewest hops of a route that is no detour, over all start states; none is shorter than the shortest way, which
  // the only route of a pair is that says no hops.
  [[nodiscard]] std::uint16_t weighed(const Ends& ends, std::uint16_t shortest) {
    const std::uint64_t count = ways_.relation->start_count(ends);
    constexpr std::uint16_t kMost = kAsked - 1;
    std::uint16_t least = ends.from == ends.to ? 0 : kMost;
    for (std::uint64_t i = 0; i < count && least > shortest; ++i) {
      candidates_.clear();
      ways_.relation->next(ends.from, kNoChannel, ends.to, ways_.relation->start_at(ends, i), candidates_);
      for (const Candidate& c : candidates_) {
        if (c.exit == Exit::channel && !c.detour && c.hops != 0) least = std::min(least, c.hops);
      }
    }
    return least == kMost ? shortest : least;
  }

  MinimalPathRules ways_;
  std::vector<std::vector<std::uint16_t>> fewest_;  // per router that a packet came from
  Candidates candidates_;
  std::uint64_t packets_ = 0, minimal_ = 0;
};

}  // namespace dateline
