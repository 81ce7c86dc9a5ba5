#include "sim/core/external/call_checks.hpp"

#include <fmt/format.h>

#include "sim/core/external/refusals.hpp"

namespace dateline {
namespace {

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
  if (p.absorption().used() && p.absorption().records().takes(id)) return ejection == p.absorbing_channel(node, at);
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
  if (p.store().needs_room() && p.store().with_room(channel, 1U << vc_index, p.packets()[id].order.length) == 0) {
    refuse(p, g.vc, true, fmt::format("a head flit ({}) on a VC with fewer free places than router.vc-reuse wants", name_of(p.packets(), id)));
  }
  const auto is_hop = [&](const Candidate& c) {
    return c.exit == Exit::channel && c.channel == channel && (p.numbering().vcs_of_classes(c.classes) >> vc_index & 1U) != 0 && c.next == g.next;
  };
  const bool legal = p.numbering().is_ejection(g.vc) ? may_leave(p, g.at, channel) : g.deflected || offered(p, g.at, is_hop);
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

// Of a packet that is deflected: its header begins anew at the node behind the hop.
HeaderState state_anew(CallCheckView p, const ExternalCalls::Send& s) {
  const Packet& m = p.packets()[s.flit.packet];
  const NodeId behind = p.store().channel(p.numbering().channel_of(s.vc)).to;
  const StartStates starts = p.routing().relation->start_between({m.source, m.order.destination, behind, p.routing().destination(m)});
  if (starts.size() != 1) {
    refuse(p, s.vc, true,
           fmt::format("a head flit ({}) is deflected under a routing that draws how a packet starts", name_of(p.packets(), s.flit.packet)));
  }
  return starts.front().state;
}

}  // namespace

ExternalCalls::Grant implied_grant(CallCheckView p, const ExternalCalls::Send& s) {
  const NodeId node = p.store().channel(p.numbering().channel_of(s.vc)).from;
  for (const ChannelId channel : p.external().channels_to(node)) {
    for (std::uint32_t v = 0; v < p.numbering().vcs(channel); ++v) {
      const VcId at = p.numbering().vc(channel, v);
      if (p.store().record(at).receiver.front != VcGlobalState::waiting || p.store().packets(at).front != s.flit.packet) continue;
      const bool deflected = s.flit.deflected && p.numbering().is_network(s.vc);
      return {at, s.vc, deflected ? state_anew(p, s) : state_over(p, at, s), deflected};
    }
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
  if (s.flit.sequence != length - half.to_send || s.flit.head != (half.to_send == length) || s.flit.tail != (half.to_send == 1)) {
    refuse(p, s.vc, true, fmt::format("flit {} of {} of {} is sent as another", length - half.to_send + 1, length, name_of(p.packets(), packet)));
  }
  if (p.store().record(half.feed).receiver.present == 0) {
    refuse(p, s.vc, true, fmt::format("a flit of {} is sent that is not in the router", name_of(p.packets(), packet)));
  }
  if (!p.numbering().is_ejection(s.vc) && half.credits == 0) refuse(p, s.vc, true, "a flit is sent, and no place is free downstream");
}

void check_eject(CallCheckView p, const ExternalCalls::Eject& e, std::uint32_t to_come, bool first) {
  const InputVcState& half = p.store().record(e.vc).receiver;
  if (p.config().ejection != Ejection::ideal) refuse(p, e.vc, false, "a flit is handed over beside the ejection channel");
  if (half.front == VcGlobalState::waiting ? !may_leave(p, e.vc, kNoChannel)
                                           : half.front != VcGlobalState::ejecting && half.front != VcGlobalState::draining) {
    refuse(p, e.vc, false, "a flit is handed over that is not at its destination");
  }
  if (!first) refuse(p, e.vc, false, "a second flit is handed over in one cycle");
  if (half.present == 0) refuse(p, e.vc, false, "a flit is handed over that is not in the router");
  const PacketId packet = p.store().packets(e.vc).front;
  const std::uint32_t length = p.packets()[packet].order.length, left = half.present + to_come;
  if (e.packet == packet && e.sequence == length - left && e.head == (left == length) && e.tail == (left == 1)) return;
  refuse(p, e.vc, false,
         fmt::format("flit {} of {} of {} is handed over as another: as flit {} of {}", length - left + 1, length, name_of(p.packets(), packet),
                     e.sequence + 1, name_of(p.packets(), e.packet)));
}

void check_credit(CallCheckView p, VcId vc) {
  const OwedCredits& credits = p.external().credits();
  if (credits.due(vc) > 0 || (credits.may_return(vc) && p.store().record(vc).receiver.present > 0)) return;
  refuse(p, vc, false, "a credit is returned for no flit that left");
}

}  // namespace dateline
