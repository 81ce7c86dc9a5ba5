#include "tests/support/random_faults.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "models/network/random.hpp"

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

}  // namespace

FaultyCube random_faulty_cube(std::uint64_t seed) {
  RandomStream random(seed, 0, Purpose::start);
  FaultyCube cube{random_cube(random), nullptr};
  const CubeTopology& t = *cube.topology;
  cube.faults = std::make_shared<const FaultMap>(t, std::vector<NodeId>{}, std::vector<LinkEnd>{});
  const std::uint32_t links_of_four = random.below(5);
  const std::uint32_t style = random.below(3);
  const std::uint32_t wanted = style == 0 ? 1 + random.below(3) : style == 1 ? 1 + random.below(1 + t.nodes() / 3) : t.channels();
  std::uint32_t failed = 0;
  for (int refused = 0; failed < wanted && refused < 20;) {
    std::vector<NodeId> nodes = cube.faults->nodes();
    std::vector<LinkEnd> links = cube.faults->links();
    const NodeId node(random.below(t.nodes()));
    const Port port(static_cast<std::uint16_t>(random.below(static_cast<std::uint32_t>(t.ports()))));
    const bool link = random.below(4) < links_of_four;
    ++refused;
    if (cube.faults->failed(node) || (link && !cube.faults->usable(node, port))) continue;
    if (link) links.push_back({node, port});
    if (!link) nodes.push_back(node);
    if (nodes.size() + 2 > t.nodes()) continue;
    auto more = std::make_shared<const FaultMap>(t, nodes, links);
    if (!more->connected()) continue;
    cube.faults = std::move(more);
    ++failed;
    refused = 0;
  }
  return cube;
}

}  // namespace dateline::test
