#include "sim/systemc/scheduler.hpp"

#include <algorithm>

namespace dateline {

Scheduler::Scheduler(const sc_core::sc_module_name& name, const RouterConfig& config, const RoutingRelation& relation, CycleClient& client,
                     sc_core::sc_time period)
    : sc_module(name), config_(config), relation_(relation), loop_(client, {}), period_(period), time_{period.value()} {
  SC_METHOD(tick);
  sensitive << wake_;
  dont_initialize();
}

void Scheduler::watch(const std::vector<std::unique_ptr<Router>>& routers, const Topology& topology) {
  for (const auto& router : routers) routers_.push_back(router.get());
  topology_ = &topology;
}

Wiring Scheduler::bound_wires() const {
  Wiring wiring{topology_->nodes(), topology_->ports(), std::vector<Wiring::Wire>(topology_->channels()), {}, {}};
  for (std::uint32_t t = 0; t < topology_->terminals(); ++t) wiring.router_of.push_back(topology_->router_of(TerminalId(t)));
  for (const Router* router : routers_) {
    router->report_wires(wiring);
    if (!router->is_external()) continue;
    wiring.external.resize(topology_->nodes(), 0);
    wiring.external[router->node().value()] = 1;
  }
  return wiring;
}

void Scheduler::start_of_simulation() {
  for (NetworkInterface* const interface : interfaces_) {
    if (!interface->has_user()) continue;
    users_.resize(topology_->terminals());
    users_[interface->terminal().value()] = interface;
  }
  DeliveryObserver& observer = users_.empty() ? loop_.observer() : *this;
  compiled_ = std::make_unique<CompiledNetwork>(config_, bound_wires(), relation_, observer);
  external_ = compiled_->external() != nullptr;
  if (external_) join_external_links();
  loop_.begin(*compiled_);
  if (external_) loop_.change_before(*compiled_, 0);
  sleep_until(0);
}

void Scheduler::join_external_links() {
  ExternalRouters& nodes = *compiled_->external();
  const Tile& tile = compiled_->tile();
  for (Router* const router : routers_) router->carry_links(nodes, tile.numbering, time_);
  for (NetworkInterface* const interface : interfaces_) interface->carry_links(nodes, tile.numbering, time_);
  for (Router* const router : routers_) {
    auto* const external = dynamic_cast<ExternalRouter*>(router);
    if (external == nullptr) continue;
    nodes.set_router(router->node(), *external);
    external->meet(tile);
  }
}

void Scheduler::tick() {
  constexpr int kCyclesPerActivation = 64;
  if (ended_) return sc_core::sc_stop();
  if (failed()) return;
  Cycle now = sc_core::sc_time_stamp().value() / period_.value();
  const int at_most = interfaces_.empty() && !external_ && !traced_ ? kCyclesPerActivation : 1;
  planned_ = CycleClient::kNever;
  try {
    for (int i = 0; i < at_most && now != CycleClient::kNever; ++i) {
      next_ = now + 1;
      now = loop_.execute(*compiled_, now);
      if (loop_.finished()) return stop();
    }
    if (external_ && now != CycleClient::kNever) loop_.change_before(*compiled_, now);
  } catch (...) {  // SystemC would turn it into a report of its own
    return fail(std::current_exception());
  }
  for (const auto& [source, order] : later_) {
    (void)compiled_->send(source, order);
    now = std::min(now, order.generated);
  }
  later_.clear();
  if (now != CycleClient::kNever) sleep_until(now);
}

// What is traced in the last cycle is read before the next activation.
void Scheduler::stop() {
  if (!traced_) return sc_core::sc_stop();
  ended_ = true;
  wake_.notify(period_);
}

void Scheduler::sleep_until(Cycle next) {
  planned_ = std::min(planned_, next);
  const sc_core::sc_time begin = sc_core::sc_time::from_value(next * period_.value());
  const sc_core::sc_time at = begin + sc_core::sc_time::from_value(period_.value() / 2);
  wake_.notify(at - sc_core::sc_time_stamp());
  if (external_ && begin >= sc_core::sc_time_stamp()) cycle_begins_.notify(begin - sc_core::sc_time_stamp());
}

std::uint64_t Scheduler::send(TerminalId source, PacketRequest order) {
  order.generated = std::max(time_.now(), next_);
  if (planned_ < order.generated) {  // the cycle before has not been executed: it must not see the message
    const auto same = [&](const auto& other) { return other.first == source; };
    later_.emplace_back(source, order);
    return compiled_->generated(source) + static_cast<std::uint64_t>(std::count_if(later_.begin(), later_.end() - 1, same));
  }
  const std::uint64_t sequence = compiled_->send(source, order);
  sleep_until(order.generated);  // a notification already pending for an earlier cycle stays
  return sequence;
}

void Scheduler::fail(std::exception_ptr failure) {
  if (!failure_) failure_ = std::move(failure);
  sc_core::sc_stop();
}

void Scheduler::delivered(const Delivery& delivery) {
  loop_.observer().delivered(delivery);
  NetworkInterface* const user = users_[delivery.packet.order.destination.value()];
  if (user != nullptr) user->deliver(delivery);
}

void Scheduler::rethrow() const {
  if (failure_) std::rethrow_exception(failure_);
}

}  // namespace dateline
