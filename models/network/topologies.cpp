#include "models/network/topologies.hpp"

#include "models/network/cube.hpp"
#include "models/network/graph.hpp"

namespace dateline {

std::unique_ptr<Topology> make_topology(std::string_view text) {
  constexpr std::string_view kGraph = "graph:";
  if (text.substr(0, kGraph.size()) == kGraph) return read_graph(std::string(text), std::string(text.substr(kGraph.size())));
  return make_cube(text);
}

}  // namespace dateline
