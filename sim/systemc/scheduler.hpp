// The only process of a compiled network: an SC_METHOD that executes one cycle per activation (up to 64 when there is
// no interface for a user, no external router, and nothing is traced), and sleeps over idle cycles. Cycle t is executed
// at SystemC time (t + 1/2) periods; external routers do their part of it before, from t periods on.
#pragma once

#include <exception>
#include <memory>
#include <systemc>
#include <vector>

#include "sim/measure/run_loop.hpp"
#include "sim/systemc/external_router.hpp"

namespace dateline {

class Scheduler final : public sc_core::sc_module, public DeliveryObserver {
 public:
  SC_HAS_PROCESS(Scheduler);  // NOLINT: SystemC's macro
  // `relation` and `client` must outlive the module.
  Scheduler(const sc_core::sc_module_name& name, const RouterConfig& config, const RoutingRelation& relation, CycleClient& client,
            sc_core::sc_time period);

  // Before elaboration ends: the modules to take the wiring from. `topology` gives the shape and must outlive
  // elaboration.
  void watch(const std::vector<std::unique_ptr<Router>>& routers, const Topology& topology);
  // Before it begins: one cycle an activation, so that SystemC sees the state after each.
  void stop_after_each_cycle() { traced_ = true; }
  // Before it begins, too; the listener must outlive the run.
  void listen(CycleListener& listener) { loop_.listen(listener); }
  void attach(NetworkInterface& interface) { interfaces_.push_back(&interface); }
  [[nodiscard]] bool has_begun() const { return compiled_ != nullptr; }
  std::uint64_t send(TerminalId source, PacketRequest order);  // once it has begun
  void delivered(const Delivery& delivery) override;           // to the client, then to the user bound at the destination
  void sent(const std::vector<const Packet*>& packets, Cycle now) override { loop_.observer().sent(packets, now); }
  void lost(const Packet& packet, Cycle now) override { loop_.observer().lost(packet, now); }
  // For external routers: the event of every cycle's begin, which cycle that is, and what their processes throw.
  [[nodiscard]] const sc_core::sc_event& cycle_begins() const { return cycle_begins_; }
  [[nodiscard]] Cycle open_cycle() const { return time_.now(); }
  void fail(std::exception_ptr failure);
  [[nodiscard]] bool failed() const { return failure_ != nullptr; }
  // Rethrows what a cycle or an external router threw, if anything.
  void rethrow() const;
  [[nodiscard]] std::unique_ptr<CompiledNetwork> take_machine() { return std::move(compiled_); }

 private:
  void start_of_simulation() override;
  [[nodiscard]] Wiring bound_wires() const;
  void join_external_links();
  void tick();
  void sleep_until(Cycle next);
  void stop();

  RouterConfig config_;
  const RoutingRelation& relation_;
  RunLoop loop_;
  sc_core::sc_time period_;
  CycleOfTime time_;
  sc_core::sc_event wake_{"wake"}, cycle_begins_{"cycle_begins"};
  std::vector<Router*> routers_;
  std::vector<NetworkInterface*> interfaces_;  // those that there are
  const Topology* topology_ = nullptr;
  std::vector<NetworkInterface*> users_;  // per terminal, null where nothing is bound; empty if nothing is bound anywhere
  bool traced_ = false, ended_ = false;
  Cycle next_ = 0;                                           // the first cycle that has not been executed
  Cycle planned_ = CycleClient::kNever;                      // that `wake_` is notified for
  std::vector<std::pair<TerminalId, PacketRequest>> later_;  // sent for a cycle behind the planned one
  bool external_ = false;                                    // some router is
  std::unique_ptr<CompiledNetwork> compiled_;
  std::exception_ptr failure_;
};

}  // namespace dateline
