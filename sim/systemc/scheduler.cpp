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

void Scheduler::watch(const std::vector<std::unique_ptr<Router>>& routers, const Topology& topology) {
  for (const auto& router : routers) routers_.push_back(router.get());
  topology_ = &topology;
}

Wiring Scheduler::bound_wires() const {
  Wiring wiring{topology_->nodes(), topology_->ports(), std::vector<Wiring::Wire>(topology_->channels()), {}};
  for (std::uint32_t t = 0; t < topology_->terminals(); ++t) wiring.router_of.push_back(topology_->router_of(TerminalId(t)));
  for (const Router* router : routers_) router->report_wires(wiring);
  return wiring;
}

void Scheduler::start_of_simulation() {
  for (NetworkInterface* const interface : interfaces_) {
    if (!interface->has_user()) continue;
    users_.resize(topology_->terminals());
    users_[interface->terminal().value()] = interface;
  }
  DeliveryObserver& observer = users_.empty() ? static_cast<DeliveryObserver&>(client_) : *this;
  machine_ = std::make_unique<Machine>(config_, bound_wires(), relation_, observer);
  client_.begin(*machine_);
  wake_.notify(period_ / 2);
}

void Scheduler::tick() {
  constexpr int kCyclesPerActivation = 64;
  if (ended_) return sc_core::sc_stop();
  Cycle now = cycle_now();
  const int at_most = interfaces_.empty() && !traced_ ? kCyclesPerActivation : 1;
  try {
    for (int i = 0; i < at_most && now != CycleClient::kNever; ++i) {
      next_ = now + 1;
      now = client_.execute(*machine_, now);
      if (client_.finished()) return stop();
    }
  } catch (...) {  // SystemC would turn it into a report of its own
    failure_ = std::current_exception();
    return sc_core::sc_stop();
  }
  if (now != CycleClient::kNever) sleep_until(now);
}

// What is traced in the last cycle is looked at before the next activation.
void Scheduler::stop() {
  if (!traced_) return sc_core::sc_stop();
  ended_ = true;
  wake_.notify(period_);
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
  if (users_.empty()) return;
  NetworkInterface* const user = users_[delivery.message.order.destination.value()];
  if (user != nullptr) user->deliver(delivery);
}

void Scheduler::rethrow() const {
  if (failure_) std::rethrow_exception(failure_);
}

}  // namespace dateline
