// What a network interface offers to its user. Links between modules: link.hpp.
#pragma once

#include <systemc>

#include "sim/core/state/packet/packet.hpp"

namespace dateline {

// What a user's module calls. Cycle t of the network is executed in the middle of the SystemC time t .. t+1 periods, so
// whatever is sent in [t, t + 1/2) periods, in any order of processes, is generated in cycle t; what is sent later, at
// t + 1/2 exactly too, in cycle t + 1.
class PacketPortIf : public virtual sc_core::sc_interface {
 public:
  // Queues a message of `length` flits (1..65535); returns its sequence number at this node. Throws ConfigError for a
  // bad destination or length, and before time begins.
  virtual std::uint64_t send(TerminalId destination, std::uint32_t length, std::uint32_t tag) = 0;
};

// What a user's module implements to be called for its messages, in the cycle in which the tail is handed over.
class PacketSinkIf : public virtual sc_core::sc_interface {
 public:
  virtual void receive(const Delivery& delivery) = 0;
};

}  // namespace dateline
