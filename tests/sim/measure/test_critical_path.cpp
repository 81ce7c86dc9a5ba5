// The critical path of a schedule (traffic/schedules/completion_bounds.hpp) against the second implementation of its
// semantics, and by hand.
#include <catch2/catch.hpp>

#include "tests/support/cases/random_schedule.hpp"
#include "tests/support/cases/schedule_case.hpp"
#include "tests/support/cases/schedule_model.hpp"
#include "tests/support/cases/schedule_text.hpp"
#include "traffic/schedules/completion_bounds.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

// Bounds against a model in which nothing is ever waited for but what the bound knows.
void check_path(std::uint64_t seed, const Routed& net, std::uint32_t most_repeats) {
  Dice dice(seed);
  const auto nodes = static_cast<std::uint32_t>(net.living.size());
  const ScheduleOptions options = draw_options(dice, nodes, net.living, dice.one_in(2));
  const Schedule schedule =
      draw_schedule(dice, {dice.one_in(2) ? 3 : nodes, dice.one_in(2) ? 10U : 60U, 30, false, std::uint64_t{1} + dice.below(most_repeats)});
  CompletionInput input{
      options.sizes, options.places, 1 + static_cast<int>(dice.below(6)), 0, options.send_overhead, options.receive_overhead, 0};
  input.reduce_cost = options.reduce_cost;
  INFO("seed " << seed << ", " << net.topology->name() << "\n" << text_of(schedule));
  const auto alone = [&](std::uint32_t send, Cycle generated) {
    const std::uint32_t from = options.places[schedule[send].rank].value(), to = options.places[schedule[schedule[send].partner].rank].value();
    const Cycle flits = options.sizes.flits(schedule[send].amount);
    return Passage{generated + flits - 1, generated + net.hops[from][to] * static_cast<Cycle>(input.channel_latency) + flits};
  };
  ModelSetting setting{options.send_overhead, options.receive_overhead, alone, true};
  setting.reduce_cycles = static_cast<std::uint64_t>(numerator(options.reduce_cost));
  setting.reduce_bytes = static_cast<std::uint64_t>(denominator(options.reduce_cost));
  const ModelOutcome model = model_schedule(schedule, setting);
  REQUIRE(model.ended == schedule.size() * schedule.repeat());
  REQUIRE(completion_bounds(*net.topology, *net.relation, schedule, input, 1e7).critical_path == model.completion);
}

void paths(std::uint64_t each) {
  for (const Routed& net : {Routed("torus:4x3", "dor", true), Routed("hypercube:3", "dor", true), Routed("torus:4x4", "duato", false)}) {
    for (std::uint64_t i = 0; i < each; ++i) check_path(i, net, i % 4 == 0 ? 60 : 4);
  }
}

}  // namespace

TEST_CASE("the critical path is the model's with a cpu and a channel for everything") { paths(300); }
TEST_CASE("the critical path of many schedules is the model's", "[long]") { paths(20000); }

TEST_CASE("packets on ways of their own spend their routing delays side by side") {
  // 30 flits of payload in 8 packets of at most 5: 38 flits over 2 hops of 1 + 2 cycles.
  const Schedule schedule = schedule_of("ranks 6\n0 send 30 to 5\n5 recv 30 from 0\n");
  CompletionInput input{{1, 5}, {}, 1, 2, 0, 0, 2};
  for (std::uint32_t rank = 0; rank < 6; ++rank) input.places.emplace_back(rank);
  const Routed one_way("torus:4x4", "dor", true), many("torus:4x4", "duato", false);
  const auto path = [&](const Routed& net) { return completion_bounds(*net.topology, *net.relation, schedule, input, 1e7).critical_path; };
  CHECK(path(one_way) == 2 * 3 + 38 + 1);  // all behind the first header
  CHECK(path(many) == 2 * 1 + 38 + 1);     // the last flit follows a header that was there before
  input.side_by_side = 0;                  // one packet at a time: the last header is sent behind all others
  CHECK(path(many) == 2 * 3 + 38 + 1);
  input.sizes.packet_length = 65535;
  input.side_by_side = 2;
  CHECK(path(many) == 2 * 3 + 31 + 1);
}

TEST_CASE("a critical path beyond 2^60 cycles is 2^60") {
  const Routed net("hypercube:1", "dor", true);
  const auto path = [&](const std::string& text) {
    return completion_bounds(*net.topology, *net.relation, schedule_of(text), {{}, {TerminalId(0)}, 1, 0, 0, 0}, 1e7).critical_path;
  };
  CHECK(path("ranks 1\nrepeat 2048\n0 compute 9007199254740993\n") == std::uint64_t{1} << 60U);  // 2^64 + 2048
  std::string chain = "ranks 1\n0 compute 18014398509481983\n";
  for (int i = 0; i < 1100; ++i) chain += "0 compute 18014398509481983 after " + std::to_string(i) + "\n";
  CHECK(path(chain) == std::uint64_t{1} << 60U);
  CHECK(path("ranks 1\nrepeat 1000000000\n0 compute 1000000000\n") == 1'000'000'000'000'000'000);
}
