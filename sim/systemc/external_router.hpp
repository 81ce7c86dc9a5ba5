// A router that carries flits itself: the base of the reference router (router/) and of users' own. Its links are bound
// to `out` and `in` like those of any router; flits and credits go through them (link.hpp), by the contract of
// sim/core/state/external_router.hpp. cycle(t) is called once in every cycle in which anything in the network may
// happen, at time t periods; a module with processes of its own may do its work later, before t + 1/2 periods.
#pragma once

#include <functional>
#include <optional>

#include "sim/core/external/router_interface.hpp"
#include "sim/systemc/modules.hpp"
#include "sim/systemc/router_factory.hpp"
#include "sim/systemc/router_signals.hpp"

namespace dateline {

class ExternalRouter : public Router, public ExternalReports {
 public:
  SC_HAS_PROCESS(ExternalRouter);  // NOLINT: SystemC's macro
  ExternalRouter(const sc_core::sc_module_name& name, NodeId node, const Topology& topology) : Router(name, node, topology) {}
  [[nodiscard]] bool is_external() const final { return true; }
  // The network's: before elaboration ends, and before the first cycle.
  void join(Scheduler& scheduler) { scheduler_ = &scheduler; }
  void meet(const Tile& tile);
  // From NetworkModule::give_signals.
  RouterSignals& make_signals(const Topology& topology, bool ejection_channels);

 protected:
  // Before the first cycle: links and seam are there.
  virtual void begin() {}
  virtual void cycle(Cycle t) = 0;
  [[nodiscard]] RouterInterface& seam() { return *seam_; }
  [[nodiscard]] const RouterInterface& seam() const { return *seam_; }
  // From begin() on, the links that carry flits: those of the network in the order of the router's ports, then those
  // of its interfaces. To an interface none leads with ideal ejection.
  [[nodiscard]] const std::vector<LinkSendIf*>& outputs() const { return outputs_; }
  [[nodiscard]] const std::vector<LinkReceiveIf*>& inputs() const { return inputs_; }
  // Which of the outputs is that of a channel, of a candidate of the relation.
  [[nodiscard]] std::size_t output_of(ChannelId channel) const {
    return seam_->numbering().is_network(channel) ? output_at_[seam_->from_port(channel).value()] : ejection_of(channel);
  }
  // For processes of a module's own: what `work` throws ends the run, and Scheduler::rethrow throws it.
  void guarded(const std::function<void()>& work);
  void before_end_of_elaboration() override;

 private:
  void tick();
  [[nodiscard]] std::size_t ejection_of(ChannelId channel) const;
  Scheduler* scheduler_ = nullptr;
  std::optional<RouterInterface> seam_;
  std::unique_ptr<RouterSignals> signals_;  // if asked for
  std::vector<LinkSendIf*> outputs_;
  std::vector<LinkReceiveIf*> inputs_;
  std::vector<std::size_t> output_at_;  // by port
};

}  // namespace dateline
