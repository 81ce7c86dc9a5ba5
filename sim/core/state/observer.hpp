// What can be watched inside the machine, chosen at compile time: an observer is a class with the functions of
// NullObserver and kActive = true.
// With the null observer nothing is computed for it. Every call names the cycle in which the thing happens
// (docs/machine.md, section 2).
#pragma once

#include "sim/core/layout/id_vector.hpp"
#include "sim/core/layout/vc_numbering.hpp"

namespace dateline {

struct NullObserver {
  static constexpr bool kActive = false;
  static constexpr bool kOpen = false;  // some nodes are open (external_router.hpp): the engine's own
  // A flit of `message` crosses the channel of `vc`: network, injection or ejection channel.
  void flit_sent(Cycle, VcId, MessageId, bool /*tail*/) {}
  // The header of `message`, in the buffer of `at`, could be given a VC from now on and is not. Once per header and
  // hop. `channels`: its candidate channels of the last rank tried, `count` of them, each once.
  void header_blocked(Cycle, VcId /*at*/, MessageId, const ChannelId* /*channels*/, std::size_t /*count*/) {}
  // The header of `message`, in the buffer of `at`, is given `vc`.
  void header_granted(Cycle, VcId /*at*/, VcId /*vc*/, MessageId) {}
  // The header of `message`, in the buffer of `at`, takes none of the channels it waited for: it is absorbed there.
  void header_absorbed(Cycle, VcId /*at*/, MessageId) {}
  void vc_allocated(Cycle, VcId, MessageId) {}
  // The VC can be allocated again from cycle `from` on.
  void vc_released(Cycle /*from*/, VcId) {}
  // The header crosses the injection channel.
  void message_injected(Cycle, VcId, MessageId) {}
  // The tail is handed to the destination.
  void message_delivered(Cycle, MessageId) {}
  // The tail is in the memory of a node on the way.
  void message_absorbed(Cycle, MessageId) {}
  // In this cycle a flit waits for `channel`, and no VC that a flit waits for has a place.
  void flit_blocked(Cycle, ChannelId) {}
};

}  // namespace dateline
