// What stands between a router and a link, and passes every call on; a test overrides what it spoils.
#pragma once

#include "sim/systemc/link.hpp"

namespace dateline::test {

struct SendTap : LinkSendIf {
  explicit SendTap(LinkSendIf& to) : link(to) {}
  LinkSendIf& link;
  [[nodiscard]] const BoundEnd& sender() const override { return link.sender(); }
  [[nodiscard]] const BoundEnd& receiver() const override { return link.receiver(); }
  void carry(const LinkTraffic& t, const LinkDirection& to, const LinkDirection& from) override { link.carry(t, to, from); }
  [[nodiscard]] ChannelId channel() const override { return link.channel(); }
  void publish_sender(const BoundEnd& end) override { link.publish_sender(end); }
  [[nodiscard]] const LinkDirection& leads_to() const override { return link.leads_to(); }
  [[nodiscard]] const DueQueue<std::uint8_t>& credits() const override { return link.credits(); }
  [[nodiscard]] bool take_credit(Cycle t, std::uint8_t& vc) override { return link.take_credit(t, vc); }
  void send(const ExternalFlit& flit, Cycle t) override { link.send(flit, t); }
  void note_sender(LinkActivity& activity) override { link.note_sender(activity); }
};

struct ReceiveTap : LinkReceiveIf {
  explicit ReceiveTap(LinkReceiveIf& to) : link(to) {}
  LinkReceiveIf& link;
  [[nodiscard]] const BoundEnd& sender() const override { return link.sender(); }
  [[nodiscard]] const BoundEnd& receiver() const override { return link.receiver(); }
  void carry(const LinkTraffic& t, const LinkDirection& to, const LinkDirection& from) override { link.carry(t, to, from); }
  [[nodiscard]] ChannelId channel() const override { return link.channel(); }
  void publish_receiver(const BoundEnd& end) override { link.publish_receiver(end); }
  [[nodiscard]] const LinkDirection& comes_from() const override { return link.comes_from(); }
  [[nodiscard]] const DueQueue<ExternalFlit>& flits() const override { return link.flits(); }
  [[nodiscard]] bool take_flit(Cycle t, ExternalFlit& flit) override { return link.take_flit(t, flit); }
  void credit(std::uint8_t vc, Cycle t) override { link.credit(vc, t); }
  void eject(const ExternalFlit& flit, Cycle t) override { link.eject(flit, t); }
  void note_receiver(LinkActivity& activity) override { link.note_receiver(activity); }
};

}  // namespace dateline::test
