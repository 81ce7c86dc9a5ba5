#include "tests/support/cases/soak.hpp"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "models/network/relation/forwarding_relation.hpp"
#include "tests/support/channel_flits.hpp"

namespace dateline::test {
namespace {

class Recorder final : public DeliveryObserver {
 public:
  explicit Recorder(std::vector<Delivery>& deliveries) : deliveries_(deliveries) {}
  void delivered(const Delivery& d) override { deliveries_.push_back(d); }

 private:
  std::vector<Delivery>& deliveries_;
};

// Answers late now and then: a tile that routes is overtaken by the others, at moments that differ from run to run.
class SleepyRelation final : public ForwardingRelation {
 public:
  explicit SleepyRelation(const RoutingRelation& of) : ForwardingRelation(of) {}
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override {
    sleep();
    ForwardingRelation::next(node, in, dst, state, out);
  }
  void steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const override {
    sleep();
    ForwardingRelation::steps(queries, count, answers);
  }

 private:
  static void sleep() {
    static std::atomic<std::uint64_t> asked{0};
    const std::uint64_t draw = mix(asked++);
    if (draw % 32 == 0) std::this_thread::sleep_for(std::chrono::microseconds(draw / 32 % 200));
  }
};

// One clock and one generator per node.
class Senders {
 public:
  Senders(const SoakPlan& plan, std::uint32_t nodes) : plan_(plan), nodes_(nodes) {
    const double rate = plan.load / (0.5 * (1.0 + plan.longest));
    for (std::uint32_t v = 0; v < nodes; ++v) {
      senders_.push_back({ArrivalProcess(plan.injection, rate, RandomStream(plan.seed, v, Purpose::arrival)), Dice(plan.seed * 4096 + v), 0});
      senders_.back().next = senders_.back().arrivals.next();
    }
  }
  void generate(Cycle now, CompiledNetwork& machine, SoakResult& result) {
    for (std::uint32_t v = 0; v < nodes_; ++v) {
      Sender& s = senders_[v];
      for (; s.next == now; s.next = s.arrivals.next()) {
        const std::uint32_t anybody = s.dice.below(nodes_);
        const std::uint32_t destination = s.dice.below(100) < plan_.hot_percent ? 0 : anybody;
        const Send send{now, TerminalId(v), TerminalId(destination), 1 + s.dice.below(plan_.longest)};
        const auto tag = static_cast<std::uint32_t>(result.sent.size());
        result.sent.push_back(send);
        result.measured.push_back(tag % 3 == 0);
        machine.send(send.source, {now, send.destination, send.length, tag, tag % 3 == 0});
      }
    }
  }

 private:
  struct Sender {
    ArrivalProcess arrivals;
    Dice dice;
    Cycle next;
  };
  SoakPlan plan_;
  std::uint32_t nodes_;
  std::vector<Sender> senders_;
};

}  // namespace

SoakPlan draw_plan(Dice& dice, double lowest_load, double highest_load) {
  SoakPlan plan;
  plan.load = lowest_load + (highest_load - lowest_load) * dice.below(1001) / 1000.0;
  plan.injection = dice.pick({Injection::poisson, Injection::bernoulli});
  plan.longest = dice.pick({1U, 8U, 40U});
  plan.hot_percent = dice.pick({0U, 0U, 0U, 20U});
  plan.cycles = static_cast<Cycle>(dice.between(200, 800));
  plan.check_period = dice.pick({Cycle{1}, Cycle{13}, Cycle{100}});
  plan.seed = dice.below(1U << 30U);
  return plan;
}

std::string describe(const SoakPlan& plan) {
  return fmt::format("load {} {} lengths 1..{} {}% to node 0, {} cycles, checked every {}, seed {}", plan.load,
                     plan.injection == Injection::poisson ? "poisson" : "bernoulli", plan.longest, plan.hot_percent, plan.cycles, plan.check_period,
                     plan.seed);
}

SoakResult soak(const RandomCase& c, const SoakPlan& plan, const std::function<void(const SoakState&)>& check) {
  const TestNetwork network(c.shape.name(), c.machine.vcs, c.tie_rule, c.policy);
  SoakResult result;
  Recorder recorder(result.deliveries);
  const SleepyRelation sleepy(*network.relation);
  const RoutingRelation& relation = plan.sleeps ? static_cast<const RoutingRelation&>(sleepy) : *network.relation;
  CompiledNetwork machine(c.machine, Wiring::of(*network.topology), relation, recorder);
  Senders senders(plan, c.shape.nodes());
  Cycle now = 0;
  for (; now < plan.cycles || !machine.idle(); ++now) {
    if (now > plan.cycles + kDrainLimit) throw std::runtime_error("the network did not drain");
    // The long drain of an overload is watched less closely.
    const Cycle period = now < plan.cycles ? plan.check_period : plan.check_period + 200;
    const auto generate = [&](Cycle cycle) { senders.generate(cycle, machine, result); };
    if (plan.at_once && now < plan.cycles && machine.stretch() > 1) {
      const Cycle check_at = (now + period - 1) / period * period;
      const Cycle last = std::min({now + machine.stretch() - 1, check_at, plan.cycles - 1});
      machine.step(now, last - now + 1, generate);
      now = last;
    } else {
      if (now < plan.cycles) generate(now);
      machine.step(now);
    }
    if (check && now % period == 0) check({machine, result.sent, result.deliveries, now + 1});
  }
  if (check) check({machine, result.sent, result.deliveries, now});
  result.end = now;
  result.channel_flits = channel_flits(machine);
  for (const ChannelCounters::Counts& crossed : machine.crossings()) {
    result.channel_packets.push_back(crossed.packets);
    result.channel_measured_packets.push_back(crossed.measured);
  }
  result.totals = machine.totals();
  return result;
}

}  // namespace dateline::test
