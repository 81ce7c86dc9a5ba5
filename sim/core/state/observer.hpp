// What can be watched inside the machine, chosen at compile time: an observer is a class with the functions of
// NullObserver and kActive = true.
// With the null observer nothing is computed for it. Every call names the cycle in which the thing happens
// (docs/reference/router-cycle.md, section 2).
#pragma once

#include "sim/core/state/layout/id_vector.hpp"
#include "sim/core/state/layout/vc_numbering.hpp"

namespace dateline {

struct NullObserver {
  static constexpr bool kActive = false;
  static constexpr bool kExternal = false;  // some routers are external (external_router.hpp): the engine's own
  // A flit of `packet` crosses the channel of `vc`: network, injection or ejection channel.
  void flit_sent(Cycle, VcId, PacketId, bool /*tail*/) {}
  // The head flit of `packet`, in the buffer of `at`, could be given a VC from now on and is not. Once per head flit
  // and hop. `channels`: its candidate channels of the last rank tried, `count` of them, each once.
  void head_blocked(Cycle, VcId /*at*/, PacketId, const ChannelId* /*channels*/, std::size_t /*count*/) {}
  // The head flit of `packet`, in the buffer of `at`, is given `vc`.
  void head_granted(Cycle, VcId /*at*/, VcId /*vc*/, PacketId) {}
  // The head flit of `packet`, in the buffer of `at`, takes none of the channels it waited for: it is absorbed there.
  void head_absorbed(Cycle, VcId /*at*/, PacketId) {}
  void vc_allocated(Cycle, VcId, PacketId) {}
  // The VC can be allocated again from cycle `from` on.
  void vc_released(Cycle /*from*/, VcId) {}
  // The head flit crosses the injection channel.
  void packet_injected(Cycle, VcId, PacketId) {}
  // The tail is handed to the destination.
  void packet_delivered(Cycle, PacketId) {}
  // The tail is in the memory of a node on the way.
  void packet_absorbed(Cycle, PacketId) {}
  // In this cycle a flit waits for `channel`, and no VC that a flit waits for has a slot.
  void flit_blocked(Cycle, ChannelId) {}
};

}  // namespace dateline
