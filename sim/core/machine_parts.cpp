#include "sim/core/machine_parts.hpp"

#include <algorithm>

#include "models/network/random.hpp"

namespace dateline {
namespace {

// The farthest cycle ahead in which anything can be due.
int horizon(const MachineConfig& config, const Wiring& wiring) {
  return std::max(wiring.longest_latency(config.channel_latency), config.routing_delay);
}

}  // namespace

MachineParts::MachineParts(const MachineConfig& options, const Wiring& wiring, const RoutingRelation& routing)
    : config(options),
      relation(routing),
      mixed_seed(mix_seed(options.seed)),
      plain_starts(routing.starts_plain()),
      router_of(wiring.router_of),
      numbering(options, wiring, routing),
      store(options, wiring, numbering),
      timeline(horizon(options, wiring)),
      sources(wiring.terminals()),
      headers(wiring.nodes, numbering.channels()),
      switches(numbering, options, wiring.longest_latency(options.channel_latency)),
      hand_over(wiring.terminals()) {}

void MachineParts::wake(ChannelId channel) {
  const bool injection = numbering.is_injection(numbering.vc(channel, 0));
  if (injection) return sources.wake(numbering.terminal_of(channel));
  headers.mark_dirty(store.channel(channel).from);
}

}  // namespace dateline
