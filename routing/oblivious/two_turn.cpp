#include "routing/oblivious/two_turn.hpp"

#include <fmt/format.h>

#include "models/analysis/optimal/path_optimizer.hpp"
#include "models/analysis/optimal/two_turn_paths.hpp"
#include "models/base/error.hpp"
#include "models/network/topology/grid.hpp"

namespace dateline {

PathTable two_turn_table(const Topology& topology) {
  const std::uint32_t most = topology.grid()->cyclic() ? 256 : 64;
  if (topology.nodes() > most) {
    throw ConfigError("2turn", "topology", topology.name(), fmt::format("has {} nodes; its linear program takes at most {}", topology.nodes(), most));
  }
  const PathOptimizer optimizer(topology, topology.automorphisms(),
                                [&](NodeId source, NodeId destination) { return two_turn_paths(topology, source, destination); });
  return optimizer.best_worst_case().table;
}

}  // namespace dateline
