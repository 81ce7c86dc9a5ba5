// What drives a network through its cycles. The SystemC scheduler (or a plain loop in a test) calls execute() for one
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
  // Executes cycle `now` of the same network, and perhaps some after it (CompiledNetwork::stretch), and returns the
  // next cycle that needs executing, kNever if only a new packet could change anything.
  virtual Cycle execute(CompiledNetwork& network, Cycle now) = 0;
  // With external routers only, between two cycles: `next` is executed next. A change of the network before it is made
  // now, since external routers begin it before execute() is called.
  virtual void before(CompiledNetwork& /*network*/, Cycle /*next*/) {}
  [[nodiscard]] virtual bool finished() const = 0;
};

// Executes cycles until the client has finished: the network without SystemC.
inline void run_to_end(CycleClient& client, CompiledNetwork& network) {
  client.begin(network);
  for (Cycle now = 0; !client.finished() && now != CycleClient::kNever;) now = client.execute(network, now);
}

}  // namespace dateline
