// SST's network by dateline (SST 16): a component with a link to each endpoint (sst_nic.hpp), and a clock whose ticks
// are cycles; it stands still while nothing is under way.
#pragma once

#include <map>

#include "sim/embed/network.hpp"
#include "sst/core/component.h"
#include "sst_event.hpp"

class DatelineNetwork final : public SST::Component {
 public:
  SST_ELI_REGISTER_COMPONENT(DatelineNetwork, "sstdateline", "network", SST_ELI_ELEMENT_VERSION(1, 0, 0), "A network", COMPONENT_CATEGORY_NETWORK)
  SST_ELI_DOCUMENT_PARAMS({"options", "of dateline::Network", ""}, {"clock", "frequency of its cycles", "1GHz"})
  SST_ELI_DOCUMENT_PORTS({"nic%d", "to the endpoint of each terminal", {}})
  DatelineNetwork(SST::ComponentId_t id, SST::Params& params) : Component(id), network_(params.find<std::string>("options")) {
    for (std::uint32_t t = 0; t < network_.terminals(); ++t) links_.push_back(configureLink("nic" + std::to_string(t), new Take(this, t)));
    clock_ = registerClock(params.find<std::string>("clock", "1GHz"), tick_);
    network_.run(1);  // SST's first cycle
  }
  void init(unsigned) override {  // what endpoints tell each other outside of the run takes no time
    for (SST::Link* from : links_)
      while (SST::Event* event = from->recvUntimedData()) pass_on(from, static_cast<DatelineEvent*>(event));
  }
  void complete(unsigned phase) override { init(phase); }

 private:
  void pass_on(SST::Link* from, DatelineEvent* event) {
    const auto to = static_cast<std::size_t>(event->request->dest);
    if (to < links_.size()) return links_[to]->sendUntimedData(event);
    for (SST::Link* link : links_)  // INIT_BROADCAST_ADDR
      if (link != from) link->sendUntimedData(new DatelineEvent(event->request->clone()));
    delete event->request, delete event;
  }
  void take(SST::Event* event, std::uint32_t from) {
    if (std::exchange(idle_, false)) network_.run(reregisterClock(clock_, tick_));
    auto* const own = on_way_[++number_] = static_cast<DatelineEvent*>(event);
    const auto to = static_cast<std::uint32_t>(own->request->dest);
    network_.send(network_.now(), dateline::TerminalId(from), dateline::TerminalId(to), (own->bits + 7) / 8, number_, {true});
  }
  bool tick(SST::Cycle_t cycle) {  // true: the clock stops
    while (network_.now() <= cycle) {
      network_.run(cycle + 1);
      for (dateline::Event event; network_.take(&event, 1) != 0;) happened(event);
    }
    return idle_ = network_.idle();
  }
  void happened(const dateline::Event& event) {
    if (event.kind == dateline::Event::deadlock || event.kind == dateline::Event::lost)
      return getSimulationOutput().fatal(CALL_INFO, 1, "a message is lost, or waits for ever: %s\n", network_.deadlock().c_str());
    DatelineEvent* const own = on_way_.at(event.user);
    if (event.kind == dateline::Event::sent) return links_[event.source.value()]->send(new DatelineEvent(nullptr, own->vn, own->bits));
    links_[event.destination.value()]->send(own);
    on_way_.erase(event.user);
  }
  using Take = SST::Event::Handler<DatelineNetwork, &DatelineNetwork::take, std::uint32_t>;
  dateline::Network network_;
  std::vector<SST::Link*> links_;  // by terminal
  SST::Clock::HandlerBase* tick_ = new SST::Clock::Handler<DatelineNetwork, &DatelineNetwork::tick>(this);
  SST::TimeConverter clock_;
  std::map<std::uint64_t, DatelineEvent*> on_way_;
  std::uint64_t number_ = 0;
  bool idle_ = false;
};
