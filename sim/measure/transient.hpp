// The end of the transient, by MSER-5: with z_1 .. z_n the means of five latencies each, in order of delivery (ties:
// source, sequence), the smallest d <= n/2 that minimises sum over i > d of (z_i - their mean)^2, over (n - d)^2. At
// d = floor(n/2) the series has not settled: no steady state.
// Source: K. P. White, M. J. Cobb and S. C. Spratt, A comparison of five steady-state truncation heuristics for
// simulation, Winter Simulation Conference 2000. Exact: whole numbers throughout. Cost: O(n); 16 bytes a five.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/measure/run.hpp"

namespace dateline {

struct Transient {
  bool steady = false;
  std::uint64_t deliveries = 0;  // that were examined
  std::uint64_t discarded = 0;   // the first of them: 5 d
  Cycle end = 0;                 // messages generated from here on are measured
};

// d, of the sums of five each.
[[nodiscard]] std::size_t mser(const std::vector<std::uint64_t>& sums);

// A run of `cycles` cycles from an empty network that only finds where its transient ends. All deliveries count,
// whenever they were generated.
class TransientProbe final : public CycleClient {
 public:
  // What `run` does: its window is 0 .. cycles - 1. It must outlive the probe.
  TransientProbe(Run& run, Cycle cycles) : run_(run), cycles_(cycles) {}

  void begin(CompiledNetwork& network) override { run_.begin(network); }
  Cycle execute(CompiledNetwork& network, Cycle now) override;
  [[nodiscard]] bool finished() const override { return ended_ || run_.finished(); }
  void delivered(const Delivery& delivery) override;
  void sent(const std::vector<const Packet*>& messages, Cycle now) override { run_.sent(messages, now); }
  void lost(const Packet& packet, Cycle now) override { run_.lost(packet, now); }

  // Once finished.
  [[nodiscard]] Transient transient() const;

 private:
  void close_cycle();
  struct Arrival {
    std::uint32_t source;
    std::uint64_t sequence, latency;
  };

  Run& run_;
  Cycle cycles_;
  bool ended_ = false;
  Cycle last_ = 0;                 // of the arrivals
  std::vector<Arrival> arrivals_;  // of one cycle
  std::uint64_t deliveries_ = 0, sum_ = 0;
  std::vector<std::uint64_t> sums_;  // of five latencies each
  std::vector<Cycle> ends_;          // the cycle of the fifth
};

}  // namespace dateline
