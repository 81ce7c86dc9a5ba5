// Feeds a machine with random traffic: every source draws arrival times and destinations from two streams of its own.
// rate: messages per node and cycle for a source of share 1; a source of share s generates s times as many.
#pragma once

#include <vector>

#include "models/network/traffic_pattern.hpp"
#include "sim/core/machine.hpp"
#include "sim/measure/arrival_wheel.hpp"
#include "traffic/injection.hpp"

namespace dateline {

class TrafficSource {
 public:
  // `pattern` must outlive the source.
  TrafficSource(const TrafficPattern& pattern, std::uint32_t nodes, Injection injection, double rate, std::uint32_t message_length,
                std::uint64_t seed);
  // Generates the messages of cycle `now`; cycles increase, and none with an arrival may be left out.
  void generate(Cycle now, bool measured, Machine& machine);
  [[nodiscard]] Cycle next_cycle(Cycle from) const { return wheel_.next_cycle(from); }

 private:
  struct Stream {
    ArrivalProcess arrivals;
    RandomStream destinations;
  };
  const TrafficPattern& pattern_;
  std::uint32_t message_length_;
  std::vector<std::uint32_t> stream_of_;  // per node; silent nodes have none
  std::vector<Stream> streams_;
  ArrivalWheel wheel_;
  std::vector<std::uint32_t> due_;
};

}  // namespace dateline
