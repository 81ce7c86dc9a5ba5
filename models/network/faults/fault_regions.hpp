// Fault regions by name: shapes of failed nodes in a plane of a torus or mesh, after Fig. 1 of F. Safaei et al. 2006.
// "NAME@x,y[,z..][:dimsAB]": the cells of NAME relative to the anchor, their x along dimension A, their y along B
// (dims01 unless said otherwise; digits). The anchor lists the plane first: x along A, y along B, then the other
// dimensions, ascending. Torus: coordinates modulo k. Throws ConfigError: an unknown name, an anchor or a plane that
// does not fit the topology, a region larger than a radix of its plane, a cell beyond the border of a mesh.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/text/parse.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

struct RegionCell {
  std::uint32_t x, y;
};
struct FaultRegion {
  std::string name;
  std::vector<RegionCell> cells;
};
[[nodiscard]] const std::vector<FaultRegion>& fault_regions();

// The nodes of `text`, in the order of the cells. `part` is what error lines name.
[[nodiscard]] std::vector<NodeId> region_nodes(const Topology& topology, std::string_view part, std::string_view text);
// All places of "NAME[:dimsAB]" in the topology, the nodes of each ascending, by the node of the anchor: on a torus
// any, on a mesh those that lie within its border. Anchors that give the same nodes are one place.
[[nodiscard]] std::vector<std::vector<NodeId>> region_places(const Topology& topology, const ValueSource& source, std::string_view text);

}  // namespace dateline
