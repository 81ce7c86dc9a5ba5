#include "tests/support/harness.hpp"

#include <map>
#include <stdexcept>
#include <tuple>

#include "tests/support/routings.hpp"

namespace dateline::test {
namespace {

class Collector final : public DeliveryObserver {
 public:
  void delivered(const Delivery& d) override {
    const auto key = std::make_tuple(d.packet.source.value(), d.packet.sequence);
    if (!by_packet.emplace(key, d).second) throw std::runtime_error("a message was delivered twice");
  }
  std::map<std::tuple<std::uint32_t, std::uint64_t>, Delivery> by_packet;
};

}  // namespace

TestNetwork::TestNetwork(const std::string& topology_name, int vcs, TieRule tie_rule, VcPolicy policy)
    : topology(make_cube(topology_name)), relation(make_relation("dor", *topology, taken("dor", *topology, {tie_rule, policy, vcs}))) {}

std::vector<Delivery> deliver_all(const Wiring& wiring, const RoutingRelation& relation, const RouterConfig& config, const std::vector<Send>& sends,
                                  Cycle limit, Cycle audit_period) {
  Collector collector;
  CompiledNetwork machine(config, wiring, relation, collector);
  std::vector<std::tuple<std::uint32_t, std::uint64_t>> keys;
  std::size_t next = 0;
  for (Cycle now = 0; next < sends.size() || !machine.idle(); ++now) {
    if (now >= limit) throw std::runtime_error("not all messages were delivered by cycle " + std::to_string(limit));
    for (; next < sends.size() && sends[next].generated == now; ++next) {
      const Send& s = sends[next];
      keys.emplace_back(s.source.value(), machine.send(s.source, {now, s.destination, s.length, 0, true, s.vc_set, s.priority}));
    }
    machine.step(now);
    if (audit_period != 0 && now % audit_period == 0) machine.audit();
  }
  machine.audit();
  std::vector<Delivery> deliveries;
  for (const auto& key : keys) deliveries.push_back(collector.by_packet.at(key));
  return deliveries;
}

RunResult run_pattern(const Topology& topology, const RoutingRelation& relation, const RouterConfig& config, const RunConfig& settings,
                      const TrafficPattern& pattern) {
  Run run(settings, pattern, topology.nodes());
  CompiledNetwork machine(config, Wiring::of(topology), relation, run);
  run_to_end(run, machine);
  return run.result();
}

}  // namespace dateline::test
