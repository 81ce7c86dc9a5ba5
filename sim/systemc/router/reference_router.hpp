// The reference router: the router of docs/machine.md as a SystemC module, to be read beside that page. It receives,
// buffers and sends flits itself; nothing of it is shared with the compiled core, which gives the same results, byte
// for byte, at twelve times the speed. All options of `simulate`, absorption and faults that come and go included.
#pragma once

#include "sim/systemc/open_router.hpp"
#include "sim/systemc/router/phases.hpp"

namespace dateline {

class ReferenceRouter : public OpenRouter {
 public:
  ReferenceRouter(const sc_core::sc_module_name& name, NodeId node, const Topology& topology) : OpenRouter(name, node, topology) {}
  void report_waits(OpenWaits& waits) const override;
  [[nodiscard]] int held(VcId vc) const override;
  [[nodiscard]] bool purges() const override { return true; }
  void purge(const OpenLosses& losses) override;

 protected:
  void begin() override;
  void cycle(Cycle t) override;
  [[nodiscard]] router::Ports& ports() { return ports_; }

 private:
  void take_credits(router::OutputPort& output, Cycle t);
  void take_flits(router::InputPort& input, Cycle t);
  void move(const router::Move& move, Cycle t);
  void hand_over(router::InputVc& at, Cycle t);
  void worm_left(router::InputVc& at);
  void drop(router::InputVc& at, const OpenLosses& losses);
  void take_back(router::OutputPort& output, const OpenLosses& losses);

  router::Ports ports_;
  router::Headers headers_;
  std::vector<router::Move> moves_;
  std::size_t buffered_ = 0;  // flits in all buffers
};

}  // namespace dateline
