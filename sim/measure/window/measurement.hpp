// What is measured of the messages that count: latencies and hops; and what is only measured where it is asked for, by
// pair and by part of the window.
#pragma once

#include <memory>
#include <vector>

#include "sim/measure/statistics/latency_totals.hpp"
#include "sim/measure/statistics/minimal_paths.hpp"
#include "sim/measure/statistics/pair_latency.hpp"
#include "sim/measure/statistics/statistics.hpp"
#include "sim/measure/window/fault_phases.hpp"
#include "sim/measure/window/window_series.hpp"

namespace dateline {

class Deliveries {
 public:
  void add(const Delivery& delivery) {
    if (special) {
      if (ignored) return;
      if (pairs) pairs->add(delivery);
      if (parts) parts->add(delivery);
      if (minimal) minimal->add(delivery);
      if (phases) phases->add(delivery);
    }
    const Cycle own = delivery.latency(), in_network = delivery.network_latency();
    const std::uint32_t crossed = delivery.packet.hops;
    latency.add(own);
    network_latency.add(in_network);
    hops.add(crossed);
    if (crossed >= by_hops.size()) by_hops.resize(crossed + std::size_t{1});
    by_hops[crossed].add(own);
  }
  // Call between cycles, whenever some may have been added.
  void end_of_cycle() {
    latency.end_of_cycle();
    network_latency.end_of_cycle();
    hops.end_of_cycle();
  }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [own, in_network, crossed, of_hops, of_pairs, of_parts, ways, of_phases, none, some] = *this;
    static_cast<void>(none), static_cast<void>(some);
    archive(own, in_network, crossed, of_hops, of_pairs, of_parts, ways, of_phases);
  }
  Statistics latency, network_latency, hops;
  std::vector<LatencyTotals> by_hops;     // index: network channels crossed
  std::unique_ptr<PairLatency> pairs;     // null: not asked for
  std::unique_ptr<WindowSeries> parts;    // null: not asked for
  std::unique_ptr<MinimalPaths> minimal;  // null: not asked for
  std::unique_ptr<FaultPhases> phases;    // null: not asked for
  bool ignored = false;                   // nothing is to be measured
  bool special = false;                   // any of the five
};

}  // namespace dateline
