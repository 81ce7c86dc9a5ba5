// The zero-load latency of adaptive relations over channels of several latencies (alone_cost.hpp): closed forms, all
// paths of a pair counted one by one, and no answer where they differ.
#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <set>

#include "models/analysis/adaptive/split_graph.hpp"
#include "models/analysis/latency/bounds.hpp"
#include "models/base/numbers/random.hpp"
#include "models/network/topology/channel_latencies.hpp"
#include "models/network/topology/graph.hpp"
#include "models/network/topology/topologies.hpp"
#include "routing/registry/registry.hpp"
#include "tests/support/oracles/all_paths.hpp"
#include "tests/support/oracles/pair_flow.hpp"
#include "tests/support/sample.hpp"
#include "traffic/patterns/uniform.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

constexpr int kLength = 5;

// Under uniform traffic, of packets of kLength flits.
std::optional<Rational> zero_load(const std::string& topology, const std::string& routing, const std::string& latencies, int routing_delay = 0) {
  const auto t = make_topology(topology);
  const ValueSource source{"test", "router.channel-latency"};
  set_latencies(*t, read_channel_latencies(source, latencies), source);
  BoundsInput input;
  input.packet_length = kLength;
  input.routing_delay = routing_delay;
  input.buffer_depth = 64;
  return compute_bounds(*t, *make_relation(routing, *t, {}), UniformTraffic(t->terminals(), false), input, 1e9, kLongSplits).zero_load_latency;
}

// A ring of four routers, the links between neighbours with these latencies.
std::optional<Rational> ring(const std::vector<std::uint16_t>& latencies) {
  std::vector<GraphEdge> edges;
  for (std::uint32_t v = 0; v < 4; ++v) edges.push_back({NodeId(v), NodeId((v + 1) % 4), false, 1, latencies[v]});
  const GraphTopology t("ring", edges);
  BoundsInput input;
  input.packet_length = kLength;
  input.buffer_depth = 64;
  return compute_bounds(t, *make_relation("duato-updown", t, {}), UniformTraffic(4, false), input, 1e9, kLongSplits).zero_load_latency;
}

}  // namespace

TEST_CASE("a packet alone by an adaptive routing takes the cycles of its dimensions, whichever comes first") {
  // Mean hops between different routers: k / 3 in each of two dimensions of a mesh, 1 of a 4-ary torus (0, 1, 2, 1)
  // times 16 / 15, S / (S + 1) of a HyperX; they take 2 and 5 cycles, and the routing delay each.
  CHECK(zero_load("mesh:6x6", "duato", "dim0=2,dim1=5") == Rational(6 * 7, 3) + kLength + 1);
  CHECK(zero_load("mesh:5x5", "west-first", "dim0=2,dim1=5") == Rational(5 * 7, 3) + kLength + 1);
  CHECK(zero_load("torus:4x4", "duato", "dim0=2,dim1=5") == Rational(16 * 7, 15) + kLength + 1);
  CHECK(zero_load("hyperx:4x4", "min-adaptive", "dim0=2,dim1=5") == Rational(4 * 7, 5) + kLength + 1);
  CHECK(zero_load("mesh:6x6", "duato", "dim0=2,dim1=5", 3) == Rational(6 * (7 + 2 * 3), 3) + kLength + 1);
  // 12 of 15 terminals are behind the other level: 4 cycles up and 3 down.
  CHECK(zero_load("fattree:4,2", "nca", "up1=4,down1=3") == Rational(12 * 7, 15) + kLength + 1);
}

TEST_CASE("where a choice decides on the latency there is no zero-load latency") {
  // Opposite routers are joined by two ways, of 5 + 1 and 1 + 5 cycles: neighbours 3 in the mean, twice as many pairs.
  CHECK(ring({5, 1, 5, 1}) == Rational(2 * 3 + 6, 3) + kLength + 1);
  CHECK(ring({2, 2, 2, 2}) == Rational(2 * 2 + 4, 3) + kLength + 1);
  CHECK_FALSE(ring({1, 1, 5, 1}));
}

TEST_CASE("the cycles of a packet alone are those of every one of its ways, or none") {
  int known = 0, unknown = 0;
  for (std::uint64_t seed = 0; seed < sample<std::uint64_t>(200, 20); ++seed) {
    RandomStream random(seed, 0, Purpose::destination);
    const auto t = make_topology(seed % 2 == 0 ? "mesh:3x3" : "hypercube:3");
    const auto relation = make_relation(seed % 2 == 0 ? "west-first" : "p-cube", *t, {});  // no way is of a higher rank
    std::vector<int> crossing(t->channels());
    for (int& cycles : crossing) cycles = 1 + static_cast<int>(random.below(2));
    const TerminalId from(random.below(t->terminals() - 1)), to(t->terminals() - 1);
    std::set<int> sums;
    for (const ChannelPath& path : all_paths(*t, *relation, from, to)) {
      sums.insert(std::accumulate(path.begin(), path.end(), 0, [&](int sum, ChannelId c) { return sum + crossing[c.value()]; }));
    }
    CAPTURE(seed);
    const SplitGraph graph = split_graph(*t, *relation, OnePair(from, to), kLongSplits, crossing);
    ++(sums.size() == 1 ? known : unknown);
    CHECK(graph.mean_cycles == (sums.size() == 1 ? std::optional(Rational(*sums.begin())) : std::nullopt));
  }
  CHECK(known > 0);
  CHECK(unknown > 0);
}
