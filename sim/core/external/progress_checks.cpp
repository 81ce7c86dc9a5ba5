#include "sim/core/external/progress_checks.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/core/external/refusals.hpp"

namespace dateline {
namespace {

// How long all may wait by the options alone: flits and credits under way, head flits that are routed, packets in
// memory.
Cycle longest_rest(const RouterConfig& config) {
  const int flits = config.channel_latency + config.router_pipeline,
            credits = config.credit_latency > 0 ? config.credit_latency : config.channel_latency;
  return static_cast<Cycle>(flits + credits + config.routing_delay) + config.absorption.delay;
}

// A flit is at the front of the buffer of `vc`, of an external node.
bool stands(CallCheckView p, VcId vc) {
  const InputVcState& half = p.store().record(vc).receiver;
  return p.external().receives(p.numbering().channel_of(vc)) && half.present > 0 && half.front != VcGlobalState::idle;
}

// A flit can be sent on it: there is a place, and the bandwidth of its channel lets it.
bool has_place(CallCheckView p, VcId vc) {
  if (p.rates().rests(p.numbering().channel_of(vc), p.now())) return false;
  return p.numbering().is_ejection(vc) || p.store().record(vc).sender.credits > 0;
}

// One of `vcs` of the channel can be given to the packet, and has a place.
bool has_open_vc(CallCheckView p, PacketId id, ChannelId channel, std::uint32_t vcs) {
  const std::uint32_t unheld = p.store().free_vcs(channel, vcs);
  std::uint32_t free = p.store().needs_room() ? p.store().with_room(channel, unheld, p.packets()[id].order.length) : unheld;
  for (; free != 0; free &= free - 1) {
    if (has_place(p, p.numbering().vc(channel, static_cast<std::uint32_t>(__builtin_ctz(free))))) return true;
  }
  return false;
}

// Through an ejection channel; kNoChannel: at once.
bool may_go_out(CallCheckView p, PacketId id, ChannelId ejection) {
  return ejection == kNoChannel || has_open_vc(p, id, ejection, p.numbering().vcs_of_classes(p.routing().classes_out(p.packets()[id])));
}

bool is_open(CallCheckView p, VcId at, PacketId id, NodeId node, const Candidate& c) {
  switch (c.exit) {
    case Exit::deliver:
      return may_go_out(p, id, p.config().ejection == Ejection::ideal ? kNoChannel : p.ejection_channel(p.packets()[id].order.destination, at));
    case Exit::absorb:
      return p.absorption().memories().has_room(node);
    case Exit::channel:
      break;
  }
  return has_open_vc(p, id, c.channel, p.numbering().vcs_of_classes(c.classes));
}

// Of weighted routes the router has drawn one, of those with hops taken the cheapest: then all must be open.
bool head_could_move(CallCheckView p, VcId at) {
  const PacketId id = p.store().packets(at).front;
  const NodeId node = p.store().channel(p.numbering().channel_of(at)).to;
  if (p.absorption().used() && p.absorption().records().takes(id)) return may_go_out(p, id, p.absorbing_channel(node, at));
  Candidates candidates;
  p.routing().offers(p.query_of(at), p.packets()[id], candidates);
  std::size_t routes = 0, open_routes = 0;
  for (std::size_t i = 0, end = 0; i < candidates.size(); i = end, ++routes) {
    bool open = false;
    for (end = i; end < candidates.size() && candidates[end].route == candidates[i].route; ++end)
      open = open || is_open(p, at, id, node, candidates[end]);
    open_routes += open ? 1 : 0;
  }
  return open_routes > 0 && ((candidates.front().weight == 0 && !p.routing().weighs_hops) || open_routes == routes);
}

// Since the last look nothing went over the channel of `onward`, nor (per-port crossbar) out of the input port of `at`.
bool nothing_before_it(CallCheckView p, VcId at, VcId onward) {
  const Cycle look = p.now() - std::min(p.now(), ExternalWatch::kLook);
  if (p.external().last_sent(p.numbering().channel_of(onward)) > look) return false;
  if (p.config().crossbar == Crossbar::per_vc) return true;
  const ChannelId input = p.numbering().channel_of(at);
  for (std::uint32_t v = 0; v < p.numbering().vcs(input); ++v) {
    if (p.external().credits().changed(p.numbering().vc(input, v)) > look) return false;
  }
  return true;
}

bool could_move(CallCheckView p, VcId at) {
  const InputVcState& half = p.store().record(at).receiver;
  if (half.front == VcGlobalState::waiting) return head_could_move(p, at);
  if (half.front != VcGlobalState::forwarding) return true;  // it is being handed over
  const bool fair = p.config().output_arbitration == OutputArbitration::round_robin;
  return has_place(p, half.onward) && (fair || nothing_before_it(p, at, half.onward));
}

void check_standing(CallCheckView p, VcId vc, ExternalWatch::Stand& stand) {
  const OwedCredits& credits = p.external().credits();
  if (!stands(p, vc) || credits.due(vc) > 0) {
    stand.since = ExternalWatch::kNone;
    return;
  }
  if (stand.since == ExternalWatch::kNone || credits.changed(vc) >= stand.since) stand = {p.now(), 0};
  if (!could_move(p, vc)) return;
  const Cycle patience = std::max(p.config().execution.stall_limit / 10, 2 * ExternalWatch::kLook) + longest_rest(p.config());
  if (ExternalWatch::kLook * stand.looks++ < patience) return;
  refuse(p, vc, false,
         fmt::format("a flit of {} has stood there since cycle {} or before, and could move", name_of(p.packets(), p.store().packets(vc).front),
                     stand.since));
}

void check_network(CallCheckView p, const ExternalWatch& watch) {
  const Cycle still = watch.still_for(p.now());
  if (still < p.config().execution.stall_limit + longest_rest(p.config())) return;
  const PacketId* oldest = nullptr;
  const VcPackets* slot = nullptr;
  NodeId node;
  for (std::uint32_t v = 0; v < p.numbering().first_ejection(); ++v) {
    const InputVcState& half = p.store().record(VcId(v)).receiver;
    const VcPackets& packets = p.store().packets(VcId(v));
    if (half.front == VcGlobalState::idle || half.present == 0 || (oldest != nullptr && !p.packets().older(packets.front, *oldest))) continue;
    slot = &packets;
    oldest = &slot->front;
    node = p.store().channel(p.numbering().channel_of(VcId(v))).to;
  }
  if (oldest == nullptr) return;
  throw ExternalRouterError(fmt::format("cycle {}: no flit has moved for {} cycles; the oldest, {}, stands at node {}, {}", p.now(), still,
                                        name_of(p.packets(), *oldest), node.value(),
                                        p.external().is_external(node) ? "an external router" : "a router of the core"));
}

// Where flits are deflected: the oldest packet is delivered in time.
void check_ages(CallCheckView p) {
  const Cycle limit = p.config().execution.stall_limit + longest_rest(p.config());
  std::optional<PacketId> oldest;
  p.packets().for_each([&](PacketId id, const Packet& m) {
    if (m.hops == 0 || p.now() < m.injected + limit) return;  // injected is set once a hop is made
    if (!oldest || m.injected < p.packets()[*oldest].injected) oldest = id;
  });
  if (!oldest) return;
  std::string place = "on its way";
  for (std::uint32_t v = 0; v < p.numbering().first_ejection(); ++v) {
    if (p.store().record(VcId(v)).receiver.present > 0 && p.store().packets(VcId(v)).front == *oldest) place = "at " + position_of(p, VcId(v), false);
  }
  const Packet& m = p.packets()[*oldest];
  throw ExternalRouterError(fmt::format("cycle {}: {} is not delivered {} cycles and {} hops after its injection; it is {}", p.now(),
                                        name_of(p.packets(), *oldest), p.now() - m.injected, m.hops, place));
}

}  // namespace

void check_progress(CallCheckView p, ExternalWatch& watch) {
  for (std::uint32_t v = 0; v < p.numbering().first_ejection(); ++v) {
    if (p.external().credits().overdue(p.now(), VcId(v)))
      refuse(p, VcId(v), false, fmt::format("a credit has been owed for {} cycles", OwedCredits::kPatience));
    check_standing(p, VcId(v), watch.stand(VcId(v)));
  }
  check_network(p, watch);
  if (p.external().deflections() > 0) check_ages(p);
}

std::optional<std::string> oldest_standing(CallCheckView p) {
  std::optional<VcId> oldest;
  const auto packet = [&](VcId vc) { return p.store().packets(vc).front; };
  for (std::uint32_t v = 0; v < p.numbering().first_ejection(); ++v) {
    if (stands(p, VcId(v)) && (!oldest || p.packets().older(packet(VcId(v)), packet(*oldest)))) oldest = VcId(v);
  }
  if (!oldest) return std::nullopt;
  const Cycle seen = p.external().watch().stand(*oldest).since;
  const Cycle since = seen == ExternalWatch::kNone || p.external().credits().changed(*oldest) >= seen ? p.now() : seen;
  return fmt::format("{} at {}, since cycle {} or before", name_of(p.packets(), packet(*oldest)), position_of(p, *oldest, false), since);
}

}  // namespace dateline
