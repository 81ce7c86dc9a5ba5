// Runs a source on a small network without SystemC and notes every delivery.
#pragma once

#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "sim/measure/sources/trace_source.hpp"
#include "tests/support/cases/netrace_bytes.hpp"
#include "tests/support/harness.hpp"
#include "tests/support/scratch_file.hpp"
#include "traffic/traces/netrace_file.hpp"
#include "traffic/traces/trace_file.hpp"
#include "traffic/traces/trace_traffic.hpp"

namespace dateline::test {

// What there is to know of a delivery.
struct Arrival {
  std::uint32_t source;
  std::uint64_t sequence;
  std::uint32_t destination, flits, hops;
  Cycle generated, injected, ejected;
  std::uint64_t key;
  [[nodiscard]] auto all() const { return std::tie(source, sequence, destination, flits, hops, generated, injected, ejected, key); }
  [[nodiscard]] bool operator==(const Arrival& o) const { return all() == o.all(); }
};

class NotedRun final : public DeliveryObserver {
 public:
  NotedRun(const TestNetwork& network, const RouterConfig& machine, const RunConfig& config, const TrafficPattern& pattern,
           std::unique_ptr<PacketSource> source)
      : run_(config, pattern, network.topology->terminals(), std::move(source)),
        machine_(machine, Wiring::of(*network.topology), *network.relation, *this) {
    run_to_end(run_, machine_);
  }
  void delivered(const Delivery& d) override {
    const Packet& m = d.packet;
    arrivals_.push_back(
        {m.source.value(), m.sequence, m.order.destination.value(), m.order.length, m.hops, m.order.generated, m.injected, d.ejected, m.key});
    run_.delivered(d);
  }
  void sent(const std::vector<const Packet*>& messages, Cycle now) override { run_.sent(messages, now); }
  [[nodiscard]] const std::vector<Arrival>& arrivals() const { return arrivals_; }
  [[nodiscard]] const RunResult& result() const { return run_.result(); }
  [[nodiscard]] const CompiledNetwork& machine() const { return machine_; }

 private:
  std::vector<Arrival> arrivals_;
  Run run_;
  CompiledNetwork machine_;
};

inline RouterConfig deep_machine(int vcs = 4) {
  RouterConfig config;
  config.vcs = config.injection_vcs = vcs;
  config.buffer_depth = 4;
  config.execution.count_channels = true;
  return config;
}

inline RunConfig workload_config() {
  RunConfig config;
  config.protocol = RunConfig::Protocol::workload;
  config.audit = true;
  return config;
}

// Of a trace in a file, rank r at terminal r.
template <typename Open>
NotedRun replay(const TestNetwork& network, const RouterConfig& machine, Open open) {
  const std::uint32_t terminals = network.topology->terminals();
  TracePlaces places;
  for (std::uint32_t t = 0; t < terminals; ++t) places.terminals.emplace_back(t);
  const TraceSummary summary = summarise(*open(), places, terminals);
  const TraceTraffic pattern(summary.flits);
  return {network, machine, workload_config(), pattern, std::make_unique<TraceSource>(open(), places, summary.packets)};
}

inline NotedRun replay_csv(const std::string& text, const TestNetwork& network, const RouterConfig& machine) {
  const ScratchFile file(text, "trace");
  return replay(network, machine, [&] { return std::make_unique<TraceFile>(ValueSource{"test", "trace"}, file.path()); });
}

inline NotedRun replay_netrace(const std::vector<NetracePacket>& packets, std::uint64_t flit_bytes, const TestNetwork& network,
                               const RouterConfig& machine) {
  const ScratchFile file(netrace({}, packets), "netrace");
  return replay(network, machine, [&] { return std::make_unique<NetraceFile>(ValueSource{"test", "netrace"}, file.path(), flit_bytes); });
}

}  // namespace dateline::test
