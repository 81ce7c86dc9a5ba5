// What the sources of open-loop traffic draw: every source has arrival times and destinations from two streams of its
// own, and lengths from a third if packets differ in length.
// rate: packets per terminal and cycle for a source of share 1; a source of share s generates s times as many.
// Where patterns follow each other (dynamic faults) a source draws arrivals for its largest share and drops each with
// the probability by which its present share is less.
#pragma once

#include <vector>

#include "models/base/state_io.hpp"
#include "models/network/traffic_pattern.hpp"
#include "sim/measure/sources/arrival_wheel.hpp"
#include "traffic/arrivals/injection.hpp"
#include "traffic/arrivals/message_lengths.hpp"

namespace dateline {

struct RunConfig;

// Of arrivals that are drawn for the largest share that a terminal will have: the part that counts under the pattern in
// force.
class Thinning {
 public:
  // With the largest share of every terminal; empty: nothing is thinned out.
  explicit Thinning(std::vector<double> largest = {}) : largest_(std::move(largest)) {}
  void change(const TrafficPattern& pattern);
  // Whether an arrival counts. Nothing is drawn where all do, or none.
  [[nodiscard]] bool keeps(std::uint32_t terminal, RandomStream& random) const {
    const double keep = keep_[terminal];
    if (keep <= 0.0 || keep >= 1.0) return keep > 0.0;
    return random.unit() < keep;
  }
  [[nodiscard]] bool used() const { return !keep_.empty(); }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [largest, keep] = *this;
    archive(largest, keep);
  }

 private:
  std::vector<double> largest_, keep_;  // per terminal
};

class TrafficArrivals {
 public:
  // The patterns must outlive it. `later`: those it may change to.
  TrafficArrivals(const RunConfig& config, const TrafficPattern& pattern, std::uint32_t terminals, const std::vector<const TrafficPattern*>& later);

  void change(const TrafficPattern& pattern) {
    pattern_ = &pattern;
    thinning_.change(pattern);
  }
  // take_one(source, destination, length) of each packet of cycle `now`; cycles increase, and none that next_cycle()
  // named is left out.
  template <typename Take>
  void take(Cycle now, Take take_one) {
    wheel_.take(now, due_);
    for (const std::uint32_t terminal : due_) {
      Stream& stream = streams_[stream_of_[terminal]];
      Cycle next = now;
      while (next == now) {
        if (thinning_.used() && !thinning_.keeps(terminal, stream.destinations)) {
          next = stream.arrivals.next();
          continue;
        }
        const TerminalId destination = pattern_->sample(TerminalId(terminal), stream.destinations);
        const std::uint32_t length = packet_length_ == 0 ? lengths_.sample(length_streams_[stream_of_[terminal]]) : packet_length_;
        take_one(TerminalId(terminal), destination, length);
        next = stream.arrivals.next();
      }
      wheel_.insert(terminal, next);
    }
  }
  // Leaves out those before cycle `until`.
  void pass(Cycle until);
  [[nodiscard]] Cycle next_cycle(Cycle from) const { return wheel_.next_cycle(from); }
  [[nodiscard]] bool none() const { return streams_.empty(); }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [pattern, lengths, length, drawn, thinning, numbers, streams, wheel, due] = *this;
    static_cast<void>(pattern);
    static_cast<void>(lengths);
    static_cast<void>(length);
    static_cast<void>(numbers);
    static_cast<void>(due);
    archive(drawn, thinning, streams, wheel);
  }

 private:
  struct Stream {
    ArrivalProcess arrivals;
    RandomStream destinations;
    template <typename Archive>
    void io(Archive& archive) {
      auto& [times, drawn] = *this;
      archive(times, drawn);
    }
  };
  const TrafficPattern* pattern_;
  PacketLengths lengths_;
  std::uint32_t packet_length_;               // of all; 0: they differ
  std::vector<RandomStream> length_streams_;  // like streams_, if they do
  Thinning thinning_;                         // of patterns that follow each other
  std::vector<std::uint32_t> stream_of_;      // per terminal; silent ones have none
  std::vector<Stream> streams_;
  ArrivalWheel wheel_;
  std::vector<std::uint32_t> due_;
};

}  // namespace dateline
