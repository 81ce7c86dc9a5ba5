// A whole network as SystemC modules: routers, links, interfaces where they are asked for, scheduler. The topology is
// nothing but bindings. interface(terminal).messages and .sink are where a user's own modules bind. One elaboration per
// process (SystemC's rule).
// Cost: about 2.5 KB and 4 us a router of six channels each way, links included; 2.2 KB once elaboration has ended.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <systemc>
#include <vector>

#include "models/network/topology/topology.hpp"
#include "sim/systemc/scheduler.hpp"

namespace dateline {

class NetworkModule final : public sc_core::sc_module {
 public:
  // All references must outlive the module. `client` drives the cycles; OpenNetwork for a network fed by users' modules
  // only. `factory` says which routers are modules of their own (external_router.hpp): none without one.
  NetworkModule(const sc_core::sc_module_name& name, const Topology& topology, const RoutingRelation& relation, const RouterConfig& config,
                CycleClient& client, sc_core::sc_time period = sc_core::sc_time(1, sc_core::SC_NS), const RouterFactory& factory = nullptr);

  // Made and bound to its router when it is first asked for: before elaboration ends. Throws ConfigError for a terminal
  // that there is not, and later.
  [[nodiscard]] NetworkInterface& interface(TerminalId terminal);
  // Signals at the links of an external router (router_signals.hpp), with a clock of the network's period that rises
  // where a cycle begins and falls in its middle. Before elaboration ends, once a router. Throws ConfigError where the
  // core routes.
  RouterSignals& give_signals(NodeId node, sc_core::sc_signal_in_if<bool>& clock);
  [[nodiscard]] Scheduler& scheduler() { return scheduler_; }

 private:
  void bind_links();
  void start_of_simulation() override;

  const Topology& topology_;
  bool ejection_channels_;
  Scheduler scheduler_;
  std::vector<Link> links_;           // per channel
  std::deque<Link> interface_links_;  // one each way per interface made
  std::vector<std::unique_ptr<Router>> routers_;
  std::map<std::uint32_t, std::unique_ptr<NetworkInterface>> interfaces_;  // by terminal
};

// Runs cycles as long as messages are queued or in flight, then sleeps until a user's module sends the next one.
// Every 1,000 cycles it looks for a deadlock and throws std::runtime_error with the cycle of waits (from
// Scheduler::rethrow, after sc_start).
class OpenNetwork final : public CycleClient {
 public:
  void begin(CompiledNetwork& /*machine*/) override {}
  Cycle execute(CompiledNetwork& compiled, Cycle now) override;
  [[nodiscard]] bool finished() const override { return false; }
  void delivered(const Delivery& /*delivery*/) override {}
};

}  // namespace dateline
