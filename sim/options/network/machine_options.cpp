#include "sim/options/network/machine_options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "models/base/text/counted.hpp"
#include "sim/core/compiled_network.hpp"
#include "sim/core/state/layout/channel_rates.hpp"
#include "sim/core/state/layout/ugal_bias.hpp"
#include "sim/options/network/link_error_options.hpp"

namespace dateline {
namespace {

constexpr std::uint64_t kMostCyclesAFlit = 1'000'000;  // on the way over a channel: as many cycles are kept in memory

void check_bandwidth(const MachineSettings& settings, const Topology& topology) {
  if (other_bandwidth(topology) == kNoChannel) return;
  const AnySetting& said = settings.network.lanes.has() ? static_cast<const AnySetting&>(settings.network.lanes) : settings.network.topology;
  const Channel* fastest = nullptr;
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    const Channel& channel = topology.channel(ChannelId(c));
    if (fastest == nullptr || to_rational(channel.bandwidth) > to_rational(fastest->bandwidth)) fastest = &channel;
    if (channel.bandwidth.denominator() > kMostChannelCycles) {
      said.refuse(fmt::format("has channel {}->{} of bandwidth {}; a run takes fractions whose lower number is {} at most", channel.from.value(),
                              channel.to.value(), to_string(channel.bandwidth), kMostChannelCycles));
    }
    if (channel.bandwidth.denominator() / channel.bandwidth.numerator() <= kMostCyclesAFlit) continue;
    said.refuse(fmt::format("has channel {}->{} of bandwidth {}; in a run a flit takes {} cycles at most", channel.from.value(), channel.to.value(),
                            to_string(channel.bandwidth), kMostCyclesAFlit));
  }
  if (to_rational(fastest->bandwidth) <= 1) return;
  const std::string largest = to_string(fastest->bandwidth);
  settings.network.topology.refuse(
      fmt::format("has channel {}->{} of bandwidth {}; a channel carries one flit a cycle at most: take {} as the unit, "
                  "and divide all bandwidths by it",
                  fastest->from.value(), fastest->to.value(), largest, largest));
}

void check_absorption(const AbsorptionSettings& settings, const NetworkObjects& network) {
  if (network.relation->absorbs()) return;
  const std::string rule = fmt::format("has no use with routing {}: it absorbs no packet", network.options.routing);
  if (settings.delay.has()) settings.delay.refuse(rule);
  if (settings.limit.has()) settings.limit.refuse(rule);
}

void check_ejection_delay(const RouterSettings& settings, const NetworkObjects& network) {
  if (*settings.ejection_delay == EjectionDelay::router && *settings.numbers.of(&RouterConfig::routing_delay) == 0 &&
      *settings.numbers.of(&RouterConfig::router_pipeline) == 0)
    settings.ejection_delay.refuse("has no use with router.routing-delay=0 and router.pipeline=0; allowed: none");
  if (*settings.ejection_delay == EjectionDelay::router && network.relation->absorbs())
    settings.ejection_delay.refuse(
        fmt::format("is for packets that are delivered, and routing {} absorbs some; allowed: none", network.options.routing));
}

// For routings that weigh hops alone.
void take_bias(const RouterSettings& settings, RouterConfig& machine, const NetworkObjects& network) {
  if (network.relation->weighs_hops()) {
    machine = with_bias(machine, Wiring::of(*network.topology));
    return;
  }
  constexpr const char* kRule = "is for routings ugal and par; allowed: {}";
  if (settings.ugal_bias->number) settings.ugal_bias.refuse(fmt::format(kRule, "auto"));
  const UgalOccupancy occupancy = RouterConfig().ugal.occupancy;
  if (*settings.ugal_occupancy != occupancy) settings.ugal_occupancy.refuse(fmt::format(kRule, name_of(occupancy)));
}

}  // namespace

void check_nic_ports(const Setting<int>& setting, const Topology& topology) {
  const int nic_ports = *setting;
  for (std::uint32_t v = 0; v < topology.nodes(); ++v) {
    const int terminals = static_cast<int>(topology.terminals_of(NodeId(v)).size());
    if (topology.ports() + terminals * nic_ports <= kMaxPorts || terminals == 0 || nic_ports == 1) continue;
    setting.refuse(fmt::format("is too many at router {} with {} beside {} network ports, as many as any router has; allowed 1..{}",
                                                 v, counted(static_cast<std::uint64_t>(terminals), "terminal"), topology.ports(),
                                                 std::max(1, (kMaxPorts - topology.ports()) / terminals)));
  }
}

RouterConfig machine_config(const MachineSettings& settings) {
  const RouterSettings& router = settings.router;
  RouterConfig c;
  c.vcs = *settings.network.vcs;
  router.numbers.give(c);
  c.channel_latency = router.channel_latency->all;
  c.nic_ports = *router.nic_ports;
  c.injection_vcs = static_cast<int>(router.injection_vcs->number.value_or(static_cast<std::uint64_t>(c.vcs)));
  c.credit_latency = static_cast<int>(router.credit_latency->number.value_or(0));
  c.source = *router.source;
  c.crossbar = *router.crossbar;
  c.allocation = *router.switch_allocator;
  if (c.allocation.kind != SwitchAllocation::Kind::one_pass && c.crossbar != Crossbar::per_port) {
    router.switch_allocator.refuse("has no meaning with router.crossbar=per-vc; allowed: one-pass");
  }
  c.vc_reuse = *router.vc_reuse;
  c.ejection = *router.ejection;
  c.ejection_delay = *router.ejection_delay;
  c.vc_allocation = *router.vc_allocator;
  c.vc_stage = *router.vc_stage;
  if (router.vc_arbitration.has()) c.vc_arbitration = *router.vc_arbitration;
  c.output_arbitration = *router.output_arbitration;
  c.selection = *router.vc_selection;
  if (router.ugal_bias->number) c.ugal.bias = static_cast<int>(*router.ugal_bias->number);
  c.ugal.occupancy = *router.ugal_occupancy;
  c.absorption.delay = settings.absorption.delay.value_or(c.absorption.delay);
  c.absorption.limit = settings.absorption.limit.value_or(c.absorption.limit);
  c.seed = *settings.common.seed;
  return c;
}

void check_machine(const MachineSettings& settings, const NetworkObjects& network, RouterConfig& machine) {
  check_bandwidth(settings, *network.topology);
  check_vcs(settings.network.vcs, settings.network, network);
  check_absorption(settings.absorption, network);
  check_ejection_delay(settings.router, network);
  take_bias(settings.router, machine, network);
  machine.link_errors = read_link_errors(settings.router.links, *network.topology);
  check(machine, settings.common.command);
  check_nic_ports(settings.router.nic_ports, *network.topology);
}

void check_memory(const AnySetting& setting, const Topology& topology, const RouterConfig& config, double more) {
  const double needed = static_cast<double>(CompiledNetwork::estimated_bytes(topology.terminals(), topology.channels(), config)) + more;
  const double available = available_memory();
  if (needed > available) {
    setting.refuse(fmt::format("is too large for memory: needs about {}, available are {}", readable_bytes(needed), readable_bytes(available)));
  }
}

}  // namespace dateline
