#include "sim/systemc/scheduler.hpp"

#include <algorithm>

namespace dateline {

Scheduler::Scheduler(const sc_core::sc_module_name& name, const RouterConfig& config, const RoutingRelation& relation, CycleClient& client,
                     sc_core::sc_time period)
    : sc_module(name), config_(config), relation_(relation), loop_(client, {}), timer_(period) {
  SC_METHOD(tick);
  sensitive << timer_.wake();
  dont_initialize();
}

void Scheduler::start_of_simulation() {
  std::vector<NetworkInterface*> users = modules_.users();
  if (!users.empty()) users_.emplace(loop_, std::move(users));
  DeliveryObserver& observer = users_ ? static_cast<DeliveryObserver&>(*users_) : loop_.observer();
  compiled_ = std::make_unique<CompiledNetwork>(config_, modules_.wiring(), relation_, observer);
  const bool external = compiled_->external() != nullptr;
  if (external) modules_.join_external_links(*compiled_, timer_.time());
  loop_.begin(*compiled_);
  if (external) {
    loop_.change_before(*compiled_, 0);
    timer_.announce_begins();
  }
  timer_.plan(0);
}

void Scheduler::tick() {
  constexpr int kCyclesPerActivation = 64;
  if (ended_) return sc_core::sc_stop();
  if (failure_.failed()) return;
  const bool external = compiled_->external() != nullptr;
  const int at_most = !modules_.has_interfaces() && !external && !traced_ ? kCyclesPerActivation : 1;
  if (at_most == 1) compiled_->see_each_cycle();
  Cycle now = timer_.take_planned();
  try {
    for (int i = 0; i < at_most && now != CycleClient::kNever; ++i) {
      now = loop_.execute(*compiled_, now);
      if (loop_.finished()) return stop();
    }
    if (external && now != CycleClient::kNever) loop_.change_before(*compiled_, now);
  } catch (...) {
    return failure_.fail(std::current_exception());
  }
  for (const auto& [source, order] : later_) {
    (void)compiled_->send(source, order);
    now = std::min(now, order.generated);
  }
  later_.clear();
  if (now != CycleClient::kNever) timer_.plan(now);
}

// What is traced in the last cycle is read before the next activation.
void Scheduler::stop() {
  if (!traced_) return sc_core::sc_stop();
  ended_ = true;
  timer_.wake_in_a_period();
}

std::uint64_t Scheduler::send(TerminalId source, PacketRequest order) {
  order.generated = timer_.first_open();
  if (timer_.planned() < order.generated) {  // the cycle before has not been executed: it must not see the message
    const auto same = [&](const auto& other) { return other.first == source; };
    later_.emplace_back(source, order);
    return compiled_->source(source).generated + static_cast<std::uint64_t>(std::count_if(later_.begin(), later_.end() - 1, same));
  }
  const std::uint64_t sequence = compiled_->send(source, order);
  timer_.plan(order.generated);
  return sequence;
}

}  // namespace dateline
