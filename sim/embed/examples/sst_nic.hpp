// An endpoint of SST's network by dateline (sst_network.hpp): what the model of a node sees of it. Bits that were sent
// fill the output buffer of their virtual network until their last flit has left the source.
#pragma once

#include <deque>
#include <map>

#include "sst/core/link.h"
#include "sst_event.hpp"

class DatelineNic final : public SST::Interfaces::SimpleNetwork {
 public:
  SST_ELI_REGISTER_SUBCOMPONENT(DatelineNic, "sstdateline", "nic", SST_ELI_ELEMENT_VERSION(1, 0, 0), "An endpoint", SST::Interfaces::SimpleNetwork)
  SST_ELI_DOCUMENT_PARAMS({"id", "its terminal"}, {"link_bw", "bits of a flit x clock", "8Gb/s"}, {"out_buf", "bits a virtual network", "8192"})
  SST_ELI_DOCUMENT_PORTS({"network", "to port nicID of the network", {}})
  DatelineNic(SST::ComponentId_t component, SST::Params& params, int)
      : SimpleNetwork(component),
        id_(params.find<nid_t>("id")),
        bandwidth_(params.find<std::string>("link_bw", "8Gb/s")),
        size_(params.find<std::size_t>("out_buf", 8192)) {}
  bool spaceToSend(int vn, int bits) override { return used_[vn] + static_cast<std::size_t>(bits) <= size_; }
  bool send(Request* request, int vn) override {
    if (used_[vn] + request->size_in_bits > size_) return false;
    used_[vn] += request->size_in_bits;
    request->vn = vn;
    link_->send(new DatelineEvent(request, vn, request->size_in_bits));
    return true;
  }
  bool requestToReceive(int vn) override { return !came_[vn].empty(); }
  Request* recv(int vn) override {
    if (came_[vn].empty()) return nullptr;
    Request* const first = came_[vn].front();
    came_[vn].pop_front();
    return first;
  }
  void sendUntimedData(Request* request) override { link_->sendUntimedData(new DatelineEvent(request)); }
  Request* recvUntimedData() override {
    auto* const event = static_cast<DatelineEvent*>(link_->recvUntimedData());
    Request* const request = event == nullptr ? nullptr : event->request;
    delete event;
    return request;
  }
  void setNotifyOnReceive(HandlerBase* handler) override { on_receive_ = handler; }
  void setNotifyOnSend(HandlerBase* handler) override { on_send_ = handler; }
  bool isNetworkInitialized() const override { return true; }
  nid_t getEndpointID() const override { return id_; }
  const SST::UnitAlgebra& getLinkBW() const override { return bandwidth_; }

 private:
  void take(SST::Event* event) {
    const auto* const own = static_cast<DatelineEvent*>(event);
    HandlerBase*& handler = own->request != nullptr ? on_receive_ : on_send_;
    if (own->request == nullptr) used_[own->vn] -= own->bits;
    if (own->request != nullptr) came_[own->vn].push_back(own->request);
    if (handler != nullptr && !(*handler)(own->vn)) handler = nullptr;
    delete own;
  }
  SST::Link* link_ = configureLink("network", new SST::Event::Handler<DatelineNic, &DatelineNic::take>(this));
  nid_t id_;
  SST::UnitAlgebra bandwidth_;
  std::size_t size_;
  std::map<int, std::size_t> used_;  // bits, by virtual network
  std::map<int, std::deque<Request*>> came_;
  HandlerBase *on_receive_ = nullptr, *on_send_ = nullptr;
};
