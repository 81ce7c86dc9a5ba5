// The reference router, but late: it does its work of cycle t at a random time in [t, t + 1/2) periods of 1 ns, and
// some deltas later.
#pragma once

#include "models/base/numbers/random.hpp"
#include "sim/systemc/router/reference_router.hpp"

namespace dateline::test {

class LateRouter final : public ReferenceRouter {
 public:
  SC_HAS_PROCESS(LateRouter);  // NOLINT: SystemC's macro
  LateRouter(const sc_core::sc_module_name& name, NodeId node, const Topology& topology)
      : ReferenceRouter(name, node, topology), random_(9, node.value(), Purpose::arrival) {
    SC_METHOD(work);
    sensitive << event_;
    dont_initialize();
  }

 private:
  void cycle(Cycle t) override {
    at_ = t;
    deltas_ = static_cast<int>(random_.below(4));
    event_.notify(sc_core::sc_time(static_cast<double>(random_.below(500)), sc_core::SC_PS));
  }
  void work() {
    if (deltas_-- > 0) return event_.notify(sc_core::SC_ZERO_TIME);
    guarded([this] { ReferenceRouter::cycle(at_); });
  }
  sc_core::sc_event event_;
  RandomStream random_;
  Cycle at_ = 0;
  int deltas_ = 0;
};

}  // namespace dateline::test
