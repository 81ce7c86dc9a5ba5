// Every pair of nodes alone in an empty network, for every registered routing: exactly the zero-load latency of
// docs/reference/router-cycle.md, sections 3 and 8, h (l + r + R) + A (R + D) + (1 + A)(M + 1), whatever the delays.
// The router pipeline R is paid by the exit: a router that a message goes on from takes it, be it that of its
// destination.
#include <catch2/catch.hpp>
#include <optional>

#include "models/analysis/latency/bounds.hpp"
#include "models/base/error.hpp"
#include "models/network/relation/fault_meeting.hpp"
#include "tests/support/cases/random_case.hpp"
#include "tests/support/cases/random_faults.hpp"
#include "tests/support/routings.hpp"
#include "tests/support/sample.hpp"
#include "traffic/patterns/uniform.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

// Absorptions of the messages since the last look; every message starts in an empty network.
class Alone final : public DeliveryObserver {
 public:
  Alone(const Topology& topology, const RoutingRelation& relation, const RouterConfig& config)
      : machine_(config, Wiring::of(topology), relation, *this) {}

  void delivered(const Delivery& d) override { last_ = d; }

  struct Journey {
    Delivery delivery;
    std::uint64_t absorptions;
  };
  Journey send(TerminalId from, TerminalId to, std::uint32_t length) {
    const std::uint64_t before = absorptions();
    last_.reset();
    machine_.send(from, {now_, to, length, 0, true});
    for (const Cycle end = now_ + 100'000; !machine_.idle() && now_ < end; ++now_) machine_.step(now_);
    machine_.audit();
    REQUIRE(last_);
    return {*last_, absorptions() - before};
  }

 private:
  [[nodiscard]] std::uint64_t absorptions() const {
    std::uint64_t all = 0;
    for (const std::uint64_t of_rule : machine_.absorptions().by_rule) all += of_rule;
    return all;
  }

  std::optional<Delivery> last_;
  Cycle now_ = 0;
  CompiledNetwork machine_;
};

struct Seen {
  std::uint64_t messages = 0, absorptions = 0, passing = 0;  // passing: to the own node, which is left
};

RouterConfig draw_machine(Dice& dice, const RoutingRelation& relation) {
  RouterConfig config;
  config.vcs = std::max(relation.classes(), dice.between(1, 6));
  config.injection_vcs = dice.between(1, 4);
  config.channel_latency = dice.between(1, 5);
  config.routing_delay = dice.between(0, 3);
  config.router_pipeline = dice.one_in(4) ? 0 : dice.between(1, 20);
  config.credit_latency = dice.one_in(2) ? 0 : dice.between(1, 5);
  config.buffer_depth =
      config.channel_latency + config.router_pipeline + (config.credit_latency == 0 ? config.channel_latency : config.credit_latency);
  config.absorption.delay = dice.one_in(2) ? 0 : dice.below(9);
  config.crossbar = dice.pick({Crossbar::per_vc, Crossbar::per_port});
  config.ejection = dice.pick({Ejection::ideal, Ejection::channel});
  config.selection = dice.pick({Selection::random, Selection::lowest, Selection::round_robin});
  config.source = dice.pick({SourcePolicy::interleaved, SourcePolicy::one_at_a_time});
  config.execution.general_path = dice.one_in(2);
  config.seed = dice.below(1U << 30U);
  return config;
}

// Every ordered pair that lives, the own node included.
Seen check_pairs(Dice& dice, const Topology& topology, const RoutingRelation& relation, const RouterConfig& config) {
  INFO(topology.name() << ", " << relation.name() << ": l " << config.channel_latency << ", r " << config.routing_delay << ", R "
                       << config.router_pipeline << ", D " << config.absorption.delay << ", seed " << config.seed);
  Alone network(topology, relation, config);
  Seen seen;
  const auto per_hop = static_cast<Cycle>(config.channel_latency + config.routing_delay + config.router_pipeline);
  const auto lives = [&](std::uint32_t t) { return relation.faults() == nullptr || !relation.faults()->failed(topology.router_of(TerminalId(t))); };
  for (std::uint32_t from = 0; from < topology.terminals(); ++from) {
    for (std::uint32_t to = 0; to < topology.terminals(); ++to) {
      if (!lives(from) || !lives(to)) continue;
      const std::uint32_t length = dice.pick({1U, 2U, 9U});
      const Alone::Journey j = network.send(TerminalId(from), TerminalId(to), length);
      const Cycle memories = j.absorptions * (static_cast<Cycle>(config.router_pipeline) + config.absorption.delay + length + 1);
      const Cycle exact = j.delivery.packet.hops * per_hop + memories + length + 1;
      INFO(from << "->" << to << ", " << length << " flits, " << j.delivery.packet.hops << " hops, " << j.absorptions << " absorptions");
      REQUIRE(j.delivery.latency() == exact);
      REQUIRE(j.delivery.network_latency() == exact);
      ++seen.messages;
      seen.absorptions += j.absorptions;
      seen.passing += from == to && j.delivery.packet.hops > 0 ? 1 : 0;
    }
  }
  return seen;
}

void check_all_routings(const Topology& topology, std::shared_ptr<const FaultMap> faults, std::uint64_t seed, int rounds, Seen& all) {
  Dice dice(seed);
  for (const RoutingEntry& entry : registered_relations(topology)) {
    for (int round = 0; round < rounds; ++round) {
      RoutingOptions options;
      options.vcs = kMaxVcs;
      options.faults = faults;
      std::unique_ptr<RoutingRelation> relation;
      try {
        relation = make_relation(entry.name, topology, options);
      } catch (const ConfigError&) {  // what has failed, or the radices, do not suit it
        break;
      }
      if (relation->classes() > kMaxVcs || find_fault_meeting(topology, *relation)) break;
      const RouterConfig config = draw_machine(dice, *relation);
      const Seen seen = check_pairs(dice, topology, *relation, config);
      all.messages += seen.messages;
      all.absorptions += seen.absorptions;
      all.passing += seen.passing;
    }
  }
}

}  // namespace

TEST_CASE("alone every pair takes exactly the zero-load latency, by every routing and whatever the delays") {
  Seen all;
  std::uint64_t seed = 1;
  for (const char* name : sample(std::vector{"mesh:6", "mesh:4x3", "mesh:3x2x2", "torus:6", "torus:4x3", "torus:5x5", "torus:3x2x4", "hypercube:1",
                                             "hypercube:3", "hypercube:4"},
                                 {"mesh:4x3", "torus:6", "torus:4x3", "torus:3x2x4", "hypercube:1", "hypercube:3"})) {
    check_all_routings(*make_cube(name), nullptr, seed++, sample(3), all);
  }
  CHECK(all.messages > sample(20'000U, 2'500U));
  CHECK(all.passing > sample(200U, 40U));  // valiant, from a node to itself
}

TEST_CASE("alone every pair of live nodes takes exactly the zero-load latency around faults, absorptions included") {
  Seen all;
  for (std::uint64_t seed = 1; seed <= sample(25U); ++seed) {
    const FaultyCube cube = random_faulty_cube(seed);
    check_all_routings(*cube.topology, cube.faults, seed, 1, all);
    const FaultyGraph graph = random_faulty_graph(seed);
    check_all_routings(*graph.topology, graph.faults, seed, 1, all);
  }
  CHECK(all.absorptions > sample(1'000U));
}

TEST_CASE("the mean over many messages alone on mesh:6 by valiant is the exact one, 83 2/3 cycles for R = 20") {
  const auto topology = make_cube("mesh:6");
  const auto relation = relation_of(*topology, "valiant");
  BoundsInput input;
  input.router_pipeline = 20;
  input.buffer_depth = 22;
  const UniformTraffic uniform(6, false);
  const Bounds bounds = compute_bounds(*topology, *relation, uniform, input, 1e9);
  // Sources, intermediate nodes and destinations are uniform: each leg has the mean distance of two nodes of a line of
  // 6, 35/18 hops.
  CHECK(bounds.zero_load_latency == Rational(35, 9) * 21 + 2);
  RouterConfig config;
  config.vcs = relation->classes();
  config.router_pipeline = 20;
  config.buffer_depth = 22;
  Alone network(*topology, *relation, config);
  double sum = 0;
  constexpr int kRounds = 400;
  for (int round = 0; round < kRounds; ++round)
    for (std::uint32_t from = 0; from < 6; ++from)
      for (std::uint32_t to = 0; to < 6; ++to)
        if (from != to) sum += static_cast<double>(network.send(TerminalId(from), TerminalId(to), 1).delivery.latency());
  // 12,000 messages with a deviation of 21 cycles times at most 2.5 hops: 3.3 standard errors.
  CHECK(sum / (30.0 * kRounds) == Approx(83.667).margin(1.6));
}
