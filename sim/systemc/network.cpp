#include "sim/systemc/network.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace dateline {

Network::Network(const sc_core::sc_module_name& name, const Topology& topology, const RoutingRelation& relation, const MachineConfig& config,
                 CycleClient& client, sc_core::sc_time period)
    : sc_module(name),
      scheduler_("scheduler", config, relation, client, period),
      links_(topology.channels()),
      injection_links_(topology.terminals()),
      ejection_links_(topology.terminals()) {
  for (std::uint32_t v = 0; v < topology.nodes(); ++v) {
    const NodeId node(v);
    routers_.push_back(std::make_unique<Router>(fmt::format("router_{}", v).c_str(), node, topology));
    Router& router = *routers_.back();
    for (const TerminalId terminal : topology.terminals_of(node)) {
      router.from_interface.bind(injection_links_[terminal.value()]);
      router.to_interface.bind(ejection_links_[terminal.value()]);
    }
    for (int p = 0; p < topology.ports(); ++p) {
      const Port port(static_cast<std::uint16_t>(p));
      const ChannelId out = topology.out(node, port), in = topology.in(node, port);
      if (out != kNoChannel) router.out.bind(links_[out.value()]);
      if (in != kNoChannel) router.in.bind(links_[in.value()]);
    }
  }
  for (std::uint32_t t = 0; t < topology.terminals(); ++t) {
    const NodeId router = topology.router_of(TerminalId(t));
    interfaces_.push_back(
        std::make_unique<NetworkInterface>(fmt::format("interface_{}", t).c_str(), TerminalId(t), router, topology.terminals(), scheduler_));
    interfaces_.back()->to_router.bind(injection_links_[t]);
    interfaces_.back()->from_router.bind(ejection_links_[t]);
  }
  scheduler_.watch(routers_, interfaces_, topology.ports(), topology.channels());
}

Cycle OpenNetwork::execute(Machine& machine, Cycle now) {
  machine.step(now);
  if (machine.idle()) return kNever;
  if (now % kWatchPeriod == kWatchPeriod - 1) {
    const auto waits = machine.find_deadlock();
    std::string cycle;
    for (const Machine::Wait& wait : waits) cycle += machine.describe(wait) + " -> ";
    if (!waits.empty()) throw std::runtime_error(fmt::format("deadlock at cycle {}: {}(the first again)", now, cycle));
  }
  return now + 1;
}

}  // namespace dateline
