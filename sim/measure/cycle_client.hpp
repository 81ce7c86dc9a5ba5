// What drives a machine through its cycles. The SystemC scheduler (or a plain loop in a test) calls execute() for one
// cycle after another.
#pragma once

#include "sim/core/compiled_network.hpp"

namespace dateline {

class CycleClient : public DeliveryObserver {
 public:
  static constexpr Cycle kNever = ~Cycle{0};
  static constexpr Cycle kWatchPeriod = 1000;  // cycles between two looks for a deadlock

  // Called once, before the first cycle.
  virtual void begin(CompiledNetwork& network) = 0;
  // Executes cycle `now` of the same machine and returns the next cycle that needs executing, kNever if only a new
  // message could change anything.
  virtual Cycle execute(CompiledNetwork& network, Cycle now) = 0;
  // With open nodes only, between two cycles: `next` is executed next. A change of the network before it is made now,
  // since open routers begin it before execute() is called.
  virtual void before(CompiledNetwork& /*machine*/, Cycle /*next*/) {}
  [[nodiscard]] virtual bool finished() const = 0;
};

// Executes cycles until the client has finished: the machine without SystemC.
inline void run_to_end(CycleClient& client, CompiledNetwork& network) {
  client.begin(network);
  for (Cycle now = 0; !client.finished() && now != CycleClient::kNever;) now = client.execute(network, now);
}

}  // namespace dateline
