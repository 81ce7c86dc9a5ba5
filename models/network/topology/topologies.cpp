#include "models/network/topology/topologies.hpp"

#include "models/base/text/name_table.hpp"
#include "models/network/topology/cube.hpp"
#include "models/network/topology/graph.hpp"

namespace dateline {
namespace {

std::unique_ptr<Topology> cube(std::string_view text) { return make_cube(text); }
std::unique_ptr<Topology> graph(std::string_view text) { return read_graph(std::string(text), std::string(argument_of(text))); }

}  // namespace

const std::vector<TopologyEntry>& topology_table() {
  static const std::vector<TopologyEntry> table = {
      {"torus:K0xK1x...", {}, "a ring in every dimension; radices 2..32768, 1..16 dimensions", cube},
      {"mesh:K0xK1x...", {}, "a line in every dimension; radices 2..32768, 1..16 dimensions", cube},
      {"hypercube:N", {}, "2^N nodes, a dimension a bit; 1..16 dimensions", cube},
      {"graph:FILE", {}, "an edge a line: a b (both ways) or a > b, then Nx (parallel), bandwidth, latency", graph},
  };
  return table;
}

std::unique_ptr<Topology> make_topology(std::string_view text) { return row_named(topology_table(), "topology", text).make(text); }

}  // namespace dateline
