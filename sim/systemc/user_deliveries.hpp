// Deliveries of a network with users' modules: to the run's client and listeners, then to the user bound at the
// destination.
#pragma once

#include <utility>
#include <vector>

#include "sim/measure/run_loop.hpp"
#include "sim/systemc/modules.hpp"

namespace dateline {

class UserDeliveries final : public DeliveryObserver {
 public:
  // `users`: per terminal, null where nothing is bound. `loop` must outlive it.
  UserDeliveries(RunLoop& loop, std::vector<NetworkInterface*> users) : loop_(loop), users_(std::move(users)) {}

  void delivered(const Delivery& delivery) override {
    loop_.observer().delivered(delivery);
    NetworkInterface* const user = users_[delivery.packet.order.destination.value()];
    if (user != nullptr) user->deliver(delivery);
  }
  void sent(const std::vector<const Packet*>& packets, Cycle now) override { loop_.observer().sent(packets, now); }
  void lost(const Packet& packet, Cycle now) override { loop_.observer().lost(packet, now); }

 private:
  RunLoop& loop_;
  std::vector<NetworkInterface*> users_;
};

}  // namespace dateline
