// The SystemC interfaces of the network: what a link offers to the two modules it joins, and what a network interface
// offers to its user.
// A link carries no flits itself. At elaboration each side publishes its end through the bound link and later fetches
// its peer's (as TLM-2.0 does with direct memory access), so any wiring is honoured and no virtual call is made per
// flit.
#pragma once

#include <systemc>

#include "sim/core/message.hpp"

namespace dateline {

struct LinkEnd {
  enum class Kind { unbound, router, interface };
  Kind kind = Kind::unbound;
  NodeId node;
  Port port;  // routers only
};

class LinkSendIf : public virtual sc_core::sc_interface {
 public:
  virtual void publish_sender(const LinkEnd& end) = 0;
  [[nodiscard]] virtual const LinkEnd& receiver() const = 0;
};

class LinkReceiveIf : public virtual sc_core::sc_interface {
 public:
  virtual void publish_receiver(const LinkEnd& end) = 0;
  [[nodiscard]] virtual const LinkEnd& sender() const = 0;
};

// One direction of one wire.
class Link final : public LinkSendIf, public LinkReceiveIf {
 public:
  void publish_sender(const LinkEnd& end) override { sender_ = end; }
  void publish_receiver(const LinkEnd& end) override { receiver_ = end; }
  [[nodiscard]] const LinkEnd& sender() const override { return sender_; }
  [[nodiscard]] const LinkEnd& receiver() const override { return receiver_; }

 private:
  LinkEnd sender_, receiver_;
};

// What a user's module calls. Cycle t of the network is executed in the middle of the SystemC time t .. t+1 periods, so
// whatever is sent at time t, in any order of processes, is generated in cycle t.
class MessagePortIf : public virtual sc_core::sc_interface {
 public:
  // Queues a message of `length` flits (1..65535); returns its sequence number at this node. Throws ConfigError for a
  // bad destination or length.
  virtual std::uint64_t send(TerminalId destination, std::uint32_t length, std::uint32_t tag) = 0;
};

// What a user's module implements to be called for its messages, in the cycle in which the tail is handed over.
class MessageSinkIf : public virtual sc_core::sc_interface {
 public:
  virtual void receive(const Delivery& delivery) = 0;
};

}  // namespace dateline
