#include "sim/core/state/tile.hpp"

#include <algorithm>

#include "models/base/numbers/random.hpp"
#include "sim/core/state/external_ports.hpp"

namespace dateline {
namespace {

// The farthest cycle ahead in which anything can be due.
int horizon(const RouterConfig& config, const Wiring& wiring) { return std::max(Delays(config, wiring).longest, config.routing_delay); }

}  // namespace

Tile::Tile(const RouterConfig& options, const Wiring& wiring, const RoutingRelation& routing)
    : config(options),
      relation(&routing),
      mixed_seed(mix_seed(options.seed)),
      plain_starts(routing.starts_plain()),
      router_of(wiring.router_of),
      vc_sets(options, routing),
      numbering(options, wiring, routing),
      store(options, wiring, numbering),
      events(horizon(options, wiring), store.delays().pipeline > 0 && options.vc_reuse == VcReuse::at_tail ? numbering.vcs() : 0),
      sources(wiring.terminals(), options.source == SourcePolicy::one_at_a_time, options.report_sent),
      set_queues(wiring.terminals(), vc_sets.count()),
      heads(wiring.nodes, numbering.channels()),
      switches(numbering, options, store.delays().longest),
      delivery_queue(wiring.terminals()),
      absorption(routing, wiring, options.reinjection_delay, options.absorb_limit),
      granted_flits(options.count_granted ? numbering.network_channels() : 0) {
  const bool wavefront = options.allocation.kind == SwitchAllocation::Kind::wavefront;
  if (!wiring.external.empty()) external = std::make_unique<ExternalRouters>(wiring, numbering, store);
  if (wavefront) crossbar_ports = std::make_unique<CrossbarPorts>(numbering, store, wiring.nodes);
}

Tile::~Tile() = default;

// An external sender must get the credit of each flit; a core node's never runs out.
void Tile::eject_explicitly(VcId at) {
  VcView view = store.view();
  view.ownership.act_as_receiver(at);
  InputVcState& half = view.receiver(at);
  if (external->sends(numbering.channel_of(at))) {
    half.front = VcGlobalState::draining;
    switches.draining().push_back(at);
    return;
  }
  half.present = 0;
  view.being_ejected(at);
  switches.tails_due().push_if(at, view.records[at.value()].sender.to_send == 0);
}

void Tile::eject_queued(VcId at) {
  VcView view = store.view();
  view.ownership.act_as_receiver(at);
  switches.tails_due().reserve_more(2);
  if (!switches.lazy_ejection() || view.receiver(at).present == 1) return eject(at);
  view.receiver(at).front = VcGlobalState::draining;
  switches.draining().push_back(at);
}

void Tile::wake(ChannelId channel) {
  const bool injection = numbering.is_injection(numbering.vc(channel, 0));
  if (injection) return sources.wake(numbering.terminal_of(channel));
  heads.mark_dirty(store.channel(channel).from);
}

}  // namespace dateline
