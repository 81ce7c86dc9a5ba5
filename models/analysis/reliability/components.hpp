// What may fail in a network, numbered from 0: its nodes; its links (parallel ones apart); both, the nodes first; or
// regions, every place of a shape of nodes (models/network/faults/fault_regions.hpp), which fail as a whole and may
// overlap. And whether what a set of them leaves is connected, as FaultMap has it: every healthy node with terminals
// reaches every other; one node alone is, none at all is not.
// Cost: a set O(channels); all prefixes of an order together O(channels alpha) by adding components in reverse to
// disjoint sets, where no channel is one-way, else O(channels) each.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "models/base/enum_names.hpp"
#include "models/base/text/parse.hpp"
#include "models/network/faults/fault_map.hpp"

namespace dateline {

enum class FaultKind : std::uint8_t { nodes, links, both, regions };
constexpr std::array<EnumName<FaultKind>, 4> enum_names(FaultKind) {
  return {{{FaultKind::nodes, "nodes"}, {FaultKind::links, "links"}, {FaultKind::both, "both"}, {FaultKind::regions, "regions"}}};
}

using ComponentSet = std::vector<std::uint32_t>;  // different ones, in any order

class Components {
 public:
  // The topology must outlive it. Of regions, whose shape is NAME[:dimsAB]; throws ConfigError as region_places does.
  struct Shape {
    ValueSource source;
    std::string text;
  };
  Components(const Topology& topology, FaultKind kind, const Shape& region = {});

  [[nodiscard]] const Topology& topology() const { return topology_; }
  [[nodiscard]] FaultKind kind() const { return kind_; }
  [[nodiscard]] std::uint32_t size() const { return size_; }
  // As many may fail at once: of nodes alone one stays.
  [[nodiscard]] std::uint32_t most_faults() const { return kind_ == FaultKind::nodes ? size_ - 1 : size_; }
  // "1 node", "3 nodes", "2 nodes or links".
  [[nodiscard]] std::string counted(std::uint32_t count) const;
  // Translations take every component to every other: nodes of a torus or hypercube.
  [[nodiscard]] bool alike() const;
  [[nodiscard]] std::shared_ptr<const FaultMap> map(const ComponentSet& failed) const;

  [[nodiscard]] bool connected_without(const ComponentSet& failed) const;
  // Entry f: whether it is connected once the first f of `order`, all components, have failed; 0 <= f <= size().
  [[nodiscard]] std::vector<std::uint8_t> connected_after(const ComponentSet& order) const;

 private:
  struct Gone {
    std::vector<std::uint32_t> nodes;  // per node: how many failed components hold it
    std::vector<std::uint8_t> links;   // per link
  };
  [[nodiscard]] Gone gone(const ComponentSet& failed) const;
  [[nodiscard]] std::vector<std::uint8_t> by_disjoint_sets(const ComponentSet& order) const;
  [[nodiscard]] bool reaches_all(NodeId start, std::uint32_t healthy, const Gone& failed, bool backwards) const;
  template <typename Visit>
  void for_nodes(std::uint32_t component, Visit visit) const;

  const Topology& topology_;
  FaultKind kind_;
  std::uint32_t size_;
  bool one_way_;                                // some channel has no way back
  std::vector<bool> ends_;                      // per node: it has terminals
  std::uint32_t first_link_ = 0;                // among the components; their number where no links are
  std::vector<LinkEnd> links_;                  // if they are components
  std::vector<std::uint32_t> link_of_channel_;  // by channel, too
  std::vector<std::vector<NodeId>> regions_;    // if they are the components
};

}  // namespace dateline
