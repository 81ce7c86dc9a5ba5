#include "tests/support/cases/random_faults.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "models/base/numbers/random.hpp"

namespace dateline::test {
namespace {

std::unique_ptr<CubeTopology> random_cube(RandomStream& random) {
  using Kind = CubeTopology::Kind;
  const Kind kind = std::vector<Kind>{Kind::torus, Kind::torus, Kind::mesh, Kind::hypercube}[random.below(4)];
  if (kind == Kind::hypercube) return std::make_unique<CubeTopology>(kind, std::vector<std::uint32_t>(1 + random.below(6), 2));
  const std::uint32_t n = 1 + random.below(4);
  const std::uint32_t largest = std::vector<std::uint32_t>{0, 12, 8, 4, 3}[n];
  std::vector<std::uint32_t> radices;
  for (std::uint32_t d = 0; d < n; ++d) radices.push_back(2 + random.below(largest - 1));
  return std::make_unique<CubeTopology>(kind, radices);
}

std::unique_ptr<GraphTopology> random_graph(RandomStream& random) {
  const std::uint32_t nodes = 2 + random.below(23);
  std::vector<GraphEdge> edges;
  for (std::uint32_t v = 1; v < nodes; ++v) edges.push_back({NodeId(random.below(v)), NodeId(v)});
  const std::uint32_t more = random.below(2 * nodes), one_way_of_four = random.below(4);
  for (std::uint32_t i = 0; i < more; ++i) {
    const std::uint32_t from = random.below(nodes), ahead = 1 + random.below(nodes - 1);
    edges.push_back({NodeId(from), NodeId((from + ahead) % nodes), random.below(4) < one_way_of_four});
  }
  std::vector<GraphTerminals> terminals;
  for (std::uint32_t v = 0; v < nodes; ++v) {
    if (v > 1 && random.below(6) == 0) terminals.push_back({NodeId(v), random.below(3)});
  }
  return std::make_unique<GraphTopology>("graph:random", edges, terminals);
}

// From one failure up to as many as leave it connected; two nodes that live at least.
std::shared_ptr<const FaultMap> random_faults(const Topology& t, RandomStream& random) {
  auto faults = std::make_shared<const FaultMap>(t, std::vector<NodeId>{}, std::vector<LinkEnd>{});
  const std::uint32_t links_of_four = random.below(5);
  const std::uint32_t style = random.below(3);
  const std::uint32_t wanted = style == 0 ? 1 + random.below(3) : style == 1 ? 1 + random.below(1 + t.nodes() / 3) : t.channels();
  std::uint32_t failed = 0;
  for (int refused = 0; failed < wanted && refused < 20;) {
    std::vector<NodeId> nodes = faults->nodes();
    std::vector<LinkEnd> links = faults->links();
    const NodeId node(random.below(t.nodes()));
    const Port port(static_cast<std::uint16_t>(random.below(static_cast<std::uint32_t>(t.ports()))));
    const bool link = random.below(4) < links_of_four;
    ++refused;
    if (faults->failed(node) || (link && !faults->usable(node, port))) continue;
    if (link) links.push_back({node, port});
    if (!link) nodes.push_back(node);
    if (nodes.size() + 2 > t.nodes()) continue;
    auto more = std::make_shared<const FaultMap>(t, nodes, links);
    if (!more->connected()) continue;
    faults = std::move(more);
    ++failed;
    refused = 0;
  }
  return faults;
}

}  // namespace

FaultyCube random_faulty_cube(std::uint64_t seed) {
  RandomStream random(seed, 0, Purpose::start);
  FaultyCube cube{random_cube(random), nullptr};
  cube.faults = random_faults(*cube.topology, random);
  return cube;
}

FaultyGraph random_faulty_graph(std::uint64_t seed) {
  RandomStream random(seed, 1, Purpose::start);
  FaultyGraph graph{random_graph(random), nullptr};
  graph.faults = random_faults(*graph.topology, random);
  return graph;
}

}  // namespace dateline::test
