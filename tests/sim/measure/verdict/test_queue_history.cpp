// Time means of queues (sim/measure/verdict/queue_history.hpp) against sums over every cycle of a run.
#include <catch2/catch.hpp>
#include <vector>

#include "sim/measure/verdict/queue_history.hpp"
#include "tests/support/channel_flits.hpp"
#include "tests/support/logged_run.hpp"
#include "traffic/patterns/uniform.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

// A run that is watched cycle by cycle beside its history. Load in flits a cycle of 16 sources, 8 flits a message.
class Watched final : public DeliveryObserver {
 public:
  Watched(double load, std::vector<Cycle> planned)
      : network_("torus:4x4", 2), machine_(config(), Wiring::of(*network_.topology), *network_.relation, *this) {
    RunConfig settings = window(load / 8, 8, 0, 1);
    source_ = traffic_source(settings, uniform_, 16);
    if (!planned.empty()) history.plan(std::move(planned));
  }
  void delivered(const Delivery& d) override {
    history.gone(d.packet.source, d.ejected + 1);
    --inside_[d.packet.source.value()];
  }
  void execute(Cycle cycles) {
    for (; now_ < cycles; ++now_) {
      if (history.next_border() <= now_) history.pass_borders(machine_, now_);
      for (std::uint32_t t = 0; t < 16; ++t) empty_[t] = machine_.source(TerminalId(t)).generated == machine_.source(TerminalId(t)).injected ? 1 : 0;
      source_->generate(now_, false, machine_);
      per_cycle.emplace_back();
      for (std::uint32_t t = 0; t < 16; ++t) {
        const std::uint64_t came = machine_.source(TerminalId(t)).generated - generated_[t];
        generated_[t] += came;
        per_cycle.back().push_back({came, came > 0 && empty_[t] != 0 ? 1U : 0U, 0, 0});
      }
      machine_.step(now_);
      for (std::uint32_t t = 0; t < 16; ++t) {
        const std::uint64_t injected = machine_.source(TerminalId(t)).injected;
        inside_[t] += static_cast<std::int64_t>(injected - injected_[t]);
        injected_[t] = injected;
        // A header that crosses in this cycle has left the queue in it; a tail that leaves in it stays until its end.
        per_cycle.back()[t].queued = generated_[t] - injected;
        per_cycle.back()[t].inside = inside_[t];
      }
    }
  }
  [[nodiscard]] const CompiledNetwork& machine() const { return machine_; }

  struct PerCycle {
    std::uint64_t came, found_empty, queued;
    std::int64_t inside;  // after the cycle's deliveries
  };
  std::vector<std::vector<PerCycle>> per_cycle;
  QueueHistory history{16};

 private:
  static RouterConfig config() {
    RouterConfig c;
    c.vcs = 2;
    return c;
  }
  TestNetwork network_;
  UniformTraffic uniform_{16, false};
  CompiledNetwork machine_;
  std::unique_ptr<PacketSource> source_;
  std::vector<std::uint64_t> generated_ = std::vector<std::uint64_t>(16), injected_ = generated_;
  std::vector<std::int64_t> inside_ = std::vector<std::int64_t>(16);
  std::vector<int> empty_ = std::vector<int>(16);
  Cycle now_ = 0;
};

}  // namespace

TEST_CASE("queue history: means between two borders are the sums over the cycles between them") {
  for (const double load : {0.2, 0.6, 2.0}) {
    CAPTURE(load);
    Watched run(load, {3000});
    run.execute(3000);
    const QueueBorder* const half = run.history.half_way(3000);
    REQUIRE(half != nullptr);
    REQUIRE(half->at == 1500);
    const QueueBorder end = run.history.border(run.machine(), 3000);
    for (std::size_t t = 0; t < 16; ++t) {
      std::uint64_t came = 0, empty = 0;
      double queued = 0, inside = 0;
      for (std::size_t c = 1500; c < 3000; ++c) {
        const Watched::PerCycle& now = run.per_cycle[c][t];
        came += now.came;
        empty += now.found_empty;
        queued += static_cast<double>(now.queued);
        // In the network from the cycle of the header's crossing to that of the tail's leaving, both included: what is
        // inside after the cycle before, and what came in.
        const std::int64_t before = c == 0 ? 0 : run.per_cycle[c - 1][t].inside;
        const std::uint64_t queued_before = run.per_cycle[c - 1][t].queued;
        inside += static_cast<double>(before) + static_cast<double>(queued_before + now.came - now.queued);
      }
      const QueueMeans means = queue_means(*half, end, t);
      CHECK(means.generated == came);
      CHECK(means.found_empty == empty);
      CHECK(means.queue == Approx(queued / 1500).margin(1e-9));
      CHECK(means.in_network == Approx(inside / 1500).margin(1e-9));
    }
    const std::vector<std::uint64_t> crossed = channel_flits(run.machine());
    for (std::uint32_t c = 0; c < crossed.size(); ++c) {
      const ChannelId channel(c);
      CHECK(half->granted_flits[channel] < end.granted_flits[channel]);
      CHECK(end.granted_flits[channel] >= crossed[c]);
      CHECK(end.granted_flits[channel] <= crossed[c] + 16U * static_cast<unsigned>(run.machine().tile().config.vcs));  // a message in each VC
    }
  }
}

TEST_CASE("queue history: a border lies in the second half of every run, planned or not") {
  Watched any(0.3, {}), planned(0.3, {200, 282, 400, 1000});
  for (Cycle end = 1; end <= 1200; ++end) {
    any.execute(end);
    planned.execute(end);
    const QueueBorder* const half = any.history.half_way(end);
    if (end >= 130) {
      REQUIRE(half != nullptr);
      CHECK(2 * half->at >= end);
      CHECK(5 * half->at <= 3 * end + 5);
    }
    if (end == 200 || end == 400 || end == 1000) {
      REQUIRE(planned.history.half_way(end) != nullptr);
      CHECK(planned.history.half_way(end)->at == end / 2);
    }
  }
}

TEST_CASE("queue history: after a change of the network the halves count from there") {
  Watched run(0.3, {});
  run.execute(1000);
  run.history.restart(run.machine(), 1000);
  CHECK(run.history.origin().at == 1000);
  run.execute(1400);
  REQUIRE(run.history.half_way(1400) != nullptr);
  CHECK(run.history.half_way(1400)->at >= 1200);
  CHECK(run.history.half_way(1400)->at <= 1245);
}
