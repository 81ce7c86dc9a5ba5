// What may fail in a network, all of one kind and numbered from 0: its nodes, or its links (parallel ones apart). And
// whether what a set of them leaves is connected, as FaultMap has it: every healthy node reaches every other; one node
// alone is, none at all is not.
// Cost: a set O(channels); all prefixes of an order together O(channels alpha) by adding components in reverse to
// disjoint sets, where no channel is one-way, else O(channels) each.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "models/base/enum_names.hpp"
#include "models/network/faults/fault_map.hpp"

namespace dateline {

enum class FaultKind : std::uint8_t { nodes, links };
constexpr std::array<EnumName<FaultKind>, 2> enum_names(FaultKind) { return {{{FaultKind::nodes, "nodes"}, {FaultKind::links, "links"}}}; }

using ComponentSet = std::vector<std::uint32_t>;  // different ones, in any order

class Components {
 public:
  // The topology must outlive it.
  Components(const Topology& topology, FaultKind kind);

  [[nodiscard]] const Topology& topology() const { return topology_; }
  [[nodiscard]] FaultKind kind() const { return kind_; }
  [[nodiscard]] std::uint32_t size() const { return size_; }
  // As many may fail at once: one node stays.
  [[nodiscard]] std::uint32_t most_faults() const { return kind_ == FaultKind::nodes ? size_ - 1 : size_; }
  // Translations take every component to every other: nodes of a torus or hypercube.
  [[nodiscard]] bool alike() const;
  [[nodiscard]] std::shared_ptr<const FaultMap> map(const ComponentSet& failed) const;

  [[nodiscard]] bool connected_without(const ComponentSet& failed) const;
  // Entry f: whether it is connected once the first f of `order`, all components, have failed; 0 <= f <= size().
  [[nodiscard]] std::vector<std::uint8_t> connected_after(const ComponentSet& order) const;

 private:
  [[nodiscard]] std::vector<std::uint8_t> by_disjoint_sets(const ComponentSet& order) const;
  [[nodiscard]] bool reaches_all(NodeId start, std::uint32_t healthy, const std::vector<std::uint8_t>& failed, bool backwards) const;

  const Topology& topology_;
  FaultKind kind_;
  std::uint32_t size_;
  bool one_way_;                                // some channel has no way back
  std::vector<LinkEnd> links_;                  // if they are the components
  std::vector<std::uint32_t> link_of_channel_;  // by channel, too
};

}  // namespace dateline
