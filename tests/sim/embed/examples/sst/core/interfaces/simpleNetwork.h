// What SST's models of nodes see of a network: see stand_in.h.
#pragma once

#include "sst/core/stand_in.h"

namespace SST::Interfaces {

class SimpleNetwork : public SubComponent {
 public:
  using nid_t = std::int64_t;
  static constexpr nid_t INIT_BROADCAST_ADDR = -1;
  class Request {
   public:
    Request(nid_t to, nid_t from, std::size_t bits, bool, bool, Event* own = nullptr) : dest(to), src(from), size_in_bits(bits), payload_(own) {}
    Request(const Request&) = default;
    ~Request() { delete payload_; }
    Request* clone() {
      auto* const own = new Request(*this);
      if (payload_ != nullptr) own->payload_ = payload_->clone();
      return own;
    }
    Event* inspectPayload() const { return payload_; }

    nid_t dest, src;
    int vn = 0;
    std::size_t size_in_bits;

   private:
    Event* payload_;
  };
  using HandlerBase = HandlerOf<bool, int>;
  template <typename Class, auto function, typename Data = void>
  using Handler = HandlerWith<bool, int, Class, function, Data>;
  using SubComponent::SubComponent;
  virtual void sendUntimedData(Request* request) = 0;
  virtual Request* recvUntimedData() = 0;
  virtual bool send(Request* request, int vn) = 0;
  virtual Request* recv(int vn) = 0;
  virtual bool spaceToSend(int vn, int bits) = 0;
  virtual bool requestToReceive(int vn) = 0;
  virtual void setNotifyOnReceive(HandlerBase* handler) = 0;
  virtual void setNotifyOnSend(HandlerBase* handler) = 0;
  virtual bool isNetworkInitialized() const = 0;
  virtual nid_t getEndpointID() const = 0;
  virtual const UnitAlgebra& getLinkBW() const = 0;
};

}  // namespace SST::Interfaces
