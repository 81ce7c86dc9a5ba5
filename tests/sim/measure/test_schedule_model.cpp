// Random schedules against a second implementation of their semantics (tests/support/cases/schedule_model.hpp): on
// networks in which nothing contends, cycle for cycle; and on others, given the cycles in which the messages were sent
// and delivered there.
#include <algorithm>
#include <catch2/catch.hpp>
#include <optional>

#include "tests/support/cases/random_schedule.hpp"
#include "tests/support/cases/schedule_case.hpp"
#include "tests/support/cases/schedule_text.hpp"
#include "tests/support/cases/table_network.hpp"
#include "tests/support/recorded_schedule.hpp"
#include "tests/support/sample.hpp"
#include "traffic/schedules/completion_bounds.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

bool same(const RankTimes& a, const ModelOutcome::Times& b) {
  return a.compute == b.compute && a.send == b.send && a.wait == b.wait && a.end == b.end;
}

void check_model(const RecordedSchedule& run, const Schedule& schedule, const ModelOutcome& model) {
  REQUIRE(model.ended == schedule.size() * schedule.repeat());
  REQUIRE(run.completion == model.completion);
  REQUIRE(run.result.simulated_cycles >= model.completion);
  REQUIRE(run.result.packets.in_flight == 0);
  for (std::uint32_t rank = 0; rank < schedule.ranks(); ++rank) {
    CAPTURE(rank);
    REQUIRE(same(run.times[rank], model.ranks[rank]));
  }
}

// Noise is as it is drawn; when it is added, and what else takes a cpu, the model says itself.
ModelSetting model_of(const ScheduleOptions& options, std::function<Passage(std::uint32_t, std::uint64_t)> network) {
  ModelSetting setting{options.send_overhead, options.receive_overhead, std::move(network)};
  setting.reduce_cycles = static_cast<std::uint64_t>(numerator(options.reduce_cost));
  setting.reduce_bytes = static_cast<std::uint64_t>(denominator(options.reduce_cost));
  if (options.noise) {
    setting.noise = [noise = *options.noise](std::uint32_t rank, std::uint32_t number, std::uint64_t repetition) {
      return noise.cycles(rank, number, repetition);
    };
  }
  return setting;
}

// Every ordered pair of terminals has a way of its own, by 0 to 2 routers without terminals.
struct Private {
  Private(Dice& dice, std::uint32_t nodes) {
    std::string graph, table;
    std::uint32_t routers = nodes;
    for (std::uint32_t from = 0; from < nodes; ++from) {
      for (std::uint32_t to = 0; to < nodes; ++to) {
        hops.push_back(from == to ? 0 : 1 + dice.below(3));
        if (from == to) continue;
        std::uint32_t last = from;
        table += "1: " + std::to_string(from);
        for (std::uint32_t hop = 1; hop <= hops.back(); ++hop) {
          const std::uint32_t next = hop == hops.back() ? to : routers++;
          graph += std::to_string(last) + " > " + std::to_string(next) + "\n";
          if (next != to) graph += "terminals " + std::to_string(next) + " 0\n";
          table += " " + std::to_string(next);
          last = next;
        }
        table += "\n";
      }
    }
    network.emplace(graph_network(graph, table));
  }
  std::vector<std::uint32_t> hops;  // nodes x nodes
  std::optional<TableNetwork> network;
};

// With a source that sends one message at a time, or sends that wait for each other, nothing meets in it.
void run_alone(std::uint64_t seed, const Private& net) {
  Dice dice(seed);
  const std::uint32_t nodes = net.network->topology->terminals();
  const bool in_turn = dice.one_in(2);
  const ScheduleOptions options = draw_options(dice, nodes, first(nodes), !in_turn && dice.one_in(2));
  const std::uint64_t few = 4 * (options.sizes.packet_length - 1) * options.sizes.flit_bytes;  // four packets share the channel
  const std::uint32_t bytes = in_turn ? static_cast<std::uint32_t>(std::min<std::uint64_t>(few, 40)) : 40;
  const Schedule schedule = draw_schedule(dice, {nodes, 24, bytes, in_turn, std::uint64_t{1} + (dice.one_in(2) ? 0 : dice.below(4))});
  RouterConfig machine;
  machine.vcs = machine.injection_vcs = machine.buffer_depth = 16;
  machine.source = in_turn ? SourcePolicy::interleaved : SourcePolicy::one_at_a_time;
  machine.channel_latency = 1 + static_cast<int>(dice.below(3));
  machine.routing_delay = dice.one_in(2) ? 0 : static_cast<int>(dice.below(3));
  machine.router_pipeline = dice.one_in(2) ? 0 : static_cast<int>(dice.below(3));
  machine.execution.reverse_order = dice.one_in(2);
  INFO("seed " << seed << ", overheads " << options.send_overhead << " " << options.receive_overhead << ", L " << options.sizes.packet_length
               << ", flit bytes " << options.sizes.flit_bytes << (in_turn ? ", in turn\n" : "\n") << text_of(schedule));
  const RecordedSchedule run = run_schedule(*net.network->topology, *net.network->relation, machine, schedule, options, dice.one_in(50));
  RecordedNetwork recorded(run, schedule, options);
  std::vector<Cycle> free(nodes, 0);  // injection channels
  const auto hop = static_cast<Cycle>(machine.channel_latency + machine.routing_delay + machine.router_pipeline);
  const auto ideal = [&](std::uint32_t send, Cycle generated) {
    const std::uint32_t from = options.places[schedule[send].rank].value(), to = options.places[schedule[schedule[send].partner].rank].value();
    const Cycle first = std::max(generated, free[from]), flits = options.sizes.flits(schedule[send].amount);
    free[from] = first + flits;
    const Passage passage{first + flits - 1, first + net.hops[from * nodes + to] * hop + flits};
    CAPTURE(send, generated, passage.sent, passage.delivered);
    const std::optional<Passage> measured = recorded.take(send, generated);
    REQUIRE(measured.has_value());
    CAPTURE(measured->sent, measured->delivered);
    REQUIRE(*measured == passage);
    return passage;
  };
  check_model(run, schedule, model_schedule(schedule, model_of(options, ideal)));
  REQUIRE(recorded.all_taken());
}

void alone(std::uint64_t networks, std::uint64_t each) {
  for (std::uint64_t n = 0; n < networks; ++n) {
    Dice dice(n);
    const Private net(dice, 2 + dice.below(4));
    for (std::uint64_t i = 0; i < each; ++i) run_alone(1000 + n * each + i, net);
  }
}

RouterConfig draw_machine(Dice& dice) {
  RouterConfig machine;
  machine.vcs = 4;
  machine.injection_vcs = 1 + static_cast<int>(dice.below(4));
  machine.buffer_depth = 1 + static_cast<int>(dice.below(4));
  machine.channel_latency = 1 + static_cast<int>(dice.below(3));
  machine.routing_delay = static_cast<int>(dice.below(3));
  machine.router_pipeline = dice.one_in(2) ? 0 : static_cast<int>(dice.below(3));
  machine.source = dice.pick({SourcePolicy::interleaved, SourcePolicy::one_at_a_time});
  machine.crossbar = dice.pick({Crossbar::per_vc, Crossbar::per_port});
  machine.ejection = dice.pick({Ejection::ideal, Ejection::channel});
  machine.selection = dice.pick({Selection::random, Selection::lowest, Selection::round_robin});
  machine.seed = dice.below(1000);
  machine.absorption.delay = dice.below(3);
  return machine;
}

std::uint64_t busiest(const RecordedSchedule& run) {
  std::uint64_t most = 0;
  for (const std::uint64_t flits : run.result.channels.flits) most = std::max(most, flits);
  for (const auto& packets : run.packets) {
    std::uint64_t injected = 0;
    for (const RecordedPacket& packet : packets) injected += packet.length;
    most = std::max(most, injected);
  }
  return most;
}

void run_together(std::uint64_t seed, const Routed& net) {
  Dice dice(seed);
  const auto nodes = static_cast<std::uint32_t>(net.living.size());
  const ScheduleOptions options = draw_options(dice, nodes, net.living, dice.one_in(2));
  const std::uint64_t repeat = dice.one_in(2) ? 1 : 1 + dice.below(dice.one_in(20) ? 60 : 6);
  const Schedule schedule = draw_schedule(dice, {dice.one_in(2) ? 4 : nodes, dice.one_in(2) ? 20U : 80U, 30, false, repeat});
  RouterConfig machine = draw_machine(dice);
  INFO("seed " << seed << ", " << net.topology->name() << " " << net.relation->name() << "\n" << text_of(schedule));
  const RecordedSchedule run = run_schedule(*net.topology, *net.relation, machine, schedule, options);
  RecordedNetwork recorded(run, schedule, options);
  const auto measured = [&](std::uint32_t send, Cycle generated) {
    const std::optional<Passage> passage = recorded.take(send, generated);
    CAPTURE(send, generated);
    REQUIRE(passage.has_value());
    return *passage;
  };
  check_model(run, schedule, model_schedule(schedule, model_of(options, measured)));
  REQUIRE(recorded.all_taken());

  machine.execution.reverse_order = true;
  machine.execution.general_path = dice.one_in(2);
  const RecordedSchedule reversed = run_schedule(*net.topology, *net.relation, machine, schedule, options);
  REQUIRE(reversed.completion == run.completion);
  REQUIRE(reversed.packets == run.packets);

  CompletionInput input{options.sizes,
                              options.places,
                              machine.channel_latency,
                              static_cast<std::uint64_t>(machine.routing_delay + machine.router_pipeline),
                              options.send_overhead,
                              options.receive_overhead,
                              machine.source == SourcePolicy::interleaved ? static_cast<std::uint64_t>(machine.routing_delay) : 0};
  input.reduce_cost = options.reduce_cost;
  const CompletionBounds bounds = completion_bounds(*net.topology, *net.relation, schedule, input, 1e7);
  REQUIRE(bounds.critical_path.has_value());
  REQUIRE(run.completion >= *bounds.critical_path);
  if (!net.deterministic) return;
  REQUIRE(bounds.bandwidth == Rational(busiest(run)));
  REQUIRE(run.completion >= busiest(run));
}

void together(std::uint64_t each) {
  for (const Routed& net :
       {Routed("torus:4x3", "dor", true), Routed("mesh:3x3", "dor", true), Routed("hypercube:3", "dor", true), Routed("torus:4x4", "duato", false),
        Routed("mesh:3x4", "odd-even", false), Routed("hypercube:3", "valiant", false),
        Routed("torus:4x4", "sw-deterministic", false, {NodeId(5), NodeId(6)}), Routed("torus:4x4", "sw-adaptive", false, {NodeId(1), NodeId(10)})}) {
    for (std::uint64_t i = 0; i < each; ++i) run_together(i, net);
  }
}

}  // namespace

TEST_CASE("random schedules alone in their network do what the model says, cycle for cycle") { alone(40, sample(100U)); }
TEST_CASE("many random schedules alone in their network do what the model says", "[long]") { alone(400, 500); }

TEST_CASE("random schedules in any network do what the model says of its deliveries, and keep their bounds") { together(sample(150U)); }
TEST_CASE("many random schedules in any network do what the model says of its deliveries", "[long]") { together(5000); }
