#include "sim/core/state/tile.hpp"

#include <algorithm>

#include "models/base/numbers/random.hpp"
#include "sim/core/layout/ugal_bias.hpp"
#include "sim/core/state/external_ports.hpp"

namespace dateline {
Tile::Tile(const RouterConfig& options, const Wiring& wiring, const RoutingRelation& relation)
    : config(with_bias(options, wiring)),
      routing{&relation, relation.starts_plain(), relation.weighs_hops(), mix_seed(options.seed), wiring.router_of, VcSets(options, relation)},
      numbering(options, wiring, relation),
      store(options, wiring, numbering),
      events(
          std::max(store.delays().longest, options.routing_delay), store.delays(), numbering.vcs(),
          [this](VcId vc) { return store.channel(numbering.channel_of(vc)).delay; },
          store.delays().pipeline > 0 && shares_buffers(options.vc_reuse) ? numbering.vcs() : 0, numbering.incoming()),
      sources(wiring.terminals(), wiring.terminals() * numbering.nic_ports(), options.source == SourcePolicy::one_at_a_time),
      set_queues(wiring.terminals(), routing.vc_sets.count()),
      heads(wiring.nodes, numbering.channels()),
      vc_pointers(options.vc_arbitration == VcArbitration::round_robin ? wiring.nodes : 0),
      switches(numbering, options),
      rates(numbering, wiring, options),
      ejection(options, store.delays().longest, relation.weighs_hops()),
      sent(options.report_sent),
      delivery_queue(wiring.terminals()),
      absorption(relation, wiring, options.reinjection_delay, options.absorb_limit) {
  if (!wiring.external.empty()) external = std::make_unique<ExternalRouters>(wiring, numbering, store);
  if (options.allocation.kind == SwitchAllocation::Kind::wavefront) wavefront = std::make_unique<WavefrontState>(numbering, store, wiring.nodes);
}

Tile::~Tile() = default;

void Tile::offers_of(const WaitingHead& head, Candidates& out) const {
  const HeaderQuery query = query_of(head.at);
  out.clear();
  routing.offers(query, packets[store.packets(head.at).front], out);
  for (Candidate& c : out) {
    if (c.exit == Exit::absorb) c.channel = absorbing_channel(query.node, head.at);
  }
  if (!head.drawn) return;
  out.erase(std::remove_if(out.begin(), out.end(), [&](const Candidate& c) { return !head.takes(c); }), out.end());
}

}  // namespace dateline
