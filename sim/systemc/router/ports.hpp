// What a router holds (docs/reference/router-cycle.md, sections 1 and 2): buffers at its input ports, and at its output
// ports the sender's half of each VC - who holds it, slots free downstream, whether it can be allocated.
#pragma once

#include <array>
#include <vector>

#include "sim/systemc/link.hpp"

namespace dateline::router {

struct InputPort;
struct OutputPort;

// VCs of a channel that the relation offers a head flit, with the state after that hop.
struct Offer {
  OutputPort* output;
  std::uint32_t vcs;
  int rank;
  HeaderState next;
};

// A head flit at the front of its buffer that has no VC yet.
struct Header {
  std::uint64_t key =
      0;            // fcfs: (cycle in which it began to wait, input port, VC); oldest: (generated, input port, VC); round-robin: (input port, VC)
  Cycle ready = 0;  // first cycle in which it may be given a VC
  std::vector<Offer> offers;  // by rank
  bool absorb = false;        // into the memory of the node, where none of the offers has a free VC
  bool notified = false;      // that it is blocked
};

// A VC of an input port: a buffer, first in first out, and what becomes of the packet at its front.
struct InputVc {
  enum class State { idle, waiting, forwarding, ejecting };

  VcId id;
  std::uint8_t vc = 0;
  InputPort* input = nullptr;
  Ring<ExternalFlit> buffer;
  State state = State::idle;
  PacketId packet;               // at the front, unless idle
  Header head;                   // while it waits
  OutputPort* output = nullptr;  // where it goes on: a VC there
  std::uint8_t onward = 0;
  HeaderState next;
  std::uint32_t accepts_from = 0;  // islip VC allocator: a VC's number

  ExternalFlit pop() {
    const ExternalFlit flit = buffer.front();
    buffer.pop_front();
    return flit;
  }
};

struct InputPort {
  LinkReceiveIf* link;
  ChannelId channel;
  std::uint16_t number;                 // as head flits are ordered by
  const DueQueue<ExternalFlit>* flits;  // under way
  std::vector<InputVc> vcs;
  std::uint8_t pointer = 0;      // per-port crossbar: the VC at which its search begins
  bool granted = false;          // per-port crossbar: in this cycle
  std::size_t accepts_from = 0;  // islip: the output at which its search begins
};

// VCs as bits.
struct OutputPort {
  LinkSendIf* link;
  ChannelId channel;
  VcId first;
  const DueQueue<std::uint8_t>* credits;  // under way

  bool ejection;                // the memory behind it always has room
  std::uint32_t free;           // can be allocated
  std::uint32_t space;          // a slot is free downstream
  std::uint32_t free_next = 0;  // can be allocated from the next cycle on
  std::uint32_t leaving = 0;    // tail sent, credits not all back (atomic reuse)
  std::uint32_t waiting = 0;    // a flit of the packet that holds it is at the front of its buffer, and may cross
  std::array<std::uint8_t, kMaxVcs> slots{};
  std::array<InputVc*, kMaxVcs> feed{};
  std::uint8_t pointer = 0, selection_pointer = 0;   // output arbitration; selection=round-robin
  std::array<std::uint64_t, kMaxVcs> grants_from{};  // islip VC allocator: a head flit's key
  std::size_t port_from = 0;                         // islip: the input port at which its search begins
  bool granted = false;                              // per-port crossbar: in this cycle, or of a bandwidth that does not let it send
  [[nodiscard]] std::uint32_t movable() const { return waiting & space; }
};

struct Ports {
  std::vector<InputPort> inputs;       // in the order of their numbers, interfaces last
  std::vector<OutputPort> outputs;     // in the order of channel numbers, ejection last
  std::vector<OutputPort*> output_at;  // by the router's port; null where none leaves
};

struct Headers {
  std::vector<InputVc*> arrived;   // at the front of their buffers, not routed
  std::vector<InputVc*> waiting;   // by key
  std::vector<InputVc*> ejecting;  // their packets are handed over to the node (ideal ejection)
  std::uint64_t pointer = 0;       // round-robin VC arbitration: where the scan begins
  // VC allocation as a stage: VCs given in this cycle, whose head flits may cross in the next.
  std::vector<std::pair<OutputPort*, std::uint32_t>> held_back = {};
  Candidates candidates = {};  // of the head flit that is being routed
};

}  // namespace dateline::router
