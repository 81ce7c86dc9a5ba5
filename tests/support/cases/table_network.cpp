#include "tests/support/cases/table_network.hpp"

#include <stdexcept>

#include "models/network/relation/path_table.hpp"
#include "models/network/topology/topologies.hpp"
#include "routing/registry/registry.hpp"
#include "tests/support/oracles/path_oracle.hpp"
#include "tests/support/scratch_file.hpp"

namespace dateline::test {

const std::vector<std::string>& example_graphs() {
  static const std::vector<std::string> names = {"petersen", "k6", "ring-chords"};
  return names;
}

std::string graph_file(const std::string& name) { return DATELINE_TEST_DATA "/" + name + ".graph"; }

std::unique_ptr<RoutingRelation> relation_of(const Topology& t, const std::string& table) {
  const ScratchFile file(table, "table");
  return make_relation("table:" + file.path(), t, {});
}

TableNetwork::TableNetwork(const std::string& name, const std::string& table)
    : topology(make_topology(name)), relation(relation_of(*topology, table)) {}

TableNetwork graph_network(const std::string& graph, const std::string& table) {
  const ScratchFile file(graph, "graph");
  return {"graph:" + file.path(), table};
}

TableNetwork shortest(const std::string& graph) { return {"graph:" + graph_file(graph), table_text(shortest_paths(channels_of(graph_file(graph))))}; }

NodePaths dor_paths(const CubeTopology& t) {
  const PathOracle oracle(t, TieRule::split);
  NodePaths paths;
  for (std::uint32_t s = 0; s < t.nodes(); ++s) {
    for (std::uint32_t d = 0; d < t.nodes(); ++d) {
      if (s == d) continue;
      for (const OraclePath& path : oracle.dor_paths(s, d)) {
        NodePath made{1, {}};
        for (const NodeId node : path.nodes) made.nodes.push_back(node.value());
        paths[{s, d}].push_back(made);
      }
    }
  }
  return paths;
}

std::string one_way_ring(std::uint32_t k) {
  std::string text;
  for (std::uint32_t v = 0; v < k; ++v) text += std::to_string(v) + " > " + std::to_string((v + 1) % k) + "\n";
  return text;
}

std::string clockwise(std::uint32_t k) {
  std::string text;
  for (std::uint32_t s = 0; s < k; ++s) {
    for (std::uint32_t hops = 1; hops < k; ++hops) {
      text += "1: " + std::to_string(s);
      for (std::uint32_t i = 1; i <= hops; ++i) text += " " + std::to_string((s + i) % k);
      text += "\n";
    }
  }
  return text;
}

std::vector<std::vector<Hop>> routes(const Topology& t, const RoutingRelation& relation, std::uint32_t source, std::uint32_t destination) {
  const auto require = [](bool holds, const char* what) {
    if (!holds) throw std::runtime_error(what);
  };
  std::vector<std::vector<Hop>> list;
  for (const StartState& start : relation.start(NodeId(source), NodeId(destination))) {
    std::vector<Hop> route;
    HeaderState state = start.state;
    NodeId at(source);
    ChannelId in = kNoChannel;
    while (true) {
      Candidates candidates;
      relation.next(at, in, NodeId(destination), state, candidates);
      require(candidates.size() == 1, "not one candidate");
      const Candidate& c = candidates.front();
      if (c.exit == Exit::deliver) break;
      require(t.channel(c.channel).from == at, "a channel from elsewhere");
      std::uint32_t vc_class = 0;
      while (vc_class < 16 && (c.classes >> vc_class) != 1) ++vc_class;
      require(vc_class < 16, "not one class");
      route.emplace_back(c.channel.value(), vc_class);
      require(route.size() <= longest_path(t), "a path too long");
      at = t.channel(c.channel).to;
      in = c.channel;
      state = c.next;
    }
    require(at == NodeId(destination), "delivered elsewhere");
    list.push_back(route);
  }
  return list;
}

}  // namespace dateline::test
