// The state of one virtual channel, in two halves. Each field is written by one node only: the sender's half by the
// node where the VC is allocated (the channel's `from`), the receiver's half by the node whose input buffer it ends in
// (`to`). Within a cycle nothing else crosses from one node to the other than the events of vc_store.hpp: arrival,
// credit, release, "this packet is being ejected".
// A body flit has no content: a packet is a chain of these records, each knowing the VC before it and the VC after it.
#pragma once

#include <cstdint>

#include "sim/core/state/layout/vc_numbering.hpp"

namespace dateline {

// Written by `from`: at the allocation (phase 1, 2), when a flit is sent (phase 4), and on a credit.
struct OutputVcState {
  VcId feed;                  // the VC whose buffer feeds the packet that holds this one; unused on injection channels
  std::uint16_t to_send = 0;  // flits of that packet still to cross the channel; 0 = nothing to send
  std::uint8_t credits = 0;   // free slots downstream
  std::uint8_t takes = 1;     // slots that a flit takes: 0 once the packet is being ejected and its slots never run out
};

enum class VcGlobalState : std::uint8_t {
  idle = 0,        // no packet at the front of the buffer
  forwarding = 1,  // it goes on to the VC `onward`
  ejecting = 2,    // it is being handed over (ideal ejection)
  waiting = 4,     // its head flit waits for a VC
  draining = 8,    // it is being handed over after it waited: flits that had queued up leave one by one (lazy ejection only)
};
// 1 or 0: the one state with an odd number, so that it takes no comparison.
[[nodiscard]] constexpr std::uint64_t is_forwarding(VcGlobalState state) { return static_cast<std::uint64_t>(state) & 1U; }

// Written by `to`: when a flit arrives (phase 4, or phase 0 over longer channels), is routed (phase 2), or leaves the
// buffer (phase 4).
struct InputVcState {
  VcId onward;                // where the packet at the front goes on; unless forwarding, any VC that `to` allocates
  std::uint16_t to_come = 0;  // its flits that have not arrived yet (shared buffers and explicit ideal ejection only)
  std::uint8_t present = 0;   // its flits in the buffer
  VcGlobalState front = VcGlobalState::idle;
};

struct VcState {
  OutputVcState sender;
  InputVcState receiver;
};
static_assert(sizeof(VcState) == 16, "four VCs a cache line");

// The packets of the two halves, apart from what every flit touches.
struct VcPackets {
  PacketId holder;  // sender: of the packet that holds the VC, or last held it
  PacketId front;   // receiver: of the packet at the front of the buffer, unless it is idle
};

// Receiver, of a shared buffer: a packet behind the front one. Only the last of a buffer may have flits to come.
struct QueuedPacket {
  PacketId packet;
  std::uint16_t present = 0;
  std::uint16_t to_come = 0;
};

}  // namespace dateline
