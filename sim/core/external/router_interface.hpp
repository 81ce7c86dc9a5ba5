// What the router module at an open node may know of the network, and what it tells of its headers. Const but for what
// it tells; messages are const to modules. A router of a user's need not use any of it: a header that it sends without
// telling was granted its VC in that cycle.
#pragma once

#include <utility>
#include <vector>

#include "sim/core/state/external_ports.hpp"
#include "sim/core/state/tile.hpp"

namespace dateline {

class OpenSeam {
 public:
  OpenSeam(const MachineParts& parts, NodeId node) : p_(&parts), node_(node) {}

  [[nodiscard]] NodeId node() const { return node_; }
  [[nodiscard]] const MachineConfig& config() const { return p_->config; }
  [[nodiscard]] const VcNumbering& numbering() const { return p_->numbering; }
  [[nodiscard]] const MessagePool& messages() const { return p_->messages; }
  [[nodiscard]] const Message& message(MessageId id) const { return p_->messages[id]; }
  [[nodiscard]] NodeId destination(MessageId id) const { return p_->router_of[p_->messages[id].order.destination.value()]; }
  [[nodiscard]] ChannelId ejection_channel(MessageId id) const { return p_->numbering.ejection_channel(p_->messages[id].order.destination); }
  // The input port at which a channel arrives; those of interfaces come after all others.
  [[nodiscard]] std::uint16_t port(ChannelId channel) const { return p_->store.channel(channel).port; }
  // Appends what the relation offers the header of a message that came over `in` in `state`.
  void offers(ChannelId in, MessageId id, HeaderState state, Candidates& out) const {
    p_->ask_next({node_, p_->numbering.is_network(in) ? in : kNoChannel, destination(id), state}, p_->messages[id], out);
  }
  // The VCs of an ejection channel by which it may leave the network.
  [[nodiscard]] std::uint32_t lanes_out(MessageId id) const { return p_->numbering.lanes_of_classes(p_->classes_out(p_->messages[id])); }
  // Absorption: whether messages may be absorbed, whether the node's memory has room for one more than those absorbed
  // in this cycle, and the channel by which they leave the network (kNoChannel: ideal ejection).
  [[nodiscard]] bool absorbs() const { return p_->absorption.used(); }
  [[nodiscard]] bool memory_limited() const { return p_->absorption.limited(); }
  [[nodiscard]] bool memory_has_room() const;
  [[nodiscard]] ChannelId absorbing_channel() const { return p_->absorbing_channel(node_); }

  // In this cycle: the header in the buffer of `at` is given a VC; is absorbed; could have been given one of the last
  // rank's `channels` for the first time and was not (told only if watched()).
  void granted(VcId at, VcId vc, HeaderState next) { p_->open->calls().grants.push_back({at, vc, next}); }
  void absorbed(VcId at, bool waited) { p_->open->calls().absorbs.push_back({at, waited}); }
  void blocked(VcId at, std::vector<ChannelId> channels) { p_->open->calls().blocked.push_back({at, std::move(channels)}); }
  [[nodiscard]] bool watched() const { return p_->open->watched(); }

 private:
  const MachineParts* p_;
  NodeId node_;
};

inline bool OpenSeam::memory_has_room() const {
  std::uint64_t now = 0;
  for (const OpenCalls::Absorb& a : p_->open->calls().absorbs) now += p_->store.channel(p_->numbering.channel_of(a.at)).to == node_ ? 1U : 0U;
  return p_->absorption.has_room(node_, now);
}

}  // namespace dateline
