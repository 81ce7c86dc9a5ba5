// Which recvs of generated schedules are added up: every partial sum once, so (P-1) S bytes in all of what reduces by
// chunks or trees; where two ranks exchange everything both add.
#include <catch2/catch.hpp>

#include "models/network/topology/topologies.hpp"
#include "traffic/schedules/generators/registry.hpp"

using namespace dateline;

namespace {

std::uint64_t added(const std::string& workload, std::uint32_t ranks, const Topology* topology = nullptr) {
  const Schedule schedule = generate_schedule({"test", "workload"}, workload, ranks, topology, CycleTime(), 1e9);
  std::uint64_t bytes = 0;
  for (std::uint32_t i = 0; i < schedule.size(); ++i) {
    if (schedule[i].reduces == 0) continue;
    REQUIRE(schedule[i].kind() == OperationKind::recv);
    bytes += schedule[i].amount;
  }
  return bytes;
}

std::uint32_t log2_below(std::uint32_t ranks) { return ranks < 2 ? 0 : 1 + log2_below(ranks / 2); }

}  // namespace

TEST_CASE("an all-reduce adds P-1 vectors in all, by whatever way, or every exchange of everything on both sides") {
  constexpr std::uint64_t kBytes = 1013;
  for (std::uint32_t p = 1; p <= 33; ++p) {
    CAPTURE(p);
    const std::string bytes = ",bytes=" + std::to_string(kBytes);
    for (const char* const name : {"all-reduce:ring", "all-reduce:halving-doubling", "all-reduce:double-tree", "all-reduce:direct", "reduce",
                                   "reduce-scatter", "all-reduce:ring,rings=3", "all-reduce:ring,chunks=4,active=2"}) {
      CAPTURE(name);
      CHECK(added(name + bytes, p) == (p - 1) * kBytes);
    }
    const std::uint32_t m = log2_below(p), power = 1U << m;
    CHECK(added("all-reduce:recursive-doubling" + bytes, p) == (p - power + power * m) * kBytes);
    for (const char* const name : {"all-gather", "broadcast", "all-to-all:direct", "all-to-all:pairwise", "all-to-all:xor", "halo:2d", "pipeline"}) {
      CAPTURE(name);
      CHECK(added(name + bytes, p) == 0);
    }
    if (p % 3 == 0) CHECK(added("all-reduce:hierarchical,group=3" + bytes, p) == (p - 1) * kBytes);
    if (p != power) continue;
    CHECK(added("all-reduce:swing" + bytes, p) == (p - 1) * kBytes);
    CHECK(added("all-reduce:swing-latency" + bytes, p) == p * m * kBytes);
  }
  for (const char* const network : {"torus:4x4", "torus:3x5", "mesh:2x3x4", "hypercube:4"}) {
    CAPTURE(network);
    const auto topology = make_topology(network);
    const std::uint32_t p = topology->terminals();
    CHECK(added("all-reduce:torus,bytes=1013", p, topology.get()) == (p - 1) * kBytes);
    CHECK(added("all-reduce:torus-all,bytes=1013", p, topology.get()) == (p - 1) * kBytes);
  }
}
