// What the links of SST's network by dateline (sst_network.hpp, sst_nic.hpp) carry: a request on its way; without one,
// bits of an output buffer that are free again.
#pragma once

#include "sst/core/event.h"
#include "sst/core/interfaces/simpleNetwork.h"

struct DatelineEvent final : SST::Event {
  using Request = SST::Interfaces::SimpleNetwork::Request;
  explicit DatelineEvent(Request* own = nullptr, int number = 0, std::size_t size = 0) : request(own), vn(number), bits(size) {}
  void serialize_order(SST::Core::Serialization::serializer& ser) override {
    Event::serialize_order(ser);
    SST_SER(request);
    SST_SER(vn);
    SST_SER(bits);
  }
  Request* request;
  int vn;
  std::size_t bits;
  ImplementSerializable(DatelineEvent)
};
