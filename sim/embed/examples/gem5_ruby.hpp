// Ruby's network by dateline (gem5 24): every controller of the network is a terminal, by its local number, and a cycle
// is one of the object's clock domain. It sleeps while nothing is under way.
#pragma once

#include "clock_driven.hpp"
#include "gem5_messages.hpp"
#include "mem/ruby/network/MessageBuffer.hh"
#include "params/DatelineRuby.hh"

namespace gem5::ruby {
class DatelineRuby final : public Network, public Consumer {
 public:
  PARAMS(DatelineRuby);
  explicit DatelineRuby(const Params& p) : Network(p), Consumer(this), network_(p.options.c_str(), p.depth, [this](const auto& e) { came(e); }) {}
  void init() override { for_queues(m_toNetQueues, [this](NodeID, int, MessageBuffer& queue) { queue.setConsumer(this); }); }
  void wakeup() override {
    network_.catch_up(curCycle());
    for_queues(m_toNetQueues, [this](NodeID from, int vnet, MessageBuffer& queue) { take(from, vnet, queue); });
    bool awake = !network_.tick();
    for_queues(m_toNetQueues, [&](NodeID, int, MessageBuffer& queue) { awake = awake || queue.readyTime() <= clockEdge(); });
    for_queues(m_fromNetQueues, [&](NodeID to, int vnet, MessageBuffer& queue) {
      DatelineMessages::Numbers& arrived = arrived_[{to, vnet}];
      for (; !arrived.empty() && queue.areNSlotsAvailable(1, clockEdge()); arrived.pop_front()) {
        queue.enqueue(messages_.at(arrived.front()).message, clockEdge(), clockPeriod());
        messages_.forget(arrived.front());
      }
      awake = awake || !arrived.empty();
    });
    if (awake) scheduleEvent(Cycles(1));
  }
  bool functionalRead(Packet* packet) override { return messages_.count([=](Message& own) { return own.functionalRead(packet); }) > 0; }
  bool functionalRead(Packet* packet, WriteMask& mask) override { return messages_.count([&](Message& own) { return own.functionalRead(packet, mask); }) > 0; }
  std::uint32_t functionalWrite(Packet* packet) override { return messages_.count([=](Message& own) { return own.functionalWrite(packet); }); }
  void makeExtOutLink(SwitchID, NodeID, BasicLink*, std::vector<NetDest>&) override {}  // the topology is an option
  void makeExtInLink(NodeID, SwitchID, BasicLink*, std::vector<NetDest>&) override {}
  void makeInternalLink(SwitchID, SwitchID, BasicLink*, std::vector<NetDest>&, PortDirection, PortDirection) override {}
  void collateStats() override {}
  void print(std::ostream& out) const override { out << "[dateline]"; }

 private:
  template <typename Visit>
  void for_queues(const std::vector<std::vector<MessageBuffer*>>& queues, Visit visit) {
    for (std::size_t node = 0; node < queues.size(); ++node)
      for (std::size_t vnet = 0; vnet < queues[node].size(); ++vnet)
        if (queues[node][vnet] != nullptr) visit(static_cast<NodeID>(node), static_cast<int>(vnet), *queues[node][vnet]);
  }
  void take(NodeID from, int vnet, MessageBuffer& queue) {
    for (auto& leaving = leaving_[{from, vnet}];; queue.dequeue(clockEdge())) {  // the next one when all of the last has left
      for (; !leaving.empty() && send(from, leaving.front()); leaving.pop_front()) continue;
      if (!leaving.empty() || !queue.isReady(clockEdge())) return;
      messages_.split(*this, queue.peekMsgPtr(), from, vnet, m_ordered[static_cast<std::size_t>(vnet)], leaving);
    }
  }
  bool send(NodeID from, std::uint64_t number) {
    return network_.send(from, messages_.at(number).to, MessageSizeType_to_int(messages_.at(number).message->getMessageSize()), number);
  }
  void came(const dateline::Event& event) {
    panic_if(event.kind != dateline::Event::arrived, "dateline: a message is lost, or waits for ever");
    for (const std::uint64_t number : messages_.came(event.user)) arrived_[{messages_.at(number).to, messages_.at(number).vnet}].push_back(number);
  }
  ClockedNetwork network_;
  DatelineMessages messages_;
  std::map<std::pair<NodeID, int>, DatelineMessages::Numbers> leaving_, arrived_;  // by node and virtual network
};
}  // namespace gem5::ruby
