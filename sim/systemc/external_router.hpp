// A router that carries flits itself: the base of the reference router (router/) and of users' own. Its links are bound
// to `out` and `in` like those of any router; flits and credits go through them (link.hpp), by the contract of
// sim/core/state/external_router.hpp. cycle(t) is called once in every cycle in which anything in the network may
// happen, at time t periods; a module with processes of its own may do its work later, before t + 1/2 periods.
#pragma once

#include <functional>
#include <optional>

#include "sim/core/external/router_interface.hpp"
#include "sim/systemc/modules.hpp"

namespace dateline {

class ExternalRouter : public Router, public ExternalReports {
 public:
  SC_HAS_PROCESS(ExternalRouter);  // NOLINT: SystemC's macro
  ExternalRouter(const sc_core::sc_module_name& name, NodeId node, const Topology& topology) : Router(name, node, topology) {}
  [[nodiscard]] bool is_external() const final { return true; }
  // The network's: before elaboration ends, and before the first cycle.
  void join(Scheduler& scheduler) { scheduler_ = &scheduler; }
  void meet(const Tile& tile);

 protected:
  // Before the first cycle: links and seam are there.
  virtual void begin() {}
  virtual void cycle(Cycle t) = 0;
  [[nodiscard]] RouterInterface& seam() { return *seam_; }
  [[nodiscard]] const RouterInterface& seam() const { return *seam_; }
  // For processes of a module's own: what `work` throws ends the run, and Scheduler::rethrow throws it.
  void guarded(const std::function<void()>& work);
  void before_end_of_elaboration() override;

 private:
  void tick();
  Scheduler* scheduler_ = nullptr;
  std::optional<RouterInterface> seam_;
};

// The router of a node; null: the core routes there. `name` is that of the node's module.
using RouterFactory = std::function<std::unique_ptr<ExternalRouter>(const sc_core::sc_module_name& name, NodeId node, const Topology& topology)>;

}  // namespace dateline
