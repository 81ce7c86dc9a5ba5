#include "sim/core/external/call_checks.hpp"

#include <fmt/format.h>

#include "sim/core/inspect/deadlock.hpp"

namespace dateline {
namespace {

[[noreturn]] void refuse(CallCheckView p, VcId vc, bool output, const std::string& what) {
  const ChannelId channel = p.numbering().channel_of(vc);
  const ChannelState& state = p.store().channel(channel);
  const bool network = p.numbering().is_network(channel);
  const std::string port =
      !network ? "to its interface"
               : fmt::format("{} port {}", output ? "output" : "input", output ? p.external().from_port(channel).value() : state.port);
  throw ExternalRouterError(fmt::format("cycle {}: external router at node {}, {} ({}) vc {}: {}", p.now(), (output ? state.from : state.to).value(),
                                        port, describe_channel(p.numbering(), p.store(), channel), p.numbering().vc_index(vc), what));
}

// A module may send a flit under any number.
std::string name_of(const PacketPool& packets, PacketId id) {
  if (!packets.has_slot(id)) return fmt::format("packet number {}, which there is not", id.value());
  const Packet& m = packets[id];
  return fmt::format("packet {}->{} #{}", m.source.value(), m.order.destination.value(), m.sequence);
}

template <typename Matches>
bool offered(CallCheckView p, VcId at, Matches matches) {
  const HeaderQuery query = p.query_of(at);
  Candidates candidates;
  p.routing().offers(query, p.packets()[p.store().packets(at).front], candidates);
  return std::any_of(candidates.begin(), candidates.end(), matches);
}

bool may_leave(CallCheckView p, VcId at, ChannelId ejection) {
  const PacketId id = p.store().packets(at).front;
  const NodeId node = p.store().channel(p.numbering().channel_of(at)).to;
  if (p.absorption().used() && p.absorption().takes(id)) return ejection == p.absorbing_channel(node, at);
  const TerminalId to = p.packets()[id].order.destination;
  return p.routing().router_of[to.value()] == node && (ejection == kNoChannel || ejection == p.ejection_channel(to, at)) &&
         offered(p, at, [](const Candidate& c) { return c.exit == Exit::deliver; });
}

}  // namespace

void check_grant(CallCheckView p, const ExternalCalls::Grant& g) {
  const ChannelId channel = p.numbering().channel_of(g.vc);
  if (p.store().record(g.at).receiver.front != VcGlobalState::waiting) refuse(p, g.at, false, "no head flit waits there to be given a VC");
  const PacketId id = p.store().packets(g.at).front;
  if (!p.store().is_free(g.vc)) {
    refuse(p, g.vc, true,
           fmt::format("a head flit ({}) on a VC that {} holds", name_of(p.packets(), id), name_of(p.packets(), p.store().packets(g.vc).holder)));
  }
  const std::uint32_t vc_index = p.numbering().vc_index(g.vc);
  const bool legal = p.numbering().is_ejection(g.vc) ? may_leave(p, g.at, channel) : offered(p, g.at, [&](const Candidate& c) {
    return c.exit == Exit::channel && c.channel == channel && (p.numbering().vcs_of_classes(c.classes) >> vc_index & 1U) != 0 && c.next == g.next;
  });
  if (!legal) refuse(p, g.vc, true, fmt::format("a head flit ({}) leaves through it, which the relation forbids", name_of(p.packets(), id)));
}

void check_absorb(CallCheckView p, VcId at) {
  const NodeId node = p.store().channel(p.numbering().channel_of(at)).to;
  if (p.store().record(at).receiver.front != VcGlobalState::waiting) refuse(p, at, false, "no head flit waits there to be absorbed");
  if (!p.absorption().used() || !offered(p, at, [](const Candidate& c) { return c.exit == Exit::absorb; })) {
    refuse(p, at, false, "a head flit is absorbed, which the relation forbids");
  }
  if (!p.absorption().memories().has_room(node)) refuse(p, at, false, "a head flit is absorbed, and the memory of the node is full");
}

bool holds_unsent(const VcStore& store, const PacketPool& packets, VcId vc, PacketId packet) {
  const std::uint16_t to_send = store.record(vc).sender.to_send;
  return to_send > 0 && store.packets(vc).holder == packet && to_send == packets[packet].order.length;
}

namespace {

// The state after the hop: the flit's if the relation offers it, else that of the first candidate that it may have
// taken. A router need not know what states mean.
HeaderState state_over(CallCheckView p, VcId at, const ExternalCalls::Send& s) {
  HeaderState state = s.flit.state;
  const std::uint32_t vc_index = p.numbering().vc_index(s.vc);
  bool found = false;
  (void)offered(p, at, [&](const Candidate& c) {
    if (c.exit != Exit::channel || c.channel != p.numbering().channel_of(s.vc) || (p.numbering().vcs_of_classes(c.classes) >> vc_index & 1U) == 0)
      return false;
    if (!found || c.next == s.flit.state) state = c.next;
    found = true;
    return c.next == s.flit.state;
  });
  return state;
}

}  // namespace

ExternalCalls::Grant implied_grant(CallCheckView p, const ExternalCalls::Send& s) {
  const NodeId node = p.store().channel(p.numbering().channel_of(s.vc)).from;
  for (std::uint32_t v = 0; v < p.numbering().first_ejection(); ++v) {
    const VcId at(v);
    if (p.store().record(at).receiver.front != VcGlobalState::waiting || p.store().packets(at).front != s.flit.packet) continue;
    if (p.store().channel(p.numbering().channel_of(at)).to == node) return {at, s.vc, state_over(p, at, s)};
  }
  refuse(p, s.vc, true, fmt::format("a head flit ({}) is sent that does not wait in this router", name_of(p.packets(), s.flit.packet)));
}

void check_send(CallCheckView p, const ExternalCalls::Send& s, bool first) {
  const OutputVcState& half = p.store().record(s.vc).sender;
  const PacketId packet = s.flit.packet;
  if (!first) refuse(p, s.vc, true, "a second flit on the link in one cycle");
  if (p.rates().rests(p.numbering().channel_of(s.vc), p.now())) refuse(p, s.vc, true, "a flit is sent faster than the link's bandwidth");
  if (half.to_send == 0 || p.store().packets(s.vc).holder != packet) {
    refuse(p, s.vc, true, fmt::format("a flit of a worm ({}) that does not hold the VC", name_of(p.packets(), packet)));
  }
  const std::uint32_t length = p.packets()[packet].order.length;
  if (s.flit.head != (half.to_send == length) || s.flit.tail != (half.to_send == 1)) {
    refuse(p, s.vc, true, fmt::format("flit {} of {} of {} is sent as another", length - half.to_send + 1, length, name_of(p.packets(), packet)));
  }
  if (p.store().record(half.feed).receiver.present == 0) {
    refuse(p, s.vc, true, fmt::format("a flit of {} is sent that is not in the router", name_of(p.packets(), packet)));
  }
  if (!p.numbering().is_ejection(s.vc) && half.used >= p.config().buffer_depth)
    refuse(p, s.vc, true, "a flit is sent, and no place is free downstream");
}

void check_eject(CallCheckView p, VcId vc) {
  const InputVcState& half = p.store().record(vc).receiver;
  if (p.config().ejection != Ejection::ideal) refuse(p, vc, false, "a flit is handed over beside the ejection channel");
  if (half.front == VcGlobalState::waiting ? !may_leave(p, vc, kNoChannel)
                                           : half.front != VcGlobalState::ejecting && half.front != VcGlobalState::draining) {
    refuse(p, vc, false, "a flit is handed over that is not at its destination");
  }
  if (half.present == 0) refuse(p, vc, false, "a flit is handed over that is not in the router");
}

void check_credit(CallCheckView p, VcId vc) {
  if (p.external().credits().due(vc) == 0) refuse(p, vc, false, "a credit is returned for no flit that left");
}

namespace {

// How long all may wait by the options alone: flits and credits under way, head flits that are routed, packets in
// memory.
Cycle longest_rest(const RouterConfig& config) {
  const int flits = config.channel_latency + config.router_pipeline,
            credits = config.credit_latency > 0 ? config.credit_latency : config.channel_latency;
  return static_cast<Cycle>(flits + credits + config.routing_delay) + config.reinjection_delay;
}

}  // namespace

// The progress watchdog, and credits that are not returned: a router that merely stops breaks no rule of a cycle.
void check_progress(CallCheckView p) {
  for (std::uint32_t v = 0; v < p.numbering().first_ejection(); ++v) {
    if (p.external().credits().overdue(p.now(), VcId(v)))
      refuse(p, VcId(v), false, fmt::format("a credit has been owed for {} cycles", OwedCredits::kPatience));
  }
  const Cycle still = p.external().watch().still_for(p.now());
  if (still < p.config().stall_limit + longest_rest(p.config())) return;
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

}  // namespace dateline
