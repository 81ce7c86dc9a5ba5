#include "sim/systemc/network.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "models/base/error.hpp"
#include "sim/systemc/inside.hpp"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace dateline {

NetworkModule::NetworkModule(const sc_core::sc_module_name& name, const Topology& topology, const RoutingRelation& relation,
                             const RouterConfig& config, CycleClient& client, sc_core::sc_time period, const RouterFactory& factory)
    : sc_module(name),
      topology_(topology),
      ejection_channels_(config.ejection == Ejection::channel),
      scheduler_("scheduler", config, relation, client, period),
      links_(topology.channels()) {
  routers_.reserve(topology.nodes());
  for (std::uint32_t v = 0; v < topology.nodes(); ++v) {
    const NodeId node(v);
    const std::string router_name = fmt::format("router_{}", v);
    std::unique_ptr<ExternalRouter> external = factory ? factory(router_name.c_str(), node, topology) : nullptr;
    if (external) external->join(scheduler_);
    if (external != nullptr) {
      routers_.push_back(std::move(external));
    } else {
      routers_.push_back(std::make_unique<Router>(router_name.c_str(), node, topology));
    }
  }
  bind_links();
  for (std::uint32_t v = 0; v < topology.nodes(); ++v) {  // an external router is joined to its interfaces, used or not
    if (!routers_[v]->is_external()) continue;
    for (const TerminalId terminal : topology.terminals_of(NodeId(v))) (void)interface(terminal);
  }
  scheduler_.modules().watch(routers_, topology);
}

// Port by port of all routers: what SystemC notes of a binding until elaboration ends lies together then, with nothing
// between that stays, and can be given back.
void NetworkModule::bind_links() {
  for (int p = 0; p < topology_.ports(); ++p) {
    const Port port(static_cast<std::uint16_t>(p));
    for (std::uint32_t v = 0; v < topology_.nodes(); ++v) {
      const ChannelId out = topology_.out(NodeId(v), port), in = topology_.in(NodeId(v), port);
      if (out != kNoChannel) routers_[v]->out.bind(links_[out.value()]);
      if (in != kNoChannel) routers_[v]->in.bind(links_[in.value()]);
    }
  }
}

// What elaboration alone needed is given back before the machine is made; glibc keeps it unless asked.
void NetworkModule::start_of_simulation() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

NetworkInterface& NetworkModule::interface(TerminalId terminal) {
  const std::uint32_t t = terminal.value();
  if (t >= topology_.terminals()) throw ConfigError(name(), "interface", std::to_string(t), fmt::format("not in 0..{}", topology_.terminals() - 1));
  std::unique_ptr<NetworkInterface>& made = interfaces_[t];
  if (made) return *made;
  if (sc_core::sc_get_status() > sc_core::SC_BEFORE_END_OF_ELABORATION) {
    throw ConfigError(name(), "interface", std::to_string(t), "is asked for after elaboration; ask before sc_start");
  }
  const NodeId at = topology_.router_of(terminal);
  {
    const Inside inside(*this);
    made = std::make_unique<NetworkInterface>(fmt::format("interface_{}", t).c_str(), terminal, at, topology_.terminals(), scheduler_);
  }
  Link& injection = interface_links_.emplace_back();
  Link& ejection = interface_links_.emplace_back();
  made->to_router.bind(injection);
  made->from_router.bind(ejection);
  routers_[at.value()]->in.bind(injection);
  routers_[at.value()]->out.bind(ejection);
  return *made;
}

RouterSignals& NetworkModule::give_signals(NodeId node, sc_core::sc_signal_in_if<bool>& clock) {
  auto* const router = node.value() < routers_.size() ? dynamic_cast<ExternalRouter*>(routers_[node.value()].get()) : nullptr;
  if (router == nullptr) throw ConfigError(name(), "signals", std::to_string(node.value()), "is the node of no external router");
  RouterSignals& signals = router->make_signals(topology_, ejection_channels_);
  signals.clock.bind(clock);
  return signals;
}

Cycle OpenNetwork::execute(CompiledNetwork& compiled, Cycle now) {
  compiled.step(now);
  if (compiled.idle()) return kNever;
  if (now % kWatchPeriod == kWatchPeriod - 1) {
    const auto waits = compiled.find_deadlock();
    std::string cycle;
    for (const CompiledNetwork::WaitFor& wait : waits) cycle += describe(compiled.tile(), wait) + " -> ";
    if (!waits.empty()) throw std::runtime_error(fmt::format("deadlock at cycle {}: {}(the first again)", now, cycle));
  }
  return now + 1;
}

}  // namespace dateline
