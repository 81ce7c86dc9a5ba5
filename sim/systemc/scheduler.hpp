// The only process of a compiled network: an SC_METHOD that executes one cycle per activation (up to 64 when there is
// no interface for a user, no external router, and nothing is traced), and sleeps over idle cycles. Cycle t is executed
// at SystemC time (t + 1/2) periods; external routers do their part of it before, from t periods on (cycle_timer.hpp).
#pragma once

#include <memory>
#include <optional>
#include <systemc>
#include <utility>
#include <vector>

#include "sim/measure/run_loop.hpp"
#include "sim/systemc/bound_modules.hpp"
#include "sim/systemc/cycle_timer.hpp"
#include "sim/systemc/external_router.hpp"
#include "sim/systemc/run_failure.hpp"
#include "sim/systemc/user_deliveries.hpp"

namespace dateline {

class Scheduler final : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Scheduler);  // NOLINT: SystemC's macro
  // `relation` and `client` must outlive the module.
  Scheduler(const sc_core::sc_module_name& name, const RouterConfig& config, const RoutingRelation& relation, CycleClient& client,
            sc_core::sc_time period);

  // Before elaboration ends: the network's modules are made known to it.
  [[nodiscard]] BoundModules& modules() { return modules_; }
  // Before it begins: one cycle an activation, so that SystemC sees the state after each.
  void stop_after_each_cycle() { traced_ = true; }
  // Before it begins, too; the listener must outlive the run.
  void listen(CycleListener& listener) { loop_.listen(listener); }
  [[nodiscard]] bool has_begun() const { return compiled_ != nullptr; }
  std::uint64_t send(TerminalId source, PacketRequest order);  // once it has begun
  // For external routers: when their cycles are, and what their processes throw.
  [[nodiscard]] CycleTimer& timer() { return timer_; }
  [[nodiscard]] RunFailure& failure() { return failure_; }
  // Rethrows what a cycle or an external router threw, if anything.
  void rethrow() const { failure_.rethrow(); }
  [[nodiscard]] std::unique_ptr<CompiledNetwork> take_machine() { return std::move(compiled_); }

 private:
  void start_of_simulation() override;
  void tick();
  void stop();

  RouterConfig config_;
  const RoutingRelation& relation_;
  RunLoop loop_;
  BoundModules modules_;
  std::optional<UserDeliveries> users_;  // none if nothing is bound anywhere
  CycleTimer timer_;
  bool traced_ = false, ended_ = false;
  std::vector<std::pair<TerminalId, PacketRequest>> later_;  // sent for a cycle behind the planned one
  std::unique_ptr<CompiledNetwork> compiled_;
  RunFailure failure_;
};

}  // namespace dateline
