// The reference router: the router of docs/reference/router-cycle.md as a SystemC module, to be read beside that page.
// It receives, buffers and sends flits itself; nothing of it is shared with the compiled core, which gives the same
// results, byte for byte, at nine times the speed. All options of `simulate`, absorption and faults that come and go
// included.
#pragma once

#include "sim/systemc/external_router.hpp"
#include "sim/systemc/router/phases.hpp"

namespace dateline {

class ReferenceRouter : public ExternalRouter {
 public:
  ReferenceRouter(const sc_core::sc_module_name& name, NodeId node, const Topology& topology) : ExternalRouter(name, node, topology) {}
  void report_waits(ExternalWaits& waits) const override;
  [[nodiscard]] int held(VcId vc) const override;
  [[nodiscard]] bool purges() const override { return true; }
  void purge(const ExternalLosses& losses) override;

 protected:
  void begin() override;
  void cycle(Cycle t) override;
  [[nodiscard]] router::Ports& ports() { return ports_; }

 private:
  void release();
  void take_credits(router::OutputPort& output, Cycle t);
  void take_flits(router::InputPort& input, Cycle t);
  void move(const router::Move& move, Cycle t);
  void delivery_queue(router::InputVc& at, Cycle t);
  void packet_left(router::InputVc& at);
  void drop(router::InputVc& at, const ExternalLosses& losses);
  void take_back(router::OutputPort& output, const ExternalLosses& losses);

  router::Ports ports_;
  router::Headers headers_;
  std::vector<router::Move> moves_;
  std::size_t buffered_ = 0;  // flits in all buffers
  bool released_ = false;     // some output has VCs that can be allocated from the next cycle on
};

}  // namespace dateline
