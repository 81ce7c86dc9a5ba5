// Several streams of traffic at once: a stream alone is the run without streams, one more changes none before it, and
// what all say together is what the run says.
#include <catch2/catch.hpp>

#include "sim/measure/run.hpp"
#include "sim/measure/sources/streams_source.hpp"
#include "sim/measure/verdict/work_dispersion.hpp"
#include "tests/support/harness.hpp"
#include "traffic/patterns/mixed_traffic.hpp"

using namespace dateline;

namespace {

struct Outcome {
  RunResult result;
  std::vector<std::uint64_t> generated, delivered, generated_flits;
  std::vector<Summary> latency;
};

StreamSpec stream(const std::string& traffic, const Rational& load, const PacketLengths& lengths, const InjectionRule& injection = {}) {
  StreamSpec spec;
  spec.name = traffic;
  spec.traffic = traffic;
  spec.load = load;
  spec.lengths = lengths;
  spec.injection = injection;
  return spec;
}

RunConfig window_of(Cycle cycles) {
  RunConfig config;
  config.warmup = 500;
  config.cycles = cycles;
  config.seed = 7;
  return config;
}

RouterConfig machine_of(int injection_vcs) {
  RouterConfig config;
  config.injection_vcs = injection_vcs;
  return config;
}

Outcome run(const std::string& topology, const std::vector<StreamSpec>& streams, Cycle cycles = 4000, int injection_vcs = 4) {
  const test::TestNetwork network(topology, 4);
  const std::uint32_t terminals = network.topology->terminals();
  std::vector<std::unique_ptr<TrafficPattern>> own;
  std::vector<const TrafficPattern*> patterns;
  std::vector<MixedTraffic::Part> parts;
  for (const StreamSpec& spec : streams) {
    own.push_back(make_traffic(spec.traffic, *network.topology));
    patterns.push_back(own.back().get());
    parts.push_back({own.back().get(), spec.load});
  }
  const MixedTraffic all(parts);
  RunConfig config = window_of(cycles);
  config.work = offered_work(streams, patterns, terminals);
  config.rate = config.work->rate;
  auto source = std::make_unique<StreamsSource>(streams, patterns, terminals, config.seed);
  const StreamsSource& view = *source;
  Run run(config, all, terminals, std::move(source));
  CompiledNetwork machine(machine_of(injection_vcs), Wiring::of(*network.topology), *network.relation, run);
  run_to_end(run, machine);
  Outcome outcome;
  outcome.result = run.result();
  for (const StreamCounts& counts : view.counts()) {
    outcome.generated.push_back(counts.generated);
    outcome.delivered.push_back(counts.delivered);
    outcome.generated_flits.push_back(counts.generated_flits);
    outcome.latency.push_back(outcome.result.summary_of(counts.measured.latency));
  }
  return outcome;
}

}  // namespace

TEST_CASE("a stream alone is the run without streams") {
  for (const Injection injection : {Injection::poisson, Injection::bernoulli, Injection::periodic}) {
    const Outcome o = run("torus:4x4", {stream("tornado", Rational(3, 10), 8, injection)}, 60000);
    const test::TestNetwork network("torus:4x4", 4);
    const auto pattern = make_traffic("tornado", *network.topology);
    RunConfig config = window_of(60000);
    config.packet_length = 8;
    config.exact_rate = Rational(3, 80);
    config.rate = to_double(*config.exact_rate);
    config.injection = injection;
    Run plain(config, *pattern, 16);
    CompiledNetwork machine(machine_of(4), Wiring::of(*network.topology), *network.relation, plain);
    run_to_end(plain, machine);
    const RunResult& r = plain.result();
    CHECK(o.result.latency.mean == r.latency.mean);
    CHECK(o.result.flit_hops == r.flit_hops);
    CHECK(o.result.offered == r.offered);
    CHECK(o.result.judgement.verdict == r.judgement.verdict);
    CHECK(o.result.judgement.overload_excluded == r.judgement.overload_excluded);
    CHECK(o.latency[0].mean == r.latency.mean);
    CHECK(o.latency[0].p99 == r.latency.p99);
    CHECK(o.latency[0].ci95 == r.latency.ci95);
    CHECK(r.latency.ci95);
  }
}

TEST_CASE("streams say together what the run says, and one more changes none before it") {
  const StreamSpec small = stream("uniform", Rational(1, 10), 2), large = stream("transpose", Rational(1, 5), 16);
  const Outcome one = run("torus:4x4", {small}), both = run("torus:4x4", {small, large});
  CHECK(both.result.latency.count == both.latency[0].count + both.latency[1].count);
  CHECK(both.latency[0].count == one.latency[0].count);  // generated in the same cycles
  CHECK(both.generated_flits[0] == one.generated_flits[0]);
  CHECK(both.result.packets.generated == both.generated[0] + both.generated[1]);
  CHECK(both.result.packets.delivered == both.delivered[0] + both.delivered[1]);
  CHECK(both.result.offered == Approx(static_cast<double>(both.generated_flits[0] + both.generated_flits[1]) / 16 / 4000));
  const double sum =
      both.latency[0].mean * static_cast<double>(both.latency[0].count) + both.latency[1].mean * static_cast<double>(both.latency[1].count);
  CHECK(both.result.latency.mean == Approx(sum / static_cast<double>(both.result.latency.count)));
  CHECK(both.latency[0].mean < both.latency[1].mean);  // 2 flits against 16
  CHECK(both.latency[0].mean > one.latency[0].mean);   // they share channels
  // Two streams of the same kind are two draws, not one twice.
  const Outcome twice = run("torus:4x4", {small, small});
  CHECK(twice.generated_flits[0] == one.generated_flits[0]);
  CHECK(twice.generated_flits[1] != one.generated_flits[0]);
}

TEST_CASE("an overload of streams together is seen") {
  // One injection VC sends a message of 4 flits in 5 cycles: 0.8 flits a cycle.
  const auto at = [](const Rational& load) {
    return run("hypercube:1", {stream("bit-complement", load, 4), stream("bit-complement", load, 4, Injection::bernoulli)}, 20000, 1).result;
  };
  CHECK_FALSE(at(Rational(7, 20)).saturated());  // 0.7
  CHECK(at(Rational(9, 20)).saturated());        // 0.9
}

TEST_CASE("the work of several streams is that of their mix") {
  const test::TestNetwork network("torus:4x4", 4);
  const auto uniform = make_traffic("uniform", *network.topology);
  const std::vector<const TrafficPattern*> patterns = {uniform.get(), uniform.get()};
  // 0.05 messages of 4 flits and 0.0125 of 16: 4@0.8,16@0.2, mean 6.4, E[L^2] = 64.
  const OfferedWork mix = offered_work({stream("uniform", Rational(1, 5), 4), stream("uniform", Rational(1, 5), 16)}, patterns, 16);
  CHECK(mix.rate == Approx(0.0625));
  CHECK(mix.mean_length == Approx(6.4));
  CHECK(mix.dispersion == Approx(64 / (6.4 * 6.4)));
  // Independent counts: variances add up. Bursts of 4 at a peak of 0.4 flits, offered half of it.
  InjectionRule bursts = Injection::on_off;
  bursts.burst = 4, bursts.peak = Rational(1, 10);
  const double own = work_dispersion(bursts, PacketLengths(4), 0.05);
  const OfferedWork both = offered_work({stream("uniform", Rational(1, 5), 4, bursts), stream("uniform", Rational(1, 5), 16)}, patterns, 16);
  CHECK(both.dispersion == Approx((0.05 * 16 * own + 0.0125 * 256) / (0.4 * 6.4)));
}
