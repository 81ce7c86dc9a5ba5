// Links: one direction of one wire, between the two modules it is bound to. A link whose two ends are compiled carries
// nothing: at elaboration each side publishes its end through the bound link and later fetches its peer's (as TLM-2.0
// does with direct memory access), so any wiring is honoured and no virtual call is made per flit. A link with an
// external end carries flits and credits, by the contract of sim/core/state/external_router.hpp.
#pragma once

#include <memory>
#include <systemc>

#include "sim/core/state/external_ports.hpp"

namespace dateline {

struct BoundEnd {
  enum class Kind { unbound, router, interface };
  Kind kind = Kind::unbound;
  NodeId node;
  Port port;  // routers only
  const sc_core::sc_object* module = nullptr;
};

// Cycle t of an external router is any time in [t, t + 1/2) periods. What is done later belongs to cycle t + 1.
struct CycleOfTime {
  sc_core::sc_time::value_type period = 1;
  [[nodiscard]] Cycle now() const { return (sc_core::sc_time_stamp().value() + period - period / 2) / period; }
};

// What a sender's port is bound to.
class LinkSendIf : public virtual sc_core::sc_interface {
 public:
  virtual void publish_sender(const BoundEnd& end) = 0;
  [[nodiscard]] virtual const BoundEnd& receiver() const = 0;
  // Before the first cycle, of links with an external end.
  virtual void carry(ExternalLink& carried, ExternalRouters& nodes, const VcNumbering& numbering, const CycleOfTime& time) = 0;
  // Of external senders, in cycle `t`. Throws ExternalRouterError if it is another cycle now, or the link has no
  // external end.
  virtual void send(const ExternalFlit& flit, Cycle t) = 0;
  // The next credit that is due; false if there is none.
  [[nodiscard]] virtual bool take_credit(Cycle t, std::uint8_t& vc) = 0;
  [[nodiscard]] virtual ChannelId channel() const = 0;
};

// What a receiver's port is bound to.
class LinkReceiveIf : public virtual sc_core::sc_interface {
 public:
  virtual void publish_receiver(const BoundEnd& end) = 0;
  [[nodiscard]] virtual const BoundEnd& sender() const = 0;
  virtual void carry(ExternalLink& carried, ExternalRouters& nodes, const VcNumbering& numbering, const CycleOfTime& time) = 0;
  // Of external receivers, in cycle `t`. The next flit that is due; false if there is none.
  [[nodiscard]] virtual bool take_flit(Cycle t, ExternalFlit& flit) = 0;
  // A flit has left the buffer of a VC. Throws like send().
  virtual void credit(std::uint8_t vc, Cycle t) = 0;
  // Ideal ejection: the flit at the front of the buffer of its VC is handed over to the node.
  virtual void eject(const ExternalFlit& flit, Cycle t) = 0;
  [[nodiscard]] virtual ChannelId channel() const = 0;
};

class Link final : public LinkSendIf, public LinkReceiveIf {
 public:
  void publish_sender(const BoundEnd& end) override { publish(end, sender_, "sent over"); }
  void publish_receiver(const BoundEnd& end) override { publish(end, receiver_, "received from"); }
  [[nodiscard]] const BoundEnd& sender() const override { return sender_; }
  [[nodiscard]] const BoundEnd& receiver() const override { return receiver_; }

  // With an external end: what it carries, and where calls go. All must outlive the link.
  void carry(ExternalLink& carried, ExternalRouters& nodes, const VcNumbering& numbering, const CycleOfTime& time) override;
  void send(const ExternalFlit& flit, Cycle t) override;
  [[nodiscard]] bool take_credit(Cycle t, std::uint8_t& vc) override { return carrying_ && carrying_->link.credits.take(t, vc); }
  [[nodiscard]] bool take_flit(Cycle t, ExternalFlit& flit) override { return carrying_ && carrying_->link.flits.take(t, flit); }
  void credit(std::uint8_t vc, Cycle t) override;
  void eject(const ExternalFlit& flit, Cycle t) override;
  [[nodiscard]] ChannelId channel() const override { return carrying_ ? carrying_->link.channel : kNoChannel; }

 private:
  static void publish(const BoundEnd& end, BoundEnd& own, const char* what);
  void check(std::uint8_t vc, Cycle t, const BoundEnd& caller, const char* what) const;
  [[noreturn]] void refuse(std::uint8_t vc, Cycle t, const BoundEnd& caller, const char* what) const;

  BoundEnd sender_, receiver_;
  struct Carrying {
    ExternalLink& link;
    ExternalRouters& nodes;
    const VcNumbering& numbering;
    const CycleOfTime& time;
  };
  std::unique_ptr<Carrying> carrying_;  // null where neither end is external
};

}  // namespace dateline
