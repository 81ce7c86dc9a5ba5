// Links: one direction of one wire, between the two modules it is bound to. A link whose two ends are compiled carries
// nothing: at elaboration each side publishes its end through the bound link and later fetches its peer's (as TLM-2.0
// does with direct memory access), so any wiring is honoured and no virtual call is made per flit. A link with an
// external end carries flits and credits, by the contract of sim/core/state/external_router.hpp.
#pragma once

#include <memory>
#include <systemc>

#include "sim/core/state/external_ports.hpp"

namespace dateline {

// Two a link: 16 bytes each.
struct BoundEnd {
  enum class Kind : std::uint8_t { unbound, router, interface };
  Kind kind = Kind::unbound;
  Port port;  // routers only
  NodeId node;
  const sc_core::sc_object* module = nullptr;
};

// Cycle t of an external router is any time in [t, t + 1/2) periods. What is done later belongs to cycle t + 1.
struct CycleOfTime {
  static constexpr Cycle kUnknown = ~Cycle{0};
  sc_core::sc_time::value_type period = 1;
  Cycle begun = kUnknown;  // while a router executes cycle(t), t: time stands still then
  [[nodiscard]] Cycle now() const { return begun != kUnknown ? begun : (sc_core::sc_time_stamp().value() + period - period / 2) / period; }
};

// Which way a link leads, seen from a router at one of its ends.
struct LinkDirection {
  bool network = false;      // to or from a router, else an interface
  Port port;                 // of the router, as the topology numbers them; of network links
  std::uint32_t beyond = 0;  // the node at its other end; of an interface, its terminal
  int dimension = -1;        // that flits travel in; -1: outside the cube family
  int sign = 0;              // +1: to larger coordinates; -1: to smaller ones; 0: hypercube, and outside the cube family
};

// What is done at one end of a link in a cycle, for signals (router_signals.hpp).
struct LinkActivity {
  bool flit = false;              // sent, or taken
  ExternalFlit last;              // the flit
  std::uint32_t credits = 0;      // taken, or given: a bit a VC
  std::uint32_t handed_over = 0;  // flits, with ideal ejection: a bit a VC
  void note(const ExternalFlit& what) {
    flit = true;
    last = what;
  }
};

// What a link with an external end carries, and where calls go. All must outlive it.
struct LinkTraffic {
  LinkTraffic(ExternalLink& carried, ExternalRouters& nodes, const VcNumbering& numbering, const CycleOfTime& of_time)
      : link(carried),
        calls(nodes.calls()),
        time(of_time),
        first(numbering.vc(carried.channel, 0)),
        vcs(numbering.vcs(carried.channel)),
        sends(nodes.sends(carried.channel)),
        receives(nodes.receives(carried.channel)) {}
  ExternalLink& link;
  ExternalCalls& calls;
  const CycleOfTime& time;
  // The VCs of its channel.
  VcId first;
  std::uint32_t vcs;
  bool sends, receives;  // which of its ends is external
  // What is done there is noted, unless null.
  LinkActivity* at_sender = nullptr;
  LinkActivity* at_receiver = nullptr;
  LinkDirection leads_to = {}, comes_from = {};

  [[nodiscard]] VcId vc(std::uint8_t vc_index) const { return VcId(first.value() + vc_index); }
};

// What both ends of a link have.
class LinkIf : public sc_core::sc_interface {
 public:
  [[nodiscard]] virtual const BoundEnd& sender() const = 0;
  [[nodiscard]] virtual const BoundEnd& receiver() const = 0;
  [[nodiscard]] virtual ChannelId channel() const = 0;  // kNoChannel: it carries nothing
  // Before the first cycle, of links with an external end. From then on they have directions, as a sending and a
  // receiving router see them.
  virtual void carry(const LinkTraffic& traffic, const LinkDirection& leads_to, const LinkDirection& comes_from) = 0;
};

// What a sender's port is bound to.
class LinkSendIf : public virtual LinkIf {
 public:
  virtual void publish_sender(const BoundEnd& end) = 0;
  [[nodiscard]] virtual const LinkDirection& leads_to() const = 0;
  // Of external senders, in cycle `t`. Throws ExternalRouterError if it is another cycle now, or the link has no
  // external end.
  virtual void send(const ExternalFlit& flit, Cycle t) = 0;
  // Credits under way to the sender: whether any is due is seen without a call.
  [[nodiscard]] virtual const DueQueue<std::uint8_t>& credits() const = 0;
  // The next credit that is due; false if there is none.
  [[nodiscard]] virtual bool take_credit(Cycle t, std::uint8_t& vc) = 0;
  // Of a link that carries something: what the sender does is noted from now on.
  virtual void note_sender(LinkActivity& activity) = 0;
};

// What a receiver's port is bound to.
class LinkReceiveIf : public virtual LinkIf {
 public:
  virtual void publish_receiver(const BoundEnd& end) = 0;
  [[nodiscard]] virtual const LinkDirection& comes_from() const = 0;
  // Flits under way to the receiver: whether any is due is seen without a call.
  [[nodiscard]] virtual const DueQueue<ExternalFlit>& flits() const = 0;
  // Of external receivers, in cycle `t`. The next flit that is due; false if there is none.
  [[nodiscard]] virtual bool take_flit(Cycle t, ExternalFlit& flit) = 0;
  // A flit has left the buffer of a VC. Throws like send().
  virtual void credit(std::uint8_t vc, Cycle t) = 0;
  // Ideal ejection: the flit at the front of the buffer of its VC is handed over to the node.
  virtual void eject(const ExternalFlit& flit, Cycle t) = 0;
  virtual void note_receiver(LinkActivity& activity) = 0;
};

class Link final : public LinkSendIf, public LinkReceiveIf {
 public:
  void publish_sender(const BoundEnd& end) override { publish(end, sender_, "sent over"); }
  void publish_receiver(const BoundEnd& end) override { publish(end, receiver_, "received from"); }
  [[nodiscard]] const BoundEnd& sender() const override { return sender_; }
  [[nodiscard]] const BoundEnd& receiver() const override { return receiver_; }

  void carry(const LinkTraffic& traffic, const LinkDirection& leads_to, const LinkDirection& comes_from) override;
  [[nodiscard]] const LinkDirection& leads_to() const override { return carrying_->leads_to; }
  [[nodiscard]] const LinkDirection& comes_from() const override { return carrying_->comes_from; }
  [[nodiscard]] const DueQueue<std::uint8_t>& credits() const override { return carrying_->link.credits; }
  [[nodiscard]] const DueQueue<ExternalFlit>& flits() const override { return carrying_->link.flits; }
  void send(const ExternalFlit& flit, Cycle t) override;
  [[nodiscard]] bool take_credit(Cycle t, std::uint8_t& vc) override;
  [[nodiscard]] bool take_flit(Cycle t, ExternalFlit& flit) override;
  void note_sender(LinkActivity& activity) override { carrying_->at_sender = &activity; }
  void note_receiver(LinkActivity& activity) override { carrying_->at_receiver = &activity; }
  void credit(std::uint8_t vc, Cycle t) override;
  void eject(const ExternalFlit& flit, Cycle t) override;
  [[nodiscard]] ChannelId channel() const override { return carrying_ ? carrying_->link.channel : kNoChannel; }

 private:
  static void publish(const BoundEnd& end, BoundEnd& own, const char* what);
  void check(std::uint8_t vc, Cycle t, bool external, const BoundEnd& caller, const char* what) const;
  [[noreturn]] void refuse(std::uint8_t vc, Cycle t, const BoundEnd& caller, const char* what) const;

  BoundEnd sender_, receiver_;
  std::unique_ptr<LinkTraffic> carrying_;  // null where neither end is external
};

}  // namespace dateline
