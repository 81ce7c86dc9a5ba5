// The measured window as a time series: W parts of equal length (part i of w cycles begins with cycle floor(i w / W) of
// the window, so lengths differ by one cycle at most).
// Of a part: flits generated and ejected in it, messages outstanding at its end, flits over channels, and the latencies
// of the measured messages that were generated in it.
#pragma once

#include <vector>

#include "sim/measure/statistics/statistics.hpp"
#include "sim/measure/window/snapshot.hpp"

namespace dateline {

struct WindowPart {
  Cycle begin = 0, cycles = 0;
  std::uint64_t generated_flits = 0, ejected_flits = 0;  // of all terminals
  std::uint64_t in_flight = 0;                           // messages, at its end
  std::uint64_t channel_flits = 0, busiest_flits = 0;    // over all network channels; over the busiest
  double busiest_cycles = 0;                             // the longest that a channel was in use: its flits over its bandwidth
  Statistics latency = {};
  template <typename Archive>
  void io(Archive& archive) {
    auto& [first, length, generated, ejected, flying, crossed, busiest, in_use, latencies] = *this;
    archive(first, length, generated, ejected, flying, crossed, busiest, in_use, latencies);
  }
};

class WindowSeries {
 public:
  static constexpr std::uint32_t kMostParts = 1000;
  static constexpr Cycle kNever = ~Cycle{0};

  // At most as many parts as cycles, at least one. `bandwidths`: per network channel; empty: all are 1.
  WindowSeries(std::uint32_t parts, Cycle begin, Cycle cycles, std::vector<double> bandwidths = {});

  // The next border to pass, as the first cycle behind it; kNever once all are passed.
  [[nodiscard]] Cycle next_border() const { return passed_ > parts_.size() ? kNever : border(passed_); }
  // Between that cycle and the one before, with the counts so far.
  void pass_border(Snapshot counts, std::uint64_t in_flight);
  // A measured message.
  void add(const Delivery& delivery);
  // Those that were passed: after a deadlock not all.
  [[nodiscard]] std::vector<const WindowPart*> parts() const;
  template <typename Archive>
  void io(Archive& archive) {
    auto& [begin, cycles, rates, parts_of, passed, last] = *this;
    static_cast<void>(rates);
    static_cast<void>(begin);
    static_cast<void>(cycles);
    archive(parts_of, passed, last);
  }

 private:
  [[nodiscard]] Cycle border(std::size_t i) const;

  Cycle begin_, cycles_;
  std::vector<double> bandwidths_;
  std::vector<WindowPart> parts_;
  std::size_t passed_ = 0;  // borders, of one more than parts
  Snapshot last_;           // at the border passed last
};

}  // namespace dateline
