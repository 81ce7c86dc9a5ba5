#include "sim/systemc/network.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace dateline {

Network::Network(const sc_core::sc_module_name& name, const Topology& topology, const RoutingRelation& relation, const MachineConfig& config,
                 CycleClient& client, sc_core::sc_time period)
    : sc_module(name),
      scheduler_("scheduler", config, relation, client, period),
      links_(topology.channels()),
      injection_links_(topology.nodes()),
      ejection_links_(topology.nodes()) {
  for (std::uint32_t v = 0; v < topology.nodes(); ++v) {
    const NodeId node(v);
    routers_.push_back(std::make_unique<Router>(fmt::format("router_{}", v).c_str(), node, topology));
    interfaces_.push_back(std::make_unique<NetworkInterface>(fmt::format("interface_{}", v).c_str(), node, topology.nodes(), scheduler_));
    Router& router = *routers_.back();
    NetworkInterface& interface = *interfaces_.back();
    interface.to_router.bind(injection_links_[v]);
    router.from_interface.bind(injection_links_[v]);
    router.to_interface.bind(ejection_links_[v]);
    interface.from_router.bind(ejection_links_[v]);
    for (int p = 0; p < topology.ports(); ++p) {
      const Port port(static_cast<std::uint16_t>(p));
      const ChannelId out = topology.out(node, port), in = topology.in(node, port);
      if (out != kNoChannel) router.out.bind(links_[out.value()]);
      if (in != kNoChannel) router.in.bind(links_[in.value()]);
    }
  }
  scheduler_.watch(routers_, interfaces_, topology.ports(), topology.channels());
}

Cycle OpenNetwork::execute(Cycle now) {
  machine_->step(now);
  if (machine_->idle()) return kNever;
  if (now % kWatchPeriod == kWatchPeriod - 1) {
    const auto waits = machine_->find_deadlock();
    std::string cycle;
    for (const Machine::Wait& wait : waits) cycle += machine_->describe(wait) + " -> ";
    if (!waits.empty()) throw std::runtime_error(fmt::format("deadlock at cycle {}: {}(the first again)", now, cycle));
  }
  return now + 1;
}

}  // namespace dateline
