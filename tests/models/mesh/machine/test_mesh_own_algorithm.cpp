// The algorithm that docs/guide/mesh.md shows is a0.
#include <catch2/catch.hpp>

#include "models/mesh/algorithms/algorithms.hpp"
#include "models/mesh/permutations/permutation_rules.hpp"
#include "tests/support/oracles/row_then_column.hpp"

namespace dateline {
namespace {

class Crossings final : public MeshObserver {
 public:
  void crossed(std::uint32_t step, const MeshCrossing& crossing) override { seen.push_back({step, crossing.packet.value(), crossing.to.value()}); }
  std::vector<std::array<std::uint32_t, 3>> seen;
};

std::vector<std::array<std::uint32_t, 3>> crossings(const MeshConfig& config, const std::vector<NodeId>& destination,
                                                    const MeshAlgorithm& algorithm) {
  Crossings log;
  MeshMachine machine(config, destination, algorithm, &log);
  while (machine.advance()) machine.audit();
  CHECK(machine.result().delivered == machine.result().moving);
  return log.seen;
}

TEST_CASE("the mesh algorithm shown in the documentation moves every packet as a0 does") {
  for (const std::string name : {"random:3", "lump:4,2,1", "transpose", "reverse"}) {
    for (const std::uint32_t queue : {1U, 2U, 3U}) {
      CAPTURE(name, queue);
      const auto destination = mesh_permutation(name, 16);
      MeshRequest request;
      request.side = 16;
      request.queue = queue;
      const MeshSetup setup = make_mesh_setup("a0", request, destination);
      const auto ours = crossings(setup.config, destination, test::RowThenColumn{});
      CHECK_FALSE(ours.empty());
      CHECK(ours == crossings(setup.config, destination, *setup.algorithm));
    }
  }
}

}  // namespace
}  // namespace dateline
