// The machine at full load, to see whether what a proof refuses does deadlock.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "sim/measure/sources/traffic_source.hpp"
#include "tests/support/harness.hpp"

namespace dateline::test {

using Waits = std::vector<CompiledNetwork::WaitFor>;

// The first cycle of waits at load 1, looked for every 1,000 cycles; empty: none in that many. Packets of 32 flits, the
// fewest VCs, buffers of 2 flits.
inline Waits deadlock_of(const Topology& t, const RoutingRelation& relation, const TrafficPattern& pattern, std::uint64_t seed, Cycle cycles) {
  constexpr std::uint32_t kLength = 32;
  class Ignored final : public DeliveryObserver {
   public:
    void delivered(const Delivery& /*d*/) override {}
  } ignored;
  RouterConfig config;
  config.vcs = config.injection_vcs = relation.classes();
  config.buffer_depth = 2;
  config.seed = seed;
  CompiledNetwork machine(config, Wiring::of(t), relation, ignored);
  TrafficSource source(poisson(1.0 / kLength, kLength, seed), pattern, t.terminals());
  for (Cycle now = 0; now < cycles; ++now) {
    source.generate(now, false, machine);
    machine.step(now);
    if (now % 1000 != 999) continue;
    Waits waits = machine.find_deadlock();
    if (!waits.empty()) return waits;
  }
  if (machine.totals().delivered < cycles / kLength) throw std::runtime_error("hardly anything was delivered");
  return {};
}

}  // namespace dateline::test
