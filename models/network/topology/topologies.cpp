#include "models/network/topology/topologies.hpp"

#include "models/base/text/name_table.hpp"
#include "models/network/topology/clos.hpp"
#include "models/network/topology/cube.hpp"
#include "models/network/topology/dragonfly.hpp"
#include "models/network/topology/fat_tree.hpp"
#include "models/network/topology/graph.hpp"
#include "models/network/topology/hyperx.hpp"
#include "models/network/topology/slim_fly.hpp"

namespace dateline {
namespace {

std::unique_ptr<Topology> cube(std::string_view text) { return make_cube(text); }
std::unique_ptr<Topology> graph(std::string_view text) { return read_graph(std::string(text), std::string(argument_of(text))); }

}  // namespace

const std::vector<TopologyEntry>& topology_table() {
  static const std::vector<TopologyEntry> table = {
      {"torus:K0xK1x...", {}, "a ring in every dimension; radices 2..32768, 1..16 dimensions; :tT or :tAxB terminals a router", cube, cube_bisection},
      {"mesh:K0xK1x...", {}, "a line in every dimension; radices 2..32768, 1..16 dimensions; :tT or :tAxB terminals a router", cube, cube_bisection},
      {"hypercube:N", {}, "2^N nodes, a dimension a bit; 1..16 dimensions; :tT terminals a router", cube, cube_bisection},
      {"hyperx:S0xS1x...",
       {},
       "routers that differ in one coordinate are linked; sides 2..255; :tT terminals a router",
       make_hyperx,
       hyperx_bisection},
      {"fullmesh:N", {}, "every router linked to every other; 2..255; :tT terminals a router", make_full_mesh, hyperx_bisection},
      {"dragonfly:P,A,H",
       {},
       "P terminals a router, groups of A, H global channels; ,G groups, else AH+1; :palmtree, :absolute or :relative",
       make_dragonfly},
      {"fattree:K,N", {}, "K^N terminals under N levels of routers with K ports up and K down; K 2..127", make_fat_tree, fat_tree_bisection},
      {"clos:L,S,T", {}, "L leaves of T terminals, each linked to S spines", make_clos, clos_bisection},
      {"slimfly:Q", {}, "2 Q^2 routers of diameter 2; Q a prime power 4w - 1, 4w or 4w + 1; :tT terminals a router", make_slim_fly},
      {"graph:FILE", {}, "an edge a line: a b (both ways) or a > b, then Nx (parallel), bandwidth, latency", graph},
  };
  return table;
}

std::unique_ptr<Topology> make_topology(std::string_view text) { return row_named(topology_table(), "topology", text).make(text); }

}  // namespace dateline
