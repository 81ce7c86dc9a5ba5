#include "sim/core/state/layout/router_config.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"
#include "models/base/ids.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {
namespace {

std::string text_of(const SwitchAllocation& allocation) {
  if (allocation.kind == SwitchAllocation::Kind::wavefront) return "wavefront";
  return fmt::format("{}:{}", allocation.kind == SwitchAllocation::Kind::islip ? "islip" : "iterate", allocation.passes);
}

}  // namespace

void check(const RouterConfig& config, std::string_view component) {
  const auto in_range = [&](const char* option, int value, int low, int high) {
    if (value < low || value > high) throw ConfigError(component, option, std::to_string(value), fmt::format("not in {}..{}", low, high));
  };
  in_range("vcs", config.vcs, 1, kMaxVcs);
  in_range("nic-ports", config.nic_ports, 1, kMaxNicPorts);
  in_range("router.injection-vcs", config.injection_vcs, 1, kMaxVcs);
  for (const RouterNumber& number : kRouterNumbers) in_range(number.option, config.*number.field, number.low, number.high);
  in_range("router.channel-latency", config.channel_latency, 1, kMaxLatency);
  in_range("router.credit-latency", config.credit_latency, 0, kMaxLatency);
  if (config.vc_stage == VcStage::own && config.routing_delay == 0)
    throw ConfigError(component, "router.vc-stage", "own", "is the last cycle of a routing delay: needs router.routing-delay of 1 or more");
  if (config.ejection_delay == EjectionDelay::router && config.ejection != Ejection::channel)
    throw ConfigError(component, "router.ejection-delay", "router", "is of ejection channels: needs router.ejection=channel");
  if (config.ugal.bias) in_range("ugal-bias", *config.ugal.bias, 0, kMaxUgalBias);
  if (config.allocation.kind == SwitchAllocation::Kind::one_pass) return;
  in_range("router.switch-allocator", config.allocation.passes, 1, kMaxPasses);
  if (config.crossbar != Crossbar::per_port)
    throw ConfigError(component, "router.switch-allocator", text_of(config.allocation), "needs router.crossbar=per-port");
  if (config.allocation.kind == SwitchAllocation::Kind::islip && config.output_arbitration != OutputArbitration::round_robin)
    throw ConfigError(component, "router.switch-allocator", text_of(config.allocation), "needs router.output-arbitration=round-robin");
}

}  // namespace dateline
