// What is measured of a run: the counts of the machine at the window's borders, and the latencies and hops of measured
// messages.
#pragma once

#include <vector>

#include "sim/core/machine.hpp"
#include "sim/measure/statistics.hpp"

namespace dateline {

// Counts up to a border between two cycles.
struct Snapshot {
  std::vector<std::uint64_t> generated, injected;             // messages, per terminal
  std::vector<std::uint64_t> generated_flits, ejected_flits;  // per terminal
  std::vector<std::uint64_t> lost_flits = {};                 // per terminal: of messages taken out by faults and not sent again so far
  std::vector<ChannelCounters::Counts> channels;              // empty unless the machine counts them
};
[[nodiscard]] Snapshot take_snapshot(const Machine& machine, std::uint32_t terminals);

class Deliveries {
 public:
  void add(const Delivery& delivery) {
    latency.add(delivery.latency());
    network_latency.add(delivery.network_latency());
    hops.add(delivery.message.hops);
  }
  // Call between cycles, whenever some may have been added.
  void end_of_cycle() {
    latency.end_of_cycle();
    network_latency.end_of_cycle();
    hops.end_of_cycle();
  }
  Statistics latency, network_latency, hops;
};

}  // namespace dateline
