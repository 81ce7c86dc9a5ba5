// What survives of a network, from the definitions alone: distances over working channels, the order of up*/down*,
// shortest legal ways, by sweeps until nothing changes. Cost O(N^2 channels): for small networks.
#pragma once

#include <cstdint>
#include <vector>

#include "models/network/faults/fault_map.hpp"

namespace dateline::test {

class SurvivingOracle {
 public:
  static constexpr std::uint32_t kFar = 0xffffU;
  // Both must outlive it.
  SurvivingOracle(const Topology& topology, const FaultMap& faults);

  [[nodiscard]] bool alive(std::uint32_t node) const { return !faults_.failed(NodeId(node)); }
  // Whether links that work, both channels of each, connect all that live: only then there are a root and an order.
  [[nodiscard]] bool links_connect() const { return links_connect_; }
  [[nodiscard]] std::uint32_t root() const { return root_; }
  [[nodiscard]] bool is_up(ChannelId channel) const;
  [[nodiscard]] std::uint32_t distance(std::uint32_t from, std::uint32_t to) const { return hops_[from][to]; }
  // Over ups, then downs.
  [[nodiscard]] std::uint32_t legal_distance(std::uint32_t from, std::uint32_t to) const { return legal_[from][to]; }

 private:
  using Distances = std::vector<std::vector<std::uint32_t>>;  // [from][to]
  [[nodiscard]] Distances distances(bool over_links_only) const;
  void find_root();
  void find_legal();

  const Topology& topology_;
  const FaultMap& faults_;
  Distances hops_, over_links_, legal_;
  std::uint32_t root_ = 0;
  bool links_connect_ = true;
};

}  // namespace dateline::test
