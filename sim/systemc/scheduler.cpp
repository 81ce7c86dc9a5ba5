#include "sim/systemc/scheduler.hpp"

#include <algorithm>

namespace dateline {

Scheduler::Scheduler(const sc_core::sc_module_name& name, const MachineConfig& config, const RoutingRelation& relation, CycleClient& client,
                     sc_core::sc_time period)
    : sc_module(name), config_(config), relation_(relation), client_(client), period_(period) {
  SC_METHOD(tick);
  sensitive << wake_;
  dont_initialize();
}

void Scheduler::watch(std::vector<std::unique_ptr<Router>>& routers, std::vector<std::unique_ptr<NetworkInterface>>& interfaces, int ports,
                      std::uint32_t channels) {
  for (auto& router : routers) routers_.push_back(router.get());
  for (auto& interface : interfaces) interfaces_.push_back(interface.get());
  ports_ = ports;
  channels_ = channels;
}

void Scheduler::start_of_simulation() {
  Wiring wiring{static_cast<std::uint32_t>(routers_.size()), ports_, std::vector<Wiring::Wire>(channels_), {}};
  for (const NetworkInterface* interface : interfaces_) wiring.router_of.push_back(interface->router());
  for (const Router* router : routers_) router->report_wires(wiring);
  for (NetworkInterface* interface : interfaces_) {
    users_.push_back(interface->has_user() ? interface : nullptr);
    has_users_ = has_users_ || interface->has_user();
  }
  machine_ = std::make_unique<Machine>(config_, std::move(wiring), relation_, has_users_ ? static_cast<DeliveryObserver&>(*this) : client_);
  client_.begin(*machine_);
  wake_.notify(period_ / 2);
}

void Scheduler::tick() {
  constexpr int kCyclesPerActivation = 64;
  Cycle now = cycle_now();
  const int at_most = has_users_ ? 1 : kCyclesPerActivation;
  try {
    for (int i = 0; i < at_most && now != CycleClient::kNever; ++i) {
      next_ = now + 1;
      now = client_.execute(*machine_, now);
      if (client_.finished()) return sc_core::sc_stop();
    }
  } catch (...) {  // SystemC would turn it into a report of its own
    failure_ = std::current_exception();
    return sc_core::sc_stop();
  }
  if (now != CycleClient::kNever) sleep_until(now);
}

void Scheduler::sleep_until(Cycle next) {
  const sc_core::sc_time at = sc_core::sc_time::from_value(next * period_.value() + period_.value() / 2);
  wake_.notify(at - sc_core::sc_time_stamp());
}

std::uint64_t Scheduler::send(TerminalId source, MessageOrder order) {
  order.generated = std::max(cycle_now(), next_);
  const std::uint64_t sequence = machine_->send(source, order);
  sleep_until(order.generated);  // a notification already pending for an earlier cycle stays
  return sequence;
}

void Scheduler::delivered(const Delivery& delivery) {
  client_.delivered(delivery);
  NetworkInterface* const user = users_[delivery.message.order.destination.value()];
  if (user != nullptr) user->deliver(delivery);
}

void Scheduler::rethrow() const {
  if (failure_) std::rethrow_exception(failure_);
}

}  // namespace dateline
