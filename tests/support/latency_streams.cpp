#include "tests/support/latency_streams.hpp"

#include <algorithm>

#include "models/analysis/loads/channel_load.hpp"
#include "models/base/numbers/natural_log.hpp"
#include "models/network/topology/cube.hpp"
#include "routing/registry/registry.hpp"
#include "sim/core/compiled_network.hpp"
#include "traffic/registry.hpp"

namespace dateline::test {
namespace {

constexpr std::uint32_t kLength = 4;

// A cube, its relation and pattern, and a run on them.
class Network {
 public:
  Network(const std::string& name, std::uint64_t seed)
      : topology_(make_cube(name)), relation_(make_relation("dor", *topology_, {})), pattern_(make_traffic("uniform", *topology_)) {
    machine_.seed = seed;
    machine_.execution.count_channels = false;
  }
  [[nodiscard]] static RunConfig offering(double load, std::uint64_t seed) {
    RunConfig config;
    config.packet_length = kLength;
    config.rate = load / kLength;
    config.seed = seed;
    return config;
  }
  [[nodiscard]] Run run(const RunConfig& config) const { return Run(config, *pattern_, topology_->terminals()); }
  void execute(CycleClient& client) const {
    CompiledNetwork machine(machine_, Wiring::of(*topology_), *relation_, client);
    run_to_end(client, machine);
  }
  [[nodiscard]] RunTheory theory(double load) const {
    const ChannelLoads loads = channel_load(*topology_, *relation_, *pattern_);
    const double gamma = to_double(loads.gamma_max);
    RunTheory theory;
    theory.load_over_channels = theory.load_over_network = load * gamma;
    theory.load_over_bound = load * std::max(1.0, gamma);  // an injection channel takes a flit a cycle
    for (const Rational& channel : loads.load) theory.near.count(to_double(channel) / gamma);
    theory.zero_load_latency = to_double(loads.mean_hops) + kLength + 1;
    return theory;
  }
  [[nodiscard]] std::uint32_t terminals() const { return topology_->terminals(); }

 private:
  std::unique_ptr<CubeTopology> topology_;
  std::unique_ptr<RoutingRelation> relation_;
  std::unique_ptr<TrafficPattern> pattern_;
  RouterConfig machine_;
};

// Passes all on to a run, and measures its deliveries.
class ObserverKind final : public CycleClient {
 public:
  ObserverKind(Run& run, const StreamPlan& plan) : run_(run), plan_(plan) {}
  void begin(CompiledNetwork& machine) override { run_.begin(machine); }
  Cycle execute(CompiledNetwork& machine, Cycle now) override { return run_.execute(machine, now); }
  [[nodiscard]] bool finished() const override { return next_ == plan_.looks.size(); }
  void delivered(const Delivery& delivery) override {
    if (delivery.ejected != last_) measured_.end_of_cycle();
    last_ = delivery.ejected;
    run_.delivered(delivery);
    if (++delivered_ <= plan_.warmup || finished()) return;
    measured_.add(delivery);
    if (++count_ < plan_.looks[next_]) return;
    plan_.look(count_, measured_);
    ++next_;
  }
  void sent(const std::vector<const Packet*>& messages, Cycle now) override { run_.sent(messages, now); }
  void lost(const Packet& packet, Cycle now) override { run_.lost(packet, now); }

 private:
  Run& run_;
  const StreamPlan& plan_;
  std::uint64_t delivered_ = 0, count_ = 0;
  std::size_t next_ = 0;
  Cycle last_ = 0;
  Deliveries measured_;
};

}  // namespace

void queue_stream(Service service, const StreamPlan& plan) {
  constexpr auto kMean = static_cast<double>(kServiceTime);
  RandomStream arrivals(plan.seed, 0, Purpose::arrival), services(plan.seed, 1, Purpose::arrival);
  const auto exponential = [](RandomStream& random) { return -natural_log(1.0 - random.unit()) * kMean; };
  Deliveries measured;
  double wait = 0;
  std::uint64_t count = 0;
  std::size_t next = 0;
  for (std::uint64_t packet = 0; next < plan.looks.size(); ++packet) {
    const double time = wait + (service == Service::exponential ? exponential(services) : kMean);
    wait = std::max(0.0, time - exponential(arrivals) / plan.load);
    if (packet < plan.warmup) continue;
    measured.latency.add(static_cast<std::uint64_t>(time));
    measured.end_of_cycle();
    if (++count < plan.looks[next]) continue;
    plan.look(count, measured);
    ++next;
  }
}

double queue_mean(Service service, double load) {
  const double squares = service == Service::exponential ? 2 : 1;  // E[S^2] / E[S]^2
  return static_cast<double>(kServiceTime) * (1 + squares * load / (2 * (1 - load))) - 0.5;
}

void network_stream(const std::string& topology, const StreamPlan& plan) {
  const Network network(topology, plan.seed);
  RunConfig config = Network::offering(plan.load, plan.seed);
  config.protocol = RunConfig::Protocol::messages;
  config.messages = ~std::uint64_t{0};
  config.measure = false;
  Run run = network.run(config);
  ObserverKind client(run, plan);
  network.execute(client);
}

RunResult network_until(const std::string& topology, const StreamPlan& plan, double part) {
  const Network network(topology, plan.seed);
  RunConfig config = Network::offering(plan.load, plan.seed);
  config.warmup = static_cast<Cycle>(static_cast<double>(plan.warmup) / (config.rate * network.terminals()));
  config.cycles = 10'000'000;
  config.until_ci = part;
  config.theory = network.theory(plan.load);
  Run run = network.run(config);
  network.execute(run);
  return run.result();
}

}  // namespace dateline::test
