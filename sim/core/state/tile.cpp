#include "sim/core/state/tile.hpp"

#include <algorithm>

#include "models/base/error.hpp"
#include "models/base/numbers/random.hpp"
#include "sim/core/state/layout/ugal_bias.hpp"

namespace dateline {
Tile::Tile(const RouterConfig& options, const Wiring& wiring, const RoutingRelation& relation)
    : config(with_bias(options, wiring)),
      routing{&relation,        relation.starts_plain(),  relation.weighs_hops(), step_table_of(relation), mix_seed(options.seed),
              wiring.router_of, VcSets(options, relation)},
      numbering(options, wiring, relation),
      store(options, wiring, numbering),
      events(
          std::max(store.delays().longest, options.routing_delay), store.delays(), numbering.vcs(),
          [this](VcId vc) { return store.channel(numbering.channel_of(vc)).delay; },
          store.delays().pipeline > 0 && shares_buffers(options.vc_reuse) ? numbering.vcs() : 0, numbering.incoming()),
      sources(wiring.terminals(), wiring.terminals() * numbering.nic_ports(), options.source == SourcePolicy::one_at_a_time),
      split_queues(wiring.terminals(), options.execution.names_nic_ports ? numbering.nic_ports() + 1U : routing.vc_sets.count()),
      heads(wiring.nodes, numbering.channels(), store.input_ports() << numbering.shift()),
      vc_pointers(scans_cyclically(options) ? wiring.nodes : 0),
      matching_pointers(options.vc_allocation == VcAllocation::islip ? numbering.vcs() : 0),
      switches(numbering, options),
      crossbar_pointers(options.allocation.kind == SwitchAllocation::Kind::islip ? numbering.channels() : 0),
      rates(numbering, wiring, options),
      errors{LateFlits(), PacketErrors(options, numbering, wiring)},
      ejection(options, store.delays().longest, relation.weighs_hops()),
      sent(options.execution.report_sent),
      delivery_queue(wiring.terminals()),
      absorption(relation, wiring, options.absorption.delay, options.absorption.limit) {
  if (config.execution.names_nic_ports && routing.vc_sets.several()) throw InvariantError("packets name injection channels where there are VC sets");
  if (!wiring.external.empty()) external = std::make_unique<ExternalRouters>(wiring, numbering, store);
  if (matches_ports(options.allocation)) port_matching = std::make_unique<PortMatchingState>(numbering, store, wiring.nodes);
}

void offers_of(const Tile& tile, const WaitingHead& head, Candidates& out) {
  const HeaderQuery query = query_of(tile, head.at);
  out.clear();
  tile.routing.offers(query, tile.packets[tile.store.packets(head.at).front], out);
  for (Candidate& c : out) {
    if (c.exit == Exit::absorb) c.channel = absorbing_channel(tile, query.node, head.at);
  }
  if (!head.drawn) return;
  out.erase(std::remove_if(out.begin(), out.end(), [&](const Candidate& c) { return !head.takes(c); }), out.end());
}

}  // namespace dateline
