// Networks routed by tables, for tests: example graphs and tables by name, and the routes that a relation gives a pair.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "models/network/relation/relation.hpp"
#include "models/network/topology/cube.hpp"
#include "tests/support/oracles/node_paths.hpp"

namespace dateline::test {

// The graphs of tests/data.
[[nodiscard]] const std::vector<std::string>& example_graphs();
[[nodiscard]] std::string graph_file(const std::string& name);

// The relation of a table file with this text.
[[nodiscard]] std::unique_ptr<RoutingRelation> relation_of(const Topology& topology, const std::string& table);

// A network and the relation of a table for it.
struct TableNetwork {
  TableNetwork(const std::string& topology, const std::string& table);
  std::unique_ptr<Topology> topology;
  std::unique_ptr<RoutingRelation> relation;
};
// A graph given by its file's text.
[[nodiscard]] TableNetwork graph_network(const std::string& graph, const std::string& table);
// An example graph with all shortest paths.
[[nodiscard]] TableNetwork shortest(const std::string& graph);

// Dimension order with split ties as node paths of weight 1 each; no ring of radix 2.
[[nodiscard]] NodePaths dor_paths(const CubeTopology& topology);
// A one-way ring of k nodes, and the table in which every path goes round it.
[[nodiscard]] std::string one_way_ring(std::uint32_t k);
[[nodiscard]] std::string clockwise(std::uint32_t k);

using Hop = std::pair<std::uint32_t, std::uint32_t>;  // channel, class
// Every path that the relation gives a pair, with the class of each hop. Throws std::runtime_error if there is not one
// candidate of one class everywhere.
[[nodiscard]] std::vector<std::vector<Hop>> routes(const Topology& topology, const RoutingRelation& relation, std::uint32_t source,
                                                   std::uint32_t destination);

}  // namespace dateline::test
