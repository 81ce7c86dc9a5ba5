// Who may write what. Every part of the machine that writes a half of a VC record names the node that acts; a debug
// build checks that it owns the half. Release builds compile none of it.
#pragma once

#include "sim/core/state/layout/id_vector.hpp"
#include "sim/core/state/layout/vc_numbering.hpp"

namespace dateline {

// Per channel, injection and ejection channels too. `wanted` and `selection_pointer` belong to `from`, the rest is
// constant.
struct ChannelState {
  NodeId from, to;           // the node where its VCs are allocated, the node where its buffers are
  std::uint32_t wanted = 0;  // head flits that ask for it and have no VC yet; injection channels: 1 while a packet is queued
  std::uint16_t port = 0;    // the input port at `to`; injection channels come after all others
  std::uint8_t delay = 0;    // of its flits and credits: a number in Delays::different()
  std::uint8_t selection_pointer = 0;
};

#ifdef DATELINE_CHECK_OWNERSHIP
class Ownership {
 public:
  Ownership(const ChannelState* channels, unsigned shift) : channels_(channels), shift_(shift) {}
  void act(NodeId node) { acting_ = node; }
  void act_as_sender(VcId vc) { acting_ = channels_[vc.value() >> shift_].from; }
  void act_as_receiver(VcId vc) { acting_ = channels_[vc.value() >> shift_].to; }
  void check_sender(VcId vc) const { check(channels_[vc.value() >> shift_].from, vc, "sender's"); }
  void check_receiver(VcId vc) const { check(channels_[vc.value() >> shift_].to, vc, "receiver's"); }

 private:
  void check(NodeId owner, VcId vc, const char* half) const;  // throws InvariantError
  const ChannelState* channels_;
  unsigned shift_;
  NodeId acting_;
};
#else
class Ownership {
 public:
  Ownership(const ChannelState* /*channels*/, unsigned /*shift*/) {}
  void act(NodeId /*node*/) {}
  void act_as_sender(VcId /*vc*/) {}
  void act_as_receiver(VcId /*vc*/) {}
  void check_sender(VcId /*vc*/) const {}
  void check_receiver(VcId /*vc*/) const {}
};
#endif

}  // namespace dateline
