#include "routing/networks/trees/tree_hops.hpp"

#include "models/network/topology/clos.hpp"
#include "models/network/topology/fat_tree.hpp"

namespace dateline {

TreeHops::TreeHops(const Topology& topology) : topology_(topology) {
  if (const auto* const tree = dynamic_cast<const FatTreeTopology*>(&topology)) {
    const std::uint32_t width = topology.nodes() / tree->levels(), k = tree->arity();
    std::uint32_t leaves = 1;
    for (std::uint32_t l = 0; l < tree->levels(); ++l, leaves *= k) levels_.push_back({leaves, l == 0 ? 1 : leaves / k, k, k});
    for (std::uint32_t r = 0; r < topology.nodes(); ++r) at_.push_back({r / width, r % width});
    return;
  }
  const auto& clos = dynamic_cast<const ClosTopology&>(topology);
  levels_ = {{1, 1, 0, clos.spines()}, {clos.leaves(), 1, 0, 0}};
  for (std::uint32_t r = 0; r < topology.nodes(); ++r) at_.push_back(r < clos.leaves() ? Place{0, r} : Place{1, 0});
}

bool TreeHops::is_tree(const Topology& topology) {
  return dynamic_cast<const FatTreeTopology*>(&topology) != nullptr || dynamic_cast<const ClosTopology*>(&topology) != nullptr;
}

}  // namespace dateline
