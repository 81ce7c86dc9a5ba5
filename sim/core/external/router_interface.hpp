// What the router module at an external node may know of the network, and what it reports of its head flits: a view of
// eight parts of the tile, const but for the calls that it reports; packets are const to modules. A router of a user's
// need not use any of it: a head flit that it sends without a report was granted its VC in that cycle.
#pragma once

#include <utility>
#include <vector>

#include "sim/core/state/external_ports.hpp"
#include "sim/core/state/tile.hpp"

namespace dateline {

class RouterInterface {
 public:
  RouterInterface(const Tile& tile, NodeId node) : p_(&tile), node_(node) {}

  [[nodiscard]] NodeId node() const { return node_; }
  [[nodiscard]] const RouterConfig& config() const { return p_->config; }
  [[nodiscard]] const VcNumbering& numbering() const { return p_->numbering; }
  [[nodiscard]] const PacketPool& packets() const { return p_->packets; }
  [[nodiscard]] const Packet& packet(PacketId id) const { return p_->packets[id]; }
  [[nodiscard]] NodeId destination(PacketId id) const { return p_->routing.router_of[p_->packets[id].order.destination.value()]; }
  // The channel by which a packet leaves whose head flit is in the buffer of `at`.
  [[nodiscard]] ChannelId ejection_channel(PacketId id, VcId at) const {
    return dateline::ejection_channel(*p_, p_->packets[id].order.destination, at);
  }
  // The input port at which a channel arrives; those of interfaces come after all others.
  [[nodiscard]] std::uint16_t port(ChannelId channel) const { return p_->store.channel(channel).port; }
  // The port of this router by which a network channel leaves it.
  [[nodiscard]] Port from_port(ChannelId channel) const { return p_->external->from_port(channel); }
  // Whether an output channel of a bandwidth below 1 may not send in cycle `now`.
  [[nodiscard]] bool rests(ChannelId channel, Cycle now) const { return p_->rates.rests(channel, now); }
  // Appends what the relation offers the head flit of a packet that came over `in` in `state`; if the relation weighs
  // hops, of several routes the cheapest in cycle `now`, to be asked for once, in that in which the head flit comes.
  void offers(Cycle now, ChannelId in, PacketId id, HeaderState state, Candidates& out) const;
  // The VCs of an ejection channel by which it may leave the network.
  [[nodiscard]] std::uint32_t vcs_out(PacketId id) const { return p_->numbering.vcs_of_classes(p_->routing.classes_out(p_->packets[id])); }
  // Absorption: whether packets may be absorbed, whether the node's memory has room for one more than those absorbed
  // in this cycle, and the channel by which they leave the network (kNoChannel: ideal ejection).
  [[nodiscard]] bool absorbs() const { return p_->absorption.used(); }
  [[nodiscard]] bool memory_limited() const { return p_->absorption.memories().limited(); }
  [[nodiscard]] bool memory_has_room() const;
  [[nodiscard]] ChannelId absorbing_channel(VcId at) const { return dateline::absorbing_channel(*p_, node_, at); }

  // Before the first cycle: credits of `in` may come one cycle before their flits are sent: when a flit leaves its
  // buffer for a register behind it. At-tail reuse only: under atomic reuse the last credit is the release.
  void gives_credits_early(ChannelId in) {
    for (std::uint32_t v = 0; v < p_->numbering.vcs(in); ++v) p_->external->credits().allow_early(p_->numbering.vc(in, v));
  }

  // In this cycle: the head flit in the buffer of `at` is given a VC; is absorbed; could have been given one of the
  // last rank's `channels` for the first time and was not (reported only if watched()).
  void granted(VcId at, VcId vc, HeaderState next) { p_->external->calls().grants.push_back({at, vc, next, false}); }
  void absorbed(VcId at, bool waited) { p_->external->calls().absorbs.push_back({at, waited}); }
  void blocked(VcId at, std::vector<ChannelId> channels) { p_->external->calls().blocked.push_back({at, std::move(channels)}); }
  [[nodiscard]] bool watched() const { return p_->external->watched(); }

 private:
  const Tile* p_;
  NodeId node_;
};

inline bool RouterInterface::memory_has_room() const {
  std::uint64_t now = 0;
  for (const ExternalCalls::Absorb& a : p_->external->calls().absorbs) now += p_->store.channel(p_->numbering.channel_of(a.at)).to == node_ ? 1U : 0U;
  return p_->absorption.memories().has_room(node_, now);
}

}  // namespace dateline
