// What a router holds (docs/machine.md, sections 1 and 2): buffers at its input ports, and at its output ports the
// sender's half of each VC - who holds it, places free downstream, whether it can be allocated.
#pragma once

#include <array>
#include <vector>

#include "sim/systemc/link.hpp"

namespace dateline::router {

struct OutputPort;

// One VC the relation offers a header, with the state after that hop.
struct Offer {
  OutputPort* output;
  ChannelId channel;
  std::uint32_t lanes;  // VCs of the channel
  int rank;
  HeaderState next;
};

// A header at the front of its buffer that has no VC yet.
struct Header {
  std::uint64_t key = 0;  // fcfs: (cycle in which it began to wait, input port, VC); round-robin: (input port, VC)
  Cycle ready = 0;        // first cycle in which it may be given a VC
  std::vector<Offer> offers;
  bool absorb = false;  // into the memory of the node, where none of the offers has a free VC
  bool told = false;    // that it is blocked
};

// A VC of an input port: a buffer, first in first out, and what becomes of the worm at its front.
struct InputVc {
  enum class State { idle, waiting, forwarding, ejecting };

  VcId id;
  std::uint16_t port = 0;  // input port, as headers are ordered by
  std::uint8_t vc = 0;
  std::uint16_t input = 0;  // place of the port among the inputs
  State state = State::idle;
  MessageId worm;                // at the front, unless idle
  Header header;                 // while it waits
  OutputPort* output = nullptr;  // where it goes on: a VC there
  std::uint8_t onward = 0;
  HeaderState next;

  std::vector<OpenFlit> buffer;  // `depth` places, used in a ring
  std::uint32_t first = 0, count = 0;
  [[nodiscard]] const OpenFlit& front() const { return buffer[first]; }
  [[nodiscard]] bool push(const OpenFlit& flit) {
    if (count == buffer.size()) return false;
    const std::size_t place = first + count++;
    buffer[place < buffer.size() ? place : place - buffer.size()] = flit;
    return true;
  }
  // Takes out the flits for which gone(flit); returns how many.
  template <typename Gone>
  std::uint32_t remove_if(Gone gone) {
    const std::uint32_t before = count;
    for (std::uint32_t i = 0; i < before; ++i) {
      const OpenFlit flit = pop();
      if (!gone(flit)) (void)push(flit);
    }
    return before - count;
  }
  OpenFlit pop() {
    const OpenFlit flit = buffer[first];
    first = first + 1 == buffer.size() ? 0 : first + 1;
    --count;
    return flit;
  }
};

struct InputPort {
  LinkReceiveIf* link = nullptr;
  ChannelId channel;
  std::uint16_t port = 0;
  std::uint8_t pointer = 0;  // per-port crossbar: the VC at which its search begins
  std::vector<InputVc> vcs;
};

// VCs as bits.
struct OutputPort {
  LinkSendIf* link = nullptr;
  ChannelId channel;
  VcId first;
  bool ejection = false;        // the memory behind it always has room
  std::uint32_t free = 0;       // can be allocated
  std::uint32_t free_next = 0;  // from the next cycle on
  std::uint32_t leaving = 0;    // tail sent, places not all home (atomic reuse)
  std::uint32_t waiting = 0;    // a flit of the worm that holds it is at the front of its buffer
  std::uint32_t space = 0;      // a place is free downstream
  std::array<std::uint8_t, kMaxVcs> places{};
  std::array<InputVc*, kMaxVcs> feed{};
  std::uint8_t pointer = 0;            // channel arbitration
  std::uint8_t selection_pointer = 0;  // selection=round-robin
  [[nodiscard]] std::uint32_t movable() const { return waiting & space; }
};

struct Ports {
  std::vector<InputPort> inputs;    // in the order of their ports, interfaces last
  std::vector<OutputPort> outputs;  // in the order of channel numbers, ejection last
  [[nodiscard]] OutputPort& output(ChannelId channel) {
    std::size_t i = 0;
    while (outputs[i].channel != channel) ++i;
    return outputs[i];
  }
};

}  // namespace dateline::router
